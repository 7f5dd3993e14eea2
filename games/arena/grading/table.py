"""The table of a program's answers: what is proven of it, and what plays on the site."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from games.engines import solution_of
from games.rules import Board, board_class


@cache
def _places(game: str) -> dict[str, int]:
    """Every position of a game in which somebody is to move, with its place in a table."""
    boards = solution_of(board_class(game).start()).positions()
    open_ones = (board.notation for board in boards if not board.is_game_over())
    return {notation: place for place, notation in enumerate(sorted(open_ones))}


def table_of(game: str, moves: Mapping[str, int]) -> str:
    """The cells of the moves in all positions, one digit each."""
    return "".join(str(moves[notation]) for notation in _places(game))


def move_in(table: str, board: Board) -> int:
    return int(table[_places(board.VARIANT)[board.notation]])
