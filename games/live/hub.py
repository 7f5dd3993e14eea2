"""The live side of one process, put together from its parts.

``sockets`` knows who is connected here, ``attendance`` who is at a game, ``newest`` the newest
versions; ``broadcast`` brings news to the sockets, ``processes`` carries hints to other processes
and back.
"""

from __future__ import annotations

from functools import partial

from django.conf import settings

from games.live.attendance import Attendance
from games.live.broadcast import Broadcast
from games.live.event_loop import EventLoop
from games.live.newest import NewestVersions
from games.live.processes import Body, Processes
from games.live.registry import GameListener, SocketRegistry


class Hub:
    """One instance in each process."""

    def __init__(self) -> None:
        self._loop = EventLoop()
        self.processes = Processes()
        self.sockets = SocketRegistry()
        self.attendance = Attendance(settings.AWAY_GRACE, self._loop, self.sockets, self.processes)
        self.broadcast = Broadcast(self._loop, self.sockets, self.processes, self.attendance)
        self.newest = NewestVersions(self.sockets)
        self.processes.on("dismiss", self._hear_dismissal)

    def start(self) -> None:
        """Bind to the running loop; begin to listen for other processes if there can be any."""
        if not self._loop.bind():
            return
        for part in (self.sockets, self.attendance, self.broadcast, self.newest):
            part.clear()
        self._loop.spawn(self.attendance.sweep())
        if self.processes.exist:
            self._loop.spawn(self.processes.listen())
            self._loop.spawn(self.attendance.repeat())

    def remove(self, game_id: str, listener: GameListener) -> None:
        """Take a socket away from a game, and what was stored for the game with its last socket."""
        if self.sockets.remove(game_id, listener):
            self.attendance.forget(game_id)
            self.broadcast.forget(game_id)
            self.newest.forget(game_id)

    def dismiss_user(self, user_id: int, code: int, delay: float = 0.0, session: str = "") -> None:
        """Close a person's sockets everywhere; with the mark of a ``session``, only that one's.

        Called from any thread of any process, also without a loop; ``delay`` is in seconds.
        """
        body = {"user": user_id, "code": code, "session": session}
        if self._loop.running:
            self._loop.soon(self._loop.later, delay, partial(self._dismiss_everywhere, body))
        else:
            self.processes.send_without_loop("dismiss", body)

    def _dismiss_everywhere(self, body: Body) -> None:
        self._dismiss_here(body)
        self._loop.spawn(self.processes.send("dismiss", body))

    async def _hear_dismissal(self, body: Body) -> None:
        self._dismiss_here(body)

    def _dismiss_here(self, body: Body) -> None:
        for listener in self.sockets.of_user(body["user"], body.get("session") or ""):
            self._loop.spawn(listener.dismiss(body["code"]))


hub = Hub()
