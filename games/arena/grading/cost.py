"""What a built-in engine costs for a move: medians over many positions and runs of a warm engine.

The first answers of a process are slow, since tables are filled and code is loaded; a single run
is as quick as the machine has time. So an engine answers in every position once before the clock
runs, all engines are measured in one process, one after the other, and medians are taken. This
loads without Django.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

from games.engines import engine, solution_of
from games.engines.base import Engine
from games.rules import Board, board_class

POSITIONS = 40
"""In how many positions an engine is measured."""

RUNS = 5
"""How often it is measured in each of them."""

FEW_POSITIONS = 4
"""In how many an engine that thinks long is measured, once: it does as much in all of them."""

SEED = 1


@dataclass(frozen=True, slots=True)
class Cost:
    """Medians for a move: the positions that the engine enters, and its ``seconds``."""

    nodes: float
    seconds: float


def measure(variant: str, names: Sequence[str]) -> dict[str, Cost]:
    """The cost of each of the engines of a game, all in the same positions."""
    boards = positions(variant)
    solution_of(boards[0]).make_ready(boards[0])
    return {name: _cost(engine(variant, name), boards) for name in names}


def positions(variant: str) -> list[Board]:
    """Different positions in which a rival moves, from the first half of games of random moves.

    Later there is little left to search, and every engine is quick.
    """
    rng, found = Random(SEED), dict[Board, None]()
    while len(found) < POSITIONS:
        board: Board = board_class(variant).start()
        while board.outcome is None and 2 * board.ply <= board.CELLS:
            if board.to_move in board.RIVALS:
                found[board] = None
            board = board.make_move(rng.choice(board.available_moves()))
    return list(found)[:POSITIONS]


def _cost(playing: Engine, boards: Sequence[Board]) -> Cost:
    boards, runs = [board for board in boards if playing.holds(board.to_move)], RUNS
    if playing.thinks_long:
        boards, runs = boards[:: len(boards) // FEW_POSITIONS], 1
    nodes = [playing.choose(board, Random(SEED)).nodes for board in boards]
    return Cost(median(nodes), median(_seconds(playing, board, runs) for board in boards))


def _seconds(playing: Engine, board: Board, runs: int) -> float:
    """The median of ``runs`` in one position."""
    times = []
    for run in range(runs):
        rng = Random(run)
        began = perf_counter()
        playing.choose(board, rng)
        times.append(perf_counter() - began)
    return median(times)
