"""The rush: puzzles of one game for three minutes, from easy to hard; three mistakes end it.

The clock runs here. An answer names the rush, the puzzle and the moves it was given after, so that
one that comes late or twice is told from one that counts. Ratings stay as they are.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction

from games.analysis import variations
from games.analysis.puzzles.collection import (
    THEMES,
    NoSuchPuzzle,
    Puzzle,
    SolutionPath,
    find,
    play,
    pool,
)
from games.rules.shape import parse_cell
from progress.models import Rush
from progress.puzzles import own_days
from progress.puzzles.daily import cells
from progress.puzzles.puzzle_ratings import strengths

LENGTH = timedelta(minutes=3)
MISTAKES = 3

GAMES = tuple(dict.fromkeys(theme.variant for theme in THEMES.values()))
"""The games that a rush can ask for, those with puzzles; the first unless another one is chosen."""

RUNGS = 60
"""Parts of a game's puzzles by how hard they are: each puzzle of a rush is of the next one."""


SHOWN = (1, 15, 30, 45, 60)
"""The puzzles of a rush of which its page shows an example before it begins."""


class RushRefused(Exception):
    """An answer that does not count; the text is for people."""


def begin(*, user_id: int, zone: str, game: str = GAMES[0]) -> Rush:
    """Begin a rush with puzzles of ``game``, in place of one that may be running."""
    with transaction.atomic():
        row = _locked(user_id)
        row.run += 1
        row.started_at = own_days.now()
        row.step, row.solved, row.missed, row.last = 0, 0, [], ""
        day = own_days.clock_of(user_id, zone).day
        if row.day != day:
            row.day, row.day_best = day, 0
        _next(row, game)
        row.save()
        return row


def answer(*, user_id: int, run: int, step: int, line: str, cell: str) -> Rush:
    """Take an answer. Raises RushRefused, or RulesError for what is no free cell."""
    with transaction.atomic():
        row = _locked(user_id)
        _check(row, run, step, line)
        puzzle, way = at_hand(row)
        index = parse_cell(cell, puzzle.board.SHAPE)
        way.board.make_move(index)
        right = puzzle.theme.right(way.board)
        if index not in right:
            row.missed = [*row.missed, puzzle.id]
            row.last = f"{puzzle.board.cell_name(index)} was wrong. {_names(puzzle, right)} right."
            _next(row, puzzle.theme.variant)
        else:
            own = (*way.cells[::2], index)
            row.line, row.last = variations.names(puzzle.board, own), "Right."
            if play(puzzle, own).solved:
                row.solved += 1
                _keep_best(row)
                _next(row, puzzle.theme.variant)
        row.save()
        return row


def _check(row: Rush, run: int, step: int, line: str) -> None:
    if run != row.run:
        raise RushRefused("This answer was for another rush. It does not count.")
    if over(row):
        why = "The three minutes are over" if left(row) <= 0 else "Three mistakes have ended it"
        raise RushRefused(f"{why}. Your last answer does not count.")
    if (step, line) != (row.step, row.line):
        raise RushRefused(f"Puzzle {step} was answered already. Here is where you are.")


def game_of(row: Rush | None) -> str:
    """The game of somebody's latest rush: that of the puzzle it asked last."""
    try:
        return find(row.puzzle).theme.variant if row else GAMES[0]
    except NoSuchPuzzle:
        return GAMES[0]


def examples(game: str) -> list[tuple[int, Puzzle]]:
    """What a rush may ask as its first puzzle, as a later one and as its hardest. One query."""
    ladder = _easiest_first(game)
    return [(step, find(_rung(ladder, step)[0])) for step in SHOWN]


def left(row: Rush) -> float:
    """Seconds until the rush ends; none before the first."""
    if row.started_at is None:
        return 0.0
    return max(0.0, (row.started_at + LENGTH - own_days.now()).total_seconds())


def over(row: Rush) -> bool:
    return left(row) <= 0 or len(row.missed) >= MISTAKES


def at_hand(row: Rush) -> tuple[Puzzle, SolutionPath]:
    """The puzzle that is asked, and how far its solver is."""
    puzzle = find(row.puzzle)
    return puzzle, play(puzzle, tuple(cells(puzzle.board, row.line)))


def of_person(user_id: int | None) -> Rush | None:
    return Rush.objects.filter(pk=user_id).first() if user_id else None


def best_of_day(user_id: int | None, zone: str) -> list[Rush]:
    """The best members on the day that is open to a person, five at most. Two queries."""
    day = own_days.clock_of(user_id, zone).day
    rows = Rush.objects.filter(day=day, day_best__gt=0, user__is_active=True)
    rows = rows.filter(user__is_bot=False, user__is_guest=False, user__friends_only=False)
    return list(rows.select_related("user").order_by("-day_best", "best_at")[:5])


def merge(*, guest_id: int, member_id: int) -> None:
    """Give a member a guest's bests, where they are better. To be called inside a transaction."""
    guest = of_person(guest_id)
    if guest is None:
        return
    member = _locked(member_id)
    if guest.best > member.best:
        member.best, member.best_at = guest.best, guest.best_at
    if member.day is None or (guest.day, guest.day_best) > (member.day, member.day_best):
        member.day, member.day_best = guest.day, guest.day_best
    member.save()
    guest.delete()


def _locked(user_id: int) -> Rush:
    Rush.objects.get_or_create(pk=user_id)
    return Rush.objects.select_for_update().get(pk=user_id)


def _next(row: Rush, game: str) -> None:
    """Put the next puzzle in hand: one of the rung that has its turn, which nothing foretells."""
    row.step += 1
    row.line = ""
    row.puzzle = secrets.choice(_rung(_easiest_first(game), row.step))


def _easiest_first(game: str) -> list[str]:
    hard = strengths(one for one in pool().values() if one.theme.variant == game)
    return sorted(hard, key=lambda one: (hard[one], one))


def _rung(ladder: list[str], step: int) -> list[str]:
    rung = min(step, RUNGS) - 1
    return ladder[len(ladder) * rung // RUNGS : len(ladder) * (rung + 1) // RUNGS]


def _keep_best(row: Rush) -> None:
    row.day_best = max(row.day_best, row.solved)
    if row.solved > row.best:
        row.best, row.best_at = row.solved, own_days.now()


def _names(puzzle: Puzzle, right: Iterable[int]) -> str:
    names = [puzzle.board.cell_name(cell) for cell in right]
    return f"{names[0]} was" if len(names) == 1 else f"{' and '.join(names)} were"
