"""The laws of the table, without a database."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.match import (
    Action,
    Clock,
    Match,
    Refused,
    Seat,
    Verb,
    allowed,
    decide,
    expire,
    join,
)
from games.rules import ClassicBoard, DstruBoard, Outcome
from tests.match.matches import ADA, GRACE, OTHER, T0, act, after, fresh, person, refusal


def test_a_move_raises_the_version_by_one_and_passes_the_turn() -> None:
    progress = decide(fresh(), Action("place", 1, cell=4, user=ADA), T0 + 5)
    assert progress.after.version == 2
    assert progress.after.to_act == "O"
    assert progress.after.moves == (4,)
    assert progress.after.updated == T0 + 5
    assert [(made.seat, made.cell) for made in progress.moves] == [("X", 4)]


def test_the_version_named_must_be_the_newest() -> None:
    with pytest.raises(Refused) as refused:
        decide(fresh(), Action("place", 0, cell=4, user=ADA), T0)
    assert refused.value.code == "stale_version"
    assert refused.value.message == "The game has moved on. Here is how it stands now."


def test_a_version_from_the_future_is_refused_as_that() -> None:
    with pytest.raises(Refused) as refused:
        decide(fresh(), Action("place", 7, cell=4, user=ADA), T0)
    assert refused.value.code == "stale_version"
    assert refused.value.message == "There is no version 7 yet: the game is at version 1."


@pytest.mark.parametrize(
    ("verb", "user", "cell", "code"),
    [
        ("place", GRACE, 4, "not_your_turn"),
        ("place", OTHER, 4, "not_seated"),
        ("place", ADA, None, "bad_cell"),
        ("place", ADA, 9, "bad_cell"),
        ("remove", ADA, 4, "not_allowed"),
        ("dance", ADA, None, "bad_message"),
        ("accept_draw", ADA, None, "not_allowed"),
        ("decline_draw", ADA, None, "not_allowed"),
        ("rematch", ADA, None, "not_allowed"),
        ("claim_win", ADA, None, "not_allowed"),
    ],
)
def test_what_cannot_be_is_refused_with_its_code(
    verb: str, user: int, cell: int | None, code: str
) -> None:
    assert refusal(fresh(), verb, user, cell=cell) == code


def test_a_line_ends_the_match() -> None:
    match = after(fresh(), 0, 3, 1, 4, 2)
    assert (match.status, match.outcome.winner, match.ended) == ("finished", "X", T0)  # type: ignore[union-attr]
    assert match.version == 6
    assert refusal(match, "place", GRACE, cell=8) == "game_over"


@pytest.mark.parametrize(("loser", "winner"), [(ADA, "O"), (GRACE, "X")])
def test_resigning_gives_the_rival_the_win(loser: int, winner: str) -> None:
    match = act(after(fresh(), 4), "resign", loser)
    assert match.outcome == Outcome(winner, "resign")


def test_a_game_can_be_aborted_before_its_second_move_only() -> None:
    assert act(fresh(), "abort", GRACE).status == "aborted"
    assert act(after(fresh(), 4), "abort", ADA).status == "aborted"
    assert refusal(after(fresh(), 4, 0), "abort", ADA) == "not_allowed"


def test_a_draw_is_agreed_by_offer_and_acceptance() -> None:
    offered = act(fresh(), "offer_draw", ADA)
    assert offered.draw_offer == "X"
    assert refusal(offered, "accept_draw", ADA) == "not_allowed"
    agreed = act(offered, "accept_draw", GRACE)
    assert agreed.outcome == Outcome(None, "agreement")
    assert agreed.draw_offer is None


def test_one_draw_offer_at_a_time_and_not_again_at_once() -> None:
    offered = act(fresh(), "offer_draw", ADA)
    assert refusal(offered, "offer_draw", GRACE) == "not_allowed"
    declined = act(offered, "decline_draw", GRACE)
    assert declined.draw_offer is None
    assert refusal(declined, "offer_draw", ADA) == "not_allowed"
    assert act(after(declined, 4, 0), "offer_draw", ADA).draw_offer == "X"


def test_moving_on_declines_the_rivals_offer_but_not_ones_own() -> None:
    offered = act(fresh(), "offer_draw", ADA)
    assert after(offered, 4).draw_offer == "X"
    assert after(offered, 4, 0).draw_offer is None


def claim(match: Match, verb: str, user: int, *gone: str) -> Match:
    action = Action(verb, match.version, user=user, gone=frozenset(gone))
    return decide(match, action, T0).after


def claim_refusal(match: Match, verb: str, user: int, *gone: str) -> str:
    with pytest.raises(Refused) as refused:
        claim(match, verb, user, *gone)
    return f"{refused.value.code}: {refused.value.message}"


@pytest.mark.parametrize(("verb", "winner"), [("claim_win", "X"), ("claim_draw", None)])
@pytest.mark.parametrize("cells", [(4, 0), (4, 0, 8)])
def test_when_the_opponent_left_the_game_can_be_claimed_on_either_turn(
    verb: str, winner: str | None, cells: tuple[int, ...]
) -> None:
    match = claim(after(fresh(), *cells), verb, ADA, "O")
    assert (match.status, match.outcome) == ("finished", Outcome(winner, "abandoned"))


@pytest.mark.parametrize("verb", ["claim_win", "claim_draw"])
@pytest.mark.parametrize("gone", [(), ("X",)])
def test_nothing_can_be_claimed_of_an_opponent_who_is_here(verb: str, gone: tuple[str]) -> None:
    assert claim_refusal(after(fresh(), 4, 0), verb, ADA, *gone).startswith("not_allowed")


@pytest.mark.parametrize("cells", [(), (4,)])
def test_before_the_second_move_a_game_is_called_off_not_claimed(cells: tuple[int, ...]) -> None:
    match = after(fresh(), *cells)
    assert "second move" in claim_refusal(match, "claim_win", ADA, "O")
    assert act(match, "abort", ADA).status == "aborted"


def test_engines_and_oneself_never_leave() -> None:
    engine = after(fresh("engine", O=Seat("O", "engine", engine="smart")), 4, 0)
    assert "not_allowed" in claim_refusal(engine, "claim_win", ADA, "O")
    alone = after(fresh("local", O=person("O", ADA)), 4, 0)
    assert "not_allowed" in claim_refusal(alone, "claim_draw", ADA, "X", "O")


def test_nobody_offers_an_engine_a_draw() -> None:
    match = fresh("engine", O=Seat("O", "engine", engine="smart"))
    assert refusal(match, "offer_draw", ADA) == "not_allowed"


def test_at_one_screen_a_person_plays_both_seats_in_turn() -> None:
    match = fresh("local", O=person("O", ADA))
    match = act(act(match, "place", ADA, cell=4), "place", ADA, cell=0)
    assert match.board.notation == "O...X.... X"


def test_nobody_is_asked_for_a_rematch_whose_account_is_gone() -> None:
    over = act(fresh(), "resign", ADA)
    seats = tuple(replace(one, user=None) if one.user == GRACE else one for one in over.seats)
    assert refusal(replace(over, seats=seats), "rematch", ADA) == "not_allowed"


def test_a_rematch_takes_both_people() -> None:
    over = act(fresh(), "resign", ADA)
    offered = decide(over, Action("rematch", over.version, user=ADA), T0)
    assert offered.events == ("rematch_offered",)
    assert refusal(offered.after, "rematch", ADA) == "not_allowed"
    for version in (over.version, offered.after.version):  # in the same moment, or later
        agreed = decide(offered.after, Action("rematch", version, user=GRACE), T0)
        assert agreed.events == ("rematch_agreed",)


def test_a_rematch_with_an_engine_needs_nobodys_consent() -> None:
    over = act(fresh("engine", O=Seat("O", "engine", engine="smart")), "resign", ADA)
    progress = decide(over, Action("rematch", over.version, user=ADA), T0)
    assert progress.events == ("rematch_agreed",)


def test_joining_fills_the_free_seat_and_begins() -> None:
    waiting = Match("g", ClassicBoard(), (person("X", ADA), Seat("O")), "lobby", version=1)
    assert refusal(waiting, "place", ADA, cell=4) == "not_open"
    progress = join(waiting, person("O", GRACE), T0)
    assert (progress.after.status, progress.after.started) == ("active", T0)
    with pytest.raises(Refused):
        join(progress.after, person("O", OTHER), T0)


@pytest.mark.parametrize(
    ("seat", "user", "code"),
    [("O", ADA, "not_allowed"), ("X", GRACE, "not_open"), ("Z", GRACE, "bad_message")],
)
def test_a_seat_that_cannot_be_taken_is_refused(seat: str, user: int, code: str) -> None:
    waiting = Match("g", ClassicBoard(), (person("X", ADA), Seat("O")), "lobby", version=1)
    with pytest.raises(Refused) as refused:
        join(waiting, person(seat, user), T0)
    assert refused.value.code == code


def clock(base: int = 60_000, increment: int = 2_000) -> Clock:
    return Clock(base, increment, {"X": base, "O": base})


def test_the_clock_begins_with_the_first_move_and_adds_the_increment() -> None:
    match = after(fresh(clock=clock()), 4, now=T0 + 9_000)
    assert match.clock is not None
    assert match.clock.remaining == {"X": 60_000, "O": 60_000}
    assert match.deadline == T0 + 9_000 + 60_000
    match = after(match, 0, now=T0 + 19_000)
    assert match.clock is not None
    assert match.clock.remaining == {"X": 60_000, "O": 52_000}


def test_a_game_with_a_clock_is_aborted_when_nobody_moves_first() -> None:
    match = fresh(clock=clock())
    assert expire(match, T0 + 29_999) is None
    ended = expire(match, T0 + 30_000)
    assert ended is not None
    assert (ended.after.status, ended.after.outcome) == (
        "aborted",
        Outcome(None, "no_first_move"),
    )


def test_running_out_of_time_loses() -> None:
    match = after(fresh(clock=clock()), 4, now=T0)
    assert expire(match, T0 + 59_999) is None
    ended = expire(match, T0 + 60_000)
    assert ended is not None
    assert ended.before == match
    assert ended.after.outcome == Outcome("X", "time")
    assert ended.after.clock is not None
    assert ended.after.clock.remaining["O"] == 0


def test_a_game_without_a_clock_has_no_deadline() -> None:
    assert expire(fresh(), T0 + 10**12) is None


@given(st.lists(st.tuples(st.integers(-1, 9), st.sampled_from([ADA, GRACE, OTHER])), max_size=40))
def test_whatever_is_asked_versions_moves_and_turns_stay_in_step(
    requests: list[tuple[int, int]],
) -> None:
    match = fresh()
    for cell, user in requests:
        try:
            progress = decide(match, Action("place", match.version, cell=cell, user=user), T0)
        except Refused:
            continue
        assert progress.before == match
        assert progress.after.version == match.version + 1
        assert progress.after.moves == (*match.moves, cell)
        assert match.seat_of(user) == match.board.to_move
        match = progress.after
    board = ClassicBoard()
    for cell in match.moves:
        board = board.make_move(cell)
    assert board == match.board
    assert (match.status == "finished") == board.is_game_over()


def test_an_opening_does_not_count_against_aborting() -> None:
    match = replace(after(fresh(), 4, 0), opening=2)
    assert act(match, "abort", ADA).status == "aborted"


def test_the_other_side_may_offer_a_draw_at_once() -> None:
    declined = act(act(fresh(), "offer_draw", ADA), "decline_draw", GRACE)
    assert act(declined, "offer_draw", GRACE).draw_offer == "O"


def test_an_engine_never_runs_out_of_time() -> None:
    match = after(fresh("engine", clock=clock(), O=Seat("O", "engine", engine="smart")), 4)
    assert match.to_act == "O"
    assert match.deadline is None


VERBS = [*Verb]


def attempt(match: Match, verb: str, user: int, gone: frozenset[str]) -> Match | None:
    """The match after ``verb``, on the first legal cell if it is a move; None if refused."""
    cell = next(iter(match.board.available_moves()), None)
    action = Action(verb, match.version, cell=cell, user=user, gone=gone)
    try:
        return decide(match, action, T0).after
    except Refused:
        return None


@given(
    st.lists(st.tuples(st.sampled_from(VERBS), st.sampled_from([ADA, GRACE, OTHER])), max_size=30),
    st.frozensets(st.sampled_from(("Tres", "Uno", "Dos"))),
)
def test_allowed_names_exactly_the_verbs_that_decide_accepts(
    requests: list[tuple[str, int]], gone: frozenset[str]
) -> None:
    people = zip(DstruBoard.SEATS, (ADA, GRACE, OTHER), strict=True)
    seats = tuple(person(name, user) for name, user in people)
    match = Match("m", DstruBoard.start(), seats, "friend", status="active")
    for verb, user in requests:
        for one in (ADA, GRACE, OTHER):
            accepted = {name for name in VERBS if attempt(match, name, one, gone) is not None}
            assert set(allowed(match, one, gone)) == accepted
        assert allowed(match, None, gone) == []
        match = attempt(match, verb, user, gone) or match


@pytest.mark.parametrize(("status", "verbs"), [("open", ["abort"]), ("aborted", ["rematch"])])
def test_before_and_after_play_one_thing_is_allowed(status: str, verbs: list[str]) -> None:
    assert allowed(replace(fresh(), status=status), ADA) == verbs
