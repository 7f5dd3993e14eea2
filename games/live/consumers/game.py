"""The socket at a game."""

from __future__ import annotations

import asyncio
import logging
import time
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING

from channels.db import database_sync_to_async

from games import metrics, presenters, selectors, services, trace
from games.live import protocol
from games.live.bucket import Bucket
from games.live.consumers.base import Socket
from games.live.frames import Frames
from games.live.hub import hub
from games.live.pulse import LINE, Pulse
from games.live.session import asker
from games.match import Match, RefusalCode, Refused, Seat
from games.storage import outage, store

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveEvent, WebSocketReceiveEvent

logger = logging.getLogger(__name__)

MAX_BAD = 5
"""Invalid messages allowed before the socket is closed."""


class GameSocket(Socket):
    """One connection to one game: a player's or a watcher's."""

    kind = "game"

    def __init__(self) -> None:
        super().__init__()
        self.seats: tuple[str, ...] = ()
        self._seats_seen: tuple[Seat, ...] | None = None
        self.version = -1
        self.reads_news = False
        self._unanswered: str | None = None
        self.bad = 0
        self.bucket = Bucket(rate=20, size=40)
        self.pulse = Pulse()
        self.joined = False
        self._acting = False
        self._acted_on: asyncio.Future[None] | None = None
        self._untold: Frames | None = None

    # --- coming and going --------------------------------------------------------------------

    async def opened(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.reads_news = b"v=2" in self.scope.get("query_string", b"").split(b"&")
        self.trace, self._context = trace.current(), copy_context()
        self.pulse.line = self.scope.get("extensions", {}).get(LINE)
        self.log_in = asker.log_in(self.user_id, self.scope.get("session_key"))
        hub.sockets.add(self.game_id, self)  # before reading, so that no news is missed
        try:
            match = await hub.reader.current(self.game_id)
        except selectors.NoSuchGame:
            hub.remove(self.game_id, self)
            await self.close(protocol.NO_SUCH_GAME)
            return
        self._take_seats(match)
        self.joined = True
        if (hear := self.scope.get("extensions", {}).get(protocol.HEAR)) is not None:
            hear(self.hear)
        await self.tell(hub.broadcast.frames(match))
        await hub.broadcast.deliver(match)
        await hub.attendance.sockets_changed(self.game_id)

    async def closed(self) -> None:
        if self in hub.sockets.at(getattr(self, "game_id", "")):
            hub.remove(self.game_id, self)
            await hub.attendance.sockets_changed(self.game_id)

    # --- to the client -----------------------------------------------------------------------

    async def tell(self, frames: Frames) -> None:
        """Send what is new to this socket, unless it has that or something newer (formula 10).

        While an action of this socket is under way, its answer goes first.
        """
        if self._acting:
            self._untold = frames
        elif news := self._news(frames):
            await self.push_texts(*news)

    def _news(self, frames: Frames) -> list[bytes]:
        """What tells this socket of a version that is new to it; notes it as sent.

        A page of version 1, loaded before an update, reads states only.
        """
        if frames.match.version <= self.version:
            return []
        news = frames.news_after(self.version) if self.reads_news else None
        self.version = frames.match.version
        self._take_seats(frames.match)
        if news is None:
            return [frames.state(self.user_id)]
        if frames.answers(self._unanswered, self.seats):
            self._unanswered = None
        return [news]

    def _answered(self, action_id: str, version: int, frames: Frames) -> list[bytes]:
        """The answer to an accepted action: the news that it led to, else an ack and the state."""
        self._unanswered = action_id
        texts = self._news(frames)
        if self._unanswered is not None:
            texts.insert(0, protocol.encode(protocol.ack(action_id, version)))
        self._unanswered = None
        return texts

    async def tell_presence(self) -> None:
        await self.push(hub.attendance.message(self.game_id))

    # --- from the client ---------------------------------------------------------------------

    async def dispatch(self, message: ASGIReceiveEvent) -> None:
        if self._acting:  # messages are handled one after the other, the disconnect included
            self._acted_on = asyncio.get_running_loop().create_future()
            await self._acted_on
        await super().dispatch(message)

    async def websocket_receive(self, message: WebSocketReceiveEvent) -> None:
        self.pulse.hear(time.monotonic())
        if not self.joined or not await self._within_limits():
            return
        try:
            if (text := message.get("text")) is None:
                raise protocol.BadMessage("Only text frames are understood.")
            heard = protocol.parse(text)
        except protocol.BadMessage as error:
            await self._complain(str(error))
            return
        await self._answer(heard)

    def hear(self, text: str) -> bool:
        """Take a move at once and have it stored; False leaves ``text`` to ``websocket_receive``.

        Nearly all moves go this way, which saves a task that waits for the writer. Whatever the
        cache alone cannot accept, or is over a limit or unclear, is left.
        """
        started = time.perf_counter()
        try:
            message = protocol.parse(text)
        except protocol.BadMessage:
            return False
        if not isinstance(message, protocol.Act) or message.claims or self._acting:
            return False
        if not self.log_in.surely_stands():
            return False
        action, request = message.by(self.user_id), self.trace.request
        change = services.change_from_memory(game_id=self.game_id, action=action, request=request)
        if change is None or not self._is_within_limits():
            return False
        self.pulse.hear(time.monotonic())
        self._acting = True
        store.commit_then(change, partial(self._stored, message, change.progress.after, started))
        return True

    def _stored(
        self, message: protocol.Act, match: Match, started: float, answer: bool | Exception
    ) -> None:
        """Answer a move that ``hear`` took, once the writer is done with it."""
        if answer is not True:  # it lost a race, or the database is away
            self._context.run(hub.spawn, self._answer_again(message, answer))
            return
        untold, self._untold = self._untold, None
        if untold is None or untold.match.version < match.version:
            untold = hub.broadcast.frames(match, message.id)
        assert self.send_texts is not None, "who hands texts over takes several at once"
        self.send_texts(*self._answered(message.id, match.version, untold))
        self._note_ack(message, started)
        self._end_act()
        if services.owes(match):
            self._context.run(hub.spawn, hub.broadcast.advance(match))

    async def _answer_again(self, message: protocol.Act, stored: bool | Exception) -> None:
        try:
            await self._answer(message, stored)
        except Exception:
            logger.exception("game %s: a move has no answer", self.game_id)
            await self.close(protocol.UNAVAILABLE)

    async def _answer(self, message: protocol.Message, stored: bool | Exception = False) -> None:
        """Do what a message asks for. ``stored`` is the writer's result for it, if there is one."""
        try:
            await self._do(message, stored)
        except selectors.NoSuchGame:  # a guest's, deleted with them
            await self.close(protocol.NO_SUCH_GAME)
        except Exception as error:
            if not outage.is_outage(error):
                raise
            logger.warning("game %s: the database is away: %s", self.game_id, error)
            await self._refuse(RefusalCode.UNAVAILABLE, outage.AWAY, getattr(message, "id", None))

    def _is_within_limits(self) -> bool:
        """Whether one more message is allowed now; it is counted only if it is."""
        shared = self.place.bucket if self.place is not None else None
        if not self.bucket.take():
            self.bucket.give_back()
            return False
        if shared is not None and not shared.take():
            shared.give_back()
            self.bucket.give_back()
            return False
        return True

    async def _within_limits(self) -> bool:
        """Whether this socket, and its person over all their sockets, may send one more now."""
        shared = self.place.bucket if self.place is not None else None
        # Charge both buckets; do not short-circuit.
        within, within_shared = self.bucket.take(), shared is None or shared.take()
        if within and within_shared:
            return True
        # Visitors share a bucket with strangers; these must not get their sockets closed.
        own = shared if self.user_id is not None else None
        if self.bucket.exhausted or (own is not None and own.exhausted):
            await self.close(protocol.TOO_FAST)
        else:
            await self.push(protocol.refused(RefusalCode.TOO_FAST, "Slow down: too many messages."))
        return False

    async def _do(self, message: protocol.Message, stored: bool | Exception) -> None:
        if isinstance(message, protocol.Act):
            await self._act(message, stored)
        elif isinstance(message, protocol.Sync):
            await self._catch_up(message)
        elif isinstance(message, protocol.Say):
            await self._say(message)
        else:
            await self._pong(message)

    async def _pong(self, message: protocol.Ping) -> None:
        """Answer a ping with the newest version that this process knows of.

        A ping shows that its sender is present.
        """
        self.pulse.pinged(time.monotonic(), message.slow)
        newest = max(hub.broadcast.newest(self.game_id), self.version)
        await self.push(protocol.pong(message.sent, services.now_ms(), newest))

    async def _complain(self, text: str) -> None:
        self.bad += 1
        await self.push(protocol.refused(RefusalCode.BAD_MESSAGE, text))
        if self.bad >= MAX_BAD:
            await self.close(protocol.TOO_MANY_BAD)

    async def _catch_up(self, message: protocol.Sync) -> None:
        """Read the game and send it; if this process had missed news, send it to all sockets."""
        match = await hub.reader.current(self.game_id)
        if message.version < self.version:
            self.version = -1  # it missed something: the whole state
        await hub.broadcast.deliver(match)

    async def _say(self, message: protocol.Say) -> None:
        """Say a phrase; its sender gets it back like everybody else."""
        if not await self.log_in.stands():
            await self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", None)
            return
        call = database_sync_to_async(services.say)
        try:
            await call(game_id=self.game_id, user_id=self.user_id, code=message.phrase)
        except Refused as refused:
            await self._refuse(refused.code, refused.message, None)

    async def _act(self, message: protocol.Act, stored: bool | Exception) -> None:
        self._acting = True
        try:
            match = await self._acted(message, stored)
        finally:
            self._end_act()
            if self._untold is not None:
                untold, self._untold = self._untold, None
                await self.tell(untold)
        if match is not None and services.owes(match):
            await hub.broadcast.advance(match)

    def _end_act(self) -> None:
        """Let the next message be handled, and send what waited for that."""
        self._acting = False
        if self._acted_on is not None and not self._acted_on.done():
            self._acted_on.set_result(None)

    async def _acted(self, message: protocol.Act, stored: bool | Exception) -> Match | None:
        """Act and send the answer; return the match if the action is accepted."""
        started = time.perf_counter()
        if not await self.log_in.stands():
            await self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", message.id)
            return None
        if isinstance(stored, Exception):
            raise stored
        gone = hub.attendance.gone_at(self.game_id) if message.claims else frozenset[str]()
        action = message.by(self.user_id, gone)
        try:
            accepted = await services.act_live(game_id=self.game_id, action=action)
        except services.ActionRefused as refused:
            self.version = max(self.version, refused.match.version)
            game = hub.broadcast.frames(refused.match).snapshot(self.user_id)
            await self._refuse(refused.code, refused.message, message.id, game)
            await hub.broadcast.catch_up(refused.match)
            trace.log_action("refused", self.trace, action=message.id, code=refused.code)
            return None
        match, version = accepted.match, accepted.version
        frames = hub.broadcast.frames(match, message.id if version == match.version else None)
        await self.push_texts(*self._answered(message.id, version, frames))
        self._note_ack(message, started)
        return accepted.match

    def _note_ack(self, message: protocol.Act, started: float) -> None:
        took = time.perf_counter() - started
        metrics.ACK.observe(took)
        if trace.logs_actions():
            trace.log_action("ack", self.trace, action=message.id, ms=round(took * 1000, 1))

    async def _refuse(
        self,
        code: RefusalCode,
        text: str,
        action_id: str | None,
        game: presenters.Snapshot | None = None,
    ) -> None:
        await self.push(protocol.refused(code, text, game, action_id))

    # --- this game ---------------------------------------------------------------------------

    def _take_seats(self, match: Match) -> None:
        if match.seats is self._seats_seen:
            return
        self._seats_seen = match.seats
        own = self.user_id is not None
        self.seats = tuple(s.name for s in match.seats if own and s.user == self.user_id)
