"""Positions of a match, and its moves with their seats and names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from games.match import Match
from games.rules import Board


def replay(match: Match, plies: int) -> Board:
    """The position after the first ``plies`` moves."""
    start: Any = start_of(match)
    return _position(start, match.moves[:plies])


@lru_cache(4096, typed=True)
def _position(start: Any, moves: tuple[int, ...]) -> Any:
    """A game in play is shown after every move: each position is one move from a known one."""
    return _position(start, moves[:-1]).make_move(moves[-1]) if moves else start


def start_of(match: Match) -> Board:
    return type(match.board).start(exact=getattr(match.board, "exact", False))


def played(board: type[Board], cells: Sequence[int]) -> Board:
    position = board.start()
    for cell in cells:
        position = position.make_move(cell)
    return position


def moves_of(match: Match) -> list[dict[str, Any]]:
    """The moves with seat, cell name and action, in order of play."""
    board, listed = start_of(match), []
    for ply, cell in enumerate(match.moves, start=1):
        listed.append(
            {
                "ply": ply,
                "seat": board.to_move,
                "cell": cell,
                "name": board.cell_name(cell),
                "action": board.action,
                "opening": ply <= match.opening,
            }
        )
        board = board.make_move(cell)
    return listed


def taken_piece(match: Match, ply: int) -> tuple[str, str]:
    """Whose piece the move that led to ``ply`` took away, and who did; empty if it placed one."""
    before = replay(match, ply - 1) if ply else None
    if before is None or before.action != "remove":
        return "", ""
    return before.marks[match.moves[ply - 1]], before.to_move
