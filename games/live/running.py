"""Lobby games in play: their boards for people in the lobby, at most once a second.

Every process remembers the games with recent moves and sends its own to the others, in one message
a second. Nothing is read for it. A message may get lost; the next one shows where the game is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from threading import Lock

from games.live import protocol
from games.live.event_loop import EventLoop
from games.live.packed import pack, unpack
from games.live.processes import Body, Processes
from games.live.registry import SocketRegistry
from games.live.visitor_pages import PAGES
from games.match import ACTIVE, LOBBY, OPEN, Match
from games.services.now import now_ms

AFTER_A_FLAG = 1.0
"""Seconds after a deadline in which a server that is at the game says how it ended."""

SHOWN = 6
"""Boards that the lobby shows."""

EVERY = 1.0
"""Seconds between two messages to one who looks on."""

LINGERS = 6.0
"""Seconds for which a game that is over stays, so that one sees how it ended."""

QUIET = 90.0
"""Seconds without a move after which a game is not worth watching: somebody may have left it."""

REMEMBERED = 200
"""Games remembered; of more than these the newest are left out."""

TOLD = 24
"""Games that one message to the other processes holds."""


@dataclass(frozen=True, slots=True)
class Running:
    """The newest version of a game, and until when it is shown unless somebody moves."""

    match: Match
    until: float


class RunningGames:
    """Updated and read from any thread; sends to sockets on the event loop."""

    def __init__(
        self,
        loop: EventLoop,
        sockets: SocketRegistry,
        processes: Processes,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._loop, self._sockets, self._processes = loop, sockets, processes
        self._now = clock
        self._lock = Lock()
        self._games: dict[str, Running] = {}
        self._changed: set[str] = set()
        self._own: set[str] = set()
        self._showing: set[str] = set()
        self._planned = False
        self._told = float("-inf")
        processes.on("boards", self._hear)

    # --- from any thread -------------------------------------------------------------------

    def note(self, match: Match) -> None:
        """Note a committed change of this process; most games are not the lobby's."""
        if match.kind == LOBBY and match.status != OPEN and self._take(match):
            with self._lock:
                self._own.add(match.id)
                first, self._planned = not self._planned, True
            if first and self._loop.running:
                self._loop.soon(self._plan)
            elif first:
                self._planned = False
                PAGES.forget("lobby")

    def shown(self, apart: Collection[int] = ()) -> list[Match]:
        """The games to watch now, the oldest first, without those of people ``apart``."""
        now = self._now()
        with self._lock:
            games = [one.match for one in self._games.values() if one.until > now]
        seen = [one for one in games if not any(seat.user in apart for seat in one.seats)]
        return sorted(seen, key=lambda one: (one.started or 0, one.id))[:SHOWN]

    # --- on the loop -----------------------------------------------------------------------

    def clear(self) -> None:
        with self._lock:
            self._games.clear()
            self._changed.clear()
            self._own.clear()
            self._showing.clear()
            self._planned, self._told = False, float("-inf")

    def _plan(self) -> None:
        delay = max(0.0, self._told + EVERY - self._now())
        self._loop.later(delay, self._tell)

    def _tell(self) -> None:
        """Send what changed; check again while there are games that may vanish."""
        self._told = now = self._now()
        with self._lock:
            changed, self._changed = self._changed, set()
            own, self._own = self._own, set()
            games = {key: one for key, one in self._games.items() if one.until > now}
            self._games = games
            self._planned = bool(games)
        if self._processes.exist and own:
            self._tell_processes([games[one].match for one in own if one in games])
        shown = self.shown()
        there = {one.id for one in shown}
        boards = [
            protocol.board(one) for one in shown if one.id in changed | (there - self._showing)
        ]
        boards += [protocol.board_gone(one) for one in self._showing - there]
        self._showing = there
        if boards:
            PAGES.forget("lobby")
            text = protocol.encode(protocol.boards(boards))
            for listener in list(self._sockets.lobby):
                listener.tell_boards(text)
        if games:
            self._plan()

    def _tell_processes(self, matches: Iterable[Match]) -> None:
        oldest = sorted(matches, key=lambda one: (one.started or 0, one.id))[:TOLD]
        self._processes.tell_all("boards", {"boards": [pack(one) for one in oldest]})

    async def _hear(self, body: Body) -> None:
        for packed in body["boards"]:
            try:
                match = unpack(packed)
            except ValueError:  # of another release
                continue
            if self._take(match):
                with self._lock:
                    first, self._planned = not self._planned, True
                if first:
                    self._plan()

    # --- within ----------------------------------------------------------------------------

    def _take(self, match: Match) -> bool:
        """Remember a match unless a newer version is known; False if there is nothing to send."""
        over = match.status != ACTIVE
        with self._lock:
            held = self._games.get(match.id)
            if held is not None and held.match.version >= match.version:
                return False
            if held is None and (over or len(self._games) >= REMEMBERED):
                return False
            self._games[match.id] = Running(match, self._now() + _lasts(match))
            self._changed.add(match.id)
        return True


def _lasts(match: Match) -> float:
    """Seconds for which a game is shown if nothing is heard of it: not past its deadline."""
    if match.status != ACTIVE:
        return LINGERS
    if match.deadline is None:
        return QUIET
    return min(QUIET, (match.deadline - now_ms()) / 1000 + AFTER_A_FLAG)
