"""``manage.py arena``."""

from __future__ import annotations

import pytest

from .run import as_json, printed, shell

PAIR = ("--engine", "random", "--engine", "perfect")


def test_json_has_the_table_and_the_standings_best_first() -> None:
    answer = as_json("arena", *PAIR, "--games", "20", "--seed", "3")
    assert (answer["game"], answer["games"], answer["seed"]) == ("classic", 20, 3)
    score = answer["table"]["perfect"]["random"]
    assert score["wins"] + score["draws"] + score["losses"] == 20
    assert score["losses"] == 0
    low, high = score["interval"]
    assert 0 <= low <= score["points"] <= high <= 1
    assert list(answer["standings"]) == ["perfect", "random"]


def test_one_seed_gives_one_answer() -> None:
    one, two = (as_json("arena", *PAIR, "--games", "20", "--seed", "3") for _ in range(2))
    assert one == two != as_json("arena", *PAIR, "--games", "20", "--seed", "4")


def test_people_see_a_cross_table() -> None:
    lines = printed("arena", *PAIR, "--games", "10").splitlines()
    assert lines[1].split()[:3] == ["1", "perfect", "–"]
    assert lines[2].split()[:2] == ["2", "random"]


@pytest.mark.long
def test_the_bar_goes_to_stderr() -> None:
    done = shell("arena", *PAIR, "--games", "2")
    assert done.returncode == 0
    assert "100 %" in done.stderr
    assert done.stderr.count("%") == 1
    assert "▕" not in done.stdout
