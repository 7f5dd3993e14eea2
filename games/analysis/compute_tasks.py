"""The tasks of these pages for workers of the compute pool. It loads without Django."""

from __future__ import annotations

import pickle

from games.engines import engines_for, engines_on_pages, playing_engines, solution_of
from games.engines.answers import analyse
from games.engines.proofs import ORDINALS, ProofRecord, prove
from games.engines.solution import ReportLine, WholeTree
from games.rules import VARIANTS, Board, board_class

LINES = 200
"""More than any engine that is meant to hold loses; a lesser one gets its first ones listed."""


def get_ready() -> None:
    """What the first tree and the first position of a worker would otherwise wait for."""
    for kind in VARIANTS.values():
        start, solution = kind.start(), solution_of(kind)
        if not solution.is_instant:
            solution.make_ready(start)
        if solution.counts_trees:
            solution.tree(start)


def analyse_position(kind: type[Board], notation: str) -> bytes:
    """``analyse`` of every engine that could act in a position, pickled."""
    board = kind.from_notation(notation)
    solution_of(board).make_ready(board)
    return pickle.dumps(analyse(board, engines_on_pages(board)))


def count_below(kind: type[Board], notation: str, slug: str) -> dict[tuple[int, ...], int]:
    """How many positions the engine ``slug`` enters below each move (``Engine.counts``)."""
    board = kind.from_notation(notation)
    return dict(engines_for(board.VARIANT)[slug].counts(board))


def make_table(kind: type[Board], exact: bool) -> None:
    """Make sure that the table of a solved game is in its file."""
    solution_of(kind).make_ready(kind.start(exact=exact))


def prove_engine(variant: str, slug: str, exact: bool) -> dict[str, ProofRecord]:
    """Every game the engine ``slug`` can play: a record by the order in which it moves."""
    engine, start = playing_engines(variant)[slug], board_class(variant).start(exact=exact)
    solution_of(start).make_ready(start)
    seats = zip(ORDINALS, start.SEATS, strict=False)
    return {
        ordinal: prove(engine, seat, start, LINES) for ordinal, seat in seats if engine.holds(seat)
    }


def report_solution(kind: type[Board], exact: bool) -> list[ReportLine]:
    """The solution of a game in a few lines."""
    return list(solution_of(kind).report(exact=exact))


def count_tree(kind: type[Board], notation: str) -> WholeTree | None:
    """The whole tree of a live position, counted (``Solution.tree``)."""
    return solution_of(kind).tree(kind.from_notation(notation))
