"""The socket at a game."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from channels.db import database_sync_to_async

from games import presenters, services
from games.live import protocol
from games.live.consumers.base import Socket
from games.live.frames import Frames
from games.live.hub import hub
from games.live.pulse import Pulse
from games.live.quotas import game_bucket
from games.live.session import asker
from games.match import Match, RefusalCode, Refused, Seat
from games.observe import metrics, trace
from games.queries import selectors
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
        self._unanswered: str | None = None
        self.bad = 0
        self.bucket = game_bucket()
        self.pulse = Pulse()
        self.joined = False

    # --- coming and going --------------------------------------------------------------------

    async def opened(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
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
        hub.broadcast.deliver(match)
        hub.attendance.sockets_changed(self.game_id)

    async def closed(self) -> None:
        if self in hub.sockets.at(getattr(self, "game_id", "")):
            hub.remove(self.game_id, self)
            hub.attendance.sockets_changed(self.game_id)

    # --- to the client -----------------------------------------------------------------------

    def tell(self, frames: Frames) -> None:
        """Send what is new to this socket, unless it has that or something newer (formula 10).

        Before this socket has read the game nothing is new: late news may be older than what was
        seen elsewhere. While an action of it is under way a state waits: the action's ack goes
        first.
        """
        match = frames.match
        if not self.joined or match.version <= self.version:
            return
        news = frames.news_after(self.version)
        if news is None and self._unanswered is not None:
            return
        self.version = match.version
        self._take_seats(match)
        if news is None:
            self.push_text(frames.state(self.user_id))
            return
        if self._unanswered is not None and frames.answers(self._unanswered, self.seats):
            self._unanswered = None
        self.push_text(news)

    def tell_presence(self) -> None:
        self.push(hub.attendance.message(self.game_id))

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
            if isinstance(heard, protocol.Act):
                await self._act(heard)
            elif isinstance(heard, protocol.Sync):
                await self._catch_up(heard)
            elif isinstance(heard, protocol.SayMessage):
                await self._say(heard)
            else:
                self._pong(heard)
        except selectors.NoSuchGame:  # a guest's, deleted with them
            await self.close(protocol.NO_SUCH_GAME)
        except Exception as error:
            if not outage.is_outage(error):
                raise
            logger.warning("game %s: the database is away: %s", self.game_id, error)
            self._refuse(RefusalCode.UNAVAILABLE, outage.AWAY, getattr(heard, "id", None))

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
            self.push(protocol.refused(RefusalCode.TOO_FAST, "Slow down: too many messages."))
        return False

    def _pong(self, message: protocol.Ping) -> None:
        """Answer a ping with the newest version that this process knows of.

        A ping shows that its sender is present.
        """
        self.pulse.pinged(time.monotonic(), message.slow)
        newest = max(hub.broadcast.newest(self.game_id), self.version)
        self.push(protocol.pong(message.sent, services.now_ms(), newest))

    async def _complain(self, text: str) -> None:
        self.bad += 1
        self.push(protocol.refused(RefusalCode.BAD_MESSAGE, text))
        if self.bad >= MAX_BAD:
            await self.close(protocol.TOO_MANY_BAD)

    async def _catch_up(self, message: protocol.Sync) -> None:
        """Read the game and send it; if this process had missed news, send it to all sockets."""
        match = await hub.reader.current(self.game_id)
        if message.version < self.version:
            self.version = -1  # it missed something: the whole state
        hub.broadcast.deliver(match)

    async def _say(self, message: protocol.SayMessage) -> None:
        """Say a phrase; its sender gets it back like everybody else."""
        if not await self.log_in.stands():
            self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", None)
            return
        call = database_sync_to_async(services.say)
        try:
            await call(game_id=self.game_id, user_id=self.user_id, code=message.phrase)
        except Refused as refused:
            self._refuse(refused.code, refused.message, None)

    async def _act(self, message: protocol.Act) -> None:
        """Act and answer: with the news of the action, else with an ack of its own."""
        started = time.perf_counter()
        if not await self.log_in.stands():
            self._refuse(RefusalCode.LOGIN_REQUIRED, "Log in to play.", message.id)
            return
        gone = hub.attendance.gone_at(self.game_id) if message.claims else frozenset[str]()
        action = message.by(self.user_id, gone)
        self._unanswered = message.id
        try:
            accepted = await services.act_live(game_id=self.game_id, action=action)
        except services.ActionRefused as refused:
            self._unanswered = None
            self._correct(message, refused)
            return
        except BaseException:
            self._unanswered = None
            hub.broadcast.repeat(self.game_id, self)
            raise
        match = accepted.match
        if self._unanswered is not None:
            self._unanswered = None
            self.push(protocol.ack(message.id, accepted.version))
        if match.version > self.version:  # nobody told of it, or its state waited for the ack
            hub.broadcast.deliver(match)
        hub.broadcast.repeat(self.game_id, self)  # a newer state waited while an id was repeated
        self._note_ack(message, started)
        if services.owes(match):
            await hub.broadcast.advance(match)

    def _correct(self, message: protocol.Act, refused: services.ActionRefused) -> None:
        """Refuse an action with the state to go on from."""
        self.version = max(self.version, refused.match.version)
        game = hub.broadcast.deliver(refused.match).snapshot(self.user_id)
        self._refuse(refused.code, refused.message, message.id, game)
        hub.broadcast.repeat(self.game_id, self)
        trace.log_action("refused", trace.current(), action=message.id, code=refused.code)

    def _note_ack(self, message: protocol.Act, started: float) -> None:
        took = time.perf_counter() - started
        metrics.ACK.observe(took)
        if trace.logs_actions():
            trace.log_action("ack", trace.current(), action=message.id, ms=round(took * 1000, 1))

    def _refuse(
        self,
        code: RefusalCode,
        text: str,
        action_id: str | None,
        game: presenters.Snapshot | None = None,
    ) -> None:
        self.push(protocol.refused(code, text, game, action_id))

    # --- this game ---------------------------------------------------------------------------

    def _take_seats(self, match: Match) -> None:
        if match.seats is self._seats_seen:
            return
        self._seats_seen = match.seats
        own = self.user_id is not None
        self.seats = tuple(s.name for s in match.seats if own and s.user == self.user_id)
