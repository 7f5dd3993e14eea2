"""State frames are joined from known texts. To the byte, they say what the snapshot says."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from games import services
from games.live.protocol import encode, state
from games.live.state_frames import StateFrames
from games.match import Action, Clock, Match, Seat, Verb, allowed, apply_move, decide, expire
from games.presenters import gone_seats, positions, snapshot
from games.rules import Board, ClassicBoard, DstruBoard

ADA, GRACE, HEDY, STRANGER, NOBODY = 1, 2, 3, 4, None
T0 = 1_700_000_000_000
AWKWARD = {ADA: 'ada "100 %b"', GRACE: "gräce\\☂\u2028", HEDY: "hedy</script>"}
"""What JSON writes in another way than Python, and what Python puts texts into."""

PEOPLE = {
    "two people": (ADA, GRACE, ADA),
    "three people": (ADA, GRACE, HEDY),
    "one person": (ADA, ADA, ADA),
    "chance": (ADA, GRACE, "neutral"),
    "an engine": (ADA, "engine", "engine"),
}
RARE = {
    **dict.fromkeys([Verb.ABORT, Verb.RESIGN, Verb.CLAIM_WIN, Verb.CLAIM_DRAW], 0.02),
    **{Verb.ACCEPT_DRAW: 0.1, Verb.OFFER_DRAW: 0.1},
}
"""How often such a thing is done where it can be done, so that games last."""


@pytest.fixture(autouse=True)
def _the_time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "now_ms", lambda: T0)


def seat(name: str, holder: Any, board: type[Board]) -> Seat:
    if isinstance(holder, str):
        engine = {"classic": "minimax", "dstru": "random"}[board.VARIANT]
        return Seat(name, holder, None, "", engine)
    return Seat(name, "person", holder, AWKWARD[holder])


def new_match(board: type[Board], people: str, rng: Random) -> Match:
    seats = [seat(*each, board) for each in zip(board.SEATS, PEOPLE[people], strict=False)]
    clock = Clock(60_000, 1_000, dict.fromkeys(board.SEATS, 60_000), None)
    match = Match(
        f"game{rng.random()}",
        board.start(exact=board.HAS_EXACT and rng.random() < 0.3),
        tuple(seats),
        rng.choice(["friend", "lobby", "local"]) if people == "one person" else "friend",
        "active",
        clock=rng.choice([None, clock]),
        rated=people == "two people" and rng.random() < 0.3,
        started=T0,
        seed=5,
    )
    for _ in range(rng.choice([0, 0, 2])):
        match, _ = apply_move(match, rng.choice(match.board.available_moves()))
    return replace(match, opening=len(match.moves))


def versions(match: Match, rng: Random) -> Iterator[tuple[Match, dict[str, str]]]:
    """A random game with moves, offers, answers and claims, while people come and go."""
    here = {one.name: "online" for one in match.seats}
    for number in range(120):
        if rng.random() < 0.3:
            here = {name: rng.choice(["online", "online", "unstable", "gone"]) for name in here}
        yield match, here
        now, gone = T0 + 400 * number, gone_seats(here)
        if (late := expire(match, now)) is not None:
            match = late.after
            continue
        acting = match.acting_seat
        if acting is not None and acting.kind != "person":
            user, name = None, acting.name
            verbs = [Verb(match.board.action)]
        else:
            user, name = rng.choice([ADA, GRACE, HEDY]), None
            verbs = allowed(match, user, gone)
        verbs = [verb for verb in verbs if rng.random() < RARE.get(verb, 1)]
        if not verbs:
            continue
        cell = rng.choice(match.board.available_moves() or [0])
        action = Action(rng.choice(verbs), match.version, None, cell, user, name, gone)
        match = decide(match, action, now).after
    yield match, here


def said_to(match: Match, viewer: int | None, here: dict[str, str]) -> bytes:
    return encode(state(snapshot(match, viewer, T0, here)))


@pytest.mark.long
@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize("board", [ClassicBoard, DstruBoard])
def test_frames_say_to_the_byte_what_the_snapshot_says(board: type[Board], people: str) -> None:
    """Also where frames between were missed, and after everything else that can be done."""
    seen = set()
    for seed in range(6):
        rng, frames = Random(f"{people}{seed}"), None
        for match, here in versions(new_match(board, people, rng), rng):
            if rng.random() < 0.1:
                continue
            frames = StateFrames(match, here, frames if rng.random() < 0.95 else None)
            viewers = (ADA, GRACE, HEDY, STRANGER, NOBODY)
            texts = {viewer: frames.text(viewer) for viewer in viewers}
            positions._moves.cache_clear()  # what the frames knew of the moves must be true, too
            assert texts == {viewer: said_to(match, viewer, here) for viewer in viewers}, match
            seen.add(match.status)
    assert {"active", "finished"} <= seen


def test_the_end_of_a_game_is_told_without_playing_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random(3)
    match = new_match(DstruBoard, "two people", rng)
    frames = StateFrames(match, {})
    while match.status == "active":
        cell, acting = rng.choice(match.board.available_moves()), match.board.to_move
        action = Action(match.board.action, match.version, None, cell, None, acting)
        match = decide(match, action, T0).after
        frames = StateFrames(match, {}, frames) if match.status == "active" else frames
    assert len(match.moves) > 20

    def play_again(board: DstruBoard, move: int) -> DstruBoard:
        raise AssertionError("the game is played again")

    monkeypatch.setattr(DstruBoard, "make_move", play_again)
    told = StateFrames(match, {}, frames).text(ADA)
    assert b'"moves":[%b]' % b",".join(b"%d" % cell for cell in match.moves) in told


def test_a_game_that_has_not_begun_says_so_too() -> None:
    seats = (Seat("X", "person", ADA, "ada"), Seat("O"))
    match, here = Match("game", ClassicBoard.start(), seats, "lobby"), {"X": "online"}
    frames = StateFrames(match, here)
    for viewer in (ADA, GRACE, NOBODY):
        assert frames.text(viewer) == said_to(match, viewer, here)
        assert frames.snapshot(viewer) == snapshot(match, viewer, T0, here)
