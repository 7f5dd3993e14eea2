"""Each search enters what the engine enters with the same techniques."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from games.engines import engine
from games.engines.subtrees import SearchCount, SubtreeSearch, count, counts, levels, size
from games.engines.techniques import BEST_FIRST, EXTRA, STEPS, Techniques, saving
from games.rules import Board, ClassicBoard, board_class
from tests.conformance.row import RowBoard, registered
from tests.engines.positions import at, live

EMPTY = ClassicBoard.start()
MAIN = at("X.O.X...O X")
LATE = Random(7).sample([board for board in live() if board.ply >= 3], 80)

SWITCHES = ("pruning", "ordering", "memo", "early")
"""The engine knows no symmetry."""

SUBSETS = [
    saving(*(name for name, on in zip(SWITCHES, way, strict=True) if on))
    for way in product((False, True), repeat=len(SWITCHES))
]
"""All 16 ways to switch the engine's techniques on and off."""


def played(board: ClassicBoard, techniques: Techniques) -> tuple[int, int, int]:
    """What the engine counts: positions, moves cut, answers from its memo."""
    switches = [f"{name}={'on' if name in techniques.names else 'off'}" for name in SWITCHES]
    name = f"alphabeta:{','.join(switches)},find=value"
    choice = engine("classic", name).choose(board, Random(0))
    return choice.nodes, choice.cutoffs, choice.table_hits


def counted(one: SearchCount) -> tuple[int, int, int]:
    return one.entered, one.found.moves_cut, one.found.hits


def test_the_empty_board_is_searched_as_counted_once_by_hand() -> None:
    found = counts(EMPTY)
    assert tuple(one.techniques for one in found) == STEPS
    assert [one.plies for one in found] == [
        (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
        (1, 9, 30, 132, 409, 1306, 2645, 5173, 5316, 3276),
        (1, 9, 16, 70, 186, 642, 1250, 2217, 1859, 1025),
        (1, 9, 16, 42, 107, 242, 321, 318, 147, 39),
        (1, 3, 4, 11, 28, 56, 70, 74, 30, 8),
    ]
    assert [one.entered for one in found] == [549_946, 18_297, 7_275, 1_242, 285]
    assert found[0].found.leaves == 255_168
    assert count(EMPTY, EXTRA).entered == 296


def test_the_example_has_a_count_for_every_list_of_techniques() -> None:
    assert [one.entered for one in counts(MAIN)] == [186, 88, 120, 67, 52]
    assert count(MAIN, EXTRA).entered == 16
    assert count(MAIN, saving("memo")).entered == 76
    assert count(MAIN, BEST_FIRST).entered == 28


@pytest.mark.parametrize("techniques", SUBSETS, ids=lambda one: "+".join(one.names))
def test_every_search_counts_what_the_engine_counts(techniques: Techniques) -> None:
    for board in LATE[::2]:
        found = count(board, techniques)
        assert counted(found) == played(board, techniques), board.notation


def test_the_engine_counts_the_same_from_the_empty_board() -> None:
    for techniques in (*STEPS[1:4], EXTRA):
        assert counted(count(EMPTY, techniques)) == played(EMPTY, techniques)


def test_every_position_of_the_tree_is_entered_skipped_or_known() -> None:
    for board in LATE:
        for techniques in (*SUBSETS, STEPS[-1], replace(STEPS[-1], early=True), BEST_FIRST):
            found = count(board, techniques)
            all_of = found.entered + found.found.skipped + found.found.known
            assert all_of == size(board), board.notation
            assert found.found.leaves <= found.entered


def test_the_second_search_is_the_tree_that_is_drawn() -> None:
    for board in LATE:
        assert SubtreeSearch(saving("pruning")).found(board) == counts(board)[1].found


def test_the_best_move_first_mostly_enters_fewest_but_not_always() -> None:
    """Where a best move has a larger tree below it than another, the other order can do with less.

    So no page calls it the fewest.
    """
    beaten = [
        board
        for board in LATE
        if count(board, BEST_FIRST).entered > min(one.entered for one in counts(board)[1:3])
    ]
    assert 0 < len(beaten) < len(LATE) / 4
    assert at("X..OX...O X") in beaten


def test_leaves_are_the_games_that_can_still_be_played() -> None:
    def ends(board: Board) -> int:
        if board.is_game_over():
            return 1
        return sum(ends(board.make_move(cell)) for cell in board.available_moves())

    assert count(MAIN).found.leaves == 86
    for board in LATE[::7]:
        assert count(board).found.leaves == ends(board)


def test_no_ply_is_entered_beyond_its_positions() -> None:
    for board in LATE:
        everything = levels(board)
        for one in counts(board):
            pairs = zip(one.plies, everything, strict=True)
            assert all(entered <= there for entered, there in pairs)


def test_every_search_of_a_late_ultimate_position_finds_what_minimax_finds() -> None:
    """There the cell that blocks may lie in another board, and so may those of the rival."""
    asked = 0
    for seed in range(60):
        rng, board = Random(seed), board_class("ultimate").start(exact=seed % 2 == 0)
        while not board.is_game_over() and board.marks.count("") > 9:
            legal, small = board.available_moves(), board.small_boards
            quiet = [cell for cell in legal if not small or cell not in small.takes]
            board = board.make_move(rng.choice(quiet or legal))
        if board.is_game_over():
            continue
        asked += 1
        value = count(board).found.value
        for techniques in (EXTRA, *SUBSETS[1::2]):
            assert count(board, techniques).found.value == value, board.notation
    assert asked > 30


def test_a_game_without_symmetry_has_no_such_technique() -> None:
    with registered():
        found = counts(RowBoard.start())
    assert tuple(one.techniques for one in found) == STEPS[:4]
    assert found[0].plies == levels(RowBoard.start())


def test_the_opponent_enters_more_to_find_every_equal_move() -> None:
    assert engine("classic", "alphabeta").choose(EMPTY, Random(0)).nodes == 1_806
