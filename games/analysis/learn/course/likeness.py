"""Boards that are alike, and boards as integers."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, partial
from random import Random

from games.analysis.learn import ask, texts
from games.analysis.learn.course import pool
from games.analysis.learn.facts import position, positions
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import PaperTable, Question
from games.analysis.wording import cells, number
from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard
from games.rules.classic import MASKS, cells_of
from games.rules.shape import parse_cell

ALL = tuple(range(ClassicBoard.CELLS))

# --- symmetry ---

TURNED = "X...O...X O"


def alike(board: Board, cell: int) -> set[int]:
    """The moves that lead to the same position as ``cell``, turned or mirrored."""
    solution = solution_of(board)
    target = solution.canonical(board.make_move(cell))
    return {
        one for one in board.available_moves() if solution.canonical(board.make_move(one)) == target
    }


def _alike(board: Board, cell: int) -> str:
    same = sorted(alike(board, cell) - {cell})
    name = board.cell_name(cell)
    if not same:
        return f"{name} is like no other cell here."
    return f"{name} is the same as {cells(board, same)}, turned or mirrored."


@cache
def _classes() -> int:
    solution = solution_of(ClassicBoard)
    return len({solution.canonical(board) for board in solution.positions()})


def symmetry() -> Content:
    start, board = position("......... X"), position(TURNED)
    asked = parse_cell("b1", board.SHAPE)
    right, say = alike(board, asked), partial(_alike, board)
    words = texts.question("symmetry", alike=number(len(right)), same=say(asked))
    return texts.content(
        "symmetry",
        ask.cells(board, words, right, say, several=True),
        start,
        start.available_moves(),
        partial(_alike, start),
        plays=False,
        kinds=number(len({frozenset(alike(start, cell)) for cell in start.available_moves()})),
        moves=number(len(start.available_moves())),
        reached=positions(len(solution_of(ClassicBoard).positions())),
        classes=number(_classes()),
    )


def same_moves(rng: Random) -> Question:
    board = pool.draw(rng, _is_symmetric)
    cell = rng.choice([one for one in board.available_moves() if len(alike(board, one)) > 1])
    right, say = alike(board, cell), partial(_alike, board)
    found = {"name": board.cell_name(cell), "count": number(len(right)), "same": say(cell)}
    return ask.cells(board, texts.exercise("same_moves", board, **found), right, say, several=True)


def _is_symmetric(board: Board) -> bool:
    return pool.free(board) >= 4 and any(
        len(alike(board, cell)) > 1 for cell in board.available_moves()
    )


# --- bitboards ---


def bits(cells: Collection[int]) -> int:
    return sum(1 << cell for cell in cells)


def binary(value: int) -> str:
    """The integer in binary, a digit for each cell, c3 first: ``100010001``."""
    return f"{value:09b}"


def _summed(held: Collection[int]) -> str:
    return " + ".join(number(1 << cell) for cell in held)


def _held(board: Board, seat: str) -> list[int]:
    return [cell for cell in ALL if board.marks[cell] == seat]


def _digits() -> PaperTable:
    """A row of blanks for the digits in binary, from c3 down to a1."""
    board, falling = position("......... X"), sorted(ALL, reverse=True)
    return PaperTable(
        "In binary: 1 for a cell that the integer holds, 0 for any other",
        ("cell", *(board.cell_name(cell) for cell in falling)),
        (
            ("number", *(number(1 << cell) for cell in falling)),
            ("digit", *("" for _ in falling)),
        ),
    )


def bitboards() -> Content:
    board, empty = position("XO..X.... O"), position("......... X")
    mask = MASKS[6]
    line = cells_of(mask)
    held = bits(_held(board, "X"))

    def tell(cell: int) -> str:
        mark = board.marks[cell]
        state = f"{mark} holds it" if mark else "it is free"
        return f"{board.cell_name(cell)} has the number {number(1 << cell)}; {state}."

    def why(cell: int) -> str:
        holds = "holds" if cell in line else "does not hold"
        name = board.cell_name(cell)
        return f"{number(mask)} {holds} {name}, which is {number(1 << cell)}."

    words = texts.question(
        "bitboards",
        mask=number(mask),
        largest=number(1 << max(line)),
        left=number(mask - (1 << max(line))),
        count=number(len(line)),
        sum=_summed(line),
        cells=cells(board, line),
    )
    return texts.content(
        "bitboards",
        ask.cells(empty, words, line, why, several=True),
        board,
        ALL,
        tell,
        plays=False,
        highest=number(1 << 8),
        mask=number(mask),
        digits=binary(mask),
        held=number(held),
        both=number(held & mask),
    )


def find_cells(rng: Random) -> Question:
    board = position("......... X")
    right = sorted(rng.sample(ALL, rng.choice((3, 4))))
    value = number(bits(right))

    def why(cell: int) -> str:
        part = "a part" if cell in right else "no part"
        return f"{board.cell_name(cell)} is {number(1 << cell)}, {part} of {value}."

    words = texts.exercise(
        "find_cells",
        value=value,
        largest=number(1 << max(right)),
        count=number(len(right)),
        sum=_summed(right),
        cells=cells(board, right),
        digits=binary(bits(right)),
    )
    return ask.cells(board, words, right, why, several=True, table=_digits())


def _half_full(board: Board) -> bool:
    return pool.free(board) in (5, 6)


def integer_of(rng: Random) -> Question:
    board = pool.draw(rng, _half_full)
    seat = rng.choice(("X", "O"))
    held = _held(board, seat)
    value, other = bits(held), bits(_held(board, rival_of(board)))
    words = texts.exercise(
        "integer_of",
        side=seat,
        name=board.cell_name(held[0]),
        first=number(1 << held[0]),
        count=number(len(held)),
        sum=_summed(held),
        value=number(value),
        digits=binary(value),
    )
    answers = ask.counts(value, [other, value ^ 1, value ^ 3, value + 16])
    return ask.choice(board, words, answers, number(value), _digits())


COURSE: Course = {
    "symmetry": (symmetry, (same_moves,) * 5),
    "bitboards": (bitboards, (find_cells, integer_of, find_cells, integer_of, find_cells)),
}
