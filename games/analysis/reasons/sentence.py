"""What a sentence about a move consists of, and what it becomes when it is said of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from games.engines.played import Played
from games.rules import Board

LONGEST_PROOF = 4
"""Moves that are played to show that a reason is true."""


class Claim(StrEnum):
    """What a sentence says of the result, from the side of the one who moves.

    ``MISSES`` is said where something better was there, and ``KEEPS`` where nothing much was.
    """

    WINS = "wins"
    LOSES = "loses"
    MISSES = "misses"
    KEEPS = "keeps"
    OPEN = "open"
    """Chance decides: it takes a piece before the rival can win."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A line drawn over the board: whose it is, and its cells."""

    seat: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence said of one move, with what shows that it is true.

    ``lines`` are drawn on the board, ``moves`` are played: after the move, or in its place where
    the reason is about a better one (``instead``). There are at most ``LONGEST_PROOF``.
    """

    name: str
    claim: Claim
    text: str
    lines: tuple[Drawn, ...] = ()
    moves: tuple[int, ...] = ()
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """What ``tell`` of a sentence returns: the words, and what is drawn and played with them."""

    text: str
    lines: tuple[Drawn, ...] = ()
    moves: tuple[int, ...] = ()
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a move. ``tell`` may be asked only where ``holds`` is true."""

    name: str
    claim: Claim
    holds: Callable[[Played], bool]
    tell: Callable[[Played], Shown]

    def of(self, played: Played) -> Reason:
        shown = self.tell(played)
        return Reason(
            name=self.name,
            claim=self.claim,
            text=shown.text,
            lines=shown.lines,
            moves=shown.moves[:LONGEST_PROOF],
            instead=shown.instead,
        )


def drawn(board: Board, seat: str, cells: tuple[int, ...]) -> tuple[Drawn, ...]:
    """The lines that ``seat`` completes on ``board`` with one of the free ``cells``."""
    marks = board.marks
    return tuple(
        Drawn(seat, line)
        for line in board.LINES
        for cell in cells
        if cell in line and all(marks[other] == seat for other in line if other != cell)
    )
