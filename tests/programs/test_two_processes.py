"""Streams on two processes: hints cross, and one stream of a game is open on the whole site."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs.test_streams import NEW, bot, remote
from tests.redis_server import INSTALLED, WHERE, RedisServer
from tests.site import Site


@pytest.mark.long
@pytest.mark.skipif(not INSTALLED, reason=WHERE)
def test_streams_of_two_processes_are_one_site(transactional_db: None, tmp_path: Path) -> None:
    robby = bot("robby")
    with (
        RedisServer(tmp_path) as redis,
        Site(REDIS_URL=redis.url) as one,
        Site(REDIS_URL=redis.url) as other,
    ):
        here, there = remote(one, robby), remote(other, robby)
        with here.stream("/api/stream/event") as events:
            game = there.ask("POST", "/api/games/", NEW)[1]["game"]["id"]
            assert events.next("gameStart")["game"]["gameId"] == game
            with here.stream(f"/api/bot/game/stream/{game}") as first:
                first.next("gameFull")
                there.ask("POST", f"/api/bot/game/{game}/move/4")
                assert first.next("gameState")["moves"].split()[0] == "4"
                with there.stream(f"/api/bot/game/stream/{game}") as second:
                    second.next("gameFull")
                    assert first.ended()
                    here.ask("POST", f"/api/bot/game/{game}/resign")
                    assert second.next("gameState")["reason"] == "resign"
            assert events.next("gameFinish")["game"]["gameId"] == game
