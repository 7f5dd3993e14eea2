"""What the new columns say of the games there are, and the indexes that read them."""

from django.db import migrations, models
from django.db.models import F, Q, Value

from config.database.online import AddIndexOnline, in_steps

ENDS = """
UPDATE games_seat SET ended_at = game.finished_at, result = CASE
    WHEN EXISTS (
        SELECT 1 FROM games_seat other WHERE other.game_id = games_seat.game_id
        AND other.user_id = games_seat.user_id AND other."index" < games_seat."index"
    ) THEN ''
    WHEN game.status = 'aborted' THEN 'a'
    WHEN game.winner = '' THEN 'd'
    WHEN game.kind = 'local' THEN 's'
    WHEN EXISTS (
        SELECT 1 FROM games_seat own WHERE own.game_id = games_seat.game_id
        AND own.user_id = games_seat.user_id AND own.name = game.winner
    ) THEN 'w'
    ELSE 'l' END
FROM games_game game
WHERE game.id = games_seat.game_id AND game.finished_at IS NOT NULL
AND games_seat.user_id IS NOT NULL AND games_seat.id >= %s AND games_seat.id < %s
"""


def look_at_running_games_once(apps, schema_editor):
    rows = apps.get_model("games", "Game").objects.filter(status="active", due_at__isnull=True)
    rows.update(due_at=F("updated_at"))


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0010_ends_on_seats")]

    operations = [
        migrations.RunPython(in_steps("games_seat", ENDS), migrations.RunPython.noop),
        migrations.RunPython(look_at_running_games_once, migrations.RunPython.noop),
        AddIndexOnline(
            model_name="game",
            index=models.Index(fields=["-created_at"], name="games_newest_first"),
        ),
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=Q(status="open"), fields=["created_at"], name="open_games_oldest_first"
            ),
        ),
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=Q(status="open"), fields=["created_by"], name="open_games_of_a_person"
            ),
        ),
        AddIndexOnline(
            model_name="game",
            index=models.Index(
                condition=Q(due_at__isnull=False), fields=["due_at"], name="games_by_next_look"
            ),
        ),
        AddIndexOnline(
            model_name="rating",
            index=models.Index(
                F("variant"),
                (F("rating") - Value(2.0) * F("deviation")).desc(),
                F("user"),
                name="people_by_sure_rating",
            ),
        ),
        AddIndexOnline(
            model_name="seat",
            index=models.Index(
                condition=Q(user__isnull=False),
                fields=["user", "ended_at", "result"],
                name="seats_of_a_person",
            ),
        ),
    ]
