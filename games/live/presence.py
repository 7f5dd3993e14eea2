"""Who is connected: counts of connections per seat, from every process, with an expiry."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

WATCHERS = ""
"""The key under which connections without a seat are counted."""

EXPIRY = 45.0
"""Seconds after which what another process said is forgotten unless it says so again."""

Counts = dict[str, int]


class Presence:
    """Connections per game and seat, as this process knows them."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, tuple[Counts, float]]] = defaultdict(dict)

    def set_here(self, process: str, game_id: str, listeners: Iterable[Any]) -> None:
        """Count this process's own ``listeners``; a listener knows the ``seats`` it speaks for."""
        counts: Counts = {}
        for listener in listeners:
            for seat in listener.seats or (WATCHERS,):
                counts[seat] = counts.get(seat, 0) + 1
        self._set(process, game_id, counts, float("inf"))

    def here(self, process: str, game_id: str) -> Counts:
        return self._counts.get(game_id, {}).get(process, ({}, 0.0))[0]

    def heard(self, process: str, games: dict[str, Counts]) -> None:
        """Take what another process says of its own connections."""
        for game_id, counts in games.items():
            self._set(process, game_id, counts, time.monotonic() + EXPIRY)

    def of(self, game_id: str) -> tuple[dict[str, str], int]:
        """(seat to ``online`` for every seat with a connection, number of watchers)."""
        now, seats, watchers = time.monotonic(), {}, 0
        for counts, expires in self._counts.get(game_id, {}).values():
            if expires < now:
                continue
            watchers += counts.get(WATCHERS, 0)
            seats.update({seat: "online" for seat in counts if seat != WATCHERS})
        return seats, watchers

    def _set(self, process: str, game_id: str, counts: Counts, expires: float) -> None:
        if counts:
            self._counts[game_id][process] = (counts, expires)
        else:
            self._counts[game_id].pop(process, None)
        if not self._counts[game_id]:
            del self._counts[game_id]
