"""A third game, registered by tests alone: noughts and crosses on a single row of five cells.

This file and the text of its rules (``templates/games/rules/row.html``) are all there is of it.
What else it would need is a fault of the house.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple

from games.engines import ENGINES, SOLUTIONS, Choice, Engine
from games.engines.base import exactly
from games.engines.solution import Progress, Solution
from games.rules import VARIANTS, BadNotation, IllegalMove, Outcome, RulesError, Shape, shape
from games.rules.board import OptionalRule


class Row(NamedTuple):
    cells: str = "....."


class RowBoard(Row):
    """X and O in turn; three of one's own side by side win."""

    __slots__ = ()

    VARIANT: ClassVar[str] = "row"
    TITLE: ClassVar[str] = "Row of five"
    SEATS: ClassVar[tuple[str, ...]] = ("X", "O")
    RIVALS: ClassVar[tuple[str, str]] = ("X", "O")
    CHANCE_SEAT: ClassVar[str] = ""
    SHAPE: ClassVar[Shape] = Shape(5, 1)
    CELLS: ClassVar[int] = 5
    TAILS: ClassVar[Mapping[str, str]] = {"": ""}
    LINES: ClassVar[tuple[tuple[int, ...], ...]] = ((0, 1, 2), (1, 2, 3), (2, 3, 4))
    ANY_FREE_CELL: ClassVar[bool] = True
    LONGEST: ClassVar[int] = 5
    PATTERN_NAMES: ClassVar[tuple[str, ...]] = ()
    OPTION: ClassVar[OptionalRule | None] = None
    small_boards: ClassVar[None] = None
    exact: ClassVar[bool] = False
    SUMMARY: ClassVar[str] = "Three side by side, on a single row of five cells."
    EXAMPLE: ClassVar[tuple[int, ...]] = (2, 0, 1, 4, 3)

    @classmethod
    def start(cls, *, exact: bool = False) -> RowBoard:
        if exact:
            raise RulesError("row has no 'exact' rule")
        return cls()

    @classmethod
    def from_notation(cls, text: str) -> RowBoard:
        cells, _, seat = text.partition(" ")
        board = cls(cells)
        lead = cells.count("X") - cells.count("O")
        if (
            len(cells) != 5
            or set(cells) - set("XO.")
            or lead not in (0, 1)
            or seat != board.to_move
        ):
            raise BadNotation(f"{text!r} is no position of a row: expected one as in 'X.O.. X'")
        return board

    @classmethod
    def cell_name(cls, cell: int) -> str:
        return shape.cell_name(cell, cls.SHAPE)

    @property
    def notation(self) -> str:
        return f"{self.cells} {self.to_move}"

    @property
    def ply(self) -> int:
        return 5 - self.cells.count(".")

    @property
    def to_move(self) -> str:
        return "XO"[self.ply % 2]

    @property
    def action(self) -> str:
        return "place"

    @property
    def marks(self) -> tuple[str, ...]:
        return tuple(cell.strip(".") for cell in self.cells)

    @property
    def outcome(self) -> Outcome | None:
        for line in self.LINES:
            first, *others = (self.marks[cell] for cell in line)
            if first and others == [first, first]:
                return Outcome(first, "line", line)
        return None if "." in self.cells else Outcome(None, "full")

    def is_game_over(self) -> bool:
        return self.outcome is not None

    def available_moves(self) -> tuple[int, ...]:
        return () if self.is_game_over() else _free(self)

    def make_move(self, move: int) -> RowBoard:
        if self.is_game_over():
            raise IllegalMove(f"{self.notation!r} is over: no move is legal", "game_over")
        if not isinstance(move, int) or isinstance(move, bool) or not 0 <= move < 5:
            raise IllegalMove(f"{move!r} is no cell: expected 0 to 4", "bad_cell")
        if self.marks[move]:
            raise IllegalMove(f"{self.cell_name(move)} is taken in {self.notation!r}", "cell_taken")
        return RowBoard(self.cells[:move] + self.to_move + self.cells[move + 1 :])

    def winning_cells(self, seat: str) -> tuple[int, ...]:
        own = {cell for cell, mark in enumerate(self.marks) if mark == seat}
        return tuple(
            cell for cell in _free(self) if any(set(line) <= own | {cell} for line in self.LINES)
        )

    def matrix(self) -> tuple[tuple[int, ...], ...]:
        return (tuple({"X": 1, "O": -1, "": 0}[mark] for mark in self.marks),)

    def formal(self) -> dict[str, Any]:
        return {}

    def display(self) -> str:
        return shape.display(self.marks, self.SHAPE)


def _free(board: RowBoard) -> tuple[int, ...]:
    return tuple(cell for cell, mark in enumerate(board.marks) if not mark)


class RowSolution(Solution[RowBoard]):
    """Every game that follows, read to its end."""

    variant = "row"
    win = 1

    def value(self, board: RowBoard) -> float:
        return _value(board)

    def values(self, board: RowBoard) -> dict[int, float]:
        return {cell: -_value(board.make_move(cell)) for cell in board.available_moves()}

    def distance(self, board: RowBoard) -> int:
        return 5 - board.ply  # a third mark of X is always the fifth of all

    def canonical(self, board: RowBoard) -> RowBoard:
        return min(board, RowBoard(board.cells[::-1]))

    def solve(self, *, exact: bool, save: bool, progress: Progress) -> dict[str, Any]:
        start = RowBoard.start(exact=exact)
        progress(1, 1)
        return {"variant": self.variant, "value": _value(start), "value_for": start.to_move}


@cache
def _value(board: RowBoard) -> int:
    if (outcome := board.outcome) is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == board.to_move else -1
    return max(-_value(board.make_move(cell)) for cell in board.available_moves())


class AnyCell(Engine):
    slug = "random"
    title = "Random"
    variant = "row"
    idea = "Any free cell, all equally likely."
    strength = "beginner"

    def _choose(self, board: RowBoard, rng: Random) -> Choice:
        free = board.available_moves()
        move = rng.choice(free)
        return Choice(move, free, line=(move,), view={"rule": "random"})


class BestCell(Engine):
    slug = "perfect"
    title = "Perfect"
    variant = "row"
    idea = "Reads every game to its last move."
    strength = "perfect"

    def _choose(self, board: RowBoard, rng: Random) -> Choice:
        best = SOLUTION.best_moves(board)
        values, move = SOLUTION.values(board), rng.choice(best)
        return Choice(move, best, values, exactly(values), line=(move,), view={"rule": "table"})


SOLUTION = RowSolution()


def register() -> None:
    """What a game of the house has as a line in each registry."""
    VARIANTS[RowBoard.VARIANT] = RowBoard
    ENGINES[RowBoard.VARIANT] = {one.slug: one for one in (AnyCell(), BestCell())}
    SOLUTIONS[RowBoard.VARIANT] = SOLUTION


@contextmanager
def registered(*, solved: bool = True) -> Iterator[type[RowBoard]]:
    """The game, for as long as a test lasts; perhaps as one that nobody has solved."""
    register()
    if not solved:
        del SOLUTIONS[RowBoard.VARIANT]
    try:
        yield RowBoard
    finally:
        for registry in (VARIANTS, ENGINES, SOLUTIONS):
            registry.pop(RowBoard.VARIANT, None)
