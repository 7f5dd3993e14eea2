"""The socket at a game: what its client sends, and what it is sent."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from channels.db import database_sync_to_async

from games import metrics, presenters, selectors, services, trace
from games.live import protocol
from games.live.bucket import Bucket
from games.live.consumers.base import Socket
from games.live.hub import hub
from games.live.pulse import LINE, Pulse
from games.live.session import LogIn
from games.live.state_frames import StateFrames
from games.match import Match, RefusalCode, Refused, Seat
from games.storage import outage

if TYPE_CHECKING:
    from asgiref.typing import WebSocketReceiveEvent

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
        self.bad = 0
        self.bucket = Bucket(rate=20, size=40)
        self.pulse = Pulse()
        self.joined = False
        self._acting = False
        self._untold: StateFrames | None = None

    # --- coming and going --------------------------------------------------------------------

    async def opened(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.pulse.line = self.scope.get("extensions", {}).get(LINE)
        self.log_in = LogIn(self.user_id, self.scope.get("session_key"))
        hub.sockets.add(self.game_id, self)  # before reading, so that no news falls in between
        try:
            match = await hub.reader.current(self.game_id)
        except selectors.NoSuchGame:
            hub.remove(self.game_id, self)
            await self.close(protocol.NO_SUCH_GAME)
            return
        self._take_seats(match)
        self.joined = True
        await self.tell(hub.broadcast.frames(match))
        await hub.broadcast.deliver(match)
        await hub.attendance.sockets_changed(self.game_id)

    async def closed(self) -> None:
        if self in hub.sockets.at(getattr(self, "game_id", "")):
            hub.remove(self.game_id, self)
            await hub.attendance.sockets_changed(self.game_id)

    # --- to the client -----------------------------------------------------------------------

    async def tell(self, frames: StateFrames) -> None:
        """Send the state unless this socket has it or a newer one (formula 10).

        While an action of this socket is under way its ack goes first.
        """
        if self._acting:
            self._untold = frames
        elif news := self._news(frames):
            await self.push_texts(*news)

    def _news(self, frames: StateFrames) -> list[bytes]:
        """The state frame, if this socket does not have it or a newer one; now it has."""
        if frames.match.version <= self.version:
            return []
        self.version = frames.match.version
        self._take_seats(frames.match)
        return [frames.text(self.user_id)]

    async def tell_presence(self) -> None:
        await self.push(hub.attendance.message(self.game_id))

    # --- from the client ---------------------------------------------------------------------

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
        try:
            await self._answer(heard)
        except selectors.NoSuchGame:  # a guest's, deleted with them
            await self.close(protocol.NO_SUCH_GAME)
        except Exception as error:
            if not outage.is_outage(error):
                raise
            logger.warning("game %s: the database is away: %s", self.game_id, error)
            await self._refuse(RefusalCode.UNAVAILABLE, outage.AWAY, getattr(heard, "id", None))

    async def _within_limits(self) -> bool:
        """Whether this socket, and its person over all their sockets, may send one more now."""
        shared = self.place.bucket if self.place is not None else None
        # Charge both buckets; do not short-circuit.
        within, within_shared = self.bucket.take(), shared is None or shared.take()
        if within and within_shared:
            return True
        # Visitors share a bucket with strangers, who must not close their sockets.
        own = shared if self.user_id is not None else None
        if self.bucket.exhausted or (own is not None and own.exhausted):
            await self.close(protocol.TOO_FAST)
        else:
            await self.push(protocol.refused(RefusalCode.TOO_FAST, "Slow down: too many messages."))
        return False

    async def _answer(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Act):
            await self._act(message)
        elif isinstance(message, protocol.Sync):
            await self._catch_up(message)
        elif isinstance(message, protocol.Say):
            await self._say(message)
        else:
            await self._pong(message)

    async def _pong(self, message: protocol.Ping) -> None:
        """Answer with the newest version there is: news from other processes may get lost.

        A ping shows that its sender is present; the database is not asked each time.
        """
        self.pulse.pinged(time.monotonic(), message.slow)
        newest = max(await hub.newest.of(self.game_id), self.version)
        await self.push(protocol.pong(message.sent, services.now_ms(), newest))

    async def _complain(self, text: str) -> None:
        self.bad += 1
        await self.push(protocol.refused(RefusalCode.BAD_MESSAGE, text))
        if self.bad >= MAX_BAD:
            await self.close(protocol.TOO_MANY_BAD)

    async def _catch_up(self, message: protocol.Sync) -> None:
        """Send what the database says; what this process had missed is news for all its sockets."""
        match = await hub.reader.current(self.game_id)
        self.version = min(self.version, message.version)
        await hub.broadcast.deliver(match)

    async def _say(self, message: protocol.Say) -> None:
        """What is said comes back to its sender as to everybody else."""
        if not await self.log_in.stands():
            await self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", None)
            return
        call = database_sync_to_async(services.say)
        try:
            await call(game_id=self.game_id, user_id=self.user_id, code=message.phrase)
        except Refused as refused:
            await self._refuse(refused.code, refused.message, None)

    async def _act(self, message: protocol.Act) -> None:
        if not await self.log_in.stands():
            await self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", message.id)
            return
        self._acting = True
        try:
            match = await self._acted(message)
        finally:
            self._acting = False
        if self._untold is not None:
            await self.tell(self._untold)
            self._untold = None
        if match is not None and services.owes(match):
            await hub.broadcast.advance(match)

    async def _acted(self, message: protocol.Act) -> Match | None:
        """Act and send the answer; return the match if the action was accepted."""
        started = time.perf_counter()
        gone = hub.attendance.gone_at(self.game_id) if message.claims else frozenset[str]()
        action = message.by(self.user_id, gone)
        try:
            accepted = await services.act_live(game_id=self.game_id, action=action)
        except services.ActionRefused as refused:
            self.version = max(self.version, refused.match.version)
            game = hub.broadcast.frames(refused.match).snapshot(self.user_id)
            await self._refuse(refused.code, refused.message, message.id, game)
            trace.log_action("refused", trace.current(), action=message.id, code=refused.code)
            return None
        ack = protocol.encode(protocol.ack(message.id, accepted.version))
        await self.push_texts(ack, *self._news(hub.broadcast.frames(accepted.match)))
        took = time.perf_counter() - started
        metrics.ACK.observe(took)
        trace.log_action("ack", trace.current(), action=message.id, ms=round(took * 1000, 1))
        return accepted.match

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
