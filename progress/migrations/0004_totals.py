"""A person's stars in one row, counted from the attempts there are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from config.database.online import AddIndexOnline, drop_indexes


AT_ONCE = 2_000
STAGES = 15


def count_stars(apps, schema_editor):
    """Write what everybody's attempts come to, in the columns that there are now."""
    attempts = apps.get_model("progress", "Attempt").objects
    tried = list(attempts.order_by("user_id").values_list("user_id", flat=True).distinct())
    for first in range(0, len(tried), AT_ONCE):
        write_totals(apps, tried[first : first + AT_ONCE])


def write_totals(apps, people):
    account, total = apps.get_model("accounts", "User"), apps.get_model("progress", "Total")
    members = account.objects.filter(pk__in=people, is_active=True, is_guest=False)
    listed = set(members.values_list("pk", flat=True))
    rows = apps.get_model("progress", "Attempt").objects.filter(user_id__in=people)
    ended = rows.filter(stars__isnull=False).order_by("user_id", "game__finished_at", "pk")
    found = {user_id: (["."] * 3 * STAGES, None) for user_id in people}
    for user_id, level, stage, stars, at in ended.values_list(
        "user_id", "level", "stage", "stars", "game__finished_at"
    ).iterator():
        best, since = found[user_id]
        place = (level - 1) * STAGES + stage - 1
        if best[place] == "." or int(best[place]) < stars:
            best[place] = str(stars)
            found[user_id] = (best, at if stars else since)
    total.objects.bulk_create(
        [
            total(
                user_id=user_id,
                best="".join(best),
                stars=sum(int(one) for one in best if one != "."),
                cleared=sum(one not in ".0" for one in best),
                since=since,
                listed=user_id in listed,
            )
            for user_id, (best, since) in found.items()
        ],
        update_conflicts=True,
        update_fields=["best", "stars", "cleared", "since", "listed"],
        unique_fields=["user"],
    )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("progress", "0003_puzzle_tries"),
        ("accounts", "0005_sound_on"),
        ("games", "0012_drop_unused_indexes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Total",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="star_total",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("best", models.CharField(max_length=45)),
                ("stars", models.PositiveSmallIntegerField(default=0)),
                (
                    "cleared",
                    models.PositiveSmallIntegerField(default=0, help_text="Stages with a star."),
                ),
                (
                    "since",
                    models.DateTimeField(
                        blank=True, help_text="When the last star came.", null=True
                    ),
                ),
                (
                    "listed",
                    models.BooleanField(
                        default=False, help_text="A member whose account is open."
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=Q(("listed", True), ("stars__gt", 0)),
                        fields=["-stars", "since", "user"],
                        name="people_by_stars",
                    )
                ],
            },
        ),
        AddIndexOnline(
            model_name="attempt",
            index=models.Index(
                condition=Q(("stars__isnull", True)),
                fields=["user"],
                name="attempts_still_played",
            ),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunPython(
                    drop_indexes(("progress_attempt", "game_id"), ("progress_attempt", "user_id")),
                    migrations.RunPython.noop
                )
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="attempt",
                    name="user",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(count_stars, migrations.RunPython.noop),
    ]
