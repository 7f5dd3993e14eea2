"""The puzzle of each day: the same for everybody, harder from Monday to Sunday.

The puzzles of a game are sorted by difficulty and cut into seven bands, one for each day of the
week. A band gives one puzzle a week, and none again before all had their turn: after 29 weeks in
the 3×3 game, after 68 in the 4×4 game, after 220 in Ultimate, whose day is Saturday. The order
within a band comes from the puzzle's position, so that it is the same in every process and release.
"""

from __future__ import annotations

from calendar import day_name
from datetime import date, timedelta
from functools import cache
from hashlib import sha256

from games.analysis.puzzles.collection import REFUTE, Puzzle, pool

FIRST = date(2026, 1, 1)
"""The day of board number 1: the archive begins here."""

_WEEK = 7
_A_MONDAY = date(2025, 12, 29)

DAYS = {"dstru": tuple(range(_WEEK)), "ultimate": (5,)}
"""The games that have boards of the day of their own, for those who know them, and the days of the
week on which they have one, Monday is 0."""

CLASSIC_FROM = date(2026, 11, 27)
"""From this day on everybody's board is of the 3×3 game. The boards before stay as they were."""

GAMES_BEFORE = ("classic", "dstru", "classic", "classic", "dstru", "dstru", "dstru")
"""The game of each day of the week before, Monday first. Its days share the game's puzzles."""


def daily(day: date) -> Puzzle:
    """Everybody's puzzle of a day. Raises Busy while the puzzles are being found."""
    weekday = day.weekday()
    if day >= CLASSIC_FROM:
        return _turn_of(day, _band("classic", weekday, _WEEK))
    game = GAMES_BEFORE[weekday]
    share, of = GAMES_BEFORE[:weekday].count(game), GAMES_BEFORE.count(game)
    return _turn_of(day, _band(game, share, of))


def own_board(game: str, day: date) -> Puzzle:
    """The latest board that one of the games in ``DAYS`` has to itself, up to ``day``.

    Raises Busy while the puzzles are being found.
    """
    days = DAYS[game]
    while day.weekday() not in days:
        day -= timedelta(1)
    return _turn_of(day, _band(game, days.index(day.weekday()), len(days)))


def whose(game: str) -> str:
    """How a game's own board is called: ``Today’s``, or by its day ``Saturday’s``."""
    days = DAYS[game]
    return "Today’s" if len(days) == _WEEK else f"{day_name[days[0]]}’s"


def games_of(day: date) -> tuple[str, ...]:
    """The games that have a board of this day to themselves."""
    return tuple(game for game, days in DAYS.items() if day.weekday() in days)


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
