"""The searches of Ultimate against plain minimax on its board."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engines import EngineError, engine
from games.engines.base import EXACT
from games.engines.ultimate.alphabeta import INFINITE, WIN, AlphaBetaSearch
from games.engines.ultimate.deepening import DeepeningSearch, ProofSearch
from games.engines.ultimate.position import position
from games.rules import UltimateBoard
from tests.engines.ultimate.positions import at_free, minimax, walk


@given(seed=st.integers(0, 10**6), most=st.booleans())
def test_a_position_has_the_moves_of_its_board(seed: int, most: bool) -> None:
    for board in walk(seed, most=most)[::7]:
        assert tuple(sorted(position(board).moves)) == board.available_moves()


@pytest.mark.long
@pytest.mark.parametrize("depth", [1, 2, 3])
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), most=st.booleans())
def test_alpha_beta_finds_the_value_of_minimax(depth: int, seed: int, most: bool) -> None:
    for board in walk(seed, most=most)[9::17]:
        search = AlphaBetaSearch(root := position(board))
        values = {
            cell: search.after(move, depth, -INFINITE, INFINITE)
            for cell, move in root.moves.items()
        }
        assert values == {
            cell: -minimax(board.make_move(cell), depth - 1) for cell in board.available_moves()
        }


@pytest.mark.parametrize("depth", [2, 4])
def test_alpha_beta_draws_from_all_moves_of_the_highest_value(depth: int) -> None:
    for board in walk(4)[11::9]:
        choice = engine("ultimate", f"alphabeta:depth={depth}").choose(board, Random(1))
        search = AlphaBetaSearch(root := position(board))
        true = {
            cell: search.after(move, depth, -INFINITE, INFINITE)
            for cell, move in root.moves.items()
        }
        best = max(true.values())
        assert choice.candidates == tuple(sorted(c for c in true if true[c] == best))
        for cell, known in choice.bounds.items():
            if known is EXACT and abs(true[cell]) < WIN - 100:
                assert choice.values[cell] == true[cell]


def test_deepening_finds_what_alpha_beta_finds_at_its_depth() -> None:
    for board in walk(5)[8::11]:
        search = DeepeningSearch(root := position(board), 20_000)
        search.run()
        plain = AlphaBetaSearch(root)
        true = [
            plain.after(move, search.depth, -INFINITE, INFINITE) for move in root.moves.values()
        ]
        assert max(search.values.values()) == max(true)


@pytest.mark.parametrize("most", [False, True])
def test_a_proven_ending_has_the_value_of_minimax(most: bool) -> None:
    proven = 0
    for seed in range(30):
        if (board := at_free(seed, 7, most=most)) is None:
            continue
        search = ProofSearch(position(board), 10**6)
        search.run()
        assert search.is_proven
        assert max(search.values.values()) == minimax(board, 81)
        proven += 1
    assert proven >= 10


def test_what_its_budget_does_not_reach_is_not_proven() -> None:
    search = ProofSearch(position(UltimateBoard.start()), 20_000)
    search.run()
    assert not search.is_proven
    assert 20_000 <= search.nodes < 21_000


def wins_at_once() -> list[UltimateBoard]:
    boards = [board for seed in range(40) for board in walk(seed)]
    return [board for board in boards if board.winning_cells(board.to_move)][:20]


@pytest.mark.parametrize("name", ["greedy", "alphabeta", "mcts:simulations=500", "deepening"])
def test_a_win_at_once_is_taken(name: str) -> None:
    for board in wins_at_once():
        move = engine("ultimate", name).choose(board, Random(1)).move
        assert move in board.winning_cells(board.to_move)


def test_a_win_in_some_plies_is_valued_by_their_number() -> None:
    for board in wins_at_once()[:5]:
        for name in ("alphabeta", "deepening"):
            choice = engine("ultimate", name).choose(board, Random(1))
            assert choice.values[choice.move] == WIN - 1


def test_the_line_of_a_move_can_be_played() -> None:
    board = walk(7)[20]
    for cell in board.available_moves():
        line = engine("ultimate", "alphabeta").line_of(board, cell)
        assert line[0] == cell
        assert len(line) == 4
        after = board
        for each in line:
            after = after.make_move(each)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("alphabeta:depth=10", "'depth=10' does not fit: expected 1 to 9"),
        ("mcts:simulations=3", "'simulations=3' does not fit: expected 100 to 10000"),
        ("deepening:nodes=9999999", "'nodes=9999999' does not fit: expected 100000 to 3000000"),
        ("greedy:depth=2", "'depth' is no option of greedy: expected none"),
    ],
)
def test_an_option_out_of_bounds_is_refused(name: str, expected: str) -> None:
    with pytest.raises(EngineError, match=expected):
        engine("ultimate", name)
