"""Positions of a match, and its moves with their seats and names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.match import Match
from games.rules import Board


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    return _position(type(match.board), is_exact(match.board), match.moves[:plies])


@lru_cache(4096)
def _position(board: type[Board], exact: bool, moves: tuple[int, ...]) -> Board:
    """A game in play is shown after every move: each position is one move from a known one."""
    if not moves:
        return board.start(exact=exact)
    return _position(board, exact, moves[:-1]).make_move(moves[-1])


def start_of(match: Match) -> Board:
    return type(match.board).start(exact=is_exact(match.board))


def is_exact(board: Board) -> bool:
    """Whether the literal reading of "won" is played; where there is no choice it is not."""
    return getattr(board, "exact", False)


def played(board: type[Board], cells: Sequence[int]) -> Board:
    position = board.start()
    for cell in cells:
        position = position.make_move(cell)
    return position


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move as it was made: ``ply`` counts from 1; ``taken`` is whose mark it took away."""

    ply: int
    seat: str
    cell: int
    name: str
    action: str
    taken: str = ""


def moves_of(match: Match) -> tuple[PlayedMove, ...]:
    """The moves in order of play."""
    return _moves(type(match.board), is_exact(match.board), match.moves)


@lru_cache(4096)
def _moves(board: type[Board], exact: bool, moves: tuple[int, ...]) -> tuple[PlayedMove, ...]:
    """As with positions, each list is one move longer than a known one."""
    if not moves:
        return ()
    before, cell = _position(board, exact, moves[:-1]), moves[-1]
    taken = before.marks[cell] if before.action == "remove" else ""
    name = before.cell_name(cell)
    made = PlayedMove(len(moves), before.to_move, cell, name, before.action, taken)
    return (*_moves(board, exact, moves[:-1]), made)
