"""What a server's memory does under load: ``make bench-memory``.

DATABASE_URL names a site that ``manage.py fill`` has filled. A server draws different pages and
API answers, for visitors and for the keenest member, several at a time, and then has games
played on it, ``MATCHES`` at once. After each round its memory is printed, and how much that is of
what it was after the first. ``MALLOC`` lists variants of the allocator as ``,NAME=value``, each
with a server of its own; the first, empty, is as it is.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path
from random import Random
from urllib.error import HTTPError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.bench.page_settings")

import django

django.setup()

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.bench.site import Site
from tests.bench.stand import ROOT, Server, measured, site
from tests.bench.visitors import positions
from tests.wire import free_port

ROUNDS = int(os.environ.get("ROUNDS", "10"))
PAGES = int(os.environ.get("PAGES", "1000"))
WARM = 64
"""Pages of the first round: some of every kind, so that what is loaded once has been."""

AT_ONCE = 4
MATCHES = int(os.environ.get("MATCHES", "50"))
GAMES = 4
"""Of a match, one after the other; two sockets of each are open from the beginning."""

VARIANTS = os.environ.get("MALLOC", "").split(",")
AIM = 1.3


def addresses(seed: int) -> Iterator[str]:
    """Pages of many kinds in turns, of games, people and positions that differ each time."""
    rng = Random(seed)
    games = list(Game.objects.order_by("-created_at").values_list("id", flat=True)[:20_000])
    names = list(User.objects.filter(is_guest=False).values_list("name", flat=True)[:5_000])
    rng.shuffle(games)
    rng.shuffle(names)
    game, name = cycle(games), cycle(names)
    found = positions(rng, "classic", "dstru")
    while True:
        yield from ("/", "/lobby/", "/campaign/", "/leaderboards/", "/puzzles/today/", "/games/")
        yield from (f"/games/{next(game)}/" for _ in range(4))
        yield f"/games/{next(game)}/review/"
        yield f"/games/?page={rng.randrange(1, 40)}"
        yield from (f"/@{next(name)}/" for _ in range(2))
        yield f"/api/games/{next(game)}/"
        yield next(found)


def ask(port: int, path: str, number: int, cookie: str) -> None:
    address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    headers = {"X-Forwarded-For": address, "Cookie": cookie if number % 2 else ""}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    with suppress(HTTPError), urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()


def play(server: Server, port: int, environment: dict[str, str]) -> float:
    """Have games played, and say how many moves they had."""
    row = {"ports": [port], "matches": MATCHES, "seconds": 60, "games": GAMES}
    command = [sys.executable, "-m", "tests.bench.load", json.dumps(row)]
    found = measured([server], command, cwd=ROOT, env=environment)
    return float(found["rate"] * found["seconds"])


def environment_of(variables: dict[str, str]) -> dict[str, str]:
    return {
        **os.environ,
        **variables,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": settings.SECRET_KEY,
        "BEHIND_PROXY": "1",
        "LOG_LEVEL": "ERROR",
    }


def measure(variables: dict[str, str], cookie: str) -> None:
    port, environment, moves = free_port(), environment_of(variables), 0.0
    with tempfile.TemporaryDirectory() as name:
        server = site(environment, port, Path(name) / "server.log", ROOT)
        try:
            print(f"\n{variables or 'as it is'}: {server.rss() / 1024:.0f} MB at the start")  # noqa: T201
            wanted, number, first = addresses(1), 0, 0.0
            with ThreadPoolExecutor(AT_ONCE) as pool:
                for pages in (WARM, *[PAGES] * ROUNDS):
                    asked = list(enumerate(islice(wanted, pages), number))
                    number += pages
                    list(pool.map(lambda one: ask(port, one[1], one[0], cookie), asked))
                    moves += play(server, port, environment) if MATCHES else 0
                    now = server.rss() / 1024
                    first = first or now
                    print(  # noqa: T201
                        f"{number:6} pages, {moves:8.0f} moves: {now:.0f} MB, {now / first:.2f} x",
                        flush=True,
                    )
            print(f"aim {AIM} x: {'met' if now <= AIM * first else 'not met'}")  # noqa: T201
        finally:
            server.stop()


def main() -> int:
    client = Client()
    client.force_login(Site().heavy)
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    for variant in VARIANTS:
        pairs = (one.split("=", 1) for one in variant.split() if one)
        measure(dict(pair for pair in pairs if len(pair) == 2), cookie)
    return 0


if __name__ == "__main__":
    sys.exit(main())
