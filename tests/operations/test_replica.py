"""Public pages read from a real replica: it lags, it dies, and nobody misses what they wrote."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from config.replica import Watch
from tests.live.test_metrics import counted
from tests.operations.cluster import Cluster
from tests.operations.conftest import Installation
from tests.site import Site
from tests.wire import PATIENCE, free_port

PEOPLE = """
from accounts.models import User
from django.test import Client
for name in ("ada", "grace"):
    client = Client()
    client.force_login(User.objects.create_user(name))
    print(client.cookies["sessionid"].value)
"""

FAR = 10_000
"""Seconds of lag that a test does not live to see."""


class Reader:
    """Somebody with a browser, logged in or not."""

    def __init__(self, site: Site, session: str = "") -> None:
        self.site = site
        self.cookies = SimpleCookie({"sessionid": session} if session else {})

    def get(self, path: str) -> str:
        return self._ask(urllib.request.Request(f"{self.site.url}{path}"))

    def post(self, path: str, body: Any) -> Any:
        request = urllib.request.Request(f"{self.site.url}{path}", json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        request.add_header("X-CSRFToken", self.cookies["csrftoken"].value)
        return json.loads(self._ask(request))

    def _ask(self, request: urllib.request.Request) -> str:
        sent = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        request.add_header("Cookie", sent)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            for cookie in answer.headers.get_all("Set-Cookie", []):
                self.cookies.load(cookie)
            text: str = answer.read().decode()
        return text

    def play(self, moves: tuple[int, ...] = (0, 3, 1, 4, 2)) -> str:
        """Win a game at one screen; its id."""
        self.get("/accounts/settings/")
        game = self.post("/api/games/", {"variant": "classic", "opponent": "local"})["game"]
        for ply, cell in enumerate(moves):
            act = {"type": "act", "id": f"m{ply}", "action": "place", "cell": cell}
            answer = self.post(f"/api/games/{game['id']}/actions/", {**act, "version": ply + 1})
            assert answer["version"] == ply + 2
        return str(game["id"])


class Drawn:
    """Which pages were drawn by whom since the last time one asked."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.before: dict[tuple[str, ...], float] = {}

    def __call__(self) -> dict[tuple[str, ...], float]:
        found = {
            labels: value
            for (name, labels), value in counted(self.port).items()
            if name == "oxo_replica_pages_total"
        }
        new = {key: value - self.before.get(key, 0) for key, value in found.items()}
        self.before = found
        return {key: value for key, value in new.items() if value}


def wait_until_used(reader: Reader, drawn: Drawn) -> None:
    """Read until the replica draws a page: nobody looks at it before somebody reads."""
    deadline = time.monotonic() + PATIENCE
    drawn()
    while (reader.get("/leaderboards/") and drawn()) != FROM_REPLICA:
        assert time.monotonic() < deadline, "the replica is not used"
        time.sleep(0.05)


FROM_REPLICA = {("replica", ""): 1}


@pytest.fixture
def primary(folder: Path) -> Iterator[Cluster]:
    made = Cluster(folder / "primary", free_port())
    made.make()
    made.start()
    yield made
    made.stop()


@pytest.fixture
def replica(primary: Cluster, folder: Path) -> Iterator[Cluster]:
    made = primary.replica(folder / "replica")
    yield made
    made.stop()


@pytest.mark.slow
def test_a_replica_serves_who_only_reads_and_nobody_misses_what_they_wrote(
    primary: Cluster, replica: Cluster, folder: Path
) -> None:
    installation = Installation(folder, primary.url)
    installation.environment["SECRET_KEY"] = settings.SECRET_KEY
    installation.manage("migrate", "-v0")
    sessions = installation.manage("shell", "-v0", "-c", PEOPLE).split()
    both = {"DATABASE_URL": primary.url, "DATABASE_REPLICA_URL": replica.url, "REDIS_URL": ""}
    ports = free_port(), free_port()
    with (
        Site(**both, REPLICA_LAG=str(FAR), METRICS=f"127.0.0.1:{ports[0]}") as patient,
        Site(**both, REPLICA_LAG="1", METRICS=f"127.0.0.1:{ports[1]}") as strict,
    ):
        drawn = Drawn(ports[0])
        ada, grace = (Reader(patient, session) for session in sessions)
        wait_until_used(grace, drawn)
        replica.ask("SELECT 1 FROM pg_wal_replay_pause()")
        replica.wait_for("SELECT pg_get_wal_replay_pause_state()", "paused")

        # What ada writes she sees at once; others see it when the replica does.
        game = ada.play()
        assert f"/games/{game}/" in ada.get("/games/")
        assert f"/games/{game}/" in ada.get("/@ada/")
        assert drawn() == {("primary", "own writes"): 2}
        assert f"/games/{game}/" not in grace.get("/@ada/")
        assert drawn() == FROM_REPLICA
        # A page that the replica does not have yet comes from the primary.
        assert "X" in grace.get(f"/games/{game}/")
        assert drawn() == {("primary", "in play"): 1}

        # A replica that is too far behind is not asked.
        late = Drawn(ports[1])
        deadline = time.monotonic() + PATIENCE
        while f"/games/{game}/" not in Reader(strict, sessions[1]).get("/@ada/"):
            assert time.monotonic() < deadline, "the strict site still reads what is old"
        assert {key[0] for key in late()} == {"primary"}

        # It catches up, and draws what is over for those who did not play.
        replica.ask("SELECT 1 FROM pg_wal_replay_resume()")
        replica.wait_for("SELECT count(*) FROM games_move", 5)
        drawn()
        assert f"/games/{game}/" in grace.get("/@ada/")
        assert "X" in grace.get(f"/games/{game}/")
        assert "X" in grace.get(f"/games/{game}/export.txt")
        assert drawn() == {("replica", ""): 3}

        # It dies: every page is drawn, play never noticed, and it is used again once it is back.
        replica.stop()
        for _ in range(3):
            assert f"/games/{game}/" in grace.get("/@ada/")
        assert {key[0] for key in drawn()} == {"primary"}
        second = ada.play()
        assert f"/games/{second}/" in grace.get("/@ada/")
        replica.start()
        wait_until_used(grace, drawn)
        assert primary.ask("SELECT count(*) FROM games_move")[0][0] == 10


def test_a_replica_is_behind_by_the_age_of_what_it_has_not_reached() -> None:
    watch = Watch()
    watch._positions.extend([(10.0, 100), (11.0, 200), (12.0, 200), (13.0, 300)])
    assert watch._behind(300, 13.5) == 0.5
    assert watch._behind(299, 13.5) == 1.5
    assert watch._behind(199, 13.5) == 3.5
    assert watch._behind(99, 13.5) is None  # older than anything that is known
    assert watch._behind(None, 13.5) is None  # no replica any more
