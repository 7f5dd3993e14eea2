"""Boards that are alike, and boards as integers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from games.analysis.learn import ask
from games.analysis.learn.course import pool
from games.analysis.learn.facts import position, positions
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.questions import Question, Table
from games.analysis.wording import listed, number
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
    names = listed([board.cell_name(one) for one in same])
    return f"{name} is the same as {names}, turned or mirrored."


@cache
def _classes() -> int:
    solution = solution_of(ClassicBoard)
    return len({solution.canonical(board) for board in solution.positions()})


def symmetry() -> Content:
    start, board = position("......... X"), position(TURNED)
    kinds = {frozenset(alike(start, cell)) for cell in start.available_moves()}
    asked = parse_cell("b1", board.SHAPE)
    count = len(solution_of(ClassicBoard).positions())
    return Content(
        idea=(
            "Turn the board by a quarter, or hold it to a mirror: the lines stay lines. So a board "
            "and its turned and mirrored pictures have the same value.",
            "Such boards are called symmetric. A search needs to enter only one of them.",
        ),
        touch=Touch(
            "The board is empty. Touch a cell to see which cells are the same first move.",
            start,
            legal(start),
            lambda cell: _alike(start, cell),
            plays=False,
        ),
        question=ask.cells(
            board,
            "O to move. Mark all moves that are the same as b1, turned or mirrored; b1 is one.",
            alike(board, asked),
            lambda cell: _alike(board, cell),
            (
                "Which turns and mirrors leave the two X where they are?",
                "A half turn swaps a1 and c3. So does the mirror along the other diagonal.",
                f"There are {number(len(alike(board, asked)))}.",
            ),
            because=(_alike(board, asked),),
            several=True,
        ),
        meaning=(
            f"On the empty board there are {number(len(kinds))} kinds of first moves instead of "
            f"{number(len(start.available_moves()))}: corner, edge and centre.",
            f"Of {positions(count)} that play can reach only {number(_classes())} are really "
            "different.",
        ),
        keep="Boards that look alike after a turn or in a mirror are one board to a search.",
    )


def same_moves(rng: Random) -> Question:
    board = pool.draw(rng, _is_symmetric)
    cell = rng.choice([one for one in board.available_moves() if len(alike(board, one)) > 1])
    name, right = board.cell_name(cell), alike(board, cell)
    return ask.cells(
        board,
        f"{board.to_move} to move. Mark all moves that are the same as {name}; {name} is one.",
        right,
        lambda one: _alike(board, one),
        (
            "Find a turn or a mirror that leaves all marks where they are, or swaps equal ones.",
            f"See where it takes {name}.",
            f"There are {number(len(right))} in all.",
        ),
        because=(_alike(board, cell),),
        several=True,
    )


def _is_symmetric(board: Board) -> bool:
    return pool.free(board) >= 4 and any(
        len(alike(board, cell)) > 1 for cell in board.available_moves()
    )


# --- bitboards ---


def bits(cells: set[int] | list[int]) -> int:
    return sum(1 << cell for cell in cells)


def binary(value: int) -> str:
    """The integer in binary, a digit for each cell, c3 first: ``100010001``."""
    return f"{value:09b}"


def _digits() -> Table:
    """A row of blanks for the digits in binary, from c3 down to a1."""
    board, falling = position("......... X"), sorted(ALL, reverse=True)
    return Table(
        "In binary: 1 for a cell that the integer holds, 0 for any other",
        ("cell", *(board.cell_name(cell) for cell in falling)),
        (
            ("number", *(number(1 << cell) for cell in falling)),
            ("digit", *("" for _ in falling)),
        ),
    )


def bitboards() -> Content:
    board = position("XO..X.... O")
    mask = MASKS[6]
    line = cells_of(mask)

    def tell(cell: int) -> str:
        mark = board.marks[cell]
        held = f"{mark} holds it" if mark else "it is free"
        return f"{board.cell_name(cell)} has the number {number(1 << cell)}; {held}."

    xs = [cell for cell in ALL if board.marks[cell] == "X"]
    return Content(
        idea=(
            "Give every cell a number that doubles from cell to cell: a1 is 1, b1 is 2, c1 is 4, "
            f"and so on up to c3, which is {number(1 << 8)}.",
            "Then the marks of one side are a single integer: the sum of their cells. No two sets "
            "of cells have the same sum.",
            "In binary, with the digits 0 and 1 only, every digit is a cell, c3 on the left and a1 "
            f"on the right: {number(mask)} is {binary(mask)}.",
        ),
        touch=Touch("Touch a cell to see its number.", board, ALL, tell, plays=False),
        question=ask.cells(
            position("......... X"),
            f"Which cells does the integer {number(mask)} hold? Mark them.",
            line,
            lambda cell: (
                f"{number(mask)} {'holds' if cell in line else 'does not hold'} "
                f"{board.cell_name(cell)}, which is {number(1 << cell)}."
            ),
            (
                f"Take away the largest number that fits: {number(1 << max(line))}.",
                f"What is left is {number(mask - (1 << max(line)))}. Do the same again.",
                f"There are {number(len(line))} cells.",
            ),
            because=(
                f"{number(mask)} = {' + '.join(number(1 << cell) for cell in line)}: "
                f"{listed([board.cell_name(cell) for cell in line])}, a diagonal.",
            ),
            several=True,
        ),
        meaning=(
            f"Here X holds {number(bits(xs))}. The computer asks “has X this line?” with one step: "
            f"AND keeps the cells that both integers hold. {number(bits(xs))} AND "
            f"{number(mask)} is {number(bits(xs) & mask)}, not {number(mask)}: "
            "the line is not full yet.",
            "The search is the same as before. It only does each position with less work.",
        ),
        keep="A board is two integers, a line is a third one, and one AND finds a win.",
        engine="bitboard",
    )


def find_cells(rng: Random) -> Question:
    board = position("......... X")
    right = sorted(rng.sample(ALL, rng.choice((3, 4))))
    value = bits(right)
    return ask.cells(
        board,
        f"Mark the cells that the integer {number(value)} holds.",
        right,
        lambda cell: (
            f"{board.cell_name(cell)} is {number(1 << cell)}, "
            f"{'a part' if cell in right else 'no part'} of {number(value)}."
        ),
        (
            "The numbers double from cell to cell: a1 is 1, b1 is 2, c1 is 4, a2 is 8 …",
            f"The largest number that fits is {number(1 << max(right))}.",
            f"There are {number(len(right))} cells.",
        ),
        because=(
            f"{number(value)} = {' + '.join(number(1 << cell) for cell in right)}: "
            f"{listed([board.cell_name(cell) for cell in right])}. In binary {binary(value)}.",
        ),
        several=True,
        table=_digits(),
    )


def _half_full(board: Board) -> bool:
    return pool.free(board) in (5, 6)


def integer_of(rng: Random) -> Question:
    board = pool.draw(rng, _half_full)
    seat = rng.choice(("X", "O"))
    held = [cell for cell in ALL if board.marks[cell] == seat]
    value = bits(held)
    other = bits([cell for cell in ALL if board.marks[cell] == rival_of(board)])
    return ask.choice(
        board,
        f"Which integer holds the marks of {seat}?",
        ask.counts(value, [other, value ^ 1, value ^ 3, value + 16]),
        number(value),
        (
            "Add up the numbers of the cells: a1 is 1, b1 is 2, c1 is 4, and so on.",
            f"{board.cell_name(held[0])} is {number(1 << held[0])}.",
            f"There are {number(len(held))} numbers to add.",
        ),
        (
            f"{' + '.join(number(1 << cell) for cell in held)} = {number(value)}, in binary "
            f"{binary(value)}.",
        ),
        table=_digits(),
    )


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "symmetry": (same_moves,) * 5,
    "bitboards": (find_cells, integer_of, find_cells, integer_of, find_cells),
}
