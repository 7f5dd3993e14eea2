"""Matches between ADA and GRACE at any stage, and what happens to them."""

from __future__ import annotations

import pytest

from games.match import Action, Clock, Match, Refused, Seat, decide, start
from games.rules import ClassicBoard

ADA, GRACE, OTHER = 1, 2, 3
T0 = 1_700_000_000_000


def person(name: str, user: int) -> Seat:
    return Seat(name, "person", user, f"user{user}")


def fresh(kind: str = "friend", clock: Clock | None = None, **seats: Seat) -> Match:
    both = {"X": person("X", ADA), "O": person("O", GRACE), **seats}
    match = Match("g", ClassicBoard(), tuple(both.values()), kind, version=1, clock=clock)
    return start(match, T0)


def after(match: Match, *cells: int, now: int = T0) -> Match:
    for cell in cells:
        seat = match.board.to_move
        match = decide(match, Action("place", match.version, cell=cell, seat=seat), now).after
    return match


def act(match: Match, verb: str, user: int, now: int = T0, cell: int | None = None) -> Match:
    return decide(match, Action(verb, match.version, cell=cell, user=user), now).after


def refusal(match: Match, verb: str, user: int, now: int = T0, cell: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        act(match, verb, user, now, cell)
    return refused.value.code
