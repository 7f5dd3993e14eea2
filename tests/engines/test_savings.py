"""What each technique reads is what the engines read with the same switches."""

from __future__ import annotations

from random import Random

from games.engines import engine
from games.engines.savings import TECHNIQUES, savings
from games.engines.subtrees import levels
from games.rules import ClassicBoard
from tests.conformance.row import RowBoard, registered
from tests.engines.positions import live

ENGINES = {
    "minimax": "alphabeta:pruning=off,ordering=off,early=off,find=value",
    "alphabeta": "alphabeta:ordering=off,early=off,find=value",
    "ordering": "alphabeta:early=off,find=value",
    "memo": "alphabeta:early=off,memo=on,find=value",
}
SAMPLE = Random(7).sample([board for board in live() if board.ply >= 2], 80)


def test_the_empty_board_is_read_as_counted_once_by_hand() -> None:
    found = savings(ClassicBoard.start())
    assert [one.technique for one in found] == list(TECHNIQUES)
    assert [one.plies for one in found] == [
        (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
        (1, 9, 30, 132, 409, 1306, 2645, 5173, 5316, 3276),
        (1, 9, 16, 70, 186, 642, 1250, 2217, 1859, 1025),
        (1, 9, 16, 42, 107, 242, 321, 318, 147, 39),
        (1, 3, 4, 11, 28, 56, 70, 74, 30, 8),
    ]
    assert [one.read for one in found] == [549_946, 18_297, 7_275, 1_242, 285]


def test_every_technique_reads_what_its_engine_reads() -> None:
    for board in SAMPLE:
        for one in savings(board):
            if one.technique in ENGINES:
                nodes = engine("classic", ENGINES[one.technique]).choose(board, Random(0)).nodes
                assert one.read == nodes, (board.notation, one.technique)


def test_no_ply_is_read_beyond_its_positions() -> None:
    for board in SAMPLE:
        everything = levels(board)
        for one in savings(board):
            assert len(one.plies) == len(everything)
            pairs = zip(one.plies, everything, strict=True)
            assert all(read <= count for read, count in pairs)


def test_a_game_without_symmetry_has_no_such_technique() -> None:
    with registered():
        found = savings(RowBoard.start())
    assert [one.technique for one in found] == ["minimax", "alphabeta", "ordering", "memo"]
    assert found[0].plies == levels(RowBoard.start())
