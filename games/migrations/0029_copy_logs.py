"""Write the logs of all games while the release before is up; broken off, it goes on from there.

What is played meanwhile is copied again by the next migration.
"""

from __future__ import annotations

from django.db import migrations, transaction

from games.migrations import _logs


def copy_all(apps, schema_editor):
    connection = schema_editor.connection
    games = apps.get_model("games", "Game").objects.using(connection.alias)
    left, last = games.filter(copied=None).order_by("pk").values_list("pk", flat=True), ""
    while ids := list(left.filter(pk__gt=last)[:_logs.BATCH]):
        with transaction.atomic(using=connection.alias):
            _logs.copy(apps, connection, ids)
        last = ids[-1]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0028_game_log")]

    operations = [migrations.RunPython(copy_all, migrations.RunPython.noop, elidable=True)]
