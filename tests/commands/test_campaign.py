"""``manage.py campaign``: the catalogue in print and as JSON."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.rules import ClassicBoard


def printed(*options: str) -> str:
    out = StringIO()
    call_command("campaign", *options, stdout=out)
    return out.getvalue()


def test_json_is_one_object_with_the_stages_as_computed() -> None:
    found = json.loads(printed("--json"))
    assert list(found) == ["total", "printed_total", "stages"]
    assert (found["total"], found["printed_total"], len(found["stages"])) == (133, 135, 45)
    assert found["stages"][15] == {
        "level": 2,
        "stage": 1,
        "name": "Finish",
        "position": "..O.X.O.X X",
        "engine": "smart",
        "first": "player",
        "win_in": 1,
        "winning_moves": 5,
        "win_probability": 1.0,
        "stars": 3,
    }
    last = found["stages"][-1]
    assert (last["first"], last["win_in"], last["winning_moves"]) == ("engine", None, 0)
    assert (last["win_probability"], last["stars"]) == (0.0, 1)
    for stage in found["stages"]:
        assert not ClassicBoard.from_notation(stage["position"]).is_game_over()


def test_the_plain_campaign_is_four_games_of_which_90_stars_can_be_had() -> None:
    found = json.loads(printed("--plain", "--json"))
    assert (found["total"], found["printed_total"], len(found["stages"])) == (90, 135, 45)
    kinds = {
        (row["level"], row["position"], row["engine"], row["first"], row["stars"])
        for row in found["stages"]
    }
    assert kinds == {
        (1, "......... X", "random", "player", 3),
        (2, "......... X", "smart", "player", 2),
        (3, "......... X", "minimax", "player", 1),
        (3, "......... X", "minimax", "engine", 1),
    }
    assert {row["win_probability"] for row in found["stages"]} == {191 / 192, 89 / 96, 0}
    last = printed("--plain").splitlines()[-1]
    assert last == "90 stars can be had; the printed formula 13 counts 135; they count apart."


def test_a_campaign_is_plain_or_of_a_game() -> None:
    with pytest.raises(CommandError, match="not allowed with argument"):
        printed("--plain", "--game=dstru")
    with pytest.raises(CommandError, match="no campaign of 'plain': expected classic or dstru"):
        printed("--game=plain")


def test_table_has_a_line_for_each_stage_and_the_sum() -> None:
    lines = printed().splitlines()
    assert lines[1].split() == [
        *("1-1", "First", "mark", ".........", "X", "random", "player"),
        *("-", "0", "0.9948", "3"),
    ]
    assert lines[-1] == "133 stars can be had; the printed formula 13 counts 135."
    assert len(lines) == 1 + 45 + 2
