"""One game between two engines, played in a worker process. It loads without Django."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.arena.grading import play
from games.arena.grading.table import move_in
from games.engines import engine, solution_of
from games.match.fairness import generator
from games.rules import board_class


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """An engine of the house by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Outside:
    """A program from outside: its table if it is proven, and what ``play.move`` needs of it."""

    digest: str
    data: bytes
    remembers: bool
    table: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """What a program did in a game: its moves, and the seconds they took.

    Of a built-in engine only the moves are counted: ``games.arena.grading.cost`` measures it apart.
    """

    moves: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game: its ``moves``, and the ``work`` by seat.

    ``failed`` is the seat of an engine that had no move, and ``why`` a sentence for its author.
    """

    moves: tuple[int, ...]
    work: Mapping[str, Work]
    failed: str = ""
    why: str = ""


def play_game(
    variant: str, seated: tuple[tuple[str, BuiltIn | Outside], ...], seed: int
) -> PlayedGame:
    """Play a game from the start. All chance comes from ``seed``, as in every game here."""
    board, seats = board_class(variant).start(), dict(seated)
    solution_of(board).make_ready(board)
    moves: list[int] = []
    work = dict.fromkeys(board.RIVALS, Work())
    while board.outcome is None:
        seat = board.to_move
        holder = seats[seat]
        try:
            if isinstance(holder, Outside) and holder.table:
                cell, seconds = move_in(holder.table, board), 0.0
            elif isinstance(holder, Outside):
                cell, seconds = play.move(
                    holder.digest, holder.data, variant, board.notation, holder.remembers
                )
            else:
                playing = engine(variant, holder.name).equivalent
                cell, seconds = playing.choose(board, generator(seed, board.ply)).move, 0.0
        except play.CannotPlay as error:
            return PlayedGame(tuple(moves), work, seat, str(error))
        if seat in work:
            so_far = work[seat]
            work[seat] = Work(so_far.moves + 1, so_far.seconds + seconds)
        moves.append(cell)
        board = board.make_move(cell)
    return PlayedGame(tuple(moves), work)
