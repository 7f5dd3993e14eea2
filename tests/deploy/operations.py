"""What the deployment promises to those who run it: metrics, maintenance, names of requests."""

from __future__ import annotations

import json
import re
import time

from tests.deploy.people import PASSWORD, Person
from tests.deploy.stack import Stack
from tests.soak.leaks import leaked

PATIENCE = 20.0
"""Seconds in which everybody has to be told."""


def metrics(stack: Stack) -> str:
    """each process tells Prometheus what it counts, and nobody gets it through nginx"""
    counted = []
    for number in stack.metrics:
        text = stack.counted(number)
        found = re.findall(r'^oxo_requests_total\{.*route="/readyz".*\} (\S+)$', text, re.M)
        counted.append(sum(map(float, found)))
    assert sum(counted) >= 1, "no process has counted the request for /readyz"
    through = Person(stack.places).get("/metrics")
    assert through.status == 404, f"/metrics through nginx is {through.status}"
    return f"{len(counted)} processes, 404 through nginx"


def names_of_requests(stack: Stack) -> str:
    """nginx names each request anew, and the answer says the name"""
    names = {
        Person(stack.places)
        .get("/healthz", X_Request_ID="forged-by-a-client")
        .headers["X-Request-ID"]
        for _ in range(2)
    }
    assert len(names) == 2, names
    assert all(re.fullmatch(r"[0-9a-f]{32}", name) for name in names), names
    return next(iter(names))


def maintenance(stack: Stack) -> str:
    """during maintenance no process begins a game, one that is played goes on, all are told"""
    ada, grace = (Person(stack.places, name).sign_up() for name in ("anna", "gerda"))
    game = ada.new_game(grace)
    stack.manage("maintenance", "on", "--text", "Back at noon.")
    try:
        wanted = json.dumps({"variant": "classic", "opponent": "lobby"})
        for _ in range(8):  # nginx asks one process after the other
            answer = ada.post("/api/games/", wanted)
            assert (answer.status, answer.json()["code"]) == (503, "maintenance"), answer.body
        _wait_until_told(stack, game, "Back at noon.")
        state = ada.get(f"/api/games/{game}/").json()
        mover = ada if state["to_act"] == state["you"] else grace
        act = {"id": "1", "version": state["version"], "action": "place", "cell": 4}
        moved = mover.post(f"/api/games/{game}/actions/", json.dumps(act))
        assert moved.status == 200, f"a move answers {moved.status}: {moved.body!r}"
    finally:
        stack.manage("maintenance", "off")
    _wait_until_told(stack, game, "")
    assert (again := ada.post("/api/games/", wanted)).status == 201, again.body
    return "503 and told, a move stored, then 201"


def _wait_until_told(stack: Stack, game: str, notice: str) -> None:
    """Until eight answers in a row, from both processes, say ``notice``."""
    deadline = time.monotonic() + PATIENCE
    same = 0
    while same < 8:
        said = Person(stack.places).get(f"/api/games/{game}/presence/").json()["notice"]
        same = same + 1 if said == notice else 0
        assert time.monotonic() < deadline, f"the notice is still {said!r}"


def no_secrets(stack: Stack) -> str:
    """no key, password, cookie or token is in a log"""
    written = sum(log.stat().st_size for log in stack.logs)
    assert written > 10_000, f"only {written} bytes were written"
    secrets = {"SECRET_KEY": stack.environment["SECRET_KEY"], "a password": PASSWORD}
    assert not (found := leaked(stack.logs, secrets)), found
    return f"{len(stack.logs)} logs, {written >> 10} KB"


PROMISES = (metrics, names_of_requests, maintenance)
