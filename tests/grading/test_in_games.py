"""Grades in a game that nobody has solved: a rating by games, and never a proof."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from django.core.management import call_command

from games.arena.grading.grade import grade
from games.arena.grading.program import CannotGrade
from games.arena.grading.result import Grade
from games.arena.jail.asking import forced, plain_move
from games.engines import known_strengths
from games.rules import UltimateBoard
from tests.grading import ultimate_files as files


@cache
def graded(source: str) -> Grade:
    return grade(source.encode(), "ultimate")


def test_the_board_to_play_in_is_told_from_0_and_free_choice_as_none() -> None:
    assert forced(UltimateBoard.start().notation) == [None]
    assert forced(UltimateBoard.start().make_move(40).notation) == [4]
    assert forced(UltimateBoard.start(exact=True).notation) == [None]
    assert forced("X........ O") == []
    assert forced("T...........U... D =") == []


def test_a_row_and_a_column_are_a_cell_of_the_board_that_is_played() -> None:
    assert plain_move((4, 5), 9) == 41
    assert plain_move((2, 1)) == 7
    assert plain_move((4, 5)) == "?(4, 5)"


@pytest.mark.long
def test_a_file_plays_forty_games_against_three_engines() -> None:
    found = graded(files.FIRST_FREE)
    assert found.lines == sum(one.won + one.drawn + one.lost for one in found.games) == 40
    assert {one.engine: one.rating for one in found.games} == known_strengths("ultimate")
    assert found.interface == "get_move"
    assert (found.illegal, found.crashes, found.cases) == (0, 0, ())
    assert found.asked > 400
    assert not found.never_loses
    assert found.refutation is not None
    assert found.rating is not None
    assert found.margin is not None
    assert 0 < found.margin < 300


@pytest.mark.long
def test_a_file_that_takes_boards_is_rated_higher() -> None:
    assert (graded(files.TAKES_BOARDS).rating or 0) > (graded(files.FIRST_FREE).rating or 0)


@pytest.mark.long
@pytest.mark.parametrize("source", [files.BY_NAME, files.CLASS])
def test_every_interface_can_play(source: str) -> None:
    found = graded(source)
    assert (found.illegal, found.crashes) == (0, 0)
    assert found.rating is not None


@pytest.mark.long
def test_a_move_in_a_wrong_board_loses_the_game_and_is_shown() -> None:
    found = graded(files.WRONG_BOARD)
    assert found.illegal == 40
    assert all(one.won == one.drawn == 0 for one in found.games)
    case = found.cases[0]
    assert case.call == "get_move(board, forced)"
    assert case.came.startswith("(")
    assert found.notes == (
        "A move that is not legal, and a crash, lose the game: that happened in 40 of them.",
    )


def test_the_functions_of_tictactoe_py_do_not_play_ultimate() -> None:
    names = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
    source = "\n".join(f"def {name}(*a): pass" for name in (*names, "minimax"))
    with pytest.raises(CannotGrade, match="not ultimate: define choose"):
        grade(source.encode(), "ultimate")


@pytest.mark.long
def test_the_command_prints_the_rating(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bot.py"
    file.write_text(files.FIRST_FREE)
    with pytest.raises(SystemExit) as ended:
        call_command("grade", str(file), "--game", "ultimate", "--json")
    assert ended.value.code == 0
    said = json.loads(capsys.readouterr().out)
    assert said["rating"] == graded(files.FIRST_FREE).rating
    assert said["margin"] == graded(files.FIRST_FREE).margin
    assert said["never_loses"] is False
    assert [one["engine"] for one in said["games"]] == list(known_strengths("ultimate"))
