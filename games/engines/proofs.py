"""What an engine can do and suffer: every game it could ever play, counted.

The engine may make each move it holds for equal (``Choice.candidates``), the others every
legal move. Equal positions are counted once and multiplied, so the counts are of complete
games though nobody plays them all; where a game has a symmetry that its engines respect,
positions that are alike count as equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from games.engines.base import Engine
from games.engines.solutions import representative
from games.rules import Board

ORDINALS = ("first", "second", "third")
"""How a proof calls a seat: by when it first acts."""


@dataclass(frozen=True)
class Record:
    """Complete games by result for the engine; ``losing_lines`` lists each lost one as cells."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    losing_lines: tuple[tuple[int, ...], ...] = field(default=(), repr=False)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class Proof:
    """One engine in one seat against everything. ``prove`` is the door."""

    def __init__(self, engine: Engine, seat: str, seats: tuple[str, ...]) -> None:
        self._engine = engine
        self._seat = seat
        self._rivals = rivals(seats, seat)
        self._counts: dict[Board, tuple[int, int, int]] = {}
        self._choices: dict[Board, tuple[int, ...]] = {}

    def counts(self, board: Board) -> tuple[int, int, int]:
        """(wins, draws, losses) over all games that go on from ``board``."""
        board = representative(board)
        if board not in self._counts:
            self._counts[board] = self._count(board)
        return self._counts[board]

    def losing_lines(self, board: Board) -> Iterator[tuple[int, ...]]:
        """Each lost continuation of ``board`` as cells, in order."""
        if not self.counts(board)[2]:
            return
        if board.is_game_over():
            yield ()
            return
        for move in self._moves(board):
            for rest in self.losing_lines(board.make_move(move)):
                yield (move, *rest)

    def _count(self, board: Board) -> tuple[int, int, int]:
        if (outcome := board.outcome) is not None:
            won, lost = outcome.winner == self._seat, outcome.winner in self._rivals
            return int(won), int(not won and not lost), int(lost)
        below = [self.counts(board.make_move(move)) for move in self._moves(board)]
        wins, draws, losses = zip(*below, strict=True)
        return sum(wins), sum(draws), sum(losses)

    def _moves(self, board: Board) -> tuple[int, ...]:
        if board.to_move != self._seat:
            return board.available_moves()
        if board not in self._choices:
            self._choices[board] = self._engine.choose(board, Random(0)).candidates
        return self._choices[board]


def rivals(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    """The seats to which ``seat`` can lose.

    For the first two that is the other; what a third seat wins is a draw between them. The
    third seat itself loses whatever it does not win.
    """
    return tuple(other for other in seats[:2] if other != seat)


def prove(engine: Engine, seat: str, start: Board, lines: int | None = None) -> Record:
    """All complete games from ``start`` with ``engine`` in ``seat``.

    ``lines`` bounds the number of losing lines that are listed; None lists them all.
    """
    proof = Proof(engine, seat, start.SEATS)
    counts = proof.counts(start)
    return Record(*counts, tuple(islice(proof.losing_lines(start), lines)))
