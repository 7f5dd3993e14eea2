"""What a grade says of files that play well, badly, by chance, or not at all."""

from __future__ import annotations

from functools import cache

import pytest

from games.arena.grading.answers import cell_of
from games.arena.grading.grade import grade
from games.arena.grading.result import Grade, Refutation
from games.engines import solution_of
from games.rules import ClassicBoard, DstruBoard
from tests.grading import files

POSITIONS = 4_520
"""Positions of 3×3 that play can reach and that are not over: 5,478 less 958."""


@cache
def graded(source: str, game: str = "classic") -> Grade:
    return grade(source.encode(), game)


@pytest.mark.long
def test_minimax_of_a_student_never_loses() -> None:
    found = graded(files.CS50)
    assert (found.interface, found.asked, found.right) == ("cs50", POSITIONS, POSITIONS)
    assert found.never_loses
    assert found.refutation is None
    assert found.lines > 0
    assert (found.notes, found.doubts) == ((), ())
    [case] = found.cases
    assert case.harmless
    assert (case.call, case.expected) == ("result(board, (-1, 0))", "an exception")
    assert found.python.startswith("CPython 3.")


@pytest.mark.long
def test_a_function_that_is_wrong_is_named_with_a_position() -> None:
    found = graded(files.NO_UTILITY_FOR_O)
    cases = {case.function: case for case in found.cases}
    case = cases["utility"]
    assert (case.call, case.came, case.expected) == ("utility(board)", "0", "-1")
    assert ClassicBoard.from_notation(case.position).outcome is not None
    assert "utility" in found.doubts[0]


def test_the_shortest_refutation_of_the_first_free_cell() -> None:
    """As O it takes b1, c1 and so on: X needs three moves."""
    found = graded(files.FIRST_FREE)
    assert found.interface == "get_move"
    assert found.refutation == Refutation("O", (0, 1, 3, 2, 6))
    assert (found.right, found.wins_missed, found.draws_lost) == (2651, 1355, 514)


@pytest.mark.long
def test_a_class_with_get_move_is_asked_beside_its_board() -> None:
    found = graded(files.CLASSES)
    assert (found.interface, found.crashes, found.illegal) == ("get_move", 0, 0)
    assert found.refutation is not None
    assert found.refutation.moves[1] == 8


@pytest.mark.parametrize("answer", [99, -1, "=z9", "=99", "=", "=²", "?None", "!IndexError: x"])
def test_answers_that_are_no_cell_name_none(answer: int | str) -> None:
    assert cell_of(ClassicBoard(), answer) is None


@pytest.mark.parametrize("answer", [4, "=b2", "=B2", "=4", "= 4 "])
def test_a_cell_can_be_named_or_numbered(answer: int | str) -> None:
    assert cell_of(ClassicBoard(), answer) == 4


@pytest.mark.long
def test_illegal_answers_are_counted_and_lose_nothing_on_the_board() -> None:
    found = graded("def choose(position):\n    return 4\n")
    assert found.illegal > 0
    assert found.crashes == 0
    assert not found.never_loses
    [case] = [case for case in found.cases if case.came == "4"]
    assert (case.call, case.expected) == ("choose(position)", "a free cell")


@pytest.mark.long
def test_a_crash_is_told_with_its_line() -> None:
    source = 'def choose(position):\n    free = position.index(".")\n    return [0, 1][free]\n'
    found = graded(source)
    assert found.crashes > 0
    assert not found.never_loses
    [case] = found.cases
    assert case.came == "IndexError: list index out of range in line 3"


@pytest.mark.long
def test_functions_that_change_their_board_are_named() -> None:
    source = files.QUICK.replace("after = copy.deepcopy(board)", "after = board")
    found = graded(source)
    assert any(case.function == "result changes its board" for case in found.cases)


def test_dstru_has_an_expected_result_and_the_costliest_moves() -> None:
    found = graded(files.DSTRU, "dstru")
    assert found.expected is not None
    assert set(found.expected) == {"Tres", "Uno"}
    assert all(-1 <= value <= 1 for value in found.expected.values())
    assert found.crashes == 0
    costs = [one.cost for one in found.costliest]
    assert costs == sorted(costs, reverse=True)
    assert 0 < len(costs) <= 10
    for one in found.costliest:
        board = DstruBoard.from_notation(one.position)
        assert {one.move, one.best} <= set(board.available_moves())
    assert found.refutation is not None
    board = DstruBoard.start()
    for cell in found.refutation.moves:
        board = board.make_move(cell)
    assert board.outcome is not None
    assert board.outcome.winner not in (None, "Dos", found.refutation.seat)
    value = solution_of(board).value(DstruBoard.start())
    assert value is not None
    assert found.expected["Tres"] <= value
    assert found.expected["Uno"] <= -value


@pytest.mark.long
def test_mistakes_are_counted_by_ply_and_by_cell() -> None:
    found = graded(files.FIRST_FREE)
    assert sum(one.asked for one in found.by_ply) == found.asked
    assert sum(one.right for one in found.by_ply) == found.right
    assert sum(found.by_cell) == found.wins_missed + found.draws_lost
    assert [one.ply for one in found.by_ply] == list(range(9))
    assert (found.by_ply[0].asked, found.by_ply[0].right) == (1, 1)


@pytest.mark.long
def test_the_first_mistakes_are_those_of_its_own_games_and_unlike_each_other() -> None:
    mistakes = graded(files.FIRST_FREE).mistakes
    boards = [ClassicBoard.from_notation(one.position) for one in mistakes]
    assert len(mistakes) == 5
    assert [board.ply for board in boards] == sorted(board.ply for board in boards)
    assert len({solution_of(board).canonical(board) for board in boards}) == 5
    for one, board in zip(mistakes, boards, strict=True):
        values = solution_of(board).values(board)
        assert one.cost == values[one.best] - values[one.move] > 0
        assert values[one.best] == max(values.values())


@pytest.mark.long
@pytest.mark.parametrize(("source", "stands"), [(files.FIRST_FREE, False), (files.CS50, True)])
def test_all_is_asked_once_a_verdict_stands_for_the_time_being(source: str, stands: bool) -> None:
    told: list[tuple[int, int]] = []
    grade(source.encode(), "classic", lambda done, of_all: told.append((done, of_all)))
    shares = [done / of_all for done, of_all in told]
    assert shares == sorted(shares)
    assert len(told) > 50
    assert [share == 1 for share in shares] == [False] * (len(shares) - 1) + [stands]


@pytest.mark.long
def test_right_players_have_no_mistakes() -> None:
    found = graded(files.CS50)
    assert (found.mistakes, sum(found.by_cell)) == ((), 0)
