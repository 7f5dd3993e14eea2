"""The log takes the place of the tables of moves, packed games and accepted actions.

All in one transaction, which nobody's change of a game can come into: what was played since the
migration before is copied, then the tables go. There is no way back.
"""

from __future__ import annotations

from django.db import migrations, models

from games.migrations import _logs


def copy_the_rest(apps, schema_editor):
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("LOCK TABLE games_game IN EXCLUSIVE MODE")
            cursor.execute("ALTER TABLE games_game SET (fillfactor = 85)")
        else:  # a write that changes nothing takes SQLite's lock
            cursor.execute("UPDATE games_game SET copied = copied WHERE id = ''")
    games = apps.get_model("games", "Game").objects.using(connection.alias)
    outdated = models.Q(copied=None) | ~models.Q(copied=models.F("version"))
    ids = list(games.filter(outdated).values_list("pk", flat=True))
    for first in range(0, len(ids), _logs.BATCH):
        _logs.copy(apps, connection, ids[first : first + _logs.BATCH])


def forget_rights(apps, schema_editor):
    """Nobody needs the right to see a table that is gone."""
    kinds = apps.get_model("contenttypes", "ContentType").objects
    gone = kinds.using(schema_editor.connection.alias).filter(app_label="games")
    gone.filter(model__in=["move", "packedgame", "acceptedaction"]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_copy_logs"),
        ("progress", "0013_wins_of_a_third_seat"),  # which reads the tables that go
        ("accounts", "0001_squashed_0014_people_by_prefix_and_email"),  # which gives rights on them
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(copy_the_rest, elidable=True),
        migrations.RunPython(forget_rights, elidable=True),
        migrations.DeleteModel("Move"),
        migrations.DeleteModel("PackedGame"),
        migrations.DeleteModel("AcceptedAction"),
        migrations.RemoveField("game", "copied"),
    ]
