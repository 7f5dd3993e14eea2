"""Formulas 1, 2, 4, 5, 6, 11 and 15 against the board, each other, and their printed forms."""

from __future__ import annotations

import numpy as np
import pytest

from games.engines.classic import formulas
from games.rules import ClassicBoard, IllegalMove
from tests.engines.positions import at, exact, holding, live, reachable

BOTH = ClassicBoard.SEATS


def cells(text: str) -> tuple[str, ...]:
    """Nine characters as a board array; need not be a position that play can reach."""
    return tuple("" if mark == "." else mark for mark in text)


def test_formula_1_is_zero_at_the_start_and_the_sides_mirror_each_other() -> None:
    assert exact(ClassicBoard()) == 0
    for board in reachable():
        for_x, for_o = (formulas.minimax_value(board.marks, board.to_move, ai) for ai in BOTH)
        assert for_x == -for_o
        assert for_x in (-10, 0, 10)


def test_formulas_2_and_6_say_what_the_board_says() -> None:
    for board in reachable():
        outcome = board.outcome
        for seat in BOTH:
            assert formulas.win(board.marks, seat) == (
                outcome is not None and outcome.winner == seat
            )
        assert formulas.draw(board.marks) == (outcome is not None and outcome.winner is None)


@pytest.mark.parametrize(
    ("text", "printed", "corrected"), [("OO.......", 17, -23), ("OOO......", 295, -305)]
)
def test_formula_4_as_printed_rewards_the_opponents_marks(
    text: str, printed: int, corrected: int
) -> None:
    assert formulas.state_evaluation_printed(cells(text), "X") == printed
    assert formulas.state_evaluation(cells(text), "X") == corrected


def test_formula_4_as_printed_is_positive_for_the_loser_of_every_lost_game() -> None:
    lost = [board for board in reachable() if formulas.win(board.marks, "O")]
    assert len(lost) == 316
    assert all(formulas.state_evaluation_printed(board.marks, "X") > 0 for board in lost)


def test_formula_4_corrected_speaks_for_either_side_alike() -> None:
    for board in reachable():
        for_x, for_o = (formulas.state_evaluation(board.marks, ai) for ai in BOTH)
        assert for_x == -for_o
        if (outcome := board.outcome) is not None and outcome.winner:
            assert (for_x > 0) == (outcome.winner == "X")


def test_formula_5_finds_exactly_the_moves_that_keep_the_value() -> None:
    for board in live():
        assert set(formulas.best_moves(board.marks, board.to_move)) == holding(board)


def test_formula_5_as_printed_picks_a_worse_move_in_907_positions() -> None:
    wrong = [
        board
        for board in live()
        if not set(formulas.best_moves_printed(board.marks, board.to_move)) <= holding(board)
    ]
    assert len(wrong) == 907


def test_formula_5_as_printed_takes_a_centre_opening_for_harmless() -> None:
    board = at("....X.... O")
    assert formulas.best_moves(board.marks, "O") == (0, 2, 6, 8)
    assert formulas.best_moves_printed(board.marks, "O") == (0, 1, 2, 3, 5, 6, 7, 8)


def test_formula_11_agrees_with_the_board_on_every_move_of_every_role() -> None:
    for board in reachable()[::5]:
        for cell in range(-1, 10):
            for role in BOTH:
                try:
                    board.make_move(cell)
                    legal = role == board.to_move
                except IllegalMove:
                    legal = False
                assert formulas.valid_move(cell, role, board.to_move, board.marks) == legal


def test_formula_11_as_printed_lets_play_go_on_after_880_wins() -> None:
    open_ended = [
        board
        for board in reachable()
        if board.is_game_over()
        and any(
            formulas.valid_move_printed(cell, board.to_move, board.to_move, board.marks)
            for cell in range(9)
        )
    ]
    assert len(open_ended) == 880


def test_formula_15_is_the_same_position_as_an_array() -> None:
    matrix = formulas.board_matrix(at("X.O.X...O X"))
    assert (matrix.shape, matrix.dtype) == ((3, 3), np.int8)
    assert matrix.tolist() == [[1, 0, -1], [0, 1, 0], [0, 0, -1]]


def test_formula_15_wins_when_formula_2_does() -> None:
    for board in reachable():
        for seat, mark in (("X", 1), ("O", -1)):
            found = formulas.matrix_win(formulas.board_matrix(board), mark)
            assert found == formulas.win(board.marks, seat)
