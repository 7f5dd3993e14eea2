"""The law by which chance replaces a third person who left. No database."""

from __future__ import annotations

import pytest

from games.match import Action, Match, Progress, Refused, Seat, decide
from games.presenters import absence, available_actions, snapshot
from tests.match.test_third_seat import ADA, GRACE, HEDY, NEUTRAL, T0, did, fresh, played

LEFT = frozenset({"Dos"})


def asked(match: Match, user: int, gone: frozenset[str] = LEFT) -> Progress:
    return decide(match, Action("replace", match.version, user=user, gone=gone), T0)


def refusal(match: Match, user: int, gone: frozenset[str] = LEFT) -> str:
    with pytest.raises(Refused) as refused:
        asked(match, user, gone)
    assert refused.value.code == "not_allowed"
    return refused.value.message


def test_one_rival_proposes_and_the_other_agrees() -> None:
    match = played(fresh(), 3, 0)
    proposed = asked(match, ADA)
    assert proposed.events == ("replace_offered",)
    assert (proposed.after.replace_offer, proposed.after.seat("Dos").user) == ("Tres", HEDY)
    agreed = asked(proposed.after, GRACE)
    assert agreed.events == ("stood_down",)
    after = agreed.after
    assert (after.seat("Dos"), after.replace_offer, after.status) == (NEUTRAL, None, "active")
    assert (after.chance_from, after.draws_from, after.to_act) == (3, 3, "Dos")


@pytest.mark.parametrize(
    ("seats", "gone"),
    [
        ({}, LEFT | {"Uno"}),
        ({"Uno": Seat("Uno", "engine", engine="smart")}, LEFT),
        ({"Uno": Seat("Uno", "person", None, "former player")}, LEFT),
    ],
)
def test_one_is_enough_where_nobody_else_can_agree(
    seats: dict[str, Seat], gone: frozenset[str]
) -> None:
    after = asked(played(fresh(**seats), 3, 0), ADA, gone).after
    assert after.seat("Dos") == NEUTRAL


def test_one_is_enough_once_the_other_has_left_too() -> None:
    proposed = asked(played(fresh(), 3, 0), ADA).after
    assert asked(proposed, ADA, LEFT | {"Uno"}).after.seat("Dos") == NEUTRAL


def test_who_proposed_waits_for_the_other() -> None:
    proposed = asked(played(fresh(), 3, 0), ADA).after
    assert refusal(proposed, ADA) == "You have asked for that already. Now user2 must agree."


@pytest.mark.parametrize(
    ("match", "user", "gone"),
    [
        (played(fresh(), 3, 0), ADA, frozenset()),
        (played(fresh(), 3, 0), ADA, frozenset({"Uno"})),
        (played(fresh(), 3, 0), HEDY, frozenset({"Tres"})),
        (played(fresh(Dos=NEUTRAL), 3, 0), ADA, LEFT),
    ],
)
def test_only_a_third_person_who_left_is_replaced(
    match: Match, user: int, gone: frozenset[str]
) -> None:
    assert refusal(match, user, gone) == "Chance can replace only a third person who has left."


def test_nobody_is_replaced_before_the_second_move() -> None:
    assert refusal(played(fresh(), 3), ADA).startswith("You cannot claim a result")


def test_a_third_person_who_comes_back_and_moves_ends_the_proposal() -> None:
    proposed = asked(played(fresh(), 3, 0), ADA).after
    moved = did(proposed, "remove", HEDY, 3).after
    assert moved.replace_offer is None
    assert asked(moved, GRACE).events == ("replace_offered",)


def test_a_proposal_outlives_the_moves_of_the_rivals() -> None:
    match = did(played(fresh(), 3, 0), "remove", HEDY, 3).after
    proposed = asked(match, ADA).after
    moved = did(proposed, "place", ADA, 7).after
    assert asked(moved, GRACE).after.seat("Dos") == NEUTRAL
    assert asked(moved, GRACE).after.chance_from == 5


def test_an_ending_ends_the_proposal() -> None:
    proposed = asked(played(fresh(), 3, 0), ADA).after
    assert did(proposed, "resign", GRACE).after.replace_offer is None


# --- the words ---


def test_both_rivals_are_told_what_they_may_do() -> None:
    match = played(fresh(), 3, 0)
    first = available_actions(match, ADA, LEFT)
    assert [verb for verb in first if verb != "resign"] == ["replace", "claim_draw"]
    proposed = asked(match, ADA).after
    assert snapshot(proposed, GRACE, T0)["offers"]["replace"] == "Tres"
    assert "replace" not in available_actions(proposed, ADA, LEFT)
    second = available_actions(proposed, GRACE, LEFT)
    assert absence(proposed, LEFT, second) == (
        "user3 left. user1 wants chance to play for them. Let chance play for them, call the "
        "game a draw, or wait: they can still come back."
    )
