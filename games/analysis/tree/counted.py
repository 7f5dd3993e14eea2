"""Whole trees of a game with chance, counted by workers and kept."""

from __future__ import annotations

from functools import lru_cache

from games.analysis import compute_tasks
from games.compute.pool import compute, compute_once
from games.engines import solution_of
from games.engines.solution import WholeTree
from games.rules import Board


def is_counted(board: Board) -> bool:
    """Whether the whole tree of ``board`` can be counted: it is live, and its game is solved so."""
    return solution_of(board).counts_trees and not board.is_game_over()


def tree_of(board: Board) -> WholeTree:
    """The whole tree of a counted ``board``. Raises Busy."""
    return _tree(type(board), board.notation)


@lru_cache(maxsize=1024)
def _tree(kind: type[Board], notation: str) -> WholeTree:
    board = kind.from_notation(notation)
    if board.ply:
        found = compute(compute_tasks.count_tree, kind, notation)
    else:  # the longest by far
        exact = "" if board == kind.start() else "-exact"
        name = f"tree-{kind.VARIANT}{exact}"
        found = compute_once(name, compute_tasks.count_tree, kind, notation).result
    assert found is not None, notation
    return found


def forget() -> None:
    """Drop every answer that is kept, for measurements."""
    _tree.cache_clear()
