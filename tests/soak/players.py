"""Two people at a table, who play one game after the other at the pace of people."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from tests.bench.crowd import RESTART, SPREAD, pause
from tests.bench.wire import Wire
from tests.news import followed
from tests.soak.line import Site

THINKS = (1.5, 4.5)
"""Seconds between which somebody decides on a move."""

PING = 2.0
"""Seconds between two pings of a page (``wire.js``)."""

AGAIN = 0.5
"""Seconds after which somebody tries again what the site cannot do right now."""


@dataclass(frozen=True)
class Player:
    token: str
    cookie: str


@dataclass
class Figures:
    """What happened to all people of a crowd; ``waits`` only since they were last asked for."""

    waits: list[float] = field(default_factory=list)
    moves: int = 0
    lost: int = 0
    games: Counter[str] = field(default_factory=Counter)
    closed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)

    def report(self) -> dict[str, Any]:
        """All of it as JSON; the waits as their number and ranks in milliseconds."""
        waits, self.waits = sorted(self.waits), []
        ranks = {
            name: 1000 * waits[int(len(waits) * share)] if waits else 0.0
            for name, share in (("p50", 0.5), ("p99", 0.99))
        }
        return {
            **ranks,
            "waits": len(waits),
            "moves": self.moves,
            "lost": self.lost,
            "games": dict(self.games),
            "closed": dict(self.closed),
            "refused": dict(self.refused),
            "answers": dict(sorted(self.answers.items())),
        }


class Seat:
    """One person's page at a game."""

    def __init__(self, table: Table, who: Player) -> None:
        self.table, self.who = table, who
        self.game: dict[str, Any] = {"version": -1}
        self.wire: Wire | None = None
        self.over = asyncio.Event()

    async def stay(self, game_id: str) -> None:
        """Until the game is over; whoever loses the socket comes back as a page does."""
        attempt, rng, figures = 0, self.table.rng, self.table.figures
        while not self.over.is_set():
            self.game = {"version": -1}
            try:
                self.wire = await self.table.site.socket(
                    f"/ws/games/{game_id}/", self.who.cookie, self.hear
                )
            except (OSError, TimeoutError):
                attempt += 1
                figures.refused["socket"] += 1
                await asyncio.sleep(pause(attempt, rng))
                continue
            attempt = 0
            await self._until_gone(self.wire)
            if not self.over.is_set():
                figures.closed[str(self.wire.code or 1006)] += 1
                restarts = self.wire.code == RESTART
                await asyncio.sleep(pause(0, rng) + (SPREAD * rng.random() if restarts else 0))

    async def _until_gone(self, wire: Wire) -> None:
        gone = asyncio.ensure_future(wire.gone.wait())
        over = asyncio.ensure_future(self.over.wait())
        while not (gone.done() or over.done()):
            await asyncio.wait([gone, over], timeout=PING, return_when=asyncio.FIRST_COMPLETED)
            if not (gone.done() or over.done()):
                self.say({"type": "ping", "sent": int(time.time() * 1000), "slow": False})
        gone.cancel()
        over.cancel()
        wire.transport.close()

    def say(self, message: dict[str, Any]) -> None:
        if self.wire is not None and not self.wire.closed:
            self.wire.send(msgspec.json.encode(message))

    def hear(self, payload: bytes) -> None:
        message = msgspec.json.decode(payload)
        kind, version = message["type"], self.game["version"]
        if kind == "state":
            self.see(message["game"])
        elif kind == "news" and message["version"] > version:
            following = followed(self.game, message) if version >= 0 else None
            self.see(following) if following else self.say({"type": "sync", "version": version})
        elif kind == "pong" and message["version"] > version:
            self.say({"type": "sync", "version": version})
        elif kind == "refused":
            self.table.figures.refused[message["code"]] += 1
            self._later(AGAIN, self.game["version"])

    def see(self, game: dict[str, Any]) -> None:
        if game["version"] <= self.game["version"]:
            return
        self.game = game
        self.table.seen(self, game)
        if game["status"] != "active":
            self.over.set()
        elif game["to_act"] == game["you"]:
            self._later(self.table.rng.uniform(*THINKS), game["version"])

    def _later(self, seconds: float, version: int) -> None:
        asyncio.get_running_loop().call_later(seconds, self._act, version)

    def _act(self, version: int) -> None:
        """Make the move of this version; the same one if it is sent again."""
        game = self.game
        if game["version"] != version or version < 0 or game["to_act"] != game["you"]:
            return
        if not self.over.is_set():
            cell = self.table.send(self, version, game["legal"])
            move = {"type": "act", "id": str(version), "version": version, "cell": cell}
            self.say({**move, "action": game["action"]})


class Table:
    """Two people who play ``variant`` until ``stop`` is set."""

    def __init__(
        self,
        site: Site,
        figures: Figures,
        people: Sequence[Player],
        variant: str,
        seed: int,
        stop: asyncio.Event,
    ) -> None:
        self.site, self.figures, self.people = site, figures, list(people)
        self.variant, self.rng, self.stop = variant, Random(seed), stop
        self.begun = asyncio.Event()

    async def run(self) -> None:
        while not self.stop.is_set():
            self.people.reverse()
            self.told: list[int] = []
            self.chosen: dict[int, int] = {}
            self.sent: dict[int, tuple[Seat, float]] = {}
            if game := await self._open():
                self.begun.set()
                seats = [Seat(self, who) for who in self.people]
                await asyncio.gather(*(seat.stay(game) for seat in seats))
                self.figures.games[self.variant] += 1

    async def _open(self) -> str:
        """A new game, or nothing after a while: then somebody tries again."""
        one, other = self.people
        wanted = {"variant": self.variant, "opponent": "friend"}
        made = await self._asked("/api/games/", one, wanted, 201)
        if made is None:
            return ""
        game = str(made["game"]["id"])
        while not self.stop.is_set():
            if await self._asked(f"/api/games/{game}/join/", other, {}, 200) is not None:
                return game
        return ""

    async def _asked(self, path: str, who: Player, body: Any, wanted: int) -> Any:
        """The answer, or None after a pause if it is another than ``wanted``."""
        what = "game" if wanted == 201 else "join"
        try:
            answer = await self.site.ask("POST", path, body, token=who.token)
        except (OSError, TimeoutError) as error:
            self.figures.answers[f"{what} {type(error).__name__}"] += 1
        else:
            self.figures.answers[f"{what} {answer.status}"] += 1
            if answer.status == wanted:
                return answer.json()
        await asyncio.sleep(2 * AGAIN)
        return None

    def send(self, seat: Seat, version: int, legal: Sequence[int]) -> int:
        """The cell of the move that ``seat`` sends now."""
        self.sent.setdefault(version + 1, (seat, time.perf_counter()))
        return self.chosen.setdefault(version, self.rng.choice(legal))

    def seen(self, seat: Seat, game: dict[str, Any]) -> None:
        """What is told must be as it was told before: nothing of it is lost."""
        moves, known = game["moves"], self.told
        both = min(len(moves), len(known))
        self.figures.lost += moves[:both] != known[:both]
        if len(moves) > len(known):
            self.figures.moves += len(moves) - len(known)
            self.told = moves
        mover, at = self.sent.get(game["version"], (seat, 0.0))
        if mover is not seat:
            self.figures.waits.append(time.perf_counter() - at)


def variants(count: int) -> list[str]:
    """What so many tables play: half of them DSTRU-TAC-TOE, a third classic, a sixth Ultimate."""
    kinds = ("dstru", "classic", "dstru", "classic", "dstru", "ultimate")
    return [kinds[number % len(kinds)] for number in range(count)]
