"""``manage.py learn``."""

from __future__ import annotations

import pytest
from django.core.management.base import CommandError

from .run import as_json, printed


def test_menace_has_its_boxes_and_beads_and_a_point_for_each_game() -> None:
    answer = as_json("learn", "menace", "--games", "40", "--seed", "3")
    assert list(answer) == [
        *("learner", "games", "seed", "settings", "curve", "never_loses_after", "boxes", "beads")
    ]
    assert (answer["learner"], answer["games"], answer["seed"]) == ("menace", 40, 3)
    assert answer["settings"] == {"ties": "lot", "against": "half"}
    assert [point["games"] for point in answer["curve"]] == list(range(41))
    assert answer["curve"][0]["loses"] == 17_985
    assert (answer["boxes"], answer["beads"]) == (304, 1720)


def test_td_has_a_point_every_200_games_and_the_last() -> None:
    answer = as_json("learn", "td", "--games", "2100", "--seed", "1")
    assert [point["games"] for point in answer["curve"]] == [*range(0, 2001, 200), 2100]
    assert answer["settings"] == {
        "epsilon": 1.0,
        "symmetry": "on",
        "ties": "lot",
        "against": "self",
    }
    assert answer["never_loses_after"] == 1800


def test_q_takes_the_first_of_equal_moves_and_no_symmetry_unless_it_is_told() -> None:
    usual = as_json("learn", "q", "--games", "200", "--seed", "1")["settings"]
    assert (usual["symmetry"], usual["ties"]) == ("off", "first")
    told = as_json("learn", "q", "--games", "200", "--symmetry", "on", "--ties", "lot")["settings"]
    assert (told["symmetry"], told["ties"]) == ("on", "lot")


def test_another_step_is_among_the_settings_and_trains_another_table() -> None:
    usual, told = (
        as_json("learn", "td", "--games", "400", "--epsilon", "0.1", *more)
        for more in ((), ("--alpha", "0.25"))
    )
    assert told["settings"] == {**usual["settings"], "alpha": 0.25}
    assert told["curve"] != usual["curve"]


def test_people_read_a_table() -> None:
    text = printed("learn", "td", "--games", "2000", "--seed", "1")
    assert "43,998" in text
    assert text.endswith("Never loses after 1,800 games.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("go --games 3", "'go' is no learner: expected one of menace, td, q, mcts, net"),
        ("td --games 0", "games 0 do not fit td: expected 1 to 200000"),
        ("menace --games 20001", "games 20001 do not fit menace: expected 1 to 20000"),
        ("td --games 3 --epsilon nan", "epsilon 'nan' does not fit: expected a number from 0 to 1"),
        ("td --games 3 --epsilon 1.5", "epsilon '1.5' does not fit"),
        ("td --games 3 --alpha 0", "alpha '0' does not fit: expected a number from 0.05 to 1"),
        ("mcts --games 3 --alpha 0.1", "alpha 0.1 does not fit mcts: it has no such setting"),
        ("td --games 3 --symmetry yes", "symmetry 'yes' does not fit: expected on or off"),
        ("td --games 3 --ties all", "ties 'all' does not fit: expected lot or first"),
        ("td --games 3 --against me", "against 'me' does not fit td: expected self, random"),
        ("menace --games 3 --against self", "against 'self' does not fit menace: expected random"),
        ("mcts --games 3 --epsilon 0.5", "epsilon 0.5 does not fit mcts: it has no such setting"),
        ("td --games 3 --seed -1", "seed -1 does not fit: expected 0 to 2147483647"),
    ],
)
def test_what_does_not_fit_is_quoted(arguments: str, said: str) -> None:
    with pytest.raises(CommandError) as refused:
        printed("learn", *arguments.split(), "--json")
    assert refused.value.returncode == 2
    assert said in str(refused.value)
