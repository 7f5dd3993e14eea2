"""The heuristic of document 004: its terms, its worked example, its faults."""

from __future__ import annotations

import pytest

from games.engines.classic import heuristic
from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.bitboards import holdings
from games.rules import ClassicBoard
from tests.engines.positions import at, live, reachable

BOTH = ClassicBoard.SEATS


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


def test_inside_a_search_it_never_does() -> None:
    bounded = {heuristic.bounded(*holdings(board, seat)) for board in live() for seat in BOTH}
    assert (min(bounded), max(bounded)) == (-9, 9)
