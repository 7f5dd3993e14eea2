"""What the solution of every game promises; that of an unsolved one has no answers."""

from __future__ import annotations

import pytest

from games.engines import solution_of
from games.engines.sides import has_side, sign
from games.rules import Board
from tests.conformance.positions import small, walks


@pytest.fixture
def game(game: type[Board]) -> type[Board]:
    """With its solution at hand, for each reading of the rules."""
    for exact in {False, game.OPTION is not None}:
        solution_of(game).make_ready(game.start(exact=exact))
    return game


def is_solved(board: Board) -> bool:
    return solution_of(board).value(board) is not None


def test_what_is_best_agrees_with_the_values(game: type[Board]) -> None:
    solution = solution_of(game)
    for board in walks(game, seeds=2):
        values, best = solution.values(board), solution.best_moves(board)
        if board.is_game_over() or not is_solved(board):
            assert (values, best) == ({}, ())
            continue
        assert tuple(values) == tuple(solution.ranks(board)) == board.available_moves()
        assert set(best) <= set(solution.keeping_moves(board)) <= set(values)
        told = [values[best[0]]] if has_side(board) else values.values()
        assert solution.value(board) == pytest.approx(sum(told) / len(told), abs=1e-9)


def test_a_finished_game_is_worth_a_win_a_loss_or_a_draw(game: type[Board]) -> None:
    solution = solution_of(game)
    for board in walks(game):
        if board.is_game_over() and is_solved(board):
            assert abs(solution.value(board) or 0) in (0, solution.win)


def test_what_follows_a_solved_position_is_solved(game: type[Board]) -> None:
    for board in walks(game, seeds=2):
        if is_solved(board):
            assert all(is_solved(board.make_move(cell)) for cell in board.available_moves())


@pytest.mark.long
def test_positions_that_are_alike_are_worth_the_same(game: type[Board]) -> None:
    solution = solution_of(game)
    for board in small(game):
        other = solution.canonical(board)
        assert solution.canonical(other) == other
        assert other.ply == board.ply
        assert solution.value(other) == pytest.approx(solution.value(board), abs=1e-9)


@pytest.mark.long
def test_a_solution_agrees_with_a_search(game: type[Board]) -> None:
    solution = solution_of(game)
    for board in small(game):
        value, values = solution.value(board), solution.values(board)
        if not is_solved(board):
            assert (value, values) == (None, {})
            continue
        assert value is not None
        assert sign(board) * value / solution.win == pytest.approx(searched(board), abs=1e-6)
        assert set(values) == set(board.available_moves())
        for cell, worth in values.items():
            after = board.make_move(cell)
            assert sign(board) * worth / solution.win == pytest.approx(searched(after), abs=1e-6)


def searched(board: Board) -> float:
    """The value for the first seat by the laws alone: 1 its win, -1 its rival's, else 0."""
    first, second = board.RIVALS
    if (outcome := board.outcome) is not None:
        return {first: 1, second: -1}.get(outcome.winner or "", 0)
    after = [searched(board.make_move(cell)) for cell in board.available_moves()]
    if board.to_move == board.CHANCE_SEAT:
        return sum(after) / len(after)
    return max(after) if board.to_move == first else min(after)
