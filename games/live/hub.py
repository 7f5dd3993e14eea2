"""The live side of one process, put together from its parts.

``sockets`` knows who is connected here, ``attendance`` who is at a game, ``running`` the lobby
games in play. ``reader`` reads games, ``people`` challenges; programs listen to ``streams``.
``broadcast`` brings news to the sockets, ``processes`` exchanges messages with other processes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial

from django.conf import settings

from games.live import exhibition
from games.live.attendance import Attendance
from games.live.broadcast import LOOK, Broadcast
from games.live.event_loop import EventLoop
from games.live.people import People
from games.live.processes import Body, Processes
from games.live.reader import Reader
from games.live.registry import GameListener, SocketRegistry
from games.live.remarks import Remarks
from games.live.running import RunningGames
from games.live.streams import Streams

logger = logging.getLogger(__name__)


class Hub:
    """One instance in each process."""

    def __init__(self) -> None:
        self._loop = EventLoop()
        self.processes = Processes()
        self.sockets = SocketRegistry()
        self.attendance = Attendance(settings.AWAY_GRACE, self._loop, self.sockets, self.processes)
        self.broadcast = Broadcast(self._loop, self.sockets, self.processes, self.attendance)
        self.attendance.newest = self.broadcast.newest
        self.reader = Reader()
        self.people = People()
        self.remarks = Remarks(self._loop, self.sockets, self.processes)
        self.streams = Streams(self._loop, self.processes)
        self.running = RunningGames(self._loop, self.sockets, self.processes)
        self.processes.on("dismiss", self._hear_dismissal)
        self.processes.on("people", self._hear_of_people)
        self.processes.when_changed = self.attendance.reach_changed

    def start(self) -> None:
        """Bind to the running loop, and begin to listen to other processes if there can be any."""
        if not self._loop.bind():
            return
        readers = (self.reader, self.people)
        parts = (self.sockets, self.attendance, self.broadcast, self.running, self.streams)
        for part in (*parts, *readers):
            part.clear()
        self._loop.spawn(self.attendance.sweep())
        self._loop.spawn(self.streams.run())
        self._loop.spawn(self.streams.watch())
        self._loop.spawn(self.broadcast.watch())
        self._loop.spawn(self._watch_people())
        if settings.DEMO:
            self._loop.spawn(exhibition.run(self.sockets))
        if self.processes.start():
            self._loop.spawn(self.processes.run())
            self._loop.spawn(self.attendance.repeat())

    def tell_everybody(self) -> None:
        """Send all sockets of this process what is new; called from any thread."""
        if self._loop.running:
            self._loop.soon(self.attendance.tell_everybody)

    def remove(self, game_id: str, listener: GameListener) -> None:
        """Remove a socket from a game, and with the last one all that was stored for the game."""
        if self.sockets.remove(game_id, listener):
            self.attendance.forget(game_id)
            self.broadcast.forget(game_id)

    def dismiss_user(self, user_id: int, code: int, delay: float = 0.0, session: str = "") -> None:
        """Close a person's sockets everywhere; with the mark of a ``session``, only that one's.

        Called from any thread of any process, also without a loop; ``delay`` is in seconds.
        """
        body = {"user": user_id, "code": code, "session": session}
        if self._loop.running:
            self._loop.soon(self._loop.later, delay, partial(self._dismiss_everywhere, body))
        else:
            self.processes.tell_without_loop("dismiss", body)

    def tell_people(self, user_ids: Iterable[int]) -> None:
        """Tell people's own sockets everywhere that their challenges have changed.

        Called from any thread of any process, also without a loop.
        """
        body = {"people": sorted(set(user_ids))}
        if self._loop.running:
            self._loop.soon(self._tell_people_everywhere, body)
        else:
            self.processes.tell_without_loop("people", body)

    def _tell_people_everywhere(self, body: Body) -> None:
        self.processes.tell_all("people", body)
        self._loop.spawn(self._hear_of_people(body))

    async def _hear_of_people(self, body: Body) -> None:
        for user_id in body["people"]:
            for listener in list(self.sockets.people.get(user_id, ())):
                await listener.tell_challenges()

    async def _watch_people(self) -> None:
        """Tell people whose challenges went without a word: one expired, or its maker's account."""
        while True:
            await asyncio.sleep(LOOK)
            if self.sockets.people:
                try:
                    counts = await self.people.counts(list(self.sockets.people))
                except Exception:  # the next look may do better
                    logger.exception("could not count challenges")
                    continue
                for user_id, listeners in list(self.sockets.people.items()):
                    for listener in list(listeners):
                        if user_id in counts and listener.waiting not in (-1, counts[user_id]):
                            await listener.tell_challenges()

    def _dismiss_everywhere(self, body: Body) -> None:
        self._dismiss_here(body)
        self.processes.tell_all("dismiss", body)

    async def _hear_dismissal(self, body: Body) -> None:
        self._dismiss_here(body)

    def _dismiss_here(self, body: Body) -> None:
        for listener in self.sockets.of_user(body["user"], body.get("session") or ""):
            self._loop.spawn(listener.dismiss(body["code"]))


hub = Hub()
