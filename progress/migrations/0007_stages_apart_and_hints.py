"""Stages of level 4, which count apart, and the hints that people asked for."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from config.database.online import AddCheckOnline


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0013_rating_changes_know_more"),
        ("progress", "0006_tallies_and_meetings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StageHints",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stage_hints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("level", models.PositiveSmallIntegerField()),
                ("stage", models.PositiveSmallIntegerField()),
                ("taken", models.PositiveIntegerField(default=0)),
                ("position", models.CharField(help_text="In notation.", max_length=90)),
                ("step", models.PositiveSmallIntegerField(default=0)),
                ("at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "verbose_name": "hints at a stage",
                "verbose_name_plural": "hints at a stage",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["user", "level", "stage"], name="hints_once_per_stage"
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="total",
            name="apart",
            field=models.CharField(blank=True, db_default="", default="", max_length=45),
        ),
        AddCheckOnline(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=Q(("level__range", (1, 3)), ("stage__range", (1, 15)))
                | Q(("level", 4), ("stage__range", (1, 10))),
                name="stage_is_known",
            ),
        ),
        migrations.RemoveConstraint(model_name="attempt", name="stage_exists"),
    ]
