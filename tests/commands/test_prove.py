"""``manage.py prove``."""

from __future__ import annotations

import pytest

from .run import as_json, printed


def test_json_has_both_seats_and_every_losing_line() -> None:
    answer = as_json("prove", "linear")
    assert list(answer) == ["engine", "first", "second"]
    assert answer["engine"] == "linear"
    assert answer["first"] == {"wins": 144, "draws": 8, "losses": 0, "losing_lines": []}
    second = answer["second"]
    assert (second["wins"], second["draws"], second["losses"]) == (640, 304, 16)
    assert len(second["losing_lines"]) == 16
    assert [0, 4, 8, 2, 6, 3, 7] in second["losing_lines"]


@pytest.mark.parametrize("name", ["linear-guarded", "alphabeta:depth=2"])
def test_the_engine_is_called_as_it_was_asked_for(name: str) -> None:
    assert as_json("prove", name)["engine"] == name


@pytest.mark.long
def test_all_proves_every_engine() -> None:
    answer = as_json("prove", "--all")
    assert answer["game"] == "classic"
    losses = {
        slug: (proof["first"]["losses"], proof["second"]["losses"])
        for slug, proof in answer["engines"].items()
    }
    assert losses == {
        "random": (77_904, 131_184),
        "smart": (1_888, 6_432),
        "linear": (0, 16),
        "linear-guarded": (0, 0),
        "minimax": (0, 0),
        "alphabeta": (0, 0),
        "bitboard": (0, 0),
        "perfect": (0, 0),
    }


def test_people_see_a_table_and_the_lost_games_drawn() -> None:
    lines = printed("prove", "linear", "--lines", "1").splitlines()
    assert lines[1].split() == ["linear", "first", "144", "8", "0"]
    assert lines[2].split() == ["linear", "second", "640", "304", "16"]
    assert "linear, second: lost 1 of 16 like this" in lines
    at = lines.index("linear, second: lost 1 of 16 like this")
    assert [line.split() for line in lines[at + 1 : at + 5]] == [
        ["X1", "·", "O4"],
        ["O6", "O2", "·"],
        ["X5", "X7", "X3"],
        ["a1", "b2", "c3", "c1", "a3", "a2", "b3"],
    ]


def test_no_lost_games_are_drawn_when_none_are_asked_for() -> None:
    assert "lost" not in printed("prove", "linear", "--lines", "0")
