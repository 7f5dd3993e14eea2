"""``manage.py analyse``."""

from __future__ import annotations

import re

import pytest

from games.engines import engines_for

from .run import as_json, printed


def test_json_has_every_engine_with_what_it_saw() -> None:
    answer = as_json("analyse", "X...O.... X")
    assert (answer["notation"], answer["value"]) == ("X...O.... X", 0)
    assert list(answer["engines"]) == list(engines_for("classic"))
    minimax = answer["engines"]["minimax"]
    assert minimax["values"] == dict.fromkeys("1235678", 0)
    assert minimax["nodes"] == 7_332
    assert minimax["move"] in map(int, minimax["values"])
    assert minimax["view"]["plies"]["8"] == 7


def test_engines_can_be_picked_and_given_options() -> None:
    names = ["linear", "alphabeta:depth=1"]
    picked = [part for name in names for part in ("--engine", name)]
    answer = as_json("analyse", "......... X", *picked)
    assert list(answer["engines"]) == names
    assert answer["engines"]["alphabeta:depth=1"]["values"]["4"] == 5


def test_values_are_from_the_side_to_move() -> None:
    assert as_json("analyse", "X...O...X O")["value"] == 0
    assert as_json("analyse", "XX.OO.... X")["value"] == 10
    assert as_json("analyse", "X.O.X...O X")["value"] == 0
    assert as_json("analyse", "XO..X.... O")["value"] == -10


def test_people_see_the_engines_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    lines = printed("analyse", "X...O...X O").splitlines()
    assert lines[0] == "X...O...X O"
    assert "O to place, value 0 for O" in lines
    assert any(set(engines_for("classic")) <= set(line.split()) for line in lines)


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_it_fits_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert max(map(len, printed("analyse", "X...O.... X").splitlines())) <= int(columns)


def test_one_engine_alone_shows_its_view() -> None:
    shown = printed("analyse", "X.O.X.... O", "--engine", "alphabeta")
    assert "cells 0 4 8 · own 2 · other 0 · term 5" in shown
    assert [line.split() for line in shown.splitlines() if "total" in line] == [
        ["total", "9"],
        ["total", "−3"],
    ]


def test_a_finished_game_says_how_it_ended() -> None:
    assert "over: X wins (line)" in printed("analyse", "XXXOO.... O")
    assert "over: nobody wins (full)" in printed("analyse", "XOXXOOOXX O")
    answer = as_json("analyse", "XXXOO.... O")
    assert (answer["value"], answer["engines"]) == (-10, {})


TREE = "alphabeta:ordering=off,early=off,find=value"
"""The search that the tree of a position shows."""


def test_json_says_of_every_value_what_is_known_of_it() -> None:
    answer = as_json("analyse", "X.O.X...O X", "--engine", TREE)["engines"][TREE]
    cut = "cut: O already holds X to ≤ 0 here with b1, and X has 0 with c2"
    assert answer["values"]["7"] == 0
    assert answer["bounds"]["7"] == {"bound": "upper", "reason": cut}
    assert answer["bounds"]["5"] == {"bound": "exact"}
    assert answer["nodes"] == 88
    assert answer["estimated"] is False


def test_people_see_a_bound_as_one_with_its_reason() -> None:
    shown = printed("analyse", "X.O.X...O X", "--engine", TREE)
    assert "≤ 0     ≤ 0" in shown
    assert "b3 ≤ 0  cut: O already holds X to ≤ 0 here with b1, and X has 0 with c2" in shown


def test_a_time_is_the_median_of_warm_runs_and_says_of_how_many() -> None:
    answer = as_json("analyse", "X.O.X...O X", "--engine", "alphabeta")["engines"]["alphabeta"]
    assert answer["seconds"] > 0
    assert 3 <= answer["runs"] <= 9
    shown = printed("analyse", "X.O.X...O X", "--engine", "alphabeta")
    assert re.search(r"^ *[\d.]+ ms, median of [3-9]$", shown, re.MULTILINE)
