"""The arena: fair seats, one seed, honest intervals."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import Choice, Engine, engine, engines_for
from games.engines.arena import ArenaPlayer, ArenaScore, play_out, standings, tournament, wilson
from games.rules import ClassicBoard

START = ClassicBoard()
RANDOM = engine("classic", "random")


def run(names: tuple[str, ...], games: int, seed: int = 1) -> dict[str, dict[str, ArenaScore]]:
    engines = {name: engine("classic", name) for name in names}
    return tournament(START, engines, RANDOM, games, seed, lambda done, of_all: None)


def test_every_pair_plays_the_number_of_games_and_the_rows_mirror_each_other() -> None:
    table = run(("random", "smart", "perfect"), 11)
    for one, row in table.items():
        assert set(row) == set(table) - {one}
        for two, score in row.items():
            assert score.games == 11
            mirror = table[two][one]
            assert (mirror.wins, mirror.draws, mirror.losses) == (
                score.losses,
                score.draws,
                score.wins,
            )


def test_one_seed_gives_one_table() -> None:
    assert run(("random", "smart"), 30, seed=4) == run(("random", "smart"), 30, seed=4)
    assert run(("random", "smart"), 30, seed=4) != run(("random", "smart"), 30, seed=5)


class Lowest(Engine):
    """Always the lowest free cell: whoever moves first wins against itself."""

    slug = title = idea = strength = "lowest"
    variant = "classic"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        lowest = board.available_moves()[:1]
        return Choice(lowest[0], lowest)


def test_seats_are_taken_in_turn() -> None:
    engines = {"one": Lowest(), "two": Lowest()}
    table = tournament(START, engines, RANDOM, 11, 0, lambda done, of_all: None)
    assert table["one"]["two"] == ArenaScore(wins=6, losses=5)
    assert table["two"]["one"] == ArenaScore(wins=5, losses=6)


def test_perfect_engines_draw_each_other_and_beat_random_often() -> None:
    table = run(("random", "alphabeta", "perfect"), 40)
    assert table["perfect"]["alphabeta"] == ArenaScore(0, 40, 0)
    assert table["perfect"]["random"].losses == 0
    assert list(standings(table))[-1] == "random"


def test_remembered_candidates_change_no_game() -> None:
    class Forgetful(ArenaPlayer):
        def move(self, board: ClassicBoard, rng: Random) -> int:
            return self._engine.choose(board, rng).move

    for seed in range(30):
        results = [
            play_out(
                START, {"X": kind(engine("classic", "smart")), "O": kind(RANDOM)}, Random(seed)
            )
            for kind in (ArenaPlayer, Forgetful)
        ]
        assert results[0] == results[1]


def test_progress_counts_every_game() -> None:
    told: list[tuple[int, int]] = []
    tournament(
        START,
        dict(list(engines_for("classic").items())[:3]),
        RANDOM,
        2,
        0,
        lambda done, of_all: told.append((done, of_all)),
    )
    assert told == [(done, 6) for done in range(1, 7)]


@pytest.mark.parametrize(
    ("share", "n", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0)],
)
def test_the_interval_is_wilsons(share: float, n: int, low: float, high: float) -> None:
    assert wilson(share, n) == pytest.approx((low, high), abs=5e-5)


def test_a_draw_is_half_a_point() -> None:
    assert ArenaScore(wins=1, draws=2, losses=1).points == 0.5
    low, high = ArenaScore(wins=1, draws=2, losses=1).interval
    assert low < 0.5 < high
