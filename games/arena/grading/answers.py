"""What a program's answer to a position is: a cell, or a failure, and what it is worth."""

from __future__ import annotations

from collections.abc import Collection

from games.arena.grading.asking import Answer, Reply
from games.arena.grading.program import CHOOSE, CS50, GET_MOVE, Program
from games.arena.grading.result import Case
from games.arena.grading.sandbox import SandboxError
from games.engines import solution_of
from games.engines.solution import EQUAL
from games.rules import Board, IllegalMove
from games.rules.shape import parse_cell

MOST_CASES = 5
"""How many failures are told to the author."""

CALLS = {CS50: "minimax(board)", GET_MOVE: "get_move(board)", CHOOSE: "choose(position)"}

FORCED_CALL = "get_move(board, forced)"

NOT_FREE = "({}, {}) is not among the free cells."
SWAPPED = " Did you swap row and column?"
NOTHING = "It returned nothing: does every way through the function end with a return?"
CONSTRUCTOR = "The grader makes {0}(side), with 1 for X and -1 for O, or {0}() if it takes nothing."
PRUNE = (
    "Let it remember what it has computed (functools.lru_cache, or a dict), or skip branches with "
    "alpha-beta."
)
A_VALUE = "It returned the value, not a move."


def cell_of(board: Board, answer: Answer) -> int | None:
    """The legal cell that an answer names, as a number or as ``b2``; None for none."""
    cell = answer if isinstance(answer, int) else _named(board, answer)
    return cell if cell in board.available_moves() else None


def _named(board: Board, answer: str) -> int | None:
    if not answer.startswith("="):
        return None
    text = answer[1:].strip()
    if text.isascii() and text.isdigit():
        return int(text)
    try:
        return parse_cell(text, board.SHAPE)
    except IllegalMove:
        return None


def failure(answer: Answer) -> str:
    """What an answer that names no legal cell counts as."""
    return "crashes" if isinstance(answer, str) and answer.startswith("!") else "illegal"


def verdict(board: Board, cells: Collection[int]) -> str:
    """What moves in a position count as: of several the worst decides."""
    solution = solution_of(board)
    value, values = solution.value(board), solution.values(board)
    assert value is not None
    if min(values[cell] for cell in cells) >= value - EQUAL:
        return "right"
    return "wins_missed" if value > EQUAL else "draws_lost"


def call_of(board: Board, program: Program) -> str:
    """How the program is asked in a position."""
    call = CALLS[program.interface]
    if program.interface == GET_MOVE and board.SHAPE.small:
        call = FORCED_CALL
    return f"{program.player}.{call}" if program.player else call


def case(board: Board, program: Program, reply: Reply) -> Case:
    """A failure as its author sees it: the call, what came back, and what may be behind it."""
    said = str(reply.answer)
    call = call_of(board, program)
    if said.startswith("!"):
        where = f" in line {reply.line}" if reply.line else ""
        advice = CONSTRUCTOR.format(program.player) if f"{program.player}.__init__" in said else ""
        return Case("crash", board.notation, call, f"{said[1:]}{where}", "a move", advice)
    came, advice = _came(board, program.interface, reply.answer)
    return Case("illegal move", board.notation, call, came, "a free cell", advice)


def said_of(board: Board, reply: Reply) -> str:
    """An answer in a few words: the name of its cell, or what came instead."""
    cell = cell_of(board, reply.answer)
    return str(reply.answer).lstrip("!?=") if cell is None else board.cell_name(cell)


def limit_case(board: Board, program: Program, error: SandboxError) -> Case:
    """A limit that was met in a position."""
    call = call_of(board, program)
    advice = PRUNE if error.slow else ""
    return Case("limit", board.notation, call, f"nothing: {error}", "a move", advice)


def _came(board: Board, interface: str, answer: Answer) -> tuple[str, str]:
    """What the program returned, as it would write it, and what may be wrong."""
    if isinstance(answer, int):
        row, column = divmod(answer, board.SHAPE.columns)
        elsewhere = _elsewhere(board, answer)
        if interface == CHOOSE or not 0 <= answer < board.CELLS:
            return str(answer), elsewhere
        swapped = column * board.SHAPE.columns + row
        advice = elsewhere or NOT_FREE.format(row, column)
        if swapped in board.available_moves():
            advice += SWAPPED
        return f"({row}, {column})", advice
    came = answer.lstrip("?")
    if answer.startswith("="):
        return repr(answer[1:]), _elsewhere(board, _named(board, answer))
    if came == "None":
        return came, NOTHING
    if interface == CS50 and came.lstrip("-").replace(".", "", 1).isdigit():
        return came, A_VALUE
    return came, ""


def _elsewhere(board: Board, cell: int | None) -> str:
    """Why the rules refuse a cell in a small board that is not to be played in, else nothing."""
    if cell is None:
        return ""
    try:
        board.make_move(cell)
    except IllegalMove as error:
        if error.code == "wrong_board":
            return f"{error}."
    return ""
