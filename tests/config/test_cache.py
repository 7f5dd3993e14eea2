"""The cache on Redis: Django makes one for each request, and all of them use one server alike."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from config.database.cache import SharedCache
from tests.redis_server import INSTALLED, WHERE, RedisServer
from tests.wire import free_port


@pytest.mark.skipif(not INSTALLED, reason=WHERE)
def test_the_caches_of_many_requests_connect_once(tmp_path: Path) -> None:
    with RedisServer(tmp_path) as redis:
        SharedCache(redis.url, {}).set("key", 1)
        before = redis.client.info("stats")["total_connections_received"]
        assert [SharedCache(redis.url, {}).get("key") for _ in range(10)] == [1] * 10
        assert redis.client.info("stats")["total_connections_received"] == before


def test_a_server_that_one_request_found_away_is_left_alone_by_the_next(
    caplog: pytest.LogCaptureFixture,
) -> None:
    url = f"redis://127.0.0.1:{free_port()}/0"
    with caplog.at_level(logging.WARNING, "config.database.cache"):
        for _ in range(3):
            SharedCache(url, {}).set("key", 1)
    assert ["Redis is away" in record.message for record in caplog.records] == [True]
