"""A full grid is no loss: the seats of both rivals say that the third won."""

from django.db import migrations, models

from config.database.online import in_steps

THIRD = """
UPDATE games_seat SET result = 't' FROM games_game game
WHERE game.id = games_seat.game_id AND game.variant = 'dstru' AND game.winner = 'Dos'
AND games_seat.result = 'l' AND games_seat.id >= %s AND games_seat.id < %s
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0001_squashed_0024_offers_by_terms")]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="result",
            field=models.CharField(
                blank=True,
                choices=[
                    ("w", "won"),
                    ("l", "lost"),
                    ("d", "drawn"),
                    ("t", "won by the third seat"),
                    ("s", "decided at one screen"),
                    ("a", "cancelled"),
                ],
                db_default="",
                default="",
                max_length=1,
            ),
        ),
        migrations.RunPython(in_steps("games_seat", THIRD), migrations.RunPython.noop),
    ]
