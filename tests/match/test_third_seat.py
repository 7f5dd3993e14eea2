"""A table of three: two rivals, and a third whose part chance can take over. No database."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.match import (
    ABORTED,
    OPEN,
    Action,
    Clock,
    Match,
    Progress,
    Refused,
    Seat,
    decide,
    expire,
    join,
    rematch_seats,
    start,
)
from games.presenters import absence, available_actions
from games.rules import DstruBoard

ADA, GRACE, HEDY = 1, 2, 3
T0 = 1_700_000_000_000
USERS = {"Tres": ADA, "Uno": GRACE, "Dos": HEDY}
CLOCK = Clock(60_000, 0, dict.fromkeys(USERS, 60_000))
NEUTRAL = Seat("Dos", "neutral", engine="neutral")


def person(name: str, user: int) -> Seat:
    return Seat(name, "person", user, f"user{user}")


def seated(**seats: Seat) -> Match:
    everybody = {name: person(name, user) for name, user in USERS.items()} | seats
    return Match("g", DstruBoard(), tuple(everybody.values()), "friend", version=1)


def fresh(clock: Clock | None = None, **seats: Seat) -> Match:
    return start(replace(seated(**seats), clock=clock), T0)


def did(match: Match, verb: str, user: int, cell: int | None = None, now: int = T0) -> Progress:
    return decide(match, Action(verb, match.version, cell=cell, user=user), now)


def played(match: Match, *cells: int, now: int = T0) -> Match:
    for cell in cells:
        verb, seat = match.board.action, match.board.to_move
        match = decide(match, Action(verb, match.version, cell=cell, seat=seat), now).after
    return match


def refusal(match: Match, verb: str, user: int, cell: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        did(match, verb, user, cell)
    return refused.value.code


def test_each_of_three_acts_in_turn_and_the_third_removes() -> None:
    match = did(fresh(), "place", ADA, 3).after
    match = did(match, "place", GRACE, 0).after
    assert match.to_act == "Dos"
    match = did(match, "remove", HEDY, 3).after
    assert match.board.notation == "U............... T"


@pytest.mark.parametrize(
    ("verb", "user", "cell", "code"),
    [
        ("place", HEDY, 5, "not_allowed"),
        ("remove", HEDY, 5, "cell_empty"),
        ("remove", HEDY, 16, "bad_cell"),
        ("remove", ADA, 3, "not_your_turn"),
        ("place", ADA, 5, "not_your_turn"),
    ],
)
def test_what_cannot_be_while_a_piece_is_to_be_taken(
    verb: str, user: int, cell: int, code: str
) -> None:
    assert refusal(played(fresh(), 3, 0), verb, user, cell) == code


def test_who_places_cannot_remove() -> None:
    assert refusal(fresh(), "remove", ADA, 3) == "not_allowed"
    assert refusal(played(fresh(), 3), "place", GRACE, 3) == "cell_taken"


def test_a_rival_who_resigns_loses_to_the_other_rival() -> None:
    ended = did(played(fresh(), 3, 0), "resign", GRACE).after
    assert ended.outcome
    assert (ended.outcome.winner, ended.outcome.reason) == ("Tres", "resign")


def test_when_the_third_resigns_chance_takes_the_seat_and_play_goes_on() -> None:
    progress = did(played(fresh(), 3, 0), "resign", HEDY)
    after = progress.after
    assert progress.events == ("stood_down",)
    assert (after.status, after.version) == ("active", progress.before.version + 1)
    assert after.seat("Dos") == NEUTRAL
    assert after.seat_of(HEDY) is None
    assert played(after, 3).to_act == "Tres"


def test_at_one_screen_nobody_resigns_as_the_third() -> None:
    own = {name: person(name, ADA) for name in USERS}
    match = played(replace(fresh(**own), kind="local"), 3, 0)
    assert refusal(match, "resign", ADA) == "not_allowed"


def test_when_the_third_runs_out_of_time_chance_takes_the_seat() -> None:
    clock = Clock(60_000, 0, dict.fromkeys(USERS, 60_000))
    match = played(fresh(clock), 3, 0)
    assert match.deadline == T0 + 60_000
    progress = expire(match, T0 + 60_000)
    assert progress
    assert progress.after.status == "active"
    after = progress.after
    assert after.seat("Dos") == NEUTRAL
    assert after.deadline is None
    assert expire(after, T0 + 999_000) is None
    moved = played(after, 3, now=T0 + 61_000)
    assert moved.deadline == T0 + 61_000 + 60_000


def test_with_a_third_person_the_rivals_cannot_agree_on_a_draw() -> None:
    match = played(fresh(), 3, 0)
    assert refusal(match, "offer_draw", ADA) == "not_allowed"
    alone = did(match, "resign", HEDY).after
    assert did(alone, "offer_draw", ADA).after.draw_offer == "Tres"


def test_the_third_can_neither_offer_nor_answer_a_draw() -> None:
    match = played(fresh(), 3, 0)
    for verb in ("offer_draw", "accept_draw", "decline_draw"):
        assert refusal(match, verb, HEDY) == "not_allowed"


def test_the_game_begins_when_the_last_of_three_sits_down() -> None:
    match = seated(Uno=Seat("Uno"), Dos=Seat("Dos"))
    match = join(match, person("Dos", HEDY), T0).after
    assert match.status == OPEN
    progress = join(match, person("Uno", GRACE), T0)
    assert progress.events == ("joined", "started")
    assert progress.after.to_act == "Tres"


def anywhere(seat: Seat) -> bool:
    """Everybody can sit at every seat."""
    return True


def test_who_leaves_an_open_table_frees_the_seat_and_the_last_closes_it() -> None:
    match = seated(Dos=Seat("Dos"))
    left = did(match, "abort", GRACE)
    assert left.events == ("left",)
    assert left.after.seat("Uno") == Seat("Uno")
    assert left.after.status == OPEN
    assert did(left.after, "abort", ADA).after.status == ABORTED


def test_two_of_three_are_enough_for_a_rematch_and_the_third_finds_a_free_seat() -> None:
    ended = did(played(fresh(), 3, 0), "resign", GRACE).after
    offered = did(ended, "rematch", GRACE).after
    assert did(offered, "rematch", ADA).events == ("rematch_agreed",)
    seats = rematch_seats(offered, ADA, anywhere)
    assert {name: seat.user for name, seat in seats.items()} == {
        "Tres": GRACE,
        "Uno": ADA,
        "Dos": None,
    }
    assert seats["Dos"] == Seat("Dos")


def test_nobody_agrees_to_the_rematch_of_an_account_that_is_gone() -> None:
    ended = did(played(fresh(), 3, 0), "resign", GRACE).after
    offered = did(ended, "rematch", ADA).after
    gone = tuple(replace(seat, user=None) if seat.user == ADA else seat for seat in offered.seats)
    wanted = did(replace(offered, seats=gone), "rematch", GRACE)
    assert (wanted.events, wanted.after.rematch_offer) == (("rematch_offered",), "Uno")
    seats = rematch_seats(wanted.after, HEDY, anywhere)
    assert [seat.user for seat in seats.values()] == [GRACE, None, HEDY]
    assert seats["Uno"] == Seat("Uno")


def test_a_draw_offer_outlasts_what_chance_removes_until_the_rival_moves() -> None:
    match = fresh(Dos=NEUTRAL)
    match = played(match, 3)
    offered = did(match, "offer_draw", GRACE).after
    placed = played(offered, 0)
    while placed.board.to_move == "Dos":
        placed = played(placed, placed.board.available_moves()[0])
    assert (placed.board.to_move, placed.draw_offer) == ("Tres", "Uno")
    assert played(placed, placed.board.available_moves()[0]).draw_offer is None


def test_a_rematch_keeps_a_third_that_is_no_person() -> None:
    ended = did(played(fresh(Dos=NEUTRAL), 3, 0), "resign", GRACE).after
    offered = did(ended, "rematch", ADA).after
    assert rematch_seats(offered, GRACE, anywhere)["Dos"] == NEUTRAL


def test_in_a_rematch_an_engine_of_one_side_keeps_its_seat() -> None:
    engine, ada = Seat("Tres", "engine", engine="one-sided"), Seat("Uno", "person", ADA, "ada")
    ended = did(played(fresh(Tres=engine, Uno=ada, Dos=NEUTRAL), 0), "resign", ADA).after
    seats = rematch_seats(ended, ADA, lambda seat: seat.kind != "engine" or seat.name == "Tres")
    assert (seats["Tres"], seats["Uno"]) == (engine, ada)
    assert rematch_seats(ended, ADA, anywhere)["Uno"] == replace(engine, name="Uno")


@pytest.mark.parametrize(
    ("clock", "gone", "said"),
    [
        (
            None,
            {"Dos"},
            "user3 left. Let chance play for them, call the game a draw, or wait: they can "
            "still come back.",
        ),
        (
            CLOCK,
            {"Dos"},
            "user3 left. Let chance play for them, call the game a draw, or wait: they can "
            "still come back. When their time is up, chance plays for them.",
        ),
        (
            None,
            {"Dos", "Uno"},
            "user3 and user2 left. End the game now, or wait: they can still come back.",
        ),
    ],
)
def test_whoever_stays_is_told_what_an_absence_lets_them_do(
    clock: Clock | None, gone: set[str], said: str
) -> None:
    match = played(fresh(clock), 3, 0)
    actions = available_actions(match, ADA, frozenset(gone))
    assert ("claim_win" in actions) is ("Uno" in gone)
    assert absence(match, frozenset(gone), actions) == said
    assert absence(match, frozenset(gone), available_actions(match, HEDY)) == ""
