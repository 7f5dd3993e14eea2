"""Streams of lines: a player's game, and what happens to a person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any, Literal

import msgspec
from channels.db import database_sync_to_async

from accounts.tokens import Scope
from games.api.programs import shapes
from games.api.programs.feed import Feed, feeds, games
from games.api.programs.operations import LINES, operation
from games.live.frames import Frames
from games.live.hub import hub
from games.live.outbox import Outbox, Send
from games.live.pulse import Pulse
from games.live.session import mark_of
from games.match import ABORTED, FINISHED, Match, RefusalCode, Seat
from games.models import Challenge

Receive = Callable[[], Awaitable[dict[str, Any]]]

NOT_SEATED = "You have no seat in this game, so you cannot stream it."


class StreamRefused(Exception):
    """A stream that is not opened."""

    def __init__(self, status: int, code: RefusalCode, text: str, wait: int = 0) -> None:
        super().__init__(text)
        self.status, self.code, self.wait = status, code, wait


END = {"type": "http.response.body", "body": b"", "more_body": False}


class LineStream:
    """An answer that goes on, a line at a time.

    A client that does not read it has it ended: it may come back, and is told how things stand.
    """

    kind = ""
    """What those who count connections call it."""

    __slots__ = ("_send", "_waiting", "begun", "key", "outbox", "session", "user_id")

    def __init__(self, send: Send, user_id: int, digest: str, game_id: str) -> None:
        self._send, self.begun = send, False
        self.outbox = Outbox(send, END)
        self._waiting: asyncio.Task[object] | None = None
        self.user_id: int | None = user_id
        self.session, self.key = mark_of(digest), (user_id, game_id)

    async def begin(self) -> None:
        headers = [
            (b"content-type", LINES.encode()),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),  # nginx passes lines on at once
        ]
        self.begun = True
        await self._send({"type": "http.response.start", "status": 200, "headers": headers})
        self.write(b"\n")

    def write(self, text: bytes) -> None:
        """Send ``text`` after what waits for the client; never waits itself."""
        if text and self.begun:
            message = {"type": "http.response.body", "body": text, "more_body": True}
            self.outbox.put(message, len(text))

    def say(self, *lines: object) -> None:
        self.write(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    def end(self) -> None:
        """Finish the answer: whoever waits for the client to go waits no more."""
        self.outbox.end(END)
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    async def wait(self, receive: Receive) -> None:
        """Until the client has gone, or ``end`` was called: then the answer is finished."""
        self._waiting = task = asyncio.current_task()
        try:
            while not self.outbox.ended:
                if (await receive())["type"] == "http.disconnect":
                    self._waiting, self.outbox.ended = None, True
                    return
        except asyncio.CancelledError:
            if task is None or not self.outbox.ended or self._waiting is not None:
                raise
            task.uncancel()
        await self.outbox.empty()

    async def serve(self, receive: Receive) -> None:
        """Serve the stream, from its opening to its end. Raises StreamRefused and NoSuchGame."""
        raise NotImplementedError

    async def dismiss(self, code: int) -> None:
        self.end()

    async def beat(self) -> None:
        self.write(b"\n")


GAME_LINES = (shapes.GameFull, shapes.GameState, shapes.ChatLine, shapes.OpponentGone)


@operation(
    "GET",
    "board/game/stream/<game:game_id>",
    "board_stream",
    {200: GAME_LINES},
    (404, 405),
    (Scope.PLAY, Scope.READ),
    {"tag": "Streams", "media": LINES, "streams": True, "sessions": False},
)
@operation(
    "GET",
    "bot/game/stream/<game:game_id>",
    "game_stream",
    {200: GAME_LINES},
    (404, 405),
    (Scope.PLAY, Scope.READ),
    {"tag": "Streams", "media": LINES, "streams": True, "sessions": False},
)
class GameStream(LineStream):
    """A game of yours: whole at first, then each change of it, until it is over.

    It counts as your connection, as a socket does.
    """

    __slots__ = ("_gone", "_seats_seen", "pulse", "seats", "version")
    kind = "game stream"

    def __init__(self, send: Send, user_id: int, digest: str, game_id: str) -> None:
        super().__init__(send, user_id, digest, game_id)
        self.pulse, self.version = Pulse(), -1
        self.seats: tuple[str, ...] = ()
        self._seats_seen: tuple[Seat, ...] | None = None
        self._gone: frozenset[str] = frozenset()

    def tell(self, frames: Frames) -> None:
        """Say how the game stands, unless that is known; the game whole if its players changed.

        Nothing is said before the game was read: late news may be older than what was seen.
        """
        match = frames.match
        if not self.begun or match.version <= self.version:
            return
        self.version = match.version
        if match.seats != self._seats_seen:
            self._seats_seen = match.seats
            self.seats = tuple(seat.name for seat in match.seats if seat.user == self.key[0])
            self.say(shapes.game_full(match, match.seat_of(self.key[0])))
        else:
            self.say(shapes.game_state(match))
        if match.status in (FINISHED, ABORTED):
            self.end()

    def tell_presence(self) -> None:
        if not self.begun:
            return
        states, _ = hub.attendance.presence.of(self.key[1])
        gone = frozenset(one for one, state in states.items() if state == "gone")
        changed = sorted((gone ^ self._gone) - {*self.seats})
        self._gone = gone
        if changed:
            news = ({"type": "opponentGone", "seat": one, "gone": one in gone} for one in changed)
            self.say(*news)

    def push_text(self, text: bytes) -> None:
        """Say what a player says, as lichess does: ``text`` is a message of the socket."""
        told = msgspec.json.decode(text, type=shapes.SaidRemark)
        player = self._seats_seen and next(
            (one for one in self._seats_seen if one.name == told.seat), None
        )
        if player:
            self.say(shapes.chat_line(player, told.phrase))

    async def beat(self) -> None:
        """Other processes may have lost a hint on its way here."""
        await super().beat()
        game_id = self.key[1]
        if hub.broadcast.newest(game_id) > self.version:
            hub.broadcast.deliver(await hub.reader.current(game_id))

    async def serve(self, receive: Receive) -> None:
        game_id = self.key[1]
        hub.sockets.add(game_id, self)  # before reading, so that no news falls in between
        try:
            match = await hub.reader.current(game_id)
            if match.seat_of(self.key[0]) is None:
                raise StreamRefused(403, RefusalCode.NOT_SEATED, NOT_SEATED)
            hub.streams.add(self.key, self)
            await self.begin()
            hub.broadcast.deliver(match)
            hub.attendance.sockets_changed(game_id)
            await self.wait(receive)
        finally:
            hub.streams.remove(self.key, self)
            hub.remove(game_id, self)
            hub.attendance.sockets_changed(game_id)


@operation(
    "GET",
    "stream/event",
    "events",
    {200: (shapes.ChallengeEvent, shapes.GameEvent)},
    (405,),
    (Scope.READ, Scope.PLAY, Scope.CHALLENGE),
    {"tag": "Streams", "media": LINES, "streams": True, "sessions": False},
)
class EventStream(LineStream):
    """What happens to you: challenges, and games that begin and end.

    First come the challenges that wait and the games that you play.
    """

    __slots__ = ("_challenges", "_playing", "_seen")
    kind = "event stream"

    waiting = -1  # it looks by itself and tells each challenge, not how many there are

    def __init__(self, send: Send, user_id: int, digest: str, game_id: str) -> None:
        super().__init__(send, user_id, digest, game_id)
        self._challenges: dict[str, Challenge] = {}
        self._playing: frozenset[str] = frozenset()
        self._seen: frozenset[str] | None = None

    def look(self) -> None:
        feeds.ask(self)

    async def tell_challenges(self) -> None:
        self.look()

    async def take(self, feed: Feed) -> None:
        """Say what is new since the last look. At first that is what waits and what is played."""
        self.say(*self._challenged(feed.challenges))
        ended = feed.ended if self._seen is not None else feed.ended & self._playing
        over = (ended | self._playing - feed.playing) - (self._seen or frozenset())
        begun = (feed.playing | over) - self._playing
        if begun or over:
            await self._played(begun, over)  # what cannot be read now is said at the next look
        self._playing, self._seen = frozenset(feed.playing), frozenset(feed.ended | over)

    async def _played(self, begun: Collection[str], over: Collection[str]) -> None:
        found = await database_sync_to_async(games)({*begun, *over})
        # A game that was withdrawn while it waited for somebody never began.
        order = sorted((one for one in found.values() if one.started), key=_by_start)
        told: tuple[tuple[Literal["gameStart", "gameFinish"], Collection[str]], ...]
        told = (("gameStart", begun), ("gameFinish", over))
        for kind, ids in told:
            here = (match for match in order if match.id in ids)
            self.say(*(shapes.game_event(kind, match, self.key[0]) for match in here))

    def _challenged(self, challenges: list[Challenge]) -> list[shapes.ChallengeEvent]:
        """The events of challenges, oldest first."""
        found = {one.id: one for one in challenges}
        events: list[shapes.ChallengeEvent] = [
            {"type": "challenge", "challenge": shapes.challenge_facts(one)}
            for one in challenges
            if one.is_waiting and one.id not in self._challenges
        ]
        for key, before in self._challenges.items():
            now = found.get(key)
            if now is None:
                before.status = Challenge.Status.EXPIRED
                now = before
            if now.is_waiting or now.status == Challenge.Status.ACCEPTED:
                continue
            declined = now.status == Challenge.Status.DECLINED
            told = shapes.challenge_facts(now)
            events.append(
                {"type": "challengeDeclined", "challenge": told}
                if declined
                else {"type": "challengeCanceled", "challenge": told}
            )
        self._challenges = {key: one for key, one in found.items() if one.is_waiting}
        return events

    async def serve(self, receive: Receive) -> None:
        user_id = self.key[0]
        hub.streams.add_events(user_id, self)
        hub.sockets.add_person(user_id, self)
        try:
            await self.begin()
            self.look()
            await self.wait(receive)
        finally:
            hub.sockets.remove_person(user_id, self)
            hub.streams.remove(self.key, self)


def _by_start(match: Match) -> int:
    return match.started or 0
