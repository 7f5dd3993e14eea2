"""The puzzle of each day: the same for everybody, harder from Monday to Sunday.

The puzzles of a game are sorted by difficulty and cut into seven bands, one for each day of the
week. A band gives one puzzle a week, and none again before all had their turn: after 29 weeks in
the 3×3 game, after 68 in the 4×4 game. The order within a band comes from the puzzle's position,
so that it is the same in every process and release.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from hashlib import sha256

from games.analysis.puzzles.collection import REFUTE, Puzzle, pool

FIRST = date(2026, 1, 1)
"""The day of board number 1: the archive begins here."""

SECOND = "dstru"
"""The game that has a board of the day of its own, for those who know it."""

CLASSIC_FROM = date(2026, 11, 27)
"""From this day on everybody's board is of the 3×3 game. The boards before stay as they were."""

GAMES_BEFORE = ("classic", "dstru", "classic", "classic", "dstru", "dstru", "dstru")
"""The game of each day of the week before, Monday first. Its days share the game's puzzles."""

_WEEK = 7
_A_MONDAY = date(2025, 12, 29)


def daily(day: date) -> Puzzle:
    """Everybody's puzzle of a day. Raises Busy while the puzzles are being found."""
    weekday = day.weekday()
    if day >= CLASSIC_FROM:
        return _turn_of(day, _band("classic", weekday, _WEEK))
    game = GAMES_BEFORE[weekday]
    share, of = GAMES_BEFORE[:weekday].count(game), GAMES_BEFORE.count(game)
    return _turn_of(day, _band(game, share, of))


def second(day: date) -> Puzzle:
    """The day's puzzle of the game ``SECOND``. Raises Busy while the puzzles are being found."""
    return _turn_of(day, _band(SECOND, day.weekday(), _WEEK))


def number(day: date) -> int:
    """What the board of a day is called: 1 on 1 January 2026, one more each day."""
    return (day - FIRST).days + 1


def _turn_of(day: date, band: tuple[Puzzle, ...]) -> Puzzle:
    return band[(day - _A_MONDAY).days // _WEEK % len(band)]


@cache
def _band(game: str, share: int, of: int) -> tuple[Puzzle, ...]:
    """Part ``share`` of ``of`` of a game's puzzles by difficulty, in the order of the weeks."""
    them = sorted(
        (puzzle for puzzle in pool().values() if puzzle.theme.variant == game),
        key=lambda puzzle: (puzzle.difficulty, puzzle.id),
    )
    band = them[len(them) * share // of : len(them) * (share + 1) // of]
    return tuple(sorted(band, key=_turn))


def _turn(puzzle: Puzzle) -> float:
    """When in a round of its band a puzzle has its turn, from 0 to 1.

    A position that is asked about in two ways has its second turn half a round after the first.
    """
    digest = sha256(puzzle.board.notation.encode()).digest()
    turn = int.from_bytes(digest[:6], "big") / 256**6
    return (turn + (puzzle.theme is REFUTE) / 2) % 1
