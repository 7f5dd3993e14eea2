"""What a sentence about a move consists of, and what it becomes when it is said of one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from games.engines.played import MoveFacts
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
class DrawnLine:
    """A line drawn over the board: whose it is, and its cells."""

    seat: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveReason:
    """A sentence said of one move, with what shows that it is true.

    ``lines`` are drawn on the board, ``moves`` are played: after the move, or in its place where
    the reason is about a better one (``instead``). There are at most ``LONGEST_PROOF``.
    """

    name: str
    claim: Claim
    text: str
    lines: tuple[DrawnLine, ...] = ()
    moves: tuple[int, ...] = ()
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words of a sentence, and what is drawn and played with them."""

    text: str
    lines: tuple[DrawnLine, ...] = ()
    moves: tuple[int, ...] = ()
    instead: bool = False


Tell = Callable[[MoveFacts], Evidence | None]
"""Says a sentence of a move of which it is true; None where it is not. Its docstring says when."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence about a move. ``link`` joins it to "blocks …" where the move does that, too."""

    name: str
    claim: Claim
    tell: Tell
    link: str = ""

    def of(self, played: MoveFacts) -> MoveReason | None:
        """The sentence said of a move; None where it is not true."""
        shown = self.tell(played)
        if shown is None:
            return None
        text = shown.text
        if self.link and played.blocks:
            text = f"{blocked(played)}{self.link} {text}"
        moves = shown.moves[:LONGEST_PROOF]
        return MoveReason(self.name, self.claim, text, shown.lines, moves, shown.instead)


def sentence(name: str, claim: Claim, link: str = "") -> Callable[[Tell], Sentence]:
    """Make a sentence of the function that tells it."""
    return lambda tell: Sentence(name, claim, tell, link)


def blocked(played: MoveFacts) -> str:
    return f"blocks {played.rival} at {played.board.cell_name(played.move)}"


def drawn(board: Board, seat: str, cells: tuple[int, ...]) -> tuple[DrawnLine, ...]:
    """The lines that ``seat`` completes on ``board`` with one of the free ``cells``."""
    marks = board.marks
    return tuple(
        DrawnLine(seat, line)
        for line in board.LINES
        for cell in cells
        if cell in line and all(marks[other] == seat for other in line if other != cell)
    )
