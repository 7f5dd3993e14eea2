"""What snapshots, pages and drawings say of small boards."""

from __future__ import annotations

import re
from random import Random

import pytest

from games import presenters
from games.drawing.boards import lines_of, position_svg
from games.drawing.small_boards import layer_svg, map_svg
from games.match import Match, Seat
from games.match.moves import apply_move
from games.presenters.phrases import cell_labels, where_to_play
from games.rules import ClassicBoard, UltimateBoard
from games.rules.shape import parse_cell

ADA, GRACE = 1, 2


def playing(*names: str) -> Match:
    seats = (Seat("X", "person", ADA, "ada"), Seat("O", "person", GRACE, "grace"))
    match = Match("game", UltimateBoard.start(), seats, "friend", status="active")
    for name in names:
        match, _ = apply_move(match, parse_cell(name, UltimateBoard.SHAPE))
    return match


WON = ("a1", "b2", "e5", "d4", "b1", "d1", "b3", "f9", "i8", "h5", "d5", "a4", "c1")
"""X takes the top left board with the last one, which sends O to the top right."""


def test_a_snapshot_says_where_the_next_move_may_be_and_what_each_would_do() -> None:
    told = presenters.snapshot(playing("d4"), GRACE, 0)
    small = told["small_boards"]
    assert small is not None
    assert (small["closed"], small["live"], small["takes"]) == ((), (0,), ())
    assert told["legal"] == [0, 1, 2, 9, 10, 11, 18, 19, 20]
    assert small["sends"] == tuple(range(9))
    assert told["where"] == "in the top left board"
    assert small["trail"] == ""  # its board is beside the last move
    small = presenters.snapshot(playing("g5"), GRACE, 0)["small_boards"]
    assert small is not None
    assert small["trail"] == "M610 450L276 450M306 480L276 450M306 420L276 450"


def test_a_board_that_is_closed_is_told_with_the_ply_that_closed_it() -> None:
    told = presenters.snapshot(playing(*WON, "g1"), ADA, 0)
    small = told["small_boards"]
    assert small is not None
    assert small["closed"] == ((13, 0, "X"),)
    assert small["live"] == (1, 2, 3, 4, 5, 6, 7, 8)
    assert (told["where"], small["trail"]) == ("in any open board", "")


def test_a_picture_shows_pale_what_was_played_in_a_board_that_is_won() -> None:
    drawn = position_svg(playing(*WON).board)
    (pale,) = re.findall(r'<g opacity="0.2">(.*)</g><g class="mark-X"', drawn)
    assert (pale.count("mark-X"), pale.count("mark-O")) == (4, 1)
    assert "<g opacity" not in position_svg(playing(*WON[:-1]).board)


def test_a_game_without_small_boards_says_nothing_of_them() -> None:
    match = Match("game", ClassicBoard.start(), (Seat("X"), Seat("O")), "friend")
    told = presenters.snapshot(match, None, 0)
    assert (told["small_boards"], told["where"]) == (None, "")
    assert (layer_svg(match.board), where_to_play(match.board)) == ("", "")


@pytest.mark.parametrize(
    ("names", "cell", "label"),
    [
        (("d4",), "b1", "b1, top left board, empty, sends X to the top board"),
        (("d4",), "d4", "d4, middle board, X, last move"),
        (("d4",), "i9", "i9, bottom right board, empty"),
        (WON[:-1], "c1", "c1, top left board, empty, takes the top left board, "
         "sends O to the top right board"),
        (WON, "g1", "g1, top right board, empty, sends X to any open board"),
        (WON, "a2", "a2, top left board, empty, board closed"),
    ],
)  # fmt: skip
def test_each_cell_is_spoken_with_its_board_and_what_a_move_does(
    names: tuple[str, ...], cell: str, label: str
) -> None:
    match = playing(*names)
    told = cell_labels(match.board, last=match.moves[-1])
    assert told[parse_cell(cell, UltimateBoard.SHAPE)] == label


def test_a_move_that_ends_the_game_sends_nobody_anywhere() -> None:
    *before, last = map(UltimateBoard.cell_name, UltimateBoard.EXAMPLE)
    match = playing(*before)
    told = cell_labels(match.board)[parse_cell(last, UltimateBoard.SHAPE)]
    assert told.endswith(" board, wins the game")
    seen = {"wins the game": False, "in a draw": False, "which O wins": False}
    for seed in range(80):
        rng, board = Random(seed), UltimateBoard.start(exact=seed % 2 == 0)
        while not board.is_game_over():
            labels, winners = cell_labels(board), dict(board.small_boards.ends)
            for cell in board.available_moves():
                outcome = board.make_move(cell).outcome
                assert (cell in winners) == (outcome is not None)
                if outcome is None:
                    assert "sends" in labels[cell]
                    continue
                assert winners[cell] == (outcome.winner or "")
                for words in seen:
                    seen[words] |= words in labels[cell]
                assert "sends" not in labels[cell]
            quiet = [cell for cell in board.available_moves() if cell not in winners]
            board = board.make_move(rng.choice(quiet or board.available_moves()))
    assert all(seen.values()), seen


def states(svg: str) -> list[str]:
    return re.findall(r'<g data-small="\d" class="(\w*)"', svg)


def test_the_frame_is_round_the_one_board_to_play_in_and_dashed_where_there_is_a_choice() -> None:
    assert states(layer_svg(playing().board)) == [""] * 9
    forced, free = playing("d4").board, playing(*WON, "g1").board
    for drawn in (layer_svg, map_svg):
        assert states(drawn(forced)) == ["live", *[""] * 8]
        assert states(drawn(free)) == ["closed", *["may"] * 8]
    assert layer_svg(free).count("mark-X") == 1


def test_three_boards_in_a_row_are_one_line_with_a_cell_of_each() -> None:
    names = [UltimateBoard.cell_name(cell) for cell in UltimateBoard.EXAMPLE]
    board = playing(*names).board
    assert board.outcome is not None
    (line,) = lines_of(board.outcome.cells, board)
    assert len({board.SHAPE.small_board(cell) for cell in line}) == 3
    assert {board.marks[cell] for cell in line} == {"X"}


FULL = (
    *(23, 61, 22, 68, 42, 36, 47, 80, 62, 25, 67, 49, 59, 15, 29, 24, 55, 5, 17, 35, 7, 4, 12),
    *(28, 14, 51, 64, 50, 69, 38, 43, 30, 11, 52, 58, 21, 65, 44, 53, 79, 77, 71, 34, 13, 41, 33),
)
"""Moves that fill the right board, which nobody wins."""


def test_a_cat_sleeps_on_a_board_that_nobody_won() -> None:
    match = playing(*map(UltimateBoard.cell_name, FULL))
    small = presenters.snapshot(match, ADA, 0)["small_boards"]
    assert small is not None
    assert (46, 5, "") in small["closed"]
    drawn = layer_svg(match.board)
    assert drawn.count('class="asleep"') == 1
    assert states(drawn)[5] == "closed"
    cells = [cell for row in presenters.page_context(match, ADA).rows for cell in row]
    assert all(cell.spent for cell in cells if match.board.SHAPE.small_board(cell.index) == 5)
