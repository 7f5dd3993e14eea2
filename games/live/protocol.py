"""The wire protocol, version 2: a closed set of messages, checked at the edge.

``docs/protocol.md`` is the reader's version. Sizes are in bytes of UTF-8 text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict, TypeVar

import msgspec

from games.match import Action, Match, Phrase, RefusalCode, Verb
from games.observe import metrics
from games.queries.parsing import shortly

if TYPE_CHECKING:
    from games.presenters import News, Snapshot
    from games.presenters.remarks import RemarkLine

MAX_FRAME = 4096
"""Bytes a client may send in one frame; more is answered with ``bad_message``."""

TOO_MANY_BAD, LOG_IN_AGAIN, NO_SUCH_GAME, TOO_FAST, RESTART = 4400, 4401, 4404, 4429, 1012
TOO_SLOW, TOO_MANY_SOCKETS, UNAVAILABLE = 4408, 4430, 4503
"""Codes a server closes sockets with."""

HTTP_STATUS = {
    RefusalCode.BAD_MESSAGE: 400,
    RefusalCode.LOGIN_REQUIRED: 401,
    RefusalCode.NOT_SEATED: 403,
    RefusalCode.NO_SCOPE: 403,
    RefusalCode.BOTS_ONLY: 403,
    RefusalCode.STALE_VERSION: 409,
    RefusalCode.GAME_OVER: 409,
    RefusalCode.NOT_OPEN: 409,
    RefusalCode.NOT_YOUR_TURN: 409,
    RefusalCode.BAD_CELL: 422,
    RefusalCode.CELL_TAKEN: 422,
    RefusalCode.CELL_EMPTY: 422,
    RefusalCode.WRONG_BOARD: 422,
    RefusalCode.NOT_ALLOWED: 422,
    RefusalCode.KEY_REUSED: 422,
    RefusalCode.TOO_FAST: 429,
    RefusalCode.TOO_MANY: 429,
    RefusalCode.UNAVAILABLE: 503,
    RefusalCode.MAINTENANCE: 503,
}
"""The status of the HTTP twin for each refusal code."""

ACTION_ID = re.compile(r"[\x21-\x7e]{1,36}")


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """A request to act on ``version``; ``id`` makes it happen once however often it is sent."""

    id: str
    version: int
    action: Verb
    cell: int | None = None
    number: int | None = None

    def __post_init__(self) -> None:
        if not ACTION_ID.fullmatch(self.id):
            raise ValueError("'id' takes 1 to 36 printable characters without spaces")
        if not 0 <= self.version < 2**31:
            raise ValueError("'version' takes a number from 0 on")

    @property
    def claims(self) -> bool:
        """Whether it matters to this request who has left."""
        return self.action in (Verb.CLAIM_WIN, Verb.CLAIM_DRAW, Verb.REPLACE)

    def by(self, user: int | None, gone: frozenset[str] = frozenset()) -> Action:
        """This request as the match takes it, by the person ``user`` while ``gone`` are away."""
        return Action(
            self.action, self.version, self.id, self.cell, user, gone=gone, number=self.number
        )


class Sync(msgspec.Struct, tag="sync", forbid_unknown_fields=True):
    """A client that has ``version`` asks for anything newer."""

    version: int


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """``sent`` is the client's own time, given back; ``slow``: its pings may run late."""

    sent: float
    slow: bool = False


class SayMessage(msgspec.Struct, tag="say", forbid_unknown_fields=True):
    """A player says one of the set phrases, or makes a sign."""

    phrase: Phrase


Message = Act | Sync | Ping | SayMessage

_messages: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_acts = msgspec.json.Decoder(Act)

Kind = TypeVar("Kind")


class BadMessage(ValueError):
    """A frame or body that is no message of the protocol; the text quotes what is wrong."""


def parse(text: str) -> Message:
    """A client's frame. Raises BadMessage."""
    return _decode(_messages, text)


def parse_act(text: str) -> Act:
    """The body of an action posted over HTTP; ``type`` may be left out. Raises BadMessage."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage(f"{text[:80]!r} is no JSON.") from None
    if isinstance(body, dict):
        body.setdefault("type", "act")
    return _decode(_acts, json.dumps(body))


def _decode(decoder: msgspec.json.Decoder[Kind], text: str) -> Kind:
    if len(text) > MAX_FRAME or len(text.encode("utf-8", "replace")) > MAX_FRAME:
        raise BadMessage(f"A message may have {MAX_FRAME} bytes at most.")
    try:
        return decoder.decode(text)
    # Lone surrogates raise UnicodeEncodeError and nesting RecursionError beside msgspec's own.
    except (ValueError, RecursionError) as error:
        said = shortly(error)
        raise BadMessage(f"{text[:80]!r} is no message of this protocol: {said}.") from None


class StateFrame(TypedDict):
    type: Literal["state"]
    game: Snapshot


class PongFrame(TypedDict):
    """``sent`` as the client gave it, ``now`` in ms since 1970."""

    type: Literal["pong"]
    sent: float
    now: int
    version: int


class PresenceFrame(TypedDict):
    """``seats`` to online, unstable or gone; ``grace`` in ms, for those who are unstable.

    ``notice`` is a sentence for the page, mostly empty: what the site has to tell everybody, or
    that what others do may show late.
    """

    type: Literal["presence"]
    seats: Mapping[str, str]
    grace: Mapping[str, int]
    watchers: int
    notice: str


class LobbyFrame(TypedDict):
    """The open games have changed."""

    type: Literal["lobby"]


class SaidFrame(TypedDict):
    """Somebody at ``seat`` said ``phrase``, the ``number``-th of theirs in this game.

    ``text`` is what to show, ``spoken`` a sentence that announces it.
    """

    type: Literal["said"]
    seat: str
    phrase: str
    number: int
    text: str
    spoken: str


class ChallengesFrame(TypedDict):
    """A person's challenges, or the answers to them, have changed; ``waiting`` wait for theirs."""

    type: Literal["challenges"]
    waiting: int


class BoardOfGame(TypedDict):
    """A game that is being played: the seat whose mark stands on each cell, "" for none.

    ``status`` is that of the game, or ``gone`` when it is not shown any more.
    """

    id: str
    status: str
    marks: Sequence[str]


class BoardsFrame(TypedDict):
    """What changed on the boards that the lobby shows; a socket asks for it by ``?boards``."""

    type: Literal["boards"]
    games: Sequence[BoardOfGame]


class AckFrame(TypedDict):
    """The action with this id was accepted and led to ``version``; news did not say so."""

    type: Literal["ack"]
    id: str
    version: int


class RefusedFrame(TypedDict):
    """An action, or any other request, was refused; ``game`` is the state to go on from."""

    type: Literal["refused"]
    id: str | None
    code: RefusalCode
    message: str
    game: Snapshot | None


if TYPE_CHECKING:

    class NewsFrame(News):
        """What a move changed, in the same bytes for everybody."""

        type: Literal["news"]

    ServerMessage = (
        StateFrame
        | NewsFrame
        | PongFrame
        | PresenceFrame
        | LobbyFrame
        | BoardsFrame
        | ChallengesFrame
        | SaidFrame
        | AckFrame
        | RefusedFrame
    )


def encode(message: ServerMessage) -> bytes:
    """A server message as the text of a frame."""
    return msgspec.json.encode(message)


def state(game: Snapshot) -> StateFrame:
    return {"type": "state", "game": game}


def news(facts: News) -> NewsFrame:
    return {"type": "news", **facts}


def pong(sent: float, now: int, version: int) -> PongFrame:
    return {"type": "pong", "sent": sent, "now": now, "version": version}


def presence(
    seats: Mapping[str, str], grace: Mapping[str, int], watchers: int, notice: str = ""
) -> PresenceFrame:
    return {
        "type": "presence",
        "seats": seats,
        "grace": grace,
        "watchers": watchers,
        "notice": notice,
    }


def lobby() -> LobbyFrame:
    return {"type": "lobby"}


def challenges(waiting: int) -> ChallengesFrame:
    return {"type": "challenges", "waiting": waiting}


def said(line: RemarkLine, phrase: str, number: int) -> SaidFrame:
    return {
        "type": "said",
        "seat": line.seat,
        "phrase": phrase,
        "number": number,
        "text": line.text,
        "spoken": line.spoken,
    }


def board(match: Match) -> BoardOfGame:
    """A game of the lobby as ``boards`` tells it."""
    return {"id": match.id, "status": match.status, "marks": match.board.marks}


def board_gone(game_id: str) -> BoardOfGame:
    return {"id": game_id, "status": "gone", "marks": ()}


def boards(games: Sequence[BoardOfGame]) -> BoardsFrame:
    return {"type": "boards", "games": games}


def ack(action_id: str, version: int) -> AckFrame:
    return {"type": "ack", "id": action_id, "version": version}


def refused(
    code: RefusalCode, message: str, game: Snapshot | None = None, action_id: str | None = None
) -> RefusedFrame:
    metrics.REFUSALS.labels(code).inc()
    return {"type": "refused", "id": action_id, "code": code, "message": message, "game": game}
