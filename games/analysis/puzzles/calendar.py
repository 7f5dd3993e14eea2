"""The puzzle of each day: the same for everybody, harder from Monday to Sunday.

The puzzles of a game are sorted by difficulty and cut into as many equal bands as the game has
days in the week. A band gives one puzzle a week, and none again before all had their turn: on the
days of the 3×3 game after 68 weeks, on those of the 4×4 game after 119. The order within a band
comes from the puzzle's position, so that it is the same in every process and release.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from hashlib import sha256

from games.analysis.puzzles.collection import REFUTE, Puzzle, pool

FIRST = date(2026, 1, 1)
"""The day of board number 1: the archive begins here."""

GAMES = ("classic", "dstru", "classic", "classic", "dstru", "dstru", "dstru")
"""The game of each day of the week, Monday first; so the difficulty grows from day to day."""

_A_MONDAY = date(2025, 12, 29)


def daily(day: date) -> Puzzle:
    """The puzzle of a day. Raises Busy while the puzzles are being found."""
    weekday = day.weekday()
    band = _bands()[weekday]
    return band[(day - _A_MONDAY).days // 7 % len(band)]


def number(day: date) -> int:
    """What the board of a day is called: 1 on 1 January 2026, one more each day."""
    return (day - FIRST).days + 1


@cache
def _bands() -> tuple[tuple[Puzzle, ...], ...]:
    """The puzzles of each day of the week, in the order of the weeks."""
    bands: list[tuple[Puzzle, ...]] = []
    for weekday, game in enumerate(GAMES):
        them = sorted(
            (puzzle for puzzle in pool().values() if puzzle.theme.variant == game),
            key=lambda puzzle: (puzzle.difficulty, puzzle.id),
        )
        share, of = GAMES[:weekday].count(game), GAMES.count(game)
        band = them[len(them) * share // of : len(them) * (share + 1) // of]
        bands.append(tuple(sorted(band, key=_turn)))
    return tuple(bands)


def _turn(puzzle: Puzzle) -> float:
    """When in a round of its band a puzzle has its turn, from 0 to 1.

    A position that is asked about in two ways has its second turn half a round after the first.
    """
    digest = sha256(puzzle.board.notation.encode()).digest()
    turn = int.from_bytes(digest[:6], "big") / 256**6
    return (turn + (puzzle.theme is REFUTE) / 2) % 1
