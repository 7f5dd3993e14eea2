"""Clients that come back like the site's page: ``python -m tests.bench.crowd '{…}'``.

Reads one word a line and answers each with one line of JSON: ``watch`` begins to count, ``report``
waits until everybody is back and says how it went, ``home`` brings everybody to the first server,
and ``go`` takes them all away at once.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.db import connection, transaction

from tests.bench.load import Frame, games_of, people
from tests.bench.wire import Wire, dial

HANDSHAKE = 5.0
"""Seconds after which a page gives up a try (``wire.js``)."""

PATIENCE = 60.0

RESTART, SPREAD = 1012, 2.5
"""The code with which a server that restarts closes, and the seconds over which pages come back."""


def pause(attempt: int, rng: Random) -> float:
    """As ``pause`` in ``wire.js``, in seconds."""
    return min(10.0, 0.4 * 2**attempt) * (0.5 + rng.random() / 2)


class Client:
    """One page at one game."""

    def __init__(self, crowd: Crowd, game: str, cookie: str, seed: int) -> None:
        self.crowd, self.game, self.cookie = crowd, game, cookie
        self.rng = Random(seed)
        self.version = -1
        self.wire: Wire | None = None
        self.stay = True

    async def live(self) -> None:
        attempt = 0
        while self.stay:
            try:
                await self._open()
                attempt = 0
                assert self.wire is not None
                await self.wire.gone.wait()
            except (OSError, ConnectionError, TimeoutError):
                self.crowd.refused += 1
                self.wire = None
            else:
                self.crowd.closed[str(self.wire.code or 1006)] += 1
            self.version = -1
            restarts = self.wire is not None and self.wire.code == RESTART
            spread = SPREAD * self.rng.random() if restarts else 0.0
            await asyncio.sleep(pause(attempt, self.rng) + spread)
            attempt += 1

    async def _open(self) -> None:
        """At the first server that listens, as nginx does."""
        for port in self.crowd.ports:
            with suppress(ConnectionRefusedError):
                self.wire = await asyncio.wait_for(
                    dial(port, f"/ws/games/{self.game}/", self.cookie, self.hear), HANDSHAKE
                )
                return
        raise ConnectionRefusedError

    def hear(self, payload: bytes) -> None:
        if payload[9:12] == b"sta":
            game = msgspec.json.decode(payload, type=Frame).game
            assert game is not None
            self.version = game.version
            self.crowd.came(game.version)


class Crowd:
    def __init__(self, ports: Sequence[int], clients: Sequence[tuple[str, str]]) -> None:
        self.ports = ports
        self.clients = [Client(self, *one, seed=seed) for seed, one in enumerate(clients)]
        self.closed: Counter[str] = Counter()
        self.refused = 0
        self.began = 0.0
        self.times: list[float] = []
        self.answers: list[tuple[str, int, float]] = []
        self.all_there = asyncio.Event()

    async def run(self) -> None:
        tasks = []
        for first in range(0, len(self.clients), 20):
            lot = self.clients[first : first + 20]
            tasks += [asyncio.create_task(client.live()) for client in lot]
            while any(client.version < 1 for client in lot):
                await asyncio.sleep(0.01)
        visitor = asyncio.create_task(self._visit())
        say({})
        orders = {"watch": self.watch, "report": self.report, "home": self.home}
        while (word := (await asyncio.to_thread(sys.stdin.readline)).strip()) in orders:
            say(await orders[word]())
        visitor.cancel()
        for client in self.clients:
            client.stay = False
            if client.wire is not None:
                client.wire.transport.abort()
        say({})

    async def watch(self) -> dict[str, Any]:
        self.closed.clear()
        self.times, self.answers, self.refused = [], [], 0
        self.all_there.clear()
        self.began = time.monotonic()
        return {}

    async def report(self) -> dict[str, Any]:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.all_there.wait(), PATIENCE)
        times = sorted(self.times)
        pages = [took for what, _, took in self.answers if what == "page"]
        log_ins = [took for what, _, took in self.answers if what == "log-in"]
        return {
            "back": len(times),
            "half": times[len(times) // 2] if times else PATIENCE,
            "all": times[-1] if times else PATIENCE,
            "closed": dict(self.closed),
            "refused": self.refused,
            "pages": len(pages),
            "slowest_page": max(pages, default=0.0),
            "log_ins": len(log_ins),
            "slowest_log_in": max(log_ins, default=0.0),
            "bad": [f"{what} {status}" for what, status, _ in self.answers if status >= 500],
        }

    async def home(self) -> dict[str, Any]:
        """Everybody hangs up and comes back, by now to the first server."""
        await self.watch()
        for client in self.clients:
            if client.wire is not None:
                client.wire.transport.abort()
        return await self.report()

    def came(self, version: int) -> None:
        if self.began and version == 1:  # nobody has moved
            self.times.append(time.monotonic() - self.began)
            if len(self.times) >= len(self.clients):
                self.all_there.set()

    async def _visit(self) -> None:
        """Pages and log-ins at the server that stays, one after the other."""
        while True:
            for what in ("page", "log-in"):
                began = time.monotonic()
                status = await asyncio.to_thread(_asked, what, self.ports[-1])
                self.answers.append((what, status, time.monotonic() - began))
            await asyncio.sleep(0.1)


def _asked(what: str, port: int) -> int:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    if what == "page":
        line.request("GET", "/lobby/")
    else:
        token = "a" * 32
        form = {"username": "nobody", "password": "wrong", "csrfmiddlewaretoken": token}
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"csrftoken={token}",
            "X-Real-IP": f"10.0.{int(time.monotonic()) % 250}.{time.monotonic_ns() % 250}",
        }
        line.request("POST", "/accounts/login/", urlencode(form), headers)
    answer = line.getresponse()
    answer.read()
    line.close()
    return answer.status


def say(answer: Any) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    wish = json.loads(sys.argv[1])
    everybody = people(wish["sockets"] + 1)
    with transaction.atomic():
        clients = []
        for number in range(wish["sockets"]):
            pair = [user for user, _ in everybody[number : number + 2]]
            clients.append((games_of(pair, 1)[0], everybody[number][1]))
    connection.close()
    crowd = Crowd(wish["ports"], clients)
    asyncio.run(crowd.run())


if __name__ == "__main__":
    main()
