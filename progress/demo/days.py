"""A month of today's boards as somebody solved them: mostly at once, some later, a few not."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.conf import settings
from django.utils import timezone

from accounts.guests import User
from games.analysis.puzzles.calendar import daily
from games.analysis.puzzles.collection import Puzzle, all_found
from games.compute import release_files
from progress.models import PuzzleTry
from progress.puzzles.daily import progress

DAYS = 30
SECOND_TRY = 4
NOT_FOUND = 11
"""Every fourth board is found at the second try, every eleventh not at all."""


def solve_a_month(person: User, today: date) -> None:
    """Store the answers to the boards of the ``DAYS`` days before ``today``."""
    # Here and not in a worker: nobody waits for this process.
    release_files.once(settings.VAR_DIR / "computed", "puzzles", all_found)
    rows = []
    for back in range(1, DAYS + 1):
        day = today - timedelta(days=back)
        puzzle = daily(day)
        found = back % NOT_FOUND != 0
        given = _answers(puzzle, wrong_first=not found or back % SECOND_TRY == 0, found=found)
        done = progress(puzzle, given)
        row = PuzzleTry(user=person, puzzle=puzzle.id, day=day, solved=done.solved)
        row.answers = "-".join(map(puzzle.board.cell_name, given))
        if done.found:
            row.found_at = timezone.make_aware(datetime.combine(day, time(18)))
        rows.append(row)
    PuzzleTry.objects.bulk_create(rows, ignore_conflicts=True)


def _answers(puzzle: Puzzle, *, wrong_first: bool, found: bool) -> list[int]:
    """A wrong answer, if there is to be one, and then all right ones."""
    given = list[int]()
    if wrong_first:
        right = puzzle.theme.right(puzzle.board)
        given += [cell for cell in puzzle.board.available_moves() if cell not in right][:1]
    while found and not (done := progress(puzzle, given)).found:
        given.append(puzzle.theme.right(done.way.board)[0])
    return given
