"""The linear engine of document 001: its arithmetic, its batches, its limits."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engines import engine
from games.engines.classic.bitboards import FREE, WON, cell_of, sides
from games.engines.classic.linear import PRINTED, P, best_cells, evaluate, state
from games.rules import ClassicBoard
from games.rules.classic import LINES
from tests.engines.positions import at, holding, live

LINEAR = engine("classic", "linear")


def batch(boards: tuple[ClassicBoard, ...]) -> np.ndarray:
    return np.concatenate([state(board) for board in boards])


def by_hand(board: ClassicBoard, table: dict[tuple[int, int], float]) -> dict[int, float]:
    """Cell scores the slow way: no matrix, just the eight lines."""
    own, other = sides(board)
    scores = dict.fromkeys(board.available_moves(), 0.0)
    for line in LINES:
        mine = sum(own >> cell & 1 for cell in line)
        theirs = sum(other >> cell & 1 for cell in line)
        for cell in scores.keys() & set(line):
            scores[cell] += table[mine - theirs, mine + theirs]
    return scores


def test_the_path_matrix_is_the_printed_one() -> None:
    rows = ["".join(str(int(x)) for x in row) for row in P]
    assert rows == [
        "111000000",
        "000111000",
        "000000111",
        "100100100",
        "010010010",
        "001001001",
        "100010001",
        "001010100",
    ]


def test_the_printed_table_covers_every_state_of_a_path() -> None:
    reached = {
        (a + b + c, abs(a) + abs(b) + abs(c))
        for a in (-1, 0, 1)
        for b in (-1, 0, 1)
        for c in (-1, 0, 1)
    }
    assert reached == set(PRINTED)


@pytest.mark.parametrize(
    ("notation", "cells"),
    [
        ("......... X", [3, 2, 3, 2, 4, 2, 3, 2, 3]),
        ("X........ O", [4.5, 2.5, 3.5, 2.5, 4.5, 2, 3.5, 2, 3.5]),
        ("X...O...X O", [3, 3.5, 5, 3.5, 6, 3.5, 5, 3.5, 3]),
    ],
)
def test_cell_scores_by_the_printed_table(notation: str, cells: list[float]) -> None:
    assert evaluate(state(at(notation))).cells[0].tolist() == cells


def test_a_batch_of_every_position_scores_like_the_lines_by_hand() -> None:
    scores = evaluate(batch(live())).cells
    for board, row in zip(live(), scores, strict=True):
        for cell, score in by_hand(board, PRINTED).items():
            assert row[cell] == score


def test_arrays_have_the_documented_shapes_and_types() -> None:
    sight = evaluate(batch(live()[:7]))
    shapes = [a.shape for a in (sight.own, sight.total, sight.paths, sight.cells)]
    assert shapes == [(7, 8), (7, 8), (7, 8), (7, 9)]
    assert {a.dtype for a in (sight.own, sight.total, sight.paths, sight.cells)} == {
        np.dtype(np.float32)
    }


@given(st.lists(st.sampled_from(range(4520)), min_size=1, max_size=30))
def test_one_board_is_the_batch_of_one(chosen: list[int]) -> None:
    boards = tuple(live()[i] for i in chosen)
    together = best_cells(batch(boards))
    for board, row in zip(boards, together, strict=True):
        assert (row == best_cells(state(board))[0]).all()
        assert tuple(np.flatnonzero(row)) == LINEAR.choose(board, Random(0)).candidates


def test_an_empty_batch_gives_empty_arrays() -> None:
    assert evaluate(np.zeros((0, 9), np.int8)).cells.shape == (0, 9)


def test_its_view_is_what_it_multiplied() -> None:
    view = LINEAR.choose(at("X...O...X O"), Random(0)).view
    paths, table = np.array(view["P"]), np.array(view["state"])
    assert (paths @ table).tolist() == view["own_occupancy"]
    assert (paths @ abs(table)).tolist() == view["total_occupancy"]
    assert (paths.T @ np.array(view["path_scores"])).tolist() == view["cell_scores"]


def test_it_wins_when_it_can_and_blocks_when_it_must() -> None:
    for board in live():
        own, other = sides(board)
        free = FREE[own | other]
        wins = {cell_of(bit) for bit in free if WON[own | bit]}
        blocks = {cell_of(bit) for bit in free if WON[other | bit]}
        if needed := wins or blocks:
            assert set(LINEAR.choose(board, Random(0)).candidates) <= needed


def test_it_walks_into_the_two_corner_trap() -> None:
    board = at("X...O...X O")
    assert LINEAR.choose(board, Random(0)).candidates == (2, 6)
    assert holding(board) == {1, 3, 5, 7}


def test_taken_cells_often_score_highest_so_that_free_cells_must_be_picked_out() -> None:
    boards = batch(live())
    scores = evaluate(boards).cells
    free = np.where(boards == 0, scores, -np.inf).max(axis=1)
    assert (scores.max(axis=1) > free).sum() == 1345


def test_equal_scores_occur_so_that_the_printed_algorithm_needs_a_draw() -> None:
    assert (best_cells(batch(live())).sum(axis=1) > 1).sum() == 421


score = st.integers(-40, 40).map(lambda n: n / 2)


@given(st.fixed_dictionaries(dict.fromkeys(PRINTED, score)))
def test_no_table_of_path_scores_never_loses(table: dict[tuple[int, int], float]) -> None:
    """Between two opposite corners of X only edges hold, which asks for (-1, 1) < 0; beside the
    centre and the other corner only corners hold, which asks for > 0.
    """

    def holds(notation: str) -> bool:
        scores = by_hand(at(notation), table)
        best = {cell for cell, score in scores.items() if score == max(scores.values())}
        return best <= holding(at(notation))

    assert not all(map(holds, ("X...O...X O", "O...X...X O")))
