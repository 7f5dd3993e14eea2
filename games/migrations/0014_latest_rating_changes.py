"""The latest rating changes of a person, for the graph on their profile."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from config.database.online import AddIndexOnline, drop_indexes


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0013_rating_changes_know_more"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexOnline(
            model_name="ratingchange",
            index=models.Index(fields=["user", "-id"], name="latest_rating_changes"),
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunPython(
                    drop_indexes(("games_ratingchange", "user_id")), migrations.RunPython.noop
                )
            ],
            state_operations=[
                migrations.AlterField(
                    model_name="ratingchange",
                    name="user",
                    field=models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
