"""Games that the third seat won, counted by themselves: neither lost to the rival nor drawn."""

from itertools import cycle

import msgspec
from django.db import migrations, models
from django.db.models import F

from config.database.online import in_steps

SLICE = 1_000
NOT_COUNTED = ("campaign", "local")
RIVALS = {"classic": ("X", "O"), "dstru": ("Tres", "Uno")}
FIRST_PLIES = 3
MEETINGS = """
UPDATE progress_meeting SET result = 't' FROM games_game game
WHERE game.id = progress_meeting.game_id AND game.winner <> ''
AND progress_meeting.result = 'd' AND progress_meeting.id >= %s AND progress_meeting.id < %s
"""


def openings(apps, alias, games):
    """(seat, cell) of the first moves of games, packed or not."""
    found = {game: [] for game in games}
    moves = apps.get_model("games", "Move").objects.using(alias)
    rows = moves.filter(game_id__in=games, ply__lte=FIRST_PLIES).order_by("ply")
    for game, seat, cell in rows.values_list("game_id", "seat", "cell"):
        found[game].append((seat, cell))
    bare = [game for game, moves in found.items() if not moves]
    packs = apps.get_model("games", "PackedGame").objects.using(alias)
    for game, data in packs.filter(game_id__in=bare).values_list("game_id", "moves"):
        _, cells, seats, *_ = msgspec.msgpack.decode(bytes(data))
        found[game] = list(zip(cycle(seats), cells[:FIRST_PLIES]))
    return found


def count_apart(apps, schema_editor):
    """Move what the third seat won from the losses of each person's tallies."""
    alias = schema_editor.connection.alias
    seats = apps.get_model("games", "Seat").objects.using(alias)
    tallies = apps.get_model("progress", "Tally").objects.using(alias)
    rows = seats.filter(user__isnull=False, result="t", game__opening=0)
    rows = rows.exclude(game__kind__in=NOT_COUNTED).order_by("pk")
    found = list(rows.values_list("user_id", "game_id", "name", "game__variant"))
    for first in range(0, len(found), SLICE):
        part = found[first : first + SLICE]
        games = {game for _, game, _, _ in part}
        others = seats.filter(game_id__in=games).order_by()
        kinds = {(game, name): kind for game, name, kind in others.values_list("game_id", "name", "kind")}
        opened = openings(apps, alias, games)
        for user, game, seat, variant in part:
            one, two = RIVALS[variant]
            person = kinds[game, two if seat == one else one] == "person"
            cell = next((cell for mover, cell in opened[game] if mover == seat), -1)
            kept = tallies.filter(user_id=user, variant=variant, seat=seat, cell=cell)
            kept = kept.filter(against="people" if person else "computers", lost__gte=1)
            kept.update(lost=F("lost") - 1, third=F("third") + 1)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0025_results_of_a_third_seat"),
        ("progress", "0001_squashed_0012_staff_see_lessons"),
    ]

    operations = [
        migrations.AddField(
            model_name="tally",
            name="third",
            field=models.PositiveIntegerField(
                db_default=0, default=0, verbose_name="won by the third seat"
            ),
        ),
        migrations.AlterField(
            model_name="meeting",
            name="result",
            field=models.CharField(help_text="w, d or l; t if a third seat won.", max_length=1),
        ),
        migrations.RunPython(in_steps("progress_meeting", MEETINGS), migrations.RunPython.noop),
        migrations.RunPython(count_apart, migrations.RunPython.noop),
    ]
