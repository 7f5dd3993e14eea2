"""Redis is killed or full: play goes on, and what was late comes."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from accounts.models import User
from games import services
from games.match import Match
from tests.live.conftest import at
from tests.redis_server import INSTALLED, WHERE, RedisServer
from tests.site import Site, session_of
from tests.wire import PATIENCE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not INSTALLED, reason=WHERE),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    with RedisServer(tmp_path) as server:
        yield server


def until(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def new_game(site: Site, user: User) -> int:
    """The status of the answer to a request that counts a limit."""
    wire = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    token = "a" * 32
    cookies = f"{session_of(user)['Cookie']}; csrftoken={token}"
    headers = {"Cookie": cookies, "X-CSRFToken": token, "Content-Type": "application/json"}
    body = json.dumps({"variant": "classic", "opponent": "friend"})
    wire.request("POST", "/api/games/", body, headers)
    status = wire.getresponse().status
    wire.close()
    return status


@pytest.mark.long
def test_players_at_two_processes_play_on_while_redis_is_killed(
    server: RedisServer, match: Match, ada: User, grace: User
) -> None:
    with (
        Site(REDIS_URL=server.url) as one,
        Site(REDIS_URL=server.url) as other,
        at(one, match, ada) as x,
        at(other, match, grace) as o,
    ):
        for player in (x, o):
            while set(player.wait_for("presence")["seats"].values()) != {"online"}:
                pass
        version = match.version
        x.act("place", version, 4)
        while o.wait_for("state")["game"]["version"] < version + 1:
            pass

        server.kill()
        while not (notice := x.wait_for("presence")["notice"]):
            pass
        assert "moves of others may show a few seconds late" in notice
        assert new_game(one, ada) == 201
        o.act("place", version + 1, 0)
        assert o.wait_for("ack")["version"] == version + 2
        # The database carries it.
        while x.wait_for("state")["game"]["version"] < version + 2:
            pass

        server.start()
        while x.wait_for("presence")["notice"]:
            pass
        while o.wait_for("presence")["notice"]:
            pass
        x.act("place", version + 2, 1)
        while o.wait_for("state")["game"]["version"] < version + 3:
            pass


@pytest.mark.long
def test_a_full_redis_stops_nobody_who_plays_at_two_processes_or_goes_to_the_other(
    server: RedisServer, match: Match, ada: User, grace: User
) -> None:
    server.client.config_set("maxmemory-policy", "noeviction")
    server.client.config_set("maxmemory", "1")
    with Site(REDIS_URL=server.url) as one, Site(REDIS_URL=server.url) as other:
        assert new_game(one, ada) == 201
        with at(one, match, ada) as x, at(other, match, grace) as o:
            version = o.wait_for("state")["game"]["version"]
            x.act("place", version, 4)
            assert o.wait_for("state")["game"]["version"] == version + 1
        with at(other, match, ada) as x, at(one, match, grace) as o:
            assert x.wait_for("state")["game"]["version"] == version + 1
            o.act("place", version + 1, 0)
            while x.wait_for("state")["game"]["version"] < version + 2:
                pass


@pytest.mark.long
def test_fifty_who_leave_leave_no_connection_behind(
    server: RedisServer, match: Match, ada: User
) -> None:
    seats = {seat.name: seat for seat in match.seats}
    setup = services.GameSetup(by=ada.pk, variant="classic", kind="friend", seats=seats)
    games = [services.open_game(setup) for _ in range(50)]

    def clients() -> int:
        return int(server.client.info("clients")["connected_clients"])

    with Site(REDIS_URL=server.url) as site:
        with at(site, match, ada) as first:
            first.wait_for("presence")
        open_files, connected = len(_open_files(site)), clients()
        with ExitStack() as crowd:
            for game in games:
                crowd.enter_context(at(site, game)).wait_for("presence")
        until(lambda: clients() <= connected)
        # Its workers may start meanwhile, which opens fewer files than fifty connections.
        until(lambda: len(_open_files(site)) <= open_files + 20)


def _open_files(site: Site) -> list[Any]:
    folder = Path(f"/proc/{site.process.pid}/fd")
    if not folder.exists():
        pytest.skip("this system does not say which files a process has open")
    return os.listdir(folder)
