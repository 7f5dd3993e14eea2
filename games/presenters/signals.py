"""What waits for somebody in a game, for the title and the icon of a page that nobody looks at."""

from __future__ import annotations

from typing import TypedDict

from games.match import (
    ABORTED,
    ACTIVE,
    FINISHED,
    LOCAL,
    MEETINGS,
    OPEN,
    PERSON,
    Match,
    rival,
)
from games.presenters.phrases import phrase
from games.presenters.sentences import headline

TURN, DRAW, REMATCH, BEGUN, OVER = "turn", "draw", "rematch", "begun", "over"
CHALLENGE = "challenge"
"""The kinds of signals; each has an icon in ``drawing.site_icon``."""


class Signal(TypedDict):
    """A ``kind`` for the icon and a ``text`` for the title."""

    kind: str
    text: str


def signal(match: Match, you: str | None) -> Signal | None:
    """The one thing that most needs the attention of the person at ``you``; None if nothing does.

    A spectator gets a signal only when the game is over. Players at one screen get none.
    """
    if match.kind == LOCAL or match.status == OPEN:
        return None
    if match.status in (FINISHED, ABORTED):
        return _after(match, you)
    if you is None:
        return None
    if match.draw_offer is not None and match.draw_offer == rival(match, you):
        return {"kind": DRAW, "text": phrase("signal.draw", who=match.seat(match.draw_offer).title)}
    if match.kind in MEETINGS and len(match.moves) == match.opening:
        return {"kind": BEGUN, "text": _begun(match, you)}
    return {"kind": TURN, "text": headline(match, you)} if match.to_act == you else None


def _after(match: Match, you: str | None) -> Signal:
    """Of a game that is over: the result, unless the other side asks for another game."""
    asking = match.rematch_offer
    if you is not None and asking is not None and asking != you:
        return {"kind": REMATCH, "text": phrase("signal.rematch", who=match.seat(asking).title)}
    return {"kind": OVER, "text": headline(match, you)}


def _begun(match: Match, you: str) -> str:
    others = " and ".join(s.title for s in match.seats if s.kind == PERSON and s.name != you)
    if match.to_act != you:
        return phrase("signal.begun", others=others)
    return phrase("signal.begun_yours", others=others, headline=headline(match, you).lower())


def leaving_costs(match: Match, you: str | None) -> bool:
    """Whether a running game suffers if the person at ``you`` goes: by a clock or another person.

    A game against an engine without a clock waits as it is.
    """
    if match.status != ACTIVE or you is None or match.kind == LOCAL:
        return False
    others = any(seat.kind == PERSON and seat.name != you for seat in match.seats)
    return others or match.clock is not None
