"""The heuristic of document 004: its terms, its worked example, its faults."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engines import engine
from games.engines.classic import heuristic
from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.bitboards import holdings
from games.engines.proofs import prove
from games.engines.techniques import Techniques
from games.rules import ClassicBoard
from tests.engines.positions import at, live, reachable

BOTH = ClassicBoard.SEATS
EMPTY = ClassicBoard.start()


def test_the_worked_example_is_nine_and_not_ten() -> None:
    assert AIPlayer("X")._heuristic_evaluation(at("X.O.X.... O")) == 9


def test_one_row_counts_in_the_worked_example_not_two() -> None:
    terms = heuristic.explain(*holdings(at("X.O.X.... O"), "X"))
    assert [line["term"] for line in terms["lines"]] == [0, 1, 0, 1, 1, 0, 5, 0]
    assert (terms["centre"], terms["total"]) == (1, 9)


def test_it_is_not_zero_sum() -> None:
    board = at("X.O.X.... O")
    assert [AIPlayer(seat)._heuristic_evaluation(board) for seat in BOTH] == [9, -3]


@pytest.mark.parametrize(
    ("notation", "seat", "value"),
    [
        ("......... X", "X", 0),
        ("....X.... O", "X", 5),
        ("....X.... O", "O", 0),
        ("X........ O", "X", 3),
        ("OO.XX.... X", "X", 3),
        ("XX.OXO... O", "X", 17),
        ("...OXOX.X O", "O", -12),
    ],
)
def test_exact_values(notation: str, seat: str, value: int) -> None:
    assert AIPlayer(seat)._heuristic_evaluation(at(notation)) == value


def test_the_explained_terms_always_add_up() -> None:
    for board in reachable():
        for seat in BOTH:
            own, other = holdings(board, seat)
            terms = heuristic.explain(own, other)
            total = sum(line["term"] for line in terms["lines"]) + terms["centre"]
            assert total == terms["total"] == heuristic.evaluate(own, other)


def test_as_printed_it_outranks_a_win_in_692_unfinished_positions() -> None:
    over = [
        board
        for board in live()
        if any(heuristic.evaluate(*holdings(board, seat)) >= 10 for seat in BOTH)
    ]
    assert len(over) == 692


def test_as_printed_a_search_passes_over_a_win_for_a_guess() -> None:
    board = at("XX.O.O... X")
    seen = {
        word: engine("classic", f"alphabeta:depth=1,heuristics={word}").choose(board, Random(0))
        for word in ("on", "printed")
    }
    assert {word: one.values for word, one in seen.items()} == {
        "on": {2: 10, 4: 9, 6: 5, 7: 8, 8: 8},
        "printed": {2: 10, 4: 17, 6: 5, 7: 8, 8: 8},
    }
    assert [one.candidates for one in seen.values()] == [(2,), (4,)]
    assert seen["printed"].view["plies"] == {"2": 1, "4": None, "6": None, "7": None, "8": None}


def test_a_sum_of_ten_is_no_win_of_known_distance() -> None:
    seen = engine("classic", "alphabeta:depth=1,heuristics=printed").choose(
        at("XX..OO... X"), Random(0)
    )
    assert (seen.values[2], seen.values[3]) == (10, 10)
    assert (seen.view["plies"]["2"], seen.view["plies"]["3"]) == (1, None)


def test_as_printed_it_loses_more_games_at_one_ply() -> None:
    lost = {
        word: [
            prove(engine("classic", f"alphabeta:depth=1,heuristics={word}"), seat, EMPTY).losses
            for seat in BOTH
        ]
        for word in ("on", "printed")
    }
    assert lost == {"on": [40, 248], "printed": [72, 248]}


def test_pruning_finds_the_printed_sum_even_above_a_win() -> None:
    above, printed = 0, Techniques(heuristics=True, depth=1, unbounded=True)
    for board in live()[::7]:
        plain = AIPlayer("X", techniques=printed)
        pruned = AIPlayer("X", techniques=replace(printed, pruning=True, memo=True))
        value = plain.minimax(board)
        assert pruned.minimax_alpha_beta(board) == value
        above += value > 10
    assert above == 95


def test_inside_a_search_it_never_does() -> None:
    bounded = {heuristic.bounded(*holdings(board, seat)) for board in live() for seat in BOTH}
    assert (min(bounded), max(bounded)) == (-9, 9)
