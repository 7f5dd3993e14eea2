"""What the solution says of a position and of every legal move in it, in words.

A ``Result`` is absolute: it says who wins with best play and never turns with the side to move,
unlike the values of the ``Solution`` that it is made from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.analysis.wording import MINUS, cells, fixed
from games.engines import solution_of
from games.engines.answers import AttemptData
from games.engines.sides import has_side, sign
from games.engines.solution import EQUAL
from games.rules import Board

EVEN = 0.005
"""Below this an expected result is shown as 0, so neither side is called ahead."""

SHADES = 4
"""How many strengths of its colour show how near an expected result is to a win."""

FEW = 4
"""How many cells a sentence names; more are counted."""


@dataclass(frozen=True, slots=True)
class ExactResult:
    """What a position is worth with best play.

    ``value`` is from the side of the first seat: 1 its win, -1 the second seat's. Where chance
    takes part it is an expectation. ``seats`` are those of the game.
    """

    value: float
    seats: tuple[str, ...]

    @property
    def side(self) -> str:
        """Whose colour and shape it has: ``first``, ``second`` or ``even``."""
        if abs(self.value) < EVEN:
            return "even"
        return "first" if self.value > 0 else "second"

    @property
    def expected(self) -> bool:
        """Whether chance takes part, so that a number says more than a word."""
        return len(self.seats) > 2

    @property
    def number(self) -> str:
        """The expected result, empty in a game without chance."""
        return fixed(self.value, 2) if self.expected else ""

    @property
    def word(self) -> str:
        """``X wins``, ``draw``; with chance ``Tres ahead``, ``even``."""
        if self.side == "even":
            return "even" if self.expected else "draw"
        seat = self.seats[0 if self.value > 0 else 1]
        return f"{seat} wins" if abs(self.value) > 1 - EQUAL else f"{seat} ahead"

    @property
    def spoken(self) -> str:
        """The whole of it in words, as a screen reader says it."""
        if not self.expected or abs(self.value) > 1 - EQUAL:
            return self.word
        return f"expected {self.number.replace(MINUS, 'minus ')} for {self.seats[0]}"

    @property
    def shade(self) -> int:
        """From 1, nearly even, to SHADES, a sure win."""
        return max(1, round(SHADES * abs(self.value)))


@dataclass(frozen=True, slots=True)
class Move:
    """What a legal move leads to; ``best`` only where some other move is worse."""

    result: ExactResult
    best: bool


def level(board: Board) -> float:
    """The exact value from the side of the first seat, between -1 and 1; 0 if it is not known."""
    solution = solution_of(board)
    return sign(board) * (solution.value(board) or 0.0) / solution.win


def moves(board: Board) -> dict[int, Move]:
    """What each legal move leads to; empty while no solution is at hand."""
    solution = solution_of(board)
    exact = solution.values(board)
    best = set(solution.best_moves(board)) if has_side(board) else set()
    marked = best if len(best) < len(exact) else set()
    scale = sign(board) / solution.win
    return {
        cell: Move(ExactResult(scale * worth, board.SEATS), cell in marked)
        for cell, worth in exact.items()
    }


def proven(board: Board, attempt: AttemptData | None) -> dict[int, Move]:
    """The move of a proof with what it leads to; empty where nothing is proven."""
    if attempt is None or attempt["move"] is None or attempt["value"] is None:
        return {}
    scale = sign(board) / solution_of(board).win
    return {attempt["move"]: Move(ExactResult(scale * attempt["value"], board.SEATS), best=True)}


def sentence(board: Board) -> str:
    """Which moves are best and what the others come to; empty while no solution is at hand."""
    exact = solution_of(board).values(board)
    if not exact:
        return ""
    if not board.CHANCE_SEAT:
        return _decided(board, exact)
    return _expected(board, exact) if has_side(board) else _chance(board, exact)


def _decided(board: Board, exact: Mapping[int, float]) -> str:
    solution, top = solution_of(board), max(exact.values())
    keep, best = solution.keeping_moves(board), solution.best_moves(board)
    if top < 0:
        return _lost(board, best, len(exact))
    soonest = f", {_which(board, best)} soonest" if len(best) < len(keep) else ""
    return f"{_keepers(board, keep, len(exact), top)}{soonest}."


def _keepers(board: Board, keep: Sequence[int], count: int, top: float) -> str:
    """Which of ``count`` moves keep the value ``top``, a draw or a win."""
    one = "wins" if top > 0 else "keeps the draw"
    if len(keep) == count:
        return f"Every move {one}" if count > 1 else f"The only move {one}"
    if top > 0:
        which = _which(board, keep)
        return f"Only {which} wins" if len(keep) == 1 else f"{which} win"
    others = "the other loses" if count - len(keep) == 1 else "the others lose"
    if len(keep) == 1:
        return f"Only {_which(board, keep)} {one}; {others}"
    return f"{_which(board, keep)} keep the draw; {others}"


def _lost(board: Board, best: tuple[int, ...], count: int) -> str:
    if len(best) == count:
        return "Every move loses." if count > 1 else "The only move loses."
    holds = "holds" if len(best) == 1 else "hold"
    return f"Every move loses; {_which(board, best)} {holds} out longest."


def _which(board: Board, some: Sequence[int]) -> str:
    """The cells by name, or how many of the legal ones they are."""
    if len(some) <= FEW:
        return cells(board, some)
    return f"{len(some)} of {len(board.available_moves())} moves"


def _expected(board: Board, exact: Mapping[int, float]) -> str:
    best = solution_of(board).best_moves(board)
    result = ExactResult(level(board), board.SEATS)
    worth = result.word if abs(result.value) > 1 - EQUAL else f"expected result {_for(result)}"
    if len(best) == len(exact):
        return f"Every cell is worth the same: {worth}."
    return f"Best {'is' if len(best) == 1 else 'are'} {_which(board, best)}: {worth}."


def _chance(board: Board, exact: Mapping[int, float]) -> str:
    mean = ExactResult(level(board), board.SEATS)
    return (
        f"If chance takes one of the {len(exact)} pieces, each equally likely, the expected result"
        f" is {_for(mean)}."
    )


def _for(result: ExactResult) -> str:
    return f"{result.number} for {result.seats[0]}"
