"""Who waits for an opponent: in the lobby, and in somebody's own open games."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts import people
from games import presenters, services
from games.live.hub import hub
from games.match import (
    ACTIVE,
    EMPTY,
    ENGINE,
    FRIEND,
    LOBBY,
    NEUTRAL,
    OPEN,
    PERSON,
    Action,
    Kind,
    Match,
    Verb,
)
from games.queries import lobby, selectors
from games.rules import VARIANTS
from games.web.forms import CLOCKS

MOST_COUNTED = 60
"""Open games that are looked at to say how many people wait."""

RECENT = timedelta(hours=1)
"""For how long pages of other games remind people of one they opened, or that began."""

MOST_REMINDED = 3

TRIES = 3
"""How often an open game is left that changes at the same moment."""


def queue(besides: int | None = None) -> int:
    """How many games wait in the lobby, without those of ``besides`` and of people with a block."""
    waiting = lobby.longest_waiting(MOST_COUNTED, people.apart_from(besides), besides)
    return sum(hub.attendance.opener_present(game) for game in waiting)


def elsewhere(viewer: int | None, game_id: str = "") -> list[presenters.WaitingGame]:
    """The recent games of ``viewer`` that wait for an opponent or just found one.

    Those that began come first; ``game_id`` is the game whose page asks.
    """
    if viewer is None:
        return []
    since = timezone.now() - RECENT
    rows = selectors.meetings_since(viewer, since, besides=game_id, most=MOST_REMINDED)
    found = [presenters.waiting_game(row, viewer) for row in rows]
    return sorted(found, key=lambda one: not one.begun)


def wait_of(match: Match, viewer: int | None, watchers: int) -> dict[str, Any] | None:
    """The waiting part of an open game's page for those who wait there; None for everybody else."""
    if not presenters.is_waiting(match, viewer):
        return None
    asked = viewer if match.kind == LOBBY else None
    rating = None if asked is None else selectors.rating(asked, match.board.VARIANT)
    return presenters.wait_context(
        match,
        waited=_ms_since(selectors.opened_at(match.id)),
        watchers=watchers,
        queue=queue(viewer),
        rating=rating,
    )


@dataclass(frozen=True, slots=True)
class InvitationOption:
    """Something about an invitation that one tap changes: a field of the form of a new game.

    ``options`` are (value, words), ``now`` the value it has, ``kept`` the fields that stay.
    """

    what: str
    name: str
    options: list[tuple[str, str]]
    now: str
    kept: list[tuple[str, str]]


def change_of(match: Match, viewer: int | None) -> dict[str, Any] | None:
    """What the opener of an invitation can change about it while nobody else sits there; None for
    everybody else.
    """
    if match.kind != Kind.FRIEND or not presenters.is_waiting(match, viewer):
        return None
    if any(seat.user not in (None, viewer) for seat in match.seats):
        return None
    clock, rated = match.clock, ("rated", "on" if match.rated else "")
    now = f"{clock.base // 1000}+{clock.increment // 1000}" if clock else ""
    variant = match.board.VARIANT
    games = [(slug, board.TITLE) for slug, board in VARIANTS.items()]
    clocks = list(CLOCKS.items())
    third, seat = _third_of(match), match.seat_of(viewer) or ""
    rule = match.board.OPTION.slug if match.board.OPTION and match.board.exact else ""
    other_clock = [("variant", variant), ("seat", seat), ("reading", rule), rated, third]
    alone = THREE if third == THREE else ("third", NEUTRAL)  # other games have other engines
    other_game = [("clock", now), ("reading", ""), rated, alone]
    return {
        "title": match.board.TITLE,
        "terms": CLOCKS.get(now, "another clock").lower(),
        "choices": [
            InvitationOption("Game", "variant", games, variant, other_game),
            InvitationOption("Clock for each", "clock", clocks, now, other_clock),
        ],
    }


THREE = ("three", FRIEND)
"""The field of a game for three people."""


def _third_of(match: Match) -> tuple[str, str]:
    """The field that says who holds a third seat; games of two seats have no use for it."""
    for seat in match.seats[2:]:
        if seat.kind in (EMPTY, PERSON):
            return THREE
        if seat.kind == ENGINE:
            return "third", f"{ENGINE}:{seat.engine}"
    return "third", NEUTRAL


def _ms_since(moment: datetime) -> int:
    return (timezone.now() - moment) // timedelta(milliseconds=1)


def nearest(own: presenters.GameCard, viewer: int | None) -> presenters.Nearest | None:
    """The computer to play instead of ``own``, the game that ``viewer`` has in the lobby."""
    rating = None if viewer is None else selectors.rating(viewer, own.variant)
    return presenters.nearest_computer(
        own.id, own.variant, waited=_ms_since(own.when), rating=rating
    )


def give_up(game_id: str, user_id: int | None) -> bool:
    """Stop waiting in one's open game; False if somebody has joined and it has begun."""
    try:
        for _ in range(TRIES):
            match = selectors.match(game_id)
            if match.status != OPEN or match.seat_of(user_id) is None:
                break
            with suppress(services.ActionRefused):  # it has just changed: try again
                action = Action(Verb.ABORT, match.version, user=user_id)
                services.act(game_id=game_id, action=action)
    except selectors.NoSuchGame:
        return True
    return match.status != ACTIVE or match.seat_of(user_id) is None


def running(apart: Collection[int]) -> list[presenters.RunningBoard]:
    """The games to watch now, without those of people kept ``apart`` by a block."""
    return [presenters.running_board(one) for one in hub.running.shown(apart)]
