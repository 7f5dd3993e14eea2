"""``manage.py solve``."""

from __future__ import annotations

import json

import pytest

from .run import as_json, printed, shell


def test_json_is_one_object_of_the_agreed_shape() -> None:
    answer = as_json("solve", "classic")
    assert list(answer) == [
        "variant",
        "value",
        "value_for",
        "positions",
        "final",
        "classes",
        "final_classes",
        "games",
        "wins",
        "draws",
        "openings",
        "seconds",
    ]
    assert (answer["variant"], answer["value"], answer["games"]) == ("classic", 0, 255_168)


@pytest.mark.long
def test_in_a_shell_json_is_all_of_stdout_and_progress_goes_to_stderr() -> None:
    done = shell("solve", "classic", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["positions"] == 5_478
    assert done.stdout.count("\n") == 1
    assert "100 %" in done.stderr


def test_people_read_figures_with_thousands_apart() -> None:
    lines = printed("solve", "classic").splitlines()
    assert "games          255,168" in lines
    assert "wins           X 131,184 · O 77,904" in lines
