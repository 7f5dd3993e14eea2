"""Numbers and cells in the words of the pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from games.drawing.boards import lines_of
from games.engines.numbers import MINUS as MINUS
from games.engines.numbers import number as number
from games.engines.numbers import signed as signed
from games.rules import Board, Shape
from games.rules.shape import small_board_name


def positions(count: int) -> str:
    """``1 position``, ``186 positions``."""
    return f"{number(count)} position{'' if count == 1 else 's'}"


def moves(count: int) -> str:
    """``1 move``, ``24 moves``."""
    return f"{number(count)} move{'' if count == 1 else 's'}"


def digits(value: int) -> str:
    """Nine binary digits, cell 8 first, as the machine would write them."""
    text = f"{value:09b}"
    return f"{text[:3]} {text[3:6]} {text[6:]}"


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def large(value: int) -> str:
    """A count that may be too long to read: ``204,550``, ``6.6 × 10³⁷``."""
    if value < 10**9:
        return number(value)
    power = len(str(value)) - 1
    tenths = round(value / 10 ** (power - 1))
    if tenths == 100:
        power, tenths = power + 1, 10
    return f"{tenths / 10:g} × 10{str(power).translate(RAISED)}"


def limit(value: float) -> str:
    """A limit of a search window: ``−∞``, ``+3``, ``0``, ``+∞``."""
    return signed(value) if isfinite(value) else "+∞" if value > 0 else f"{MINUS}∞"


BOUNDS = {"exact": "", "upper": "≤ ", "lower": "≥ "}
SPOKEN_BOUNDS = {"exact": "", "upper": "at most ", "lower": "at least "}


def bounded(value: float | None, bound: str, places: int = 3) -> str:
    """A value as far as it is known: ``+10``, ``≤ 0``, ``≥ −10``."""
    return signed(value, places) if value is None else BOUNDS[bound] + signed(value, places)


def fixed(value: float, places: int = 3) -> str:
    """A value with its sign and as many decimals as its neighbours, for columns."""
    text = f"{value:+.{places}f}"
    return text[1:] if float(text) == 0 else text.replace("-", MINUS)


def names(board: Board | type[Board], which: Iterable[int]) -> str:
    """``a1 b2 c3``."""
    return " ".join(board.cell_name(cell) for cell in which)


def cells(board: Board, which: Iterable[int]) -> str:
    """``a1, b2 and c3``."""
    return listed([board.cell_name(cell) for cell in which])


def line_name(board: Board, which: Iterable[int]) -> str:
    """A line by its cells: ``a1–b2–c3``."""
    return "–".join(board.cell_name(cell) for cell in which)


ROWS = {3: ("top", "middle", "bottom")}
COLUMNS = {3: ("left", "middle", "right")}


def called(board: Board, line: Sequence[int]) -> str:
    """What people call a line: ``top row``, ``left column``, ``diagonal from a1 to c3``."""
    if board.PATTERN_NAMES:
        return board.PATTERN_NAMES[board.LINES.index(tuple(line))]
    shape, within = board.SHAPE, ""
    if shape.small:
        boards = dict.fromkeys(shape.small_board(cell) for cell in line)
        names = [small_board_name(small, shape) for small in boards]
        if len(names) > 1:
            return f"{listed(names)} boards"
        within, shape = f" of the {names[0]} board", Shape(shape.small, shape.small)
    places = [board.SHAPE.place(cell) for cell in line]
    columns = {column % shape.columns for column, _ in places}
    rows = {row % shape.rows for _, row in places}
    if len(rows) == 1 and shape.rows in ROWS:
        return f"{ROWS[shape.rows][rows.pop()]} row{within}"
    if len(columns) == 1 and shape.columns in COLUMNS:
        return f"{COLUMNS[shape.columns][columns.pop()]} column{within}"
    return f"diagonal from {board.cell_name(line[0])} to {board.cell_name(line[-1])}"


def lines_made(board: Board) -> str:
    """The lines that decided a finished game, in ``line_name``'s words."""
    assert board.outcome is not None
    lines = lines_of(board.outcome.cells, board)
    return listed([line_name(board, line) for line in lines])


def shortfall(best: float, value: float, places: int = 2) -> str:
    """How much less ``value`` is than ``best``, as the two are written.

    The difference of the rounded values, so that a reader who subtracts them finds the same.
    """
    rounded = number(round(best, places) - round(value, places), places)
    return f"less than {10**-places:g}" if rounded == "0" else rounded


def listed(words: Sequence[str], joint: str = "and") -> str:
    """Words as a sentence lists them."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {joint} {words[-1]}"


def plies(count: int | None) -> str:
    """``1 ply``, ``3 plies``."""
    return "" if count is None else f"{count} {'ply' if count == 1 else 'plies'}"
