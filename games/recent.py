"""Matches this process read or wrote a moment ago, so that the next action need not read.

The database stays the truth: what is decided on a remembered match lands only if the row still
has its version, and no refusal is given from memory alone but that a version is gone for good.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock

from games.match import Match

LIMIT = 4096
"""Matches remembered; the one not used for longest goes first."""

FRESH = 60.0
"""Seconds after which a match is read again: names and accounts change beside its version."""


@dataclass(frozen=True, slots=True)
class Known:
    """A match with the versions its actions led to.

    ``acks`` are the answers kept in the game's row, ``moved`` those kept with its moves.
    """

    match: Match
    acks: Mapping[str, int] = field(default_factory=dict)
    moved: Mapping[str, int] = field(default_factory=dict)
    read: float = field(default_factory=time.monotonic, compare=False)

    def answer(self, action_id: str | None) -> int | None:
        """The version that an action led to, if this game has accepted it before."""
        if action_id is None:
            return None
        return self.moved.get(action_id) or self.acks.get(action_id)


class Recent:
    """Game id to what is known of it. Any thread may ask or tell."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str) -> Known | None:
        with self._lock:
            known = self._known.get(game_id)
            if known is None:
                return None
            if time.monotonic() - known.read > FRESH:
                del self._known[game_id]
                return None
            self._known.move_to_end(game_id)
            return known

    def put(self, known: Known) -> None:
        """Remember ``known`` unless something newer is (formula 10)."""
        game_id = known.match.id
        with self._lock:
            held = self._known.get(game_id)
            if held is not None and held.match.version > known.match.version:
                return
            self._known[game_id] = known
            self._known.move_to_end(game_id)
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)

    def forget(self, game_id: str) -> None:
        with self._lock:
            self._known.pop(game_id, None)


recent = Recent()
