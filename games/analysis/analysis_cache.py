"""A cache of the engines' answers to positions.

Engines are pure, so an answer is valid for as long as the process lives. Answers given while the
table of DSTRU-TAC-TOE was still being made are not stored. Stored answers are bytes: as objects,
thousands of them would make the garbage collector pause everything for 0.3 s at times.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import cast

from games.analysis import compute_tasks
from games.compute.pool import compute
from games.engines import engines_on_pages, solution_of
from games.engines.answers import Analysis, analyse
from games.rules import Board


def analysis_of(board: Board) -> Analysis:
    """``analyse`` of every engine that could act here. Raises Busy."""
    if not solution_of(board).ready(board):
        return _analyse(board)
    return cast("Analysis", pickle.loads(_pickled(type(board), board.notation)))  # noqa: S301  our own


def _analyse(board: Board) -> Analysis:
    return analyse(board, engines_on_pages(board))


@lru_cache(maxsize=8192)
def _pickled(kind: type[Board], notation: str) -> bytes:
    return compute(compute_tasks.analyse_position, kind, notation)


def counts_of(board: Board, slug: str) -> Mapping[tuple[int, ...], int]:
    """How many positions the engine ``slug`` enters below each move of ``board``. Raises Busy."""
    return _counts(type(board), board.notation, slug)


@lru_cache(maxsize=256)
def _counts(kind: type[Board], notation: str, slug: str) -> Mapping[tuple[int, ...], int]:
    return MappingProxyType(compute(compute_tasks.count_below, kind, notation, slug))


def forget() -> None:
    """Empty the cache, for measurements."""
    _pickled.cache_clear()
    _counts.cache_clear()
