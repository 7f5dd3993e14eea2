"""What programs read, in the shapes of lichess' Bot API: seats are colours, cells are moves.

Times are in milliseconds, those of day since 1970.
"""

from __future__ import annotations

from typing import Literal, TypedDict

import msgspec

from accounts.guests import User
from games.match import (
    ABORTED,
    ACTIVE,
    FINISHED,
    OPEN,
    PERSON,
    Match,
    RefusalCode,
    Seat,
    Status,
    rival,
)
from games.models import Challenge
from games.presenters import Snapshot, formal_title
from games.presenters.positions import facts_of
from games.presenters.remarks import label_of
from games.rules import board_class


class Done(TypedDict):
    ok: bool


class Refusal(TypedDict):
    """Every refusal over HTTP (``protocol.RefusedFrame``), with the game as it stands, or null."""

    type: Literal["refused"]
    id: str | None
    code: RefusalCode
    message: str
    game: Snapshot | None


class VariantFacts(TypedDict):
    key: str
    name: str


class PersonFacts(TypedDict):
    """``title`` is ``BOT`` for a bot account."""

    id: str
    name: str
    title: str | None


class PlayerFacts(TypedDict):
    """Who holds a seat; ``id`` and ``name`` are null for nobody, ``id`` for what is no account."""

    kind: str
    id: str | None
    name: str | None
    title: str | None
    rating: int | None


class TimeLimits(TypedDict):
    initial: int
    increment: int


class GameState(TypedDict):
    """How a game stands. ``moves`` are its cells in order, separated by spaces.

    ``times`` is what each seat has left, null without a clock. ``winner`` is a seat.
    """

    type: Literal["gameState"]
    moves: str
    position: str
    version: int
    status: str
    toMove: str | None
    action: str | None
    legal: list[int]
    times: dict[str, int] | None
    drawOffer: str | None
    winner: str | None
    reason: str | None


class GameFull(TypedDict):
    """A game, whole: the first line of its stream, and again when its players change."""

    type: Literal["gameFull"]
    id: str
    variant: VariantFacts
    rated: bool
    source: str
    createdAt: int
    clock: TimeLimits | None
    players: dict[str, PlayerFacts]
    you: str | None
    state: GameState


class ChatLine(TypedDict):
    """A player says one of the set phrases; ``phrase`` is its code."""

    type: Literal["chatLine"]
    room: Literal["player"]
    username: str
    text: str
    phrase: str


class OpponentGone(TypedDict):
    """Somebody left, or is back; once gone, ``claim_win`` may be among a game's actions."""

    type: Literal["opponentGone"]
    seat: str
    gone: bool


class GameFacts(TypedDict):
    """A game as one of its players sees it; ``id`` and ``gameId`` are the same."""

    id: str
    gameId: str
    seat: str | None
    variant: VariantFacts
    position: str
    rated: bool
    source: str
    status: str
    isMyTurn: bool
    lastMove: int | None
    opponent: PlayerFacts | None
    winner: str | None


class GameEvent(TypedDict):
    """A game of yours begins or is over."""

    type: Literal["gameStart", "gameFinish"]
    game: GameFacts


class TimeControl(TypedDict, total=False):
    """``clock`` with ``limit`` and ``increment`` in seconds, or ``unlimited``."""

    type: Literal["clock", "unlimited"]
    limit: int
    increment: int


class ChallengeFacts(TypedDict):
    """``seat`` is the challenger's, or ``random``; ``gameId`` is set once it is accepted."""

    id: str
    status: str
    challenger: PersonFacts
    destUser: PersonFacts
    variant: VariantFacts
    rated: bool
    timeControl: TimeControl
    seat: str
    gameId: str | None


class ChallengeEvent(TypedDict):
    """Somebody challenges you, or a challenge of yours is on its way, or what became of one."""

    type: Literal["challenge", "challengeDeclined", "challengeCanceled"]
    challenge: ChallengeFacts


STATUS = {OPEN: "created", ACTIVE: "started", FINISHED: "finished", ABORTED: "aborted"}
CHALLENGE_STATUS = {
    Challenge.Status.WAITING: "created",
    Challenge.Status.ACCEPTED: "accepted",
    Challenge.Status.DECLINED: "declined",
    Challenge.Status.WITHDRAWN: "canceled",
    Challenge.Status.EXPIRED: "expired",
}


def game_full(match: Match, you: str | None) -> GameFull:
    return {
        "type": "gameFull",
        "id": match.id,
        "variant": _variant(match.board.VARIANT),
        "rated": match.rated,
        "source": match.kind,
        "createdAt": match.started or match.updated,
        "clock": time_limits(match),
        "players": {seat.name: player_facts(match, seat) for seat in match.seats},
        "you": you,
        "state": game_state(match),
    }


def time_limits(match: Match) -> TimeLimits | None:
    clock = match.clock
    return None if clock is None else {"initial": clock.base, "increment": clock.increment}


def game_state(match: Match) -> GameState:
    facts, playing = facts_of(match.board), match.status == ACTIVE
    outcome = match.outcome
    return {
        "type": "gameState",
        "moves": " ".join(map(str, match.moves)),
        "position": facts.notation,
        "version": match.version,
        "status": STATUS[Status(match.status)],
        "toMove": facts.to_move if playing else None,
        "action": facts.action if playing else None,
        "legal": list(facts.legal) if playing else [],
        "times": None if match.clock is None else dict(match.clock.remaining),
        "drawOffer": match.draw_offer,
        "winner": outcome.winner if outcome else None,
        "reason": str(outcome.reason) if outcome else None,
    }


def game_event(kind: Literal["gameStart", "gameFinish"], match: Match, user: int) -> GameEvent:
    return {"type": kind, "game": game_facts(match, user)}


def game_facts(match: Match, user: int) -> GameFacts:
    you = match.seat_of(user)
    foe = rival(match, you) if you else None
    return {
        "id": match.id,
        "gameId": match.id,
        "seat": you,
        "variant": _variant(match.board.VARIANT),
        "position": match.board.notation,
        "rated": match.rated,
        "source": match.kind,
        "status": STATUS[Status(match.status)],
        "isMyTurn": you is not None and match.to_act == you,
        "lastMove": match.moves[-1] if match.moves else None,
        "opponent": None if foe is None else player_facts(match, match.seat(foe)),
        "winner": match.outcome.winner if match.outcome else None,
    }


class SaidRemark(msgspec.Struct):
    """What a stream needs of the socket's message ``said``."""

    seat: str
    phrase: str


def chat_line(player: Seat, phrase: str) -> ChatLine:
    return {
        "type": "chatLine",
        "room": "player",
        "username": player.title or player.name,
        "text": label_of(phrase),
        "phrase": phrase,
    }


def challenge_facts(asked: Challenge) -> ChallengeFacts:
    """A challenge whose two people have been fetched."""
    control: TimeControl = {"type": "unlimited"}
    if asked.base_ms is not None:
        limit, increment = asked.base_ms // 1000, (asked.increment_ms or 0) // 1000
        control = {"type": "clock", "limit": limit, "increment": increment}
    return {
        "id": asked.id,
        "status": CHALLENGE_STATUS[Challenge.Status(asked.status)],
        "challenger": _person(asked.challenger),
        "destUser": _person(asked.challenged),
        "variant": _variant(asked.variant),
        "rated": asked.rated,
        "timeControl": control,
        "seat": asked.seat,
        "gameId": asked.game_id,
    }


def _person(user: User) -> PersonFacts:
    return {"id": user.name.lower(), "name": user.name, "title": "BOT" if user.is_bot else None}


def player_facts(match: Match, seat: Seat) -> PlayerFacts:
    person = seat.kind == PERSON and seat.user is not None
    name = formal_title(seat, match.board.VARIANT) if seat.kind != "empty" else None
    return {
        "kind": seat.kind,
        "id": seat.title.lower() if person else None,
        "name": name,
        "title": "BOT" if seat.bot else None,
        "rating": seat.rating,
    }


def _variant(slug: str) -> VariantFacts:
    return {"key": slug, "name": board_class(slug).TITLE}
