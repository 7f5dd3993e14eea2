"""The cache that all processes share: each key on one of the Redis servers.

While a server is away or full, each process remembers that server's keys by itself, so that nobody
is turned away for it. Limits then count in each process apart.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from typing import Any

import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.live.redis_bus import server_of

AWAY = 5.0
"""Seconds for which a server that failed is left alone."""

PATIENCE = 1.0
"""Seconds that a server may take to answer, before it counts as away."""

logger = logging.getLogger(__name__)


class Server:
    """A Redis server, and what stands in for it."""

    def __init__(self, url: str, params: dict[str, Any]) -> None:
        options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        # One more try: a connection that was kept open may have died long ago.
        again = Retry(NoBackoff(), 1)
        self._redis = RedisCache(url, {**params, "OPTIONS": {**options, "retry": again}})
        self._own = LocMemCache(
            f"instead of {url}", {**params, "OPTIONS": {"MAX_ENTRIES": 100_000}}
        )
        self._away_until = 0.0

    def do(self, what: str, *args: Any) -> Any:
        if time.monotonic() >= self._away_until:
            try:
                return getattr(self._redis, what)(*args)
            except redis.RedisError as error:
                self._away_until = time.monotonic() + AWAY
                logger.warning("Redis is away or full, counting in this process: %s", error)
        return getattr(self._own, what)(*args)

    @property
    def is_away(self) -> bool:
        return time.monotonic() < self._away_until


class SharedCache(BaseCache):
    """``LOCATION`` is a list of the servers' addresses."""

    def __init__(self, urls: Sequence[str], params: dict[str, Any]) -> None:
        super().__init__(params)
        self._servers = [Server(url, params) for url in urls]

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        return bool(self._at(key).do("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._at(key).do("get", key, default, version)

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        self._at(key).do("set", key, value, timeout, version)

    def touch(
        self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return bool(self._at(key).do("touch", key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._at(key).do("delete", key, version))

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._at(key).do("has_key", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._at(key).do("incr", key, delta, version))

    def is_away(self, key: str) -> bool:
        """Whether this process alone remembers ``key`` now."""
        return self._at(key).is_away

    def clear(self) -> None:
        for server in self._servers:
            server.do("clear")

    def _at(self, key: str) -> Server:
        return self._servers[server_of(key, len(self._servers))]
