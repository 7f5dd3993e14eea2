"""``AIPlayer``: the names and options of document 004."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.bitboards import ORDERED, WON
from games.engines.classic.search import Search
from games.engines.techniques import Techniques, saving
from games.rules import ClassicBoard
from tests.engines.positions import at, exact, holding, live

EMPTY = ClassicBoard()


def counted(*techniques: str, find: str = "best") -> Search:
    """A search of the empty board with these techniques, for its counters."""
    search = Search(replace(saving(*techniques), find=find))
    assert search.score(0, 0, 9) == 0
    return search


def test_the_whole_tree_has_549946_nodes() -> None:
    assert counted().nodes == 549_946
    assert AIPlayer("X").choose(EMPTY, Random(0)).nodes == 549_946


def test_pruning_leaves_one_node_in_thirty() -> None:
    assert counted("pruning", find="value").nodes == 18_297


def test_asking_for_the_sooner_win_as_well_costs_a_few_more() -> None:
    assert counted("pruning").nodes == 20_866


def test_each_further_technique_visits_less() -> None:
    with_order = counted("pruning", "ordering", find="value")
    early = counted("pruning", "ordering", "early", find="value")
    memo = counted("pruning", "ordering", "early", "memo", find="value")
    assert [s.nodes for s in (with_order, early, memo)] == [7_275, 918, 296]
    assert [s.table_hits for s in (with_order, early, memo)] == [0, 0, 93]
    assert all(s.cutoffs > 0 for s in (with_order, early, memo))


def test_only_answers_that_settle_the_window_count_as_table_hits() -> None:
    memo = counted("pruning", "memo")
    assert (memo.nodes, memo.cutoffs, memo.table_hits) == (3_000, 2_520, 2_469)


def test_without_a_technique_nothing_is_cut_and_nothing_remembered() -> None:
    plain = counted()
    assert (plain.cutoffs, plain.table_hits) == (0, 0)


def test_ordering_is_centre_corners_edges() -> None:
    assert ORDERED[0] == (16, 1, 4, 64, 256, 2, 8, 32, 128)


def test_a_memo_of_pruned_scores_taken_for_exact_would_be_wrong() -> None:
    """Why the memo keeps bounds apart: without that it finds a win on the empty board."""
    memo: dict[tuple[int, int], int] = {}

    def careless(own: int, other: int, alpha: int, beta: int) -> int:
        if (own, other) in memo:
            return memo[own, other]
        if WON[other]:
            return -10
        best = -99
        for bit in ORDERED[own | other]:
            best = max(best, -careless(other, own | bit, -beta, -max(alpha, best)))
            if best >= beta:
                break
        memo[own, other] = best if best > -99 else 0
        return memo[own, other]

    assert careless(0, 0, -99, 99) == 10
    assert AIPlayer("X", techniques=saving("pruning", "memo")).minimax_alpha_beta(EMPTY) == 0


@pytest.mark.long
def test_get_move_draws_from_the_moves_that_hold() -> None:
    board = at("X.O.X...O X")
    assert AIPlayer("X", use_alpha_beta=True).get_move(board, Random(2)) == 5
    centre = at("....X.... O")
    drawn = {AIPlayer("O").get_move(centre, Random(seed)) for seed in range(40)}
    assert drawn == holding(centre) == {0, 2, 6, 8}


@pytest.mark.parametrize("seat", ClassicBoard.SEATS)
def test_terminal_values_are_ten_for_the_own_win_whoever_the_player_is(seat: str) -> None:
    player, sign = AIPlayer(seat), 1 if seat == "X" else -1
    assert player._evaluate_terminal(at("XXXOO.... O")) == 10 * sign
    assert player._evaluate_terminal(at("OOOXX.X.. X")) == -10 * sign
    assert player._evaluate_terminal(at("XOXXOOOXX O")) == 0
    assert player._evaluate_terminal(at("X........ O")) is None


def test_a_window_gives_the_value_inside_and_a_bound_outside() -> None:
    for board in live()[::11]:
        player = AIPlayer(board.to_move, techniques=saving("ordering"))
        for alpha, beta in ((-10, 10), (-5, 5), (0, 10), (-10, 0), (5, 10), (-10, -5)):
            found = player.minimax_alpha_beta(board, alpha=alpha, beta=beta)
            if alpha < exact(board) < beta:
                assert found == exact(board)
            elif exact(board) >= beta:
                assert beta <= found <= exact(board)
            else:
                assert exact(board) <= found <= alpha


def test_at_the_horizon_an_unfinished_game_counts_even_or_as_the_heuristic_says() -> None:
    assert AIPlayer("X", depth=1).minimax(at("......... X")) == 0
    assert AIPlayer("X", use_heuristics=True, depth=1).minimax(at("......... X")) == 5
    assert AIPlayer("O", use_heuristics=True, depth=1).minimax(at("X........ O")) == 4
    assert AIPlayer("X", use_heuristics=True).minimax(at("......... X"), depth=1) == 5


def test_plain_and_pruned_agree_at_every_depth() -> None:
    for board in live()[::23]:
        for seat in ClassicBoard.SEATS:
            for depth in (1, 2, 3, 5):
                plain = AIPlayer(seat, use_heuristics=True, depth=depth)
                pruned = AIPlayer(
                    seat,
                    techniques=Techniques(True, True, ordering=True, memo=True, depth=depth),
                )
                assert plain.minimax(board) == pruned.minimax_alpha_beta(board)


def test_a_certain_win_outranks_every_guess() -> None:
    choice = AIPlayer("X", use_heuristics=True, depth=2).choose(at("XX.O.O... X"), Random(0))
    assert choice.values[2] == 10
    assert choice.candidates == (2,)


def test_depth_is_cut_to_what_is_left_of_the_game() -> None:
    assert AIPlayer("X", depth=3).choose(EMPTY, Random(0)).depth == 3
    assert AIPlayer("O").choose(at("X.OOXX.XO O"), Random(0)).depth == 2


@pytest.mark.parametrize("seat", ["x", "", "Tres"])
def test_a_side_that_is_none_is_refused(seat: str) -> None:
    with pytest.raises(ValueError, match="is no side: expected X or O"):
        AIPlayer(seat)


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_that_is_none_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=f"{depth} is no depth"):
        AIPlayer("X", depth=depth)


def test_the_principal_variation_is_best_play_for_both() -> None:
    for board in live()[::29]:
        if board.ply < 2:
            continue
        after = board
        for cell in AIPlayer(board.to_move).choose(board, Random(1)).line:
            assert cell in holding(after)
            after = after.make_move(cell)
        assert after.is_game_over()
