"""Nobody looks for a part of a game's id: the twin of the key for LIKE is not needed."""

from django.db import migrations

from config.database.online import drop_indexes


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0015_packed_games")]

    operations = [
        migrations.RunPython(
            drop_indexes(("games_packedgame", "game_id")), migrations.RunPython.noop
        ),
    ]
