"""Learners: what they begin with, what they learn, and the exact count of what they still lose."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines.classic.symmetry import images
from games.engines.learning.learner import Learner, LearnerSettings
from games.engines.learning.menace import Matchbox, Menace, boxes, turning
from games.engines.learning.net import Net
from games.engines.learning.opponents import Opponent, moves_of
from games.engines.learning.positions import O, X, positions, ways_to_lose
from games.engines.learning.tables import QTable, TemporalDifference
from games.engines.learning.training import (
    LEARNERS,
    LearnerOptions,
    curve,
    never_loses_after,
    new_learner,
)
from games.engines.learning.uct import Uct
from games.rules import ClassicBoard


def safe_since(learner: Learner, games: int) -> int | None:
    return never_loses_after(list(curve(learner, games)))


@pytest.mark.parametrize(("symmetry", "count", "live"), [(True, 765, 627), (False, 5478, 4520)])
def test_positions_are_the_known_ones(symmetry: bool, count: int, live: int) -> None:
    known = positions(symmetry)
    assert len(known) == count
    assert sum(result is None for result in known.result) == live


def games_lost(board: ClassicBoard, seat: str) -> int:
    """The games that ``seat`` can lose by any moves, played out one by one."""
    if (outcome := board.outcome) is not None:
        return int(outcome.winner not in (seat, None))
    return sum(games_lost(board.make_move(cell), seat) for cell in board.available_moves())


def test_one_that_plays_anything_loses_every_game_that_can_be_lost() -> None:
    known = positions(symmetry=False)
    assert ways_to_lose(known, lambda at: known.after[at], [X]) == 77_904
    assert ways_to_lose(known, lambda at: known.after[at], [O]) == 131_184


@pytest.mark.parametrize("symmetry", [True, False])
def test_the_perfect_player_loses_in_no_way(symmetry: bool) -> None:
    perfect = moves_of("perfect", symmetry)
    assert ways_to_lose(positions(symmetry), lambda at: perfect[at]) == 0


def test_one_that_resigns_loses_in_one_way_wherever_it_does() -> None:
    known = positions(symmetry=True)
    assert ways_to_lose(known, lambda at: (), [X]) == 1
    assert ways_to_lose(known, lambda at: (), [O]) == 9


@pytest.mark.parametrize("seed", range(4))
def test_a_way_to_lose_is_a_game_that_a_walk_of_the_board_finds(seed: int) -> None:
    known, rng = positions(symmetry=False), Random(seed)
    chosen = [rng.choice(after) if after else 0 for after in known.after]

    def walk(board: ClassicBoard) -> int:
        if (outcome := board.outcome) is not None:
            return int(outcome.winner == "O")
        if board.to_move == "X":
            return walk(known.boards[chosen[known.of(board)]])
        return sum(walk(board.make_move(cell)) for cell in board.available_moves())

    assert ways_to_lose(known, lambda at: [chosen[at]], [X]) == walk(ClassicBoard())


@pytest.mark.parametrize("name", ["random", "smart", "perfect", "half"])
def test_an_opponent_makes_the_moves_it_says_with_the_chances_it_says(name: str) -> None:
    known = positions(symmetry=False)
    opponent = Opponent(name, symmetry=False)
    for at in range(0, len(known), 97):
        if known.result[at] is None:
            chances = opponent.chances(at)
            assert sum(chance for _, chance in chances) == pytest.approx(1)
            assert {to for to, _ in chances} <= set(known.after[at])


def test_menace_is_built_of_304_boxes_with_1720_beads() -> None:
    assert [sum(box.stage == stage for box in boxes()) for stage in range(4)] == [1, 12, 108, 183]
    assert Menace(1).total == 1720
    assert sum(Menace(1).beads[0]) == 12
    assert boxes()[0].moves == ((0, 2, 6, 8), (1, 3, 5, 7), (4,))


@pytest.mark.parametrize(
    ("learner", "ways"),
    [(Menace(1), 17_985), (TemporalDifference(1), 43_998), (Uct(1), 84_333)],
    ids=["menace", "td", "mcts"],
)
def test_an_untrained_learner_loses_in_the_known_number_of_ways(
    learner: Learner, ways: int
) -> None:
    assert learner.loses() == ways


@given(seed=st.integers(0, 10**6), games=st.integers(0, 60), refill=st.booleans())
@settings(max_examples=20)
def test_menace_counts_its_ways_as_every_learner_does(seed: int, games: int, refill: bool) -> None:
    machine = Menace(seed, LearnerSettings(against="perfect", refill=refill))
    machine.train(games)
    assert machine.loses() == ways_to_lose(machine.known, machine.choices, [X])
    assert machine.games == games
    assert min(map(min, machine.beads)) >= 0


@pytest.mark.parametrize(("result", "beads"), [(1, 7), (0, 5), (-1, 3)])
def test_a_game_changes_the_beads_of_the_boxes_it_opened(result: int, beads: int) -> None:
    machine = Menace(1)
    machine.learn([(0, 2)], result)
    assert machine.beads[0] == [4, 4, beads]
    assert machine.used[:2] == [1, 0]


def test_an_empty_box_resigns_unless_it_is_refilled() -> None:
    for refill, drawn in ((False, {None}), (True, {0, 1, 2})):
        machine = Menace(1, LearnerSettings(against="half", refill=refill))
        found = set()
        for _ in range(50):
            machine.beads[0] = [0, 0, 0]
            found.add(machine.draw(0))
        assert found == drawn


@given(st.sampled_from(boxes()), st.sampled_from(range(8)))
def test_a_position_is_turned_onto_the_lid_of_its_box(box: Matchbox, way: int) -> None:
    board = ClassicBoard(images(box.board.x)[way], images(box.board.o)[way])
    by = turning(board)
    for mask, on_lid in zip(board, box.board, strict=True):
        assert sum(1 << by[cell] for cell in range(9) if mask >> cell & 1) == on_lid


@pytest.mark.long
@pytest.mark.parametrize("name", LEARNERS)
def test_a_training_is_repeated_by_its_seed_however_it_is_divided(name: str) -> None:
    once, twice = (new_learner(name, 7, LearnerOptions()) for _ in range(2))
    every = once.EVERY
    once.train(2 * every)
    twice.train(every)
    twice.train(every)
    assert once.loses() == twice.loses()
    assert once.results("smart") == pytest.approx(twice.results("smart"))


def test_td_with_symmetry_is_safe_after_1800_random_games_of_seed_1() -> None:
    assert safe_since(TemporalDifference(1), 3000) == 1800


@pytest.mark.parametrize("name", ["random", "smart", "perfect", "half"])
def test_a_table_can_train_against_each_opponent(name: str) -> None:
    learner = TemporalDifference(1, LearnerSettings(epsilon=0.2, against=name))
    learner.train(300)
    assert sum(learner.results(name)) == pytest.approx(1)
    assert learner.loses() < 43_998


def test_who_trains_only_with_a_master_draws_with_it_and_loses_to_beginners() -> None:
    machine = Menace(2, LearnerSettings(against="perfect", refill=True))
    machine.train(1000)
    won, drawn, _ = machine.results("perfect")
    assert won == 0
    assert drawn > 0.97
    assert machine.results("random")[2] > 0.01
    assert machine.loses() > 100


def test_the_first_of_equal_moves_without_much_exploring_is_not_safe_in_5000_games() -> None:
    learner = TemporalDifference(1, LearnerSettings(epsilon=0.1, equal_by_lot=False))
    assert safe_since(learner, 5000) is None


SPREADS = [
    (TemporalDifference, LearnerSettings(), 4_000, 1_000, 3_400),
    (TemporalDifference, LearnerSettings(epsilon=0.1), 6_000, 1_400, 4_800),
    (
        TemporalDifference,
        LearnerSettings(symmetry=False, equal_by_lot=False),
        24_000,
        9_000,
        20_000,
    ),
    (QTable, LearnerSettings(equal_by_lot=False), 9_000, 3_000, 6_600),
    (QTable, QTable.DEFAULTS, 60_000, 33_000, 52_000),
]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "chosen", "games", "least", "most"), SPREADS)
def test_tables_become_safe_within_their_spread(
    kind: type[Learner], chosen: LearnerSettings, games: int, least: int, most: int
) -> None:
    for seed in range(1, 6):
        since = safe_since(kind(seed, chosen), games)
        assert since is not None
        assert least <= since <= most


@pytest.mark.long
def test_uct_is_safe_with_2000_games_a_move() -> None:
    assert safe_since(Uct(1), 2000) == 200
    for seed in range(2, 4):
        searches = Uct(seed)
        searches.train(2000)
        assert searches.loses() == 0


@pytest.mark.long
def test_menace_is_safe_at_some_time_in_55_to_80_percent_of_machines() -> None:
    safe = 0
    for seed in range(1, 61):
        safe += any(point["loses"] == 0 for point in curve(Menace(seed), 1000))
    assert 33 <= safe <= 48


@pytest.mark.long
def test_the_net_becomes_safe() -> None:
    for seed in range(1, 4):
        points = list(curve(Net(seed), 81_000))
        assert any(point["loses"] == 0 for point in points)
        assert points[-1]["loses"] <= 24


def test_the_net_has_1697_weights_and_learns_from_its_first_games() -> None:
    net = Net(1)
    assert net.size == 1697
    before = net.loses()
    net.train(5120)
    assert net.loses() < before / 2
