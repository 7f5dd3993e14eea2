"""Matches this process read or wrote a moment ago, so that the next action need not read.

The database decides: what is decided on a remembered match lands only if the row still
has its version, and no refusal is given from memory alone but that a version is gone for good.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from django.conf import settings
from msgspec import Struct, field

from games.match import Match
from games.signals import GameChange

LIMIT = settings.SIZES["cached_matches"]
"""Matches remembered; the one not used for longest goes first."""

FRESH = 60.0
"""Seconds after which a match is read again: names and accounts change beside its version."""


class CachedMatch(Struct, frozen=True, gc=False):
    """A match at one version, with every action id that the game has accepted up to it.

    ``answers`` maps an id's key to the version that the action led to. Successive versions of a
    game share one mapping: it only grows, and what it says never becomes untrue.
    """

    match: Match
    answers: dict[str, int] = field(default_factory=dict)
    read: float = field(default_factory=time.monotonic)

    def answer(self, key: str | None) -> int | None:
        """The version that an action led to, if this game has accepted it before."""
        return None if key is None else self.answers.get(key)


class MatchCache:
    """Game id to what is known of it. Any thread may read or feed it.

    A match is remembered only together with all the ids it has accepted: every commit of this
    process adds its id; where commits by other processes lie in between, the match is dropped
    and the next reader asks the database. So an id that is missing here was never accepted.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, CachedMatch] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str) -> CachedMatch | None:
        """The cached match; None if there is none or it is older than ``FRESH``."""
        with self._lock:
            cached = self._known.get(game_id)
            if cached is None:
                return None
            if time.monotonic() - cached.read > FRESH:
                del self._known[game_id]
                return None
            self._known.move_to_end(game_id)
            return cached

    def put(self, cached: CachedMatch) -> None:
        """Remember what was read from the database, unless something newer is (formula 10)."""
        game_id = cached.match.id
        with self._lock:
            held = self._known.get(game_id)
            if held is not None and held.match.version > cached.match.version:
                return
            self._known[game_id] = cached
            self._known.move_to_end(game_id)
            if len(self._known) > LIMIT:
                self._known.popitem(last=False)

    def follow(self, changes: Iterable[GameChange]) -> None:
        """Follow what was committed: each match becomes what it was changed to."""
        with self._lock:
            for after, before, key in changes:
                held = self._known.get(after.id)
                if held is None or held.match.version >= after.version:
                    continue
                if held.match.version != before:
                    del self._known[after.id]
                    continue
                if key is not None:
                    held.answers[key] = after.version
                self._known[after.id] = CachedMatch(after, held.answers, held.read)

    def forget(self, game_id: str) -> None:
        """Drop a match, so that the next reader asks the database."""
        with self._lock:
            self._known.pop(game_id, None)


match_cache = MatchCache()
