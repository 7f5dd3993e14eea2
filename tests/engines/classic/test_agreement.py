"""Minimax, alpha-beta in every combination, bitboard and the table: one value everywhere."""

from __future__ import annotations

from itertools import product

import pytest

from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.bitboard_engine import BitSearch
from games.engines.classic.bitboards import sides
from games.engines.classic.scores import depth_aware, plies_left, value_of
from games.engines.classic.search import EXACT, Search
from games.engines.classic.tablebase import table
from games.engines.techniques import Techniques, saving
from games.rules import ClassicBoard
from tests.engines.positions import exact, live, reachable

SWITCHES = ("pruning", "heuristics", "ordering", "early", "memo")

COMBINATIONS = [
    saving(*(name for name, on in zip(SWITCHES, which, strict=True) if on))
    for which in product((False, True), repeat=len(SWITCHES))
]


@pytest.mark.long
@pytest.mark.parametrize("techniques", COMBINATIONS, ids=lambda one: "+".join(one.names))
def test_every_combination_values_every_position_alike_for_both_sides(
    techniques: Techniques,
) -> None:
    players = {seat: AIPlayer(seat, techniques=techniques) for seat in ClassicBoard.SEATS}
    for number, board in enumerate(reachable()):
        value = exact(board)
        for seat, player in players.items():
            if seat != board.to_move and number % 7:
                continue  # the same search with the sign turned
            search = player.minimax_alpha_beta if techniques.pruning else player.minimax
            assert search(board) == (value if seat == board.to_move else -value), board.notation


def test_the_table_holds_exactly_the_reachable_positions_at_their_values() -> None:
    boards = table().boards()
    assert len(boards) == len(reachable()) == 5478
    assert set(boards) == set(reachable())
    for board in reachable():
        assert value_of(table().score(board)) == exact(board), board.notation


def test_the_bitboard_search_values_every_live_position_alike() -> None:
    for board in live():
        own, other = sides(board)
        assert BitSearch().value(own, other) == exact(board), board.notation
        assert BitSearch().negamax(own, other) == table().score(board), board.notation


def test_the_bitboard_search_counts_what_it_visits_and_what_it_skips() -> None:
    search = BitSearch()
    search.rank(0, 0)
    assert (search.nodes, search.cutoffs) == (3_175, 1_385)


@pytest.mark.long
def test_move_values_and_distances_agree_in_every_position() -> None:
    for board in live():
        own, other = sides(board)
        expected = {m: -table().score(board.make_move(m)) for m in board.available_moves()}
        searches = [
            Search(saving(*on)) for on in ((), ("pruning", "ordering", "early"), ("pruning",))
        ]
        assert BitSearch().rank(own, other) == expected, board.notation
        best = max(expected.values())
        for search in searches:
            found = search.rank(own, other, 9)
            assert found.keys() == expected.keys()
            for cell, one in found.items():
                known = one.bound == EXACT
                assert one.score == expected[cell] if known else expected[cell] <= one.score < best


def test_the_score_of_every_position_is_its_value_brought_nearer_by_the_plies_to_its_end() -> None:
    for board in reversed(reachable()):
        if board.is_game_over():
            assert table().score(board) == depth_aware(exact(board), board.ply)
        else:
            after = [board.make_move(m) for m in board.available_moves()]
            best = max(after, key=lambda b: -table().score(b))
            assert table().score(board) == -table().score(best)
            left = plies_left(table().score(board), board.ply)
            assert left == 1 + (plies_left(table().score(best), best.ply) or 0)
