"""What an engine can do and suffer: every game it could ever play, counted.

The engine may make each move it holds for equal (``Choice.candidates``), the others every
legal move. Equal positions are counted once and multiplied, so the counts are of complete
games though nobody plays them all; where a game has a symmetry that its engines respect,
positions that are alike count as equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from games.engines import solution_of
from games.engines.base import Engine
from games.engines.options import EngineError
from games.rules import Board

ORDINALS = ("first", "second", "third")
"""How a proof calls a seat: by when it first acts."""


@dataclass(frozen=True)
class ProofRecord:
    """Complete games by result for the engine; ``losing_lines`` lists each lost one as cells."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    losing_lines: tuple[tuple[int, ...], ...] = field(default=(), repr=False)

    @property
    def games(self) -> int:
        """How many games it played."""
        return self.wins + self.draws + self.losses


class EngineProof:
    """One engine in one seat of a game against every reply. Use ``prove``.

    The first two seats lose to each other; what the third wins is a draw between them. The third
    seat itself loses what it does not win.
    """

    def __init__(self, engine: Engine, seat: str, game: type[Board]) -> None:
        solution = solution_of(game)
        self._engine = engine
        self._seat = seat
        self._rivals = tuple(rival for rival in game.RIVALS if rival != seat)
        self._counts: dict[Board, tuple[int, int, int]] = {}
        self._choices: dict[Board, tuple[int, ...]] = {}
        self._memo: dict[Any, Any] = {}
        counts_classes = solution.respected and engine.is_symmetric
        self._canonical = solution.canonical if counts_classes else _itself
        self._groups = solution.alike if counts_classes else _alone

    def counts(self, board: Board) -> tuple[int, int, int]:
        """(wins, draws, losses) over all games that go on from ``board``."""
        board = self._canonical(board)
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
        totals = [0, 0, 0]
        for group in self._groups(board):
            if ways := self._playable(group, board):
                below = self.counts(board.make_move(group[0]))
                totals = [all_of + ways * one for all_of, one in zip(totals, below, strict=True)]
        wins, draws, losses = totals
        return wins, draws, losses

    def _playable(self, group: tuple[int, ...], board: Board) -> int:
        """How many of these moves, which are alike, the engine or the others may play."""
        if board.to_move != self._seat:
            return len(group)
        return sum(move in self._moves(board) for move in group)

    def _moves(self, board: Board) -> tuple[int, ...]:
        if board.to_move != self._seat:
            return board.available_moves()
        if board not in self._choices:
            self._choices[board] = self._engine.candidates(board, self._memo)
        return self._choices[board]


def _itself(board: Board) -> Board:
    return board


def _alone(board: Board) -> Sequence[tuple[int, ...]]:
    return [(move,) for move in board.available_moves()]


def prove(engine: Engine, seat: str, start: Board, lines: int | None = None) -> ProofRecord:
    """All complete games from ``start`` with ``engine`` in ``seat``.

    ``lines`` bounds the number of losing lines that are listed; None lists them all. Raises
    EngineError where only a symmetry that the engine breaks would make the count feasible.
    """
    if not engine.is_symmetric and solution_of(start).respected:
        raise EngineError(
            f"{engine.name!r} breaks the symmetry that a proof of {start.TITLE} needs: "
            "expected ties=random"
        )
    proof = EngineProof(engine, seat, type(start))
    counts = proof.counts(start)
    return ProofRecord(*counts, tuple(islice(proof.losing_lines(start), lines)))
