"""The load of one row, in a process of its own: ``python -m tests.bench.load '{…}'``.

Reads one JSON object, plays, prints one. Games and people are put into the database first,
and all sockets are open before the first move: what is measured is the way of a move.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import django
import msgspec

from tests.bench import say

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# Models can be imported once Django is set up.
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connection, transaction

from accounts.models import User
from accounts.sessions import SessionStore
from games.match import Match, Seat, start
from games.match.ids import new_id
from games.rules import board_class
from games.storage import store
from tests.bench.row import Row
from tests.bench.wire import Wire, dial

SIDES = {"Tres": 0, "Uno": 1, "Dos": 0, "X": 0, "O": 1}
"""Who of the two holds a seat: of DSTRU-TAC-TOE the first also removes."""

PING = 2.0
"""Seconds between two pings of a page (``wire.js``)."""


class State(msgspec.Struct):
    version: int
    status: str
    to_act: str | None
    you: str | None
    legal: list[int]


class News(msgspec.Struct):
    version: int
    moves: list[tuple[str, int, str]]
    to_act: str
    legal: list[int]


class Frame(msgspec.Struct):
    type: str
    game: State | None = None
    code: str | None = None
    version: int | None = None


@dataclass
class Figures:
    accepted: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    exhausted: int = 0


# --- people and games ----------------------------------------------------------------------------


def people(count: int) -> list[tuple[User, str]]:
    """As many people as are needed, each with the cookie of a log-in."""
    with transaction.atomic():
        missing = range(User.objects.count(), count)
        User.objects.bulk_create(User(name=f"load{number}", password="!x") for number in missing)
        return [(user, _log_in(user)) for user in User.objects.order_by("id")[:count]]


def _log_in(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"


def games_of(
    pair: Sequence[User], count: int, variant: str = "dstru", rival: str = ""
) -> list[str]:
    """New games between two people, or between one and the engine ``rival``."""
    board, now, ids = board_class(variant).start(), time.time_ns() // 1_000_000, []
    for _ in range(count):
        seats = tuple(
            Seat(name, "person", pair[SIDES[name]].pk, pair[SIDES[name]].name)
            if SIDES[name] < len(pair)
            else Seat(name, "engine", engine=rival)
            for name in board.SEATS
        )
        match = Match(new_id(), board, seats, "friend", version=1, updated=now, seed=1)
        store.create(start(match, now), store.Origin(pair[0].pk))
        ids.append(match.id)
    return ids


# --- play ----------------------------------------------------------------------------------------


class Table:
    """One match: its games one after the other, each with two sockets that are open already."""

    def __init__(self, ids: Sequence[str], load: Load, seed: int) -> None:
        self.left, self.load, self.rng = list(ids), load, Random(seed)
        self.wires: dict[tuple[str, int], Wire] = {}
        self.first: dict[str, State] = {}
        self.sent: dict[int, float] = {}
        self.version = 0
        self.due = 0.0
        self.game = ""

    async def sit_down(self, cookies: Sequence[str], ports: Sequence[int]) -> None:
        for game_id in self.left:
            for side, cookie in enumerate(cookies):
                self.wires[game_id, side] = await dial(
                    ports[side % len(ports)],
                    f"/ws/games/{game_id}/",
                    cookie,
                    lambda payload, game_id=game_id, side=side: self.hear(game_id, side, payload),
                )
            for number in range(self.load.row.watchers):
                watched = await dial(
                    ports[number % len(ports)],
                    f"/ws/games/{game_id}/",
                    cookies[number % 2],
                    lambda payload: None,
                )
                self.wires[game_id, 2 + number] = watched

    def next_game(self) -> None:
        if not self.left:
            self.load.figures.exhausted += 1
            self.load.stop()
            return
        self.game, self.version = self.left.pop(), 0
        self.sent.clear()
        self.act(0, self.first[self.game])

    def hear(self, game_id: str, side: int, payload: bytes) -> None:
        arrived = time.perf_counter()
        kind = payload[9:12]
        if kind == b"ack":
            self.load.figures.accepted += self.load.running
        elif kind == b"new":
            news = msgspec.json.decode(payload, type=News)
            mover = SIDES[news.moves[0][0]]
            self.load.figures.accepted += self.load.running and mover == side
            you = news.to_act if SIDES[news.to_act] == side else None
            game = State(news.version, "active", news.to_act, you, news.legal)
            self.state(game_id, side, game, arrived)
        elif kind == b"sta":
            if (game := msgspec.json.decode(payload, type=Frame).game) is not None:
                self.state(game_id, side, game, arrived)
        elif kind == b"ref":
            code = msgspec.json.decode(payload, type=Frame).code or ""
            refused = self.load.figures.refused
            refused[code] = refused.get(code, 0) + 1

    def state(self, game_id: str, side: int, game: State, arrived: float) -> None:
        if not self.load.running:
            if side == 0:
                self.first[game_id] = game
            return
        if game_id != self.game:
            return
        sent = self.sent.get(game.version)
        # The mover's own state says nothing of the opponent's waiting, but for an engine's reply.
        counts = side != self.mover or bool(self.load.row.rival)
        if sent is not None and counts:
            self.load.figures.waits.append(arrived - sent)
        if game.status == "active":
            if game.to_act == game.you and game.version > self.version:
                self.act(side, game)
        elif counts:
            self.next_game()

    def act(self, side: int, game: State) -> None:
        self.version = game.version
        if self.load.pause:
            loop = asyncio.get_running_loop()
            self.due = max(self.due + self.load.pause, loop.time())
            loop.call_at(self.due, self.send, side, game)
        else:
            self.send(side, game)

    def send(self, side: int, game: State) -> None:
        if not self.load.running:
            return
        self.mover = side
        cell = self.rng.choice(game.legal)
        heard = game.version + (2 if self.load.row.rival else 1)
        self.sent[heard] = time.perf_counter()
        self.send_move(side, game, cell)

    def send_move(self, side: int, game: State, cell: int) -> None:
        verb = b"remove" if game.to_act == "Dos" else b"place"
        self.wires[self.game, side].send(
            b'{"type":"act","id":"%d","version":%d,"action":"%b","cell":%d}'
            % (game.version, game.version, verb, cell)
        )


Result = dict[str, Any]


class Load:
    """All tables of a row."""

    def __init__(self, row: Row) -> None:
        self.row, self.figures = row, Figures()
        self.running = False
        self.pause = row.matches / row.rate if row.rate else 0.0
        self.done: asyncio.Event = asyncio.Event()

    def stop(self) -> None:
        self.done.set()

    async def play(self, tables: Sequence[Table], cookies: Sequence[Sequence[str]]) -> Result:
        await self._seat(tables, cookies)
        await asyncio.sleep(0.5)
        say("ready")
        await self._wait_for_go()
        if self.row.kind in ("idle", "pings"):
            return await self._watch(tables)
        self.running = True
        began = time.perf_counter()
        for number, table in enumerate(tables):
            table.due = asyncio.get_running_loop().time() + self.pause * number / len(tables)
            table.next_game()
        await self._wait()
        self.running = False
        return self._figures(time.perf_counter() - began)

    async def _seat(self, tables: Sequence[Table], cookies: Sequence[Sequence[str]]) -> None:
        """A few at a time, as people come."""
        for first in range(0, len(tables), 20):
            lot = range(first, min(first + 20, len(tables)))
            await asyncio.gather(
                *(tables[n].sit_down(cookies[n], self.row.ports_of(n)) for n in lot)
            )

    async def _watch(self, tables: Sequence[Table]) -> Result:
        """Nobody moves; with pings, every socket asks as often as a page does."""
        loop, sent = asyncio.get_running_loop(), 0
        wires = [wire for table in tables for wire in table.wires.values()]
        began = loop.time()
        while self.row.kind == "pings" and loop.time() < began + self.row.seconds:
            wires[sent % len(wires)].send(b'{"type":"ping","sent":1700000000000,"slow":false}')
            sent += 1
            await asyncio.sleep(began + sent * PING / len(wires) - loop.time())
        await asyncio.sleep(began + self.row.seconds - loop.time())
        return {"pings": sent}

    async def _wait_for_go(self) -> None:
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

    async def _wait(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.done.wait(), self.row.seconds)

    async def echo(self, cookies: Sequence[str]) -> Result:
        """One socket for each match, a frame of a move's size back and forth."""
        frame = b'{"type":"act","id":"12","version":12,"action":"place","cell":12}'
        wires: list[Wire] = []

        def heard(number: int) -> None:
            self.figures.accepted += 1
            if self.running:
                wires[number].send(frame)

        for number in range(self.row.matches):
            port = self.row.ports[number % len(self.row.ports)]
            wires.append(await dial(port, "/ws/echo/", cookies[0], lambda _, n=number: heard(n)))
        say("ready")
        await self._wait_for_go()
        self.running, began = True, time.perf_counter()
        for wire in wires:
            wire.send(frame)
        await self._wait()
        self.running = False
        return self._figures(time.perf_counter() - began)

    def _figures(self, seconds: float) -> Result:
        waits = sorted(self.figures.waits)
        ranks = {
            name: int(len(waits) * share)
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        }
        return {
            "rate": self.figures.accepted / seconds,
            "seconds": seconds,
            "refused": self.figures.refused,
            "client_cpu": time.process_time(),
            **{name: waits[at] * 1e3 if waits else None for name, at in ranks.items()},
        }


def main() -> None:
    row = Row(**json.loads(sys.argv[1]))
    pairs, ids, cookies = [], [], []
    everybody = people(row.people * row.matches if row.kind != "echo" else 1)
    if row.kind != "echo":
        with transaction.atomic():
            for number in range(row.matches):
                pair = everybody[row.people * number : row.people * (number + 1)]
                pairs.append(pair)
                users = [user for user, _ in pair]
                ids.append(games_of(users, row.games, row.variant, row.rival))
    cookies = [cookie for _, cookie in everybody]
    connection.close()
    before = time.process_time()

    async def run() -> Result:
        load = Load(row)
        if row.kind == "echo":
            return await load.echo(cookies)
        tables = [Table(games, load, seed) for seed, games in enumerate(ids)]
        return await load.play(tables, [[own for _, own in pair] for pair in pairs])

    figures = asyncio.run(run())
    figures["client_cpu"] = figures.get("client_cpu", before) - before
    say(json.dumps(figures))


if __name__ == "__main__":
    main()
