"""Who is connected: counts of connections by seat and process, with an expiry.

A seat is ``online`` while anybody speaks for it, then ``unstable`` for a grace, then ``gone``.
A process that has just begun to watch a game gives everybody the whole grace. Times are
seconds of the monotonic clock. Threads that serve HTTP write here too, hence the lock.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from threading import RLock
from typing import Protocol

WATCHERS = ""
"""The key under which connections without a seat are counted."""

EXPIRY = 45.0
"""Seconds after which what another process said is forgotten unless it says so again."""

POLL_EXPIRY = 8.0
"""Seconds for which a request over HTTP counts as a connection."""

SOCKET = float("inf")
"""The expiry of this process's own sockets: they say themselves when they end."""

FORGET = 600.0
"""Seconds without any connection after which a game is forgotten."""

ONLINE, UNSTABLE, GONE = "online", "unstable", "gone"

Counts = dict[str, int]


class Seated(Protocol):
    """A connection of the holder of ``seats``."""

    seats: tuple[str, ...]


@dataclass(slots=True)
class GamePresence:
    """One game: what each source reported and until when, and when each seat was last here."""

    since: float
    said: dict[str, tuple[Counts, float]] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    left: dict[str, float] = field(default_factory=dict)
    steady: tuple[dict[str, str], int] | None = None
    """What ``Presence.of`` says while nobody is missing and nothing expires by itself."""

    def here(self, now: float) -> Counts:
        """Connections per seat; expired ones are dropped and noted as having left."""
        for source, (counts, expires) in list(self.said.items()):
            if expires <= now:
                del self.said[source]
                self.note(counts, expires)
        total: Counts = {}
        for counts, _ in self.said.values():
            for seat, number in counts.items():
                total[seat] = total.get(seat, 0) + number
        return total

    def has_socket(self, seat: str) -> bool:
        """Whether the seat has a connection to this process; those never expire."""
        return any(seat in counts for counts, until in self.said.values() if until == SOCKET)

    def note(self, seats: Iterable[str], at: float) -> None:
        for seat in seats:
            self.left[seat] = max(at, self.left.get(seat, at))


class Presence:
    """Connections per game and seat, as this process knows them."""

    def __init__(self, grace: float, clock: Callable[[], float] = time.monotonic) -> None:
        """``grace``: seconds without a connection until a person counts as gone."""
        self._grace, self._now = grace, clock
        self._games: dict[str, GamePresence] = {}
        self._lock = RLock()

    # --- what is said ----------------------------------------------------------------------

    def begin(self, game_id: str) -> None:
        """Start listening: everybody gets the whole grace from now on."""
        with self._lock:
            game = self._game(game_id)
            game.since = self._now()
            game.left.clear()

    def expect(self, game_id: str, people: Iterable[str]) -> None:
        """Set which seats people hold: only they can be absent."""
        with self._lock:
            game, expected = self._game(game_id), frozenset(people)
            if game.people != expected:
                game.people, game.steady = expected, None

    def set_here(self, process: str, game_id: str, listeners: Iterable[Seated]) -> None:
        """Count this process's own ``listeners``, by the ``seats`` of each."""
        counts: Counts = {}
        for listener in listeners:
            for seat in listener.seats or (WATCHERS,):
                counts[seat] = counts.get(seat, 0) + 1
        with self._lock:
            self._set(process, game_id, counts, SOCKET)
            for seat in counts:
                self._set(f"{process}/{seat}", game_id, {}, 0.0)  # a socket says it better

    def record_poll(self, process: str, game_id: str, seats: Iterable[str]) -> bool:
        """Count a request over HTTP; return True if this changes anyone's presence."""
        with self._lock:
            game, now = self._game(game_id), self._now()
            before = game.here(now)
            for seat in seats:
                if not game.has_socket(seat):
                    self._set(f"{process}/{seat}", game_id, {seat: 1}, now + POLL_EXPIRY)
            return any(seat not in before for seat in seats)

    def here(self, process: str, game_id: str) -> Counts:
        """The connections of this process, polling ones included, for the other processes."""
        with self._lock:
            game = self._games.get(game_id)
            if game is None:
                return {}
            game.here(self._now())
            own: Counts = {}
            for source, (counts, _) in game.said.items():
                if source.partition("/")[0] == process:
                    for seat, number in counts.items():
                        own[seat] = own.get(seat, 0) + number
            return own

    def heard(self, process: str, games: dict[str, Counts]) -> None:
        """Store what another process reports of its connections."""
        for game_id, counts in games.items():
            self._set(process, game_id, counts, self._now() + EXPIRY)

    # --- what follows ----------------------------------------------------------------------

    def of(self, game_id: str) -> tuple[dict[str, str], int]:
        """Return (seat to online, unstable or gone for every known seat, number of watchers)."""
        game = self._games.get(game_id)
        if game is not None and (steady := game.steady) is not None:
            return steady  # one reading, which needs no lock: each move asks
        with self._lock:
            game, now = self._games.get(game_id), self._now()
            if game is None:
                return {}, 0
            here = game.here(now)
            seats = {seat: ONLINE for seat in here if seat != WATCHERS}
            missing = game.people - seats.keys()
            for seat in missing:
                seats[seat] = UNSTABLE if self._left(game, seat) + self._grace > now else GONE
            found = seats, here.get(WATCHERS, 0)
            if not missing and all(until == SOCKET for _, until in game.said.values()):
                game.steady = found
            return found

    def absent(self, game_id: str) -> float | None:
        """Seconds since the last person left; 0 while somebody is here, None if nobody ever was."""
        with self._lock:
            game, now = self._games.get(game_id), self._now()
            if game is None:
                return None
            if any(seat != WATCHERS for seat in game.here(now)):
                return 0.0
            left = [at for seat, at in game.left.items() if seat != WATCHERS]
            return now - max(left) if left else None

    def missing(self, game_id: str) -> bool:
        """Whether some person of the game has no socket at this process."""
        with self._lock:
            game = self._games.get(game_id)
            return game is not None and not all(map(game.has_socket, game.people))

    def grace(self, game_id: str) -> dict[str, int]:
        """Milliseconds that each unstable seat has left to come back."""
        with self._lock:
            game, now = self._games.get(game_id), self._now()
            seats, _ = self.of(game_id)
            return {
                seat: max(0, round(1000 * (self._left(game, seat) + self._grace - now)))
                for seat, state in seats.items()
                if state == UNSTABLE and game is not None
            }

    def gone(self, game_id: str) -> frozenset[str]:
        """The seats whose grace is over. The first call for a game starts its grace."""
        with self._lock:
            self._game(game_id)
            seats, _ = self.of(game_id)
            return frozenset(seat for seat, state in seats.items() if state == GONE)

    def next_change(self, game_id: str) -> float | None:
        """Seconds until something here expires by itself, or None."""
        with self._lock:
            game, now = self._games.get(game_id), self._now()
            if game is None:
                return None
            game.here(now)
            ends = [until for _, until in game.said.values() if until != SOCKET]
            ends += [now + ms / 1000 for ms in self.grace(game_id).values()]
            return max(0.0, min(ends) - now) if ends else None

    # --- within ------------------------------------------------------------------------------

    def _left(self, game: GamePresence, seat: str) -> float:
        return game.left.get(seat, game.since)

    def _set(self, source: str, game_id: str, counts: Counts, expires: float) -> None:
        with self._lock:
            game, now = self._game(game_id), self._now()
            game.steady = None
            before, _ = game.said.pop(source, ({}, 0.0))
            if counts:
                game.said[source] = (counts, expires)
            game.note(before.keys() - counts.keys(), now)

    def _game(self, game_id: str) -> GamePresence:
        game = self._games.get(game_id)
        if game is None:
            self._forget()
            game = self._games[game_id] = GamePresence(self._now())
        return game

    def _forget(self) -> None:
        """Forget games in which nobody has been for long, a few whenever a game is added."""
        now = self._now()
        for game_id in list(self._games)[:4]:
            game = self._games.pop(game_id)
            if game.here(now) or max([game.since, *game.left.values()]) + FORGET > now:
                self._games[game_id] = game
