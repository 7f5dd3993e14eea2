"""What a stage's question claims is true, each claim computed from the stage's own board."""

from __future__ import annotations

from games.rules import ClassicBoard
from games.rules.shape import parse_cell
from progress.campaign import catalog
from tests.progress import oracle


def board(level: int, number: int, *further: str) -> ClassicBoard:
    """A stage's board after some further moves."""
    position = catalog.at(level, number).board
    for name in further:
        position = position.make_move(parse_cell(name, ClassicBoard.SHAPE))
    return position


def cells(*names: str) -> set[int]:
    return {parse_cell(name, ClassicBoard.SHAPE) for name in names}


def lines_of(position: ClassicBoard, seat: str, marks: int) -> list[tuple[int, ...]]:
    """The lines with that many marks of ``seat`` and none of its rival."""
    return [
        line
        for line in position.LINES
        if sorted(position.marks[cell] or "" for cell in line)
        == sorted([""] * (3 - marks) + [seat] * marks)
    ]


def test_lines_that_are_left_on_level_1() -> None:
    assert len([line for line in ClassicBoard.LINES if 4 in line]) == 4
    assert len(lines_of(board(1, 4), "X", 1)) == 1  # "what is left?": the left column
    assert len(lines_of(board(1, 5), "X", 1)) == 2
    assert len(lines_of(board(1, 6), "X", 1)) == 1
    assert len(lines_of(board(1, 9), "O", 1)) == 1
    assert len(lines_of(board(1, 10), "O", 1)) == 1


def test_threats_to_answer_on_level_1() -> None:
    assert oracle.winning(board(1, 12), "X") == {"a3"}
    assert oracle.winning(board(1, 13), "X") == {"c2"}
    assert oracle.winning(board(1, 13, "c2", "a1"), "O") == {"b2"}
    assert oracle.winning(board(1, 15), "X") == {"b2"}


def test_lines_to_finish_on_level_2() -> None:
    assert oracle.winning(board(2, 1), "X") == {"a1"}
    assert oracle.winning(board(2, 2), "X") == {"b2"}


def test_a_board_that_is_won_in_two_moves_has_a_fork() -> None:
    for stage in catalog.STAGES:
        position = stage.board
        if stage.level == 1 or oracle.forced_in(position, stage.player) != 2:
            continue
        wins = oracle.moves_worth(position, 1)
        threats = {cell: oracle.winning(board(*stage.key, cell), stage.player) for cell in wins}
        assert any(len(cells) == 2 for cells in threats.values()), stage.key


def test_one_cell_alone_wins_where_the_question_says_so() -> None:
    for key in ((2, 10), (3, 9), (3, 12)):
        assert len(oracle.moves_worth(board(*key), 1)) == 1
    needle = board(3, 12)
    assert [len(oracle.moves_worth(needle, worth)) for worth in (1, 0, -1)] == [1, 2, 4]


def test_blocks_that_do_more_are_the_only_moves_that_do_not_lose() -> None:
    blocks = {(2, 13): "b2", (2, 14): "a3", (2, 15): "a1", (3, 10): "b2", (3, 11): "c3"}
    blocks |= {(3, 13): "a1", (3, 14): "c3"}
    for key, cell in blocks.items():
        assert oracle.winning(board(*key), "O") == {cell}
        assert oracle.moves_worth(board(*key), 1) == {cell}


def test_marks_that_share_no_line() -> None:
    for key in ((2, 8), (3, 6)):
        mine = {cell for cell, mark in enumerate(board(*key).marks) if mark == "X"}
        assert not any(mine <= set(line) for line in ClassicBoard.LINES)


def test_where_marks_stand() -> None:
    assert {cell for cell, mark in enumerate(board(3, 9).marks) if mark} == cells(
        "b1", "a2", "c2", "b3"
    )
    assert oracle.moves_worth(board(3, 4), 1) == {"a1", "c3"}
    assert oracle.forced_in(board(3, 13), "X") == oracle.forced_in(board(3, 14), "X") == 3
