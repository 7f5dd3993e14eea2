"""Exercises that mark themselves. Their answers are asked of the engines, never written down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from games.analysis.analysis_cache import analysis_of
from games.analysis.reasons import forks
from games.analysis.wording import MINUS
from games.engines import solution_of
from games.engines.analysis import Answer
from games.engines.steps import SteppedSearch
from games.rules import Board, RulesError, read_notation
from games.rules.shape import parse_cell

Answers = Callable[[Board], set[str]]

LONGEST = 12
"""Characters of an answer."""


@dataclass(frozen=True)
class Exercise:
    """A ``question`` about a position. ``answers`` are cells by name or whole numbers."""

    question: str
    notation: str
    answers: Answers
    engine: str = ""
    asks: str = "cell"

    @cached_property
    def board(self) -> Board:
        return read_notation(self.notation)

    @property
    def solution(self) -> list[str]:
        """Every right answer, in order."""
        solution_of(self.board).make_ready(self.board)
        return sorted(self.answers(self.board))

    def mark(self, text: str) -> tuple[str, str]:
        """``right``, ``wrong`` or ``unclear``, and what to say about it."""
        given = self._read(text)
        if given is None:
            return "unclear", f"{text!r} is not a {self.asks}: expected {self._example()}."
        solution = self.solution
        if given in solution:
            others = [one for one in solution if one != given]
            return "right", f"Right{': also ' + ', '.join(others) if others else ''}."
        return "wrong", f"{given} is not right. Look at the analysis board and try again."

    def _read(self, text: str) -> str | None:
        if self.asks == "cell":
            try:
                return self.board.cell_name(parse_cell(text, self.board.SHAPE))
            except RulesError:
                return None
        plain = text.strip().replace(MINUS, "-").replace(",", "").removeprefix("+")
        try:
            value = float(plain)
        except ValueError:
            return None
        if value != value or abs(value) > 1e9:
            return None
        return f"{value:g}"

    def _example(self) -> str:
        if self.asks != "cell":
            return "digits, as in 42"
        return f"a letter and a digit, a1 to {self.board.cell_name(self.board.CELLS - 1)}"


# --- where answers come from ---


def best(board: Board) -> set[str]:
    """The best moves by the solution."""
    return {board.cell_name(cell) for cell in solution_of(board).best_moves(board)}


def holding(board: Board) -> set[str]:
    """The moves that keep the value."""
    return {board.cell_name(cell) for cell in solution_of(board).keeping_moves(board)}


def forking(board: Board) -> set[str]:
    """The moves that make a fork."""
    return {board.cell_name(cell) for cell in forks(board)}


def skipped_after(name: str) -> Answers:
    """The replies to a classic move that alpha-beta, in rising order of cells, never looks at."""

    def cut(board: Board) -> set[str]:
        left_out = SteppedSearch(pruning=True).left_out(board, (parse_cell(name, board.SHAPE),))
        return {board.cell_name(cell) for cell in left_out}

    return cut


def number_from(engine: str, read: Callable[[Answer], float | None]) -> Answers:
    """A number that ``read`` takes from an engine's answer to the position."""

    def numbers(board: Board) -> set[str]:
        value = read(analysis_of(board)["engines"][engine])
        assert value is not None, "an exercise asks only for what the engine knows"
        return {f"{value:g}"}

    return numbers


def moves_of(engine: str) -> Answers:
    """The moves an engine chooses from."""
    return lambda board: {
        board.cell_name(cell) for cell in analysis_of(board)["engines"][engine]["candidates"]
    }
