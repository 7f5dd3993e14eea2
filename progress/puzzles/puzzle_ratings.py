"""Ratings of people at puzzles and of puzzles for people: Glicko-2, moved by first tries only.

A first try is a game between the two: who solves the puzzle wins. A puzzle begins with its computed
difficulty. The first puzzles of a person's day rate nobody: a tap to see what happens is no result.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from games.analysis.puzzles.collection import Puzzle
from games.match import glicko
from games.services.put_back import aged
from progress.models import PuzzleRating, PuzzleTry, SolverRating
from progress.puzzles import own_days

Row = TypeVar("Row", SolverRating, PuzzleRating)

PROVISIONAL = 110.0
"""A rating that is less sure than this is called provisional."""

PRACTICE = 2
"""Puzzles of a person's day that move no rating."""

UNTRIED = 200.0
"""The deviation of a puzzle that nobody has tried."""


@dataclass(frozen=True, slots=True)
class ShownRating:
    """A rating as pages show it; ``margin`` is its deviation, as for games."""

    rating: int
    margin: int
    provisional: bool
    tries: int


def rating_of(user_id: int | None) -> ShownRating | None:
    """The rating of a person; None if nobody has measured yet. One query."""
    row = SolverRating.objects.filter(pk=user_id).first() if user_id else None
    return _shown(row) if row else None


def rating_of_puzzle(puzzle: Puzzle) -> ShownRating | None:
    """The rating of a puzzle; None if nobody has tried it. One query."""
    row = PuzzleRating.objects.filter(pk=puzzle.id).first()
    return _shown(row) if row else None


def _shown(row: SolverRating | PuzzleRating) -> ShownRating:
    deviation = round(row.deviation)
    return ShownRating(round(row.rating), deviation, row.deviation > PROVISIONAL, row.tries)


def rate_first_try(*, user_id: int, zone: str, puzzle: Puzzle, solved: bool, besides: int) -> bool:
    """Move both ratings by a try, unless the person has tried the puzzle before or is practising.

    ``zone`` is the person's, ``besides`` the row of this try. To be called inside a transaction.
    Returns whether it counted.
    """
    tries = PuzzleTry.objects.filter(user_id=user_id, solved__isnull=False).exclude(pk=besides)
    if tries.filter(puzzle=puzzle.id).exists():
        return False
    if tries.filter(at__gte=own_days.clock_of(user_id, zone).opened_at).count() < PRACTICE:
        return False
    now = datetime.now(UTC)
    # People first, then puzzles: two who wait for each other would wait for ever.
    solver = _locked(SolverRating, user_id, glicko.GlickoRating(), now)
    rated = _locked(PuzzleRating, puzzle.id, _start(puzzle), now)
    of_solver, of_puzzle = aged(solver.glicko, solver.rated_at, now), rated.glicko
    _keep(solver, glicko.rate(of_solver, [(of_puzzle, float(solved))]), now)
    _keep(rated, glicko.rate(of_puzzle, [(of_solver, float(not solved))]), now)
    return True


def _start(puzzle: Puzzle) -> glicko.GlickoRating:
    return glicko.GlickoRating(float(puzzle.difficulty), UNTRIED)


def _locked(model: type[Row], key: Any, start: glicko.GlickoRating, now: datetime) -> Row:
    figures = {
        "rating": start.rating,
        "deviation": start.deviation,
        "volatility": start.volatility,
    }
    model.objects.get_or_create(pk=key, defaults={**figures, "rated_at": now})
    return model.objects.select_for_update().get(pk=key)


def _keep(row: SolverRating | PuzzleRating, new: glicko.GlickoRating, now: datetime) -> None:
    row.rating, row.deviation, row.volatility = new.rating, new.deviation, new.volatility
    row.tries += 1
    row.rated_at = now
    row.save()


def strengths(puzzles: Iterable[Puzzle]) -> dict[str, float]:
    """How hard each puzzle is by id: its rating, else its computed difficulty. One query.

    The table has a row for each puzzle at most, however many people there are.
    """
    rated = dict(PuzzleRating.objects.values_list("puzzle", "rating"))
    return {puzzle.id: rated.get(puzzle.id, float(puzzle.difficulty)) for puzzle in puzzles}


def nearest_first(user_id: int | None, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles by how near they are to what a person can solve: the rating less its deviation.

    So somebody who is new begins with the easy ones. Two queries.
    """
    row = SolverRating.objects.filter(pk=user_id).first() if user_id else None
    now = row.glicko if row else glicko.GlickoRating()
    aim, every = now.rating - now.deviation, list(puzzles)
    hard = strengths(every)
    return sorted(every, key=lambda one: (abs(hard[one.id] - aim), one.id))


def merge_ratings(*, guest_id: int, member_id: int) -> None:
    """Of two ratings of one person the surer one stays. To be called inside a transaction."""
    guest = SolverRating.objects.filter(pk=guest_id).first()
    member = SolverRating.objects.filter(pk=member_id).first()
    if guest is None:
        return
    if member is None or guest.deviation < member.deviation:
        SolverRating.objects.filter(pk=member_id).delete()
        SolverRating.objects.filter(pk=guest_id).update(user=member_id)
    else:
        guest.delete()
