"""One game between two engines, played in a worker process. It loads without Django."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import perf_counter

from games.engines import engine, solution_of
from games.grading import play
from games.match.fairness import generator
from games.rules import Board, board_class

REMEMBERED = 5_000
"""Positions for which the work of a built-in engine is remembered."""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """An engine of the house by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Outside:
    """A program from outside: what ``play.move`` needs of it."""

    digest: str
    data: bytes
    remembers: bool


@dataclass(frozen=True, slots=True)
class Work:
    """What an engine did in a game: its moves, the positions it read, the seconds it took."""

    moves: int = 0
    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its ``moves``, and the ``work`` by seat.

    ``failed`` is the seat of an engine that had no move, and ``why`` a sentence for its author.
    """

    moves: tuple[int, ...]
    work: Mapping[str, Work]
    failed: str = ""
    why: str = ""


_work: OrderedDict[tuple[str, str, str], tuple[int, float]] = OrderedDict()


def play_game(variant: str, seated: tuple[tuple[str, BuiltIn | Outside], ...], seed: int) -> Played:
    """Play a game from the start. All chance comes from ``seed``, as in every game here."""
    board, seats = board_class(variant).start(), dict(seated)
    solution_of(board).make_ready(board)
    moves: list[int] = []
    work = dict.fromkeys(board.RIVALS, Work())
    while board.outcome is None:
        seat = board.to_move
        holder = seats[seat]
        try:
            if isinstance(holder, Outside):
                cell, seconds = play.move(
                    holder.digest, holder.data, variant, board.notation, holder.remembers
                )
                nodes = 0
            else:
                cell, nodes, seconds = _built_in(holder.name, board, seed)
        except play.CannotPlay as error:
            return Played(tuple(moves), work, seat, str(error))
        if seat in work:
            so_far = work[seat]
            work[seat] = Work(so_far.moves + 1, so_far.nodes + nodes, so_far.seconds + seconds)
        moves.append(cell)
        board = board.make_move(cell)
    return Played(tuple(moves), work)


def _built_in(name: str, board: Board, seed: int) -> tuple[int, int, float]:
    """The move as games here have it, and what the engine's own search costs: nodes and seconds."""
    playing = engine(board.VARIANT, name)
    key = board.VARIANT, name, board.notation
    if key not in _work:
        began = perf_counter()
        nodes = playing.choose(board, Random(0)).nodes
        _work[key] = nodes, perf_counter() - began
        if len(_work) > REMEMBERED:
            _work.popitem(last=False)
    nodes, seconds = _work[key]
    cell = playing.equivalent.choose(board, generator(seed, board.ply)).move
    return cell, nodes, seconds
