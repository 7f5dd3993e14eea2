"""Tournaments of engines: N games a pair, seats exchanged after each, one seed for all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from random import Random

from games.engines.base import Engine
from games.rules import Board

Z95 = 1.959964
"""The normal quantile of a two-sided 95 % interval."""

REMEMBERED = 100_000
"""Positions whose candidates are kept per engine, so that equal positions are searched once."""


@dataclass
class ArenaScore:
    """One engine's results against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games it has played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts one, a draw one half, as a share of the games."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval for ``points``; with draws it errs on the wide side."""
        return wilson(self.points, self.games)

    def add(self, won: bool | None) -> None:
        """Count a game: won, lost, or drawn (None)."""
        self.wins += won is True
        self.draws += won is None
        self.losses += won is False


def wilson(share: float, n: int) -> tuple[float, float]:
    """Wilson's score interval for a ``share`` seen in ``n`` trials."""
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


class ArenaPlayer:
    """An engine that remembers its candidates; it still draws anew among them each time.

    One that samples is asked again each time.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._candidates: dict[Board, tuple[int, ...]] = {}

    def move(self, board: Board, rng: Random) -> int:
        if self._engine.samples:
            return self._engine.choose(board, rng).move
        if board not in self._candidates:
            if len(self._candidates) >= REMEMBERED:
                self._candidates.clear()
            self._candidates[board] = self._engine.choose(board, Random(0)).candidates
        return rng.choice(self._candidates[board])


def play_out(start: Board, seats: Mapping[str, ArenaPlayer], rng: Random) -> str | None:
    """Play a game to its end; the winner's seat, or None for a draw."""
    board = start
    while (outcome := board.outcome) is None:
        board = board.make_move(seats[board.to_move].move(board, rng))
    return outcome.winner


Crosstable = dict[str, dict[str, ArenaScore]]
"""Row engine, column engine: the row's score against the column."""


def tournament(
    start: Board,
    engines: Mapping[str, Engine],
    neutral: Engine,
    games: int,
    seed: int,
    progress: Callable[[int, int], None],
) -> Crosstable:
    """Every pair plays ``games`` games from ``start`` and changes the first two seats after each.

    ``neutral`` holds any further seat of the game. ``progress`` is called with (done,
    of all) after each game.
    """
    rng = Random(seed)
    contestants = {name: ArenaPlayer(engine) for name, engine in engines.items()}
    rest = {seat: ArenaPlayer(neutral) for seat in start.SEATS[2:]}
    table: Crosstable = {
        one: {two: ArenaScore() for two in engines if two != one} for one in engines
    }
    rounds = [(pair, game) for pair in combinations(engines, 2) for game in range(games)]
    for done, (pair, game) in enumerate(rounds, 1):
        first, second = pair if game % 2 == 0 else reversed(pair)
        seats = dict(zip(start.SEATS, (first, second), strict=False))
        players = {seat: contestants[name] for seat, name in seats.items()} | rest
        _record(table, seats, play_out(start, players, rng))
        progress(done, len(rounds))
    return table


def _record(table: Crosstable, seats: Mapping[str, str], winner: str | None) -> None:
    """Enter one game in both rows. A win of the neutral seat is a draw between the two."""
    for seat, name in seats.items():
        opponent = next(other for other in seats.values() if other != name)
        table[name][opponent].add(None if winner not in seats else winner == seat)


def standings(table: Crosstable) -> dict[str, ArenaScore]:
    """Each engine's score over all its opponents, best first."""
    totals = {
        name: ArenaScore(
            sum(score.wins for score in row.values()),
            sum(score.draws for score in row.values()),
            sum(score.losses for score in row.values()),
        )
        for name, row in table.items()
    }
    return dict(sorted(totals.items(), key=lambda item: -item[1].points))
