"""The cache that all processes share, on Redis.

While Redis is away or full, each process remembers by itself, so that nobody is turned away for it.
Limits then count in each process apart.
"""

from __future__ import annotations

import logging
import time
from functools import cache
from typing import Any

import redis
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

AWAY = 5.0
"""Seconds for which Redis is left alone after it failed."""

PATIENCE = 1.0
"""Seconds that Redis may take to answer, before it counts as away."""

logger = logging.getLogger(__name__)


class SharedRedis:
    """Redis at an address, for all threads of this process."""

    def __init__(self, url: str) -> None:
        self.client = RedisCacheClient(
            [url],
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            # One more try: a connection that was kept open may have died long ago.
            retry=Retry(NoBackoff(), 1),
            max_connections=1000,  # one for each thread that waits for an answer
        )
        self.away_until = 0.0


server = cache(SharedRedis)


class SharedCache(BaseCache):
    """``LOCATION`` is the server's address."""

    def __init__(self, url: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._server = server(url)
        self._redis = RedisCache(url, params)
        # Django makes a cache for each request: one with a client of its own would connect again.
        self._redis._cache = self._server.client
        self._own = LocMemCache(
            f"instead of {url}", {**params, "OPTIONS": {"MAX_ENTRIES": 100_000}}
        )

    def _do(self, what: str, *args: Any) -> Any:
        if time.monotonic() >= self._server.away_until:
            try:
                return getattr(self._redis, what)(*args)
            except redis.RedisError as error:
                self._server.away_until = time.monotonic() + AWAY
                logger.warning("Redis is away or full, counting in this process: %s", error)
        return getattr(self._own, what)(*args)

    def add(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        return bool(self._do("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._do("get", key, default, version)

    def set(
        self,
        key: str,
        value: Any,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        self._do("set", key, value, timeout, version)

    def touch(
        self, key: str, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return bool(self._do("touch", key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._do("delete", key, version))

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._do("has_key", key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        return int(self._do("incr", key, delta, version))

    def clear(self) -> None:
        self._do("clear")
