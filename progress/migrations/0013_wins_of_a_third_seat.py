"""Games that the third seat won, counted by themselves: neither lost to the rival nor drawn."""

from django.db import migrations, models
from django.db.models import F

from config.database.online import in_steps
from progress.migrations import _results

MEETINGS = """
UPDATE progress_meeting SET result = 't' FROM games_game game
WHERE game.id = progress_meeting.game_id AND game.winner <> ''
AND progress_meeting.result = 'd' AND progress_meeting.id >= %s AND progress_meeting.id < %s
"""


def count_apart(apps, schema_editor):
    """Move what the third seat won from the losses of each person's tallies."""
    alias = schema_editor.connection.alias
    seats = apps.get_model("games", "Seat").objects.using(alias)
    tallies = apps.get_model("progress", "Tally").objects.using(alias)
    rows = seats.filter(user__isnull=False, result="t", game__opening=0)
    rows = rows.exclude(game__kind__in=_results.NOT_COUNTED).order_by("pk")
    found = list(rows.values_list("user_id", "game_id", "name", "game__variant"))
    for first in range(0, len(found), _results.SLICE):
        part = found[first : first + _results.SLICE]
        games = {game for _, game, _, _ in part}
        others = seats.filter(game_id__in=games).order_by()
        kinds = {(game, name): kind for game, name, kind in others.values_list("game_id", "name", "kind")}
        opened = _results.openings(apps, alias, games)
        for user, game, seat, variant in part:
            one, two = _results.RIVALS[variant]
            person = kinds[game, two if seat == one else one] == "person"
            cell = next((cell for mover, cell in opened[game] if mover == seat), -1)
            kept = tallies.filter(user_id=user, variant=variant, seat=seat, cell=cell)
            kept = kept.filter(against="people" if person else "computers", lost__gte=1)
            kept.update(lost=F("lost") - 1, third=F("third") + 1)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0025_results_of_a_third_seat"),
        ("progress", "0012_staff_see_lessons"),
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
