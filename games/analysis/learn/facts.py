"""What lessons and exercises say of a position, computed from the rules, solutions and searches."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import inf

from games import presenters
from games.analysis import results
from games.analysis.wording import lines_made, listed, number, signed
from games.engines import solution_of
from games.engines.played import MoveFacts
from games.engines.sides import rival_of
from games.engines.steps import SteppedSearch
from games.engines.subtrees import size
from games.engines.techniques import Techniques
from games.rules import Board, read_notation
from games.rules.shape import small_board_name

MINIMAX = SteppedSearch()
ALPHA_BETA = SteppedSearch(Techniques(pruning=True))
LINES_FIRST = SteppedSearch(Techniques(pruning=True, ordering=True))
BEST_FIRST = SteppedSearch(Techniques(pruning=True, best_first=True))
"""The searches that lessons ask: one of each in a process."""


@cache
def position(notation: str) -> Board:
    """The position of a lesson, its solution at hand."""
    board = read_notation(notation)
    solution_of(board).make_ready(board)
    return board


def points(board: Board) -> int:
    """What a position of a game without chance is worth for the first seat: 10, 0 or -10."""
    return round(results.level(board) * solution_of(board).win)


def worth(value: float) -> str:
    """``+10``, ``0``, ``−10``."""
    return signed(value)


def result(board: Board) -> str:
    """``X wins``, ``draw``."""
    return results.ExactResult(results.level(board), board.SEATS).word


def best_reply(board: Board) -> int:
    """The first of the best moves of the seat to move."""
    return solution_of(board).best_moves(board)[0]


def consequence(board: Board, cell: int) -> str:
    """What a move does at once, in a sentence: it wins, it allows a win, it makes a fork …"""
    seat, rival, name = board.to_move, rival_of(board), board.cell_name(cell)
    played = MoveFacts(board, cell)
    after = played.after
    if played.ended:
        if played.won:
            return f"{seat} plays {name}, completes {lines_made(after)} and wins."
        return f"{seat} plays {name} and the board is full: a draw."
    if played.leaves_open:
        reply = played.open_after[0]
        answer = after.make_move(reply)
        return (
            f"{seat} plays {name}. {rival} answers {board.cell_name(reply)}, completes "
            f"{lines_made(answer)} and wins."
        )
    if played.makes_fork:
        threats = [board.cell_name(one) for one in played.own_after]
        return (
            f"{seat} plays {name} and threatens {listed(threats)}. {rival} can block only one of "
            "them: a fork."
        )
    if played.forced_reply is not None:
        threat = board.cell_name(played.forced_reply)
        return f"{seat} plays {name} and threatens {threat}. {rival} has to take it."
    return f"{seat} plays {name}. Nobody threatens to win at once."


def valued(board: Board, cell: int, side: str = "") -> str:
    """A move with its value and the reply that shows it: ``b1: −10, O wins. O replies c2 …``

    The value is for the first seat, MAX in the lessons; with ``side`` it is for that seat, and
    says so.
    """
    after, name = board.make_move(cell), board.cell_name(cell)
    value = worth(points(after))
    if side:
        value = f"{worth(points(after) * (1 if side == board.SEATS[0] else -1))} for {side}"
    value = f"{name} is worth {value}: {_meant(after)}."
    if after.outcome is not None:
        return f"{value} {consequence(board, cell)}"
    reply = best_reply(after)
    line = after.make_move(reply)
    told = f"The best reply is {after.cell_name(reply)}"
    if line.outcome is not None and line.outcome.winner:
        told = f"{after.to_move} replies {after.cell_name(reply)} and completes {lines_made(line)}"
    return f"{value} {told}."


def _meant(board: Board) -> str:
    said = result(board)
    return "a draw" if said == "draw" else said


def spoken(board: Board) -> str:
    """A small board in words, for who does not see it: ``X on a1 and b2, O on c1. O to move.``"""
    where = presenters.where_to_play(board)
    moves = f"{board.to_move} to move{' ' if where else ''}{where}"
    return f"Board: {_won_boards(board)}{standing(board) or 'No marks'}. {moves}."


def _won_boards(board: Board) -> str:
    """Who has won which small boards: ``X has won the top and the left board. ``"""
    if (stand := board.small_boards) is None:
        return ""
    said = ""
    for seat in board.SEATS:
        held = [small for small, winner in enumerate(stand.won) if winner == seat]
        names = listed([f"the {small_board_name(small, board.SHAPE)}" for small in held])
        said += f"{seat} has won {names} board{'s' if len(held) > 1 else ''}. " if held else ""
    return said


def standing(board: Board) -> str:
    """Who stands where: ``X on a1 and b2, O on c1``; empty for an empty board. Marks in a small
    board that is closed matter no more.
    """
    held, (_, spent) = [], presenters.pale_cells(board)
    for seat in board.SEATS:
        cells = [
            board.cell_name(cell)
            for cell, mark in enumerate(board.marks)
            if mark == seat and cell not in spent
        ]
        if cells:
            held.append(f"{seat} on {listed(cells)}")
    return ", ".join(held)


def positions(count: int) -> str:
    """``1 position``, ``186 positions``."""
    return f"{number(count)} position{'' if count == 1 else 's'}"


def replies(board: Board, order: Sequence[int], limit: float) -> tuple[list[int], list[int]]:
    """The replies in ``board`` that are entered in ``order``, and those that are cut.

    ``limit`` is what the side that moved before has elsewhere: α where MIN replies, β where MAX
    does. As soon as a reply leaves that side no more, the rest is cut.
    """
    sign = 1 if board.to_move != board.SEATS[0] else -1
    best, entered = inf, []
    for cell in order:
        entered.append(cell)
        best = min(best, sign * points(board.make_move(cell)))
        if best <= sign * limit:
            break
    return entered, list(order[len(entered) :])


def below(board: Board, cut: Sequence[int]) -> int:
    """The positions below the moves ``cut`` in ``board``, those after them included."""
    return sum(size(board.make_move(cell)) for cell in cut)
