"""Random games in which all is done that can be done, while people come and go."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from games.match import Action, Clock, Match, Seat, Verb, allowed, apply_move, decide, expire
from games.presenters import gone_seats
from games.rules import Board

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


def seat(name: str, holder: Any, board: type[Board]) -> Seat:
    if isinstance(holder, str):
        engine = {"classic": "minimax"}.get(board.VARIANT, "random")
        return Seat(name, holder, None, "", engine)
    return Seat(name, "person", holder, AWKWARD[holder])


def new_match(board: type[Board], people: str, rng: Random) -> Match:
    seats = [seat(*each, board) for each in zip(board.SEATS, PEOPLE[people], strict=False)]
    clock = Clock(60_000, 1_000, dict.fromkeys(board.SEATS, 60_000), None)
    match = Match(
        f"game{rng.random()}",
        board.start(exact=bool(board.OPTION) and rng.random() < 0.3),
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
