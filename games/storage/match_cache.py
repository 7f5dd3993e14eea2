"""A cache of the matches that this process has lately read or written.

The database has the last word: a change decided on a cached match is stored only if the row still
has its version, and the only refusal given from memory alone is that a version is outdated.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from itertools import islice
from threading import Lock

from django.conf import settings
from msgspec import Struct, field

from games.match import Match
from games.signals import GameChange
from games.storage.log import digest

LIMIT = settings.SIZES["cached_matches"]
"""The most matches in the cache; the least recently used one goes first."""

FRESH = 60.0
"""Seconds until a match is read again: names and accounts change without a new version."""


class CachedMatch(Struct, frozen=True, gc=False):
    """A match at one version, with every action id that the game has accepted up to it.

    ``answers`` maps the digest of an action's key to the version that the action led to. Successive
    versions of a game share one mapping, which only grows.
    """

    match: Match
    answers: dict[bytes, int] = field(default_factory=dict)
    read: float = field(default_factory=time.monotonic)

    def answer(self, key: str | None) -> int | None:
        """The version that an action led to, if this game has accepted it before."""
        return None if key is None else self.answers.get(digest(key))


class MatchCache:
    """The cached match of each game id; any thread may use it.

    A match is cached only together with all the ids it has accepted. Every commit of this process
    adds its id; if other processes have committed in between, the match is dropped and the next
    reader asks the database. So an id that is missing here was never accepted.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, CachedMatch] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

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
        """Cache what was read from the database, unless a newer version is cached (formula 10)."""
        game_id = cached.match.id
        with self._lock:
            held = self._known.get(game_id)
            if held is not None and held.match.version > cached.match.version:
                return
            self._known[game_id] = cached
            self._known.move_to_end(game_id)
            self._make_room()

    def _make_room(self) -> None:
        """Drop the oldest, two at a time, while there are too many or they would be read again."""
        stale = time.monotonic() - FRESH
        for game_id, cached in list(islice(self._known.items(), 2)):
            if len(self._known) > LIMIT or cached.read < stale:
                del self._known[game_id]

    def follow(self, changes: Iterable[GameChange]) -> None:
        """Replace each match by its new version after a commit."""
        with self._lock:
            for after, before, key in changes:
                held = self._known.get(after.id)
                if held is None or held.match.version >= after.version:
                    continue
                if held.match.version != before:
                    del self._known[after.id]
                    continue
                if key is not None:
                    held.answers[digest(key)] = after.version
                self._known[after.id] = CachedMatch(after, held.answers, held.read)

    def forget(self, game_id: str) -> None:
        """Drop a match, so that the next reader asks the database."""
        with self._lock:
            self._known.pop(game_id, None)


match_cache = MatchCache()
