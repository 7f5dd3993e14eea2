"""Solved endings of Ultimate against a search of the board alone, and proofs before them."""

from __future__ import annotations

import pytest

from games.analysis.position.page import page
from games.analysis.reasons import Claim, reason_of
from games.analysis.results import proven
from games.analysis.variations import Variation
from games.engines import EngineError, engine, engines_on_pages, solution_of, solve
from games.engines.answers import analyse
from games.engines.ultimate.alphabeta import WIN
from games.engines.ultimate.deepening import ON_PAGES
from games.engines.ultimate.endings import EARLY_PATIENCE, FAR
from games.engines.ultimate.position import position
from games.management.commands.analyse import headline
from games.rules import UltimateBoard
from tests.engines.ultimate.positions import at_free, minimax, walk

SOLUTION = solution_of(UltimateBoard)


def endings(free: int, most: bool) -> list[UltimateBoard]:
    return [one for seed in range(30) if (one := at_free(seed, free, most=most)) is not None]


@pytest.mark.parametrize("most", [False, True])
def test_an_ending_has_the_values_and_the_distance_of_minimax(most: bool) -> None:
    results = set()
    for board in endings(7, most):
        true = minimax(board, 81)
        results.add(SOLUTION.value(board))
        assert SOLUTION.value(board) == (true > 0) - (true < 0)
        assert SOLUTION.distance(board) == (WIN - abs(true) - board.ply if true else None)
        for cell, rank in SOLUTION.ranks(board).items():
            assert rank == -minimax(board.make_move(cell), 81)
    assert results == {-1, 0, 1}


def test_only_positions_with_few_free_cells_have_values() -> None:
    for board in walk(1):
        assert (SOLUTION.value(board) is None) == (position(board).free > FAR)
        assert bool(SOLUTION.values(board)) == (position(board).free <= FAR)


def test_the_game_itself_is_not_solved() -> None:
    with pytest.raises(EngineError, match="'ultimate' is not solved"):
        solve("ultimate")


def test_an_attempt_proves_what_the_ending_says() -> None:
    for board in endings(FAR, most=False)[:8]:
        found = SOLUTION.attempt(board)
        assert found is not None
        assert (found.value, found.plies) == (SOLUTION.value(board), SOLUTION.distance(board))
        if found.value == 1:
            assert SOLUTION.ranks(board)[found.move] == max(SOLUTION.ranks(board).values())


@pytest.mark.long
def test_an_attempt_that_reaches_no_end_proves_nothing() -> None:
    found = SOLUTION.attempt(UltimateBoard.start())
    assert found is not None
    assert (found.value, found.plies, found.move) == (None, None, None)
    assert EARLY_PATIENCE <= found.nodes < EARLY_PATIENCE + 1000


@pytest.mark.long
def test_a_page_of_all_engines_is_little_work() -> None:
    start = UltimateBoard.start()
    seen = analyse(start, engines_on_pages(start))
    assert seen["attempt"]
    assert seen["attempt"]["nodes"] < EARLY_PATIENCE + 1000
    nodes = {slug: answer["nodes"] for slug, answer in seen["engines"].items()}
    assert nodes["mcts"] == 2000
    assert ON_PAGES <= nodes["deepening"] < ON_PAGES + 1000
    assert engine("ultimate", "deepening").on_pages.name == "deepening:nodes=100000"


@pytest.mark.parametrize("most", [False, True])
def test_every_reason_claims_what_is_proven(most: bool) -> None:
    for board in endings(9, most):
        values = SOLUTION.values(board)
        for cell, value in values.items():
            reason = reason_of(board, cell)
            true = {
                Claim.WINS: value == 1,
                Claim.LOSES: value == -1,
                Claim.MISSES: SOLUTION.ranks(board)[cell] < max(SOLUTION.ranks(board).values()),
                Claim.KEEPS: value == 0,
            }
            assert true[reason.claim], (board.notation, board.cell_name(cell), reason.text)


def test_a_proven_result_is_told_with_the_move_that_begins_it() -> None:
    told = set()
    for board in (one for seed in range(6) if (one := at_free(seed, FAR + 2)) is not None):
        if (attempt := analyse(board, {})["attempt"]) is None:
            continue
        moves = proven(board, attempt)
        if attempt["value"] is None or attempt["move"] is None:
            assert moves == {}
            continue
        name = board.cell_name(attempt["move"])
        does = {1: "begins", 0: "keeps it", -1: "lasts longest"}[attempt["value"]]
        assert headline(board, analyse(board, {})).split(". ")[0].endswith(f": {name} {does}")
        assert list(moves) == [attempt["move"]]
        shown = page(Variation((board,), (), 0), "")
        marked = [cell for row in shown["rows"] for cell in row if cell.move]
        assert [cell.name for cell in marked] == [name]
        assert ", best" in marked[0].label
        told.add(attempt["value"])
    assert 1 in told
