"""One run: what is to go wrong by a seed, the run itself, and the promises afterwards."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextvars import Context
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from django.core.cache import cache
from django.test import Client

from accounts.models import User
from accounts.sessions import stored_key
from games import services
from games.match import FRIEND, LOCAL, PERSON, Match
from games.models import Game
from games.storage.log import moves_of
from tests.exactly_once import KINDS, seats_of
from tests.faults.promises import Promises
from tests.simulation import world
from tests.simulation.clock import START, chance, clock
from tests.simulation.disk import Disk
from tests.simulation.loop import MACHINE, SimulatedLoop
from tests.simulation.network import Network, Troubles
from tests.simulation.players import Listener, SimulatedPlayer, Watcher

CLOCK = (700, 200)
"""Milliseconds for each side of a game with a clock, and what a move adds."""

BEGINS = START + 1.0
LIMIT = 300.0
"""Seconds after which a game counts as stuck, long after everything works again."""

CATCHES_UP = 22.0
"""Seconds after the games in which nothing goes wrong and watchers learn how it ended."""

CALM = 80.0
"""The same, until everybody has to know who is there, too: no process takes longer to forget."""

TOLD_WITHIN = 1.0
"""Seconds within which everybody at a game is told of what is kept, whoever kept it."""

KINDS_PLAYED = ("persons",) * 8 + ("engine", "engine first", "third person", "neutral third")
"""Kinds of games as often as they are played: those of two people have the most that can meet."""


@dataclass(frozen=True)
class Plan:
    """What a seed brings."""

    servers: int
    games: int
    troubles: Troubles
    slowness: float
    full: float
    in_doubt: float
    crashes: Sequence[int]
    skew: float
    http: float
    hints_down: bool
    heals: float
    calm: bool
    swept: float

    @classmethod
    def of(cls, rng: Random) -> Plan:
        return cls(
            servers=rng.choice((1, 2, 2, 3)),
            games=rng.choice((1, 1, 1, 1, 1, 2)),
            troubles=Troubles(
                frames=rng.choice((0, 0, 0.1, 0.2)),
                cuts=rng.choice((0, 0.02, 0.05)),
                hints=rng.choice((0, 0.3, 1)),
            ),
            slowness=rng.choice((0.0005, 0.005, 0.03)),
            full=rng.choice((0, 0, 0.1)),
            in_doubt=rng.choice((0, 0, 0.1)),
            crashes=sorted(rng.randrange(50, 1200) for _ in range(rng.choice((0, 1, 2, 3)))),
            skew=rng.choice((0, 0, 0.02)),
            http=rng.choice((0, 0.3)),
            hints_down=rng.random() < 0.2,
            heals=rng.uniform(1, 6),
            calm=rng.random() < 0.05,
            swept=rng.choice((0, 0.2, 1)),
        )


@dataclass
class Result:
    """What came of a run: ``broken`` promises, and figures."""

    seed: int
    broken: dict[str, list[str]] = field(default_factory=dict)
    trace: list[str] = field(default_factory=list)
    acknowledged: int = 0
    operations: int = 0
    crashes: int = 0
    lines: int = 0
    seconds: float = 0.0

    def figures(self) -> dict[str, int]:
        """What can be added up over many runs."""
        return {
            "acknowledged": self.acknowledged,
            "operations": self.operations,
            "crashes": self.crashes,
            "lines": self.lines,
            "seconds": round(self.seconds),
        }


class Stage:
    """What all runs of a process share: the parts put in place, people and games to begin with."""

    def __init__(self, folder: Path) -> None:
        clock.now = START
        chance.seed(0)
        self.disk = Disk(folder)
        self.disk.create()
        self.people = [self._person(name) for name in "abc"]
        self.matches = [self._open(kind, None) for kind in KINDS_PLAYED]
        self.matches += [self._open(kind, CLOCK) for kind in ("persons", "persons", "engine")]
        self.disk.keep()
        world.install(self.disk.threads)
        self.errors = Errors()
        logging.getLogger().handlers = [self.errors]
        for name in ("games", "django", "asyncio"):
            logging.getLogger(name).handlers = []
            logging.getLogger(name).propagate = True

    def _person(self, name: str) -> tuple[User, str]:
        user, client = User.objects.create_user(name), Client()
        client.force_login(user)
        return user, stored_key(client.cookies["sessionid"].value)

    def _open(self, kind: str, setting: tuple[int, int] | None) -> Match:
        return services.open_game(
            services.GameSetup(
                by=self.people[0][0].pk,
                variant=KINDS[kind][0],
                kind=LOCAL if kind.startswith(LOCAL) else FRIEND,
                seats=seats_of(kind, [user for user, _ in self.people]),
                clock=setting,
            )
        )

    def play(self, seed: int) -> Result:
        """Run ``seed`` from the beginning to the end."""
        return Context().run(Run(self, seed).play)


class Errors(logging.Handler):
    """Every error that is logged is a fault; warnings belong to the troubles."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.heard.append(f"{record.getMessage()}: {error!r}")


class Run:
    def __init__(self, stage: Stage, seed: int) -> None:
        self.stage, self.result = stage, Result(seed)
        self.rng = Random(seed)
        self.plan = Plan.of(self.rng)
        self.crashes = list(self.plan.crashes)
        self.players: list[SimulatedPlayer] = []
        self.listeners: list[Listener] = []
        self.healed = 0.0
        self.started = 0
        self.loop = SimulatedLoop(world.pool_of_this_server)

    def play(self) -> Result:
        MACHINE.set(SimpleNamespace(on=True, skew=0.0))
        clock.now, clock.skew = BEGINS, lambda: MACHINE.get().skew
        chance.seed(self.rng.random())
        cache.clear()
        self.stage.errors.heard.clear()
        disk = self.stage.disk
        disk.restore()
        disk.rng, disk.slowness = Random(self.rng.random()), self.plan.slowness
        disk.trouble = self._disk_trouble
        disk.kept, self.kept = self._note_kept, dict[str, list[tuple[float, int]]]()
        disk.threads.loop = self.loop
        delays = Random(self.rng.random())
        self.loop.wake_up = lambda: delays.random() * self.plan.slowness / 4
        self.loop.on_step = self._maybe_crash
        self.loop.set_exception_handler(self._unhandled)
        self.network = Network(Random(self.rng.random()), Context(), self.loop)
        try:
            self.loop.run_until_complete(self._live())
        except Exception as error:
            self.result.broken["ended"] = [repr(error)]
        finally:
            self._power_off()
        self._judge()
        return self.result

    # --- the course of things ----------------------------------------------------------------

    async def _live(self) -> None:
        self.network.context.run(MACHINE.set, MACHINE.get())
        self.network.troubles = self.plan.troubles
        self.network.hints_down = self.plan.hints_down
        for _ in range(self.plan.servers):
            self._start()
        self.sweep = world.Sweep("sweep", self.network, self.stage.disk.threads, 0.0)
        self.sweeps = Random(self.rng.random())
        self.loop.call_later(self.plan.heals, self._heal)
        watchers = []
        for match in self.rng.sample(self.stage.matches, self.plan.games):
            for person in self.stage.people:
                if any(seat.user == person[0].pk for seat in match.seats):
                    self.players.append(self._client(SimulatedPlayer, match, person))
            watchers.append(self._client(Watcher, match, None))
            self.listeners.append(self._client(Listener, match, None))
            self.kept[match.id] = []
        watchers += self.listeners
        watching = [asyncio.ensure_future(watcher.play()) for watcher in watchers]
        async with asyncio.timeout(LIMIT):
            await asyncio.gather(*(player.play() for player in self.players))
        self._heal()
        await asyncio.sleep(CALM if self.plan.calm else CATCHES_UP)
        if self.plan.calm:
            await self._look_around(watchers)
        for watcher in watchers:
            watcher.left = True
        self.players += watchers
        await asyncio.gather(*watching)

    def _client(self, kind: Any, match: Match, person: Any) -> Any:
        name = f"{match.id[:4]} {person[0].name if person else '-'}"
        player = kind(
            match.id,
            person,
            self.network,
            Random(self.rng.random()),
            lambda text: self._note(name, text),
        )
        player.http = self.plan.http
        if match.clock is not None:
            player.thinks = (0.02, match.clock.base / 900)
        return player

    def _start(self) -> None:
        self.started += 1
        skew = self.rng.uniform(-self.plan.skew, self.plan.skew)
        name = f"server {self.started}"
        world.Server(name, self.network, self.stage.disk.threads, skew)
        self._note(name, "starts")

    def _note_kept(self, connection: Any) -> None:
        """Note the versions that are new on the disk; the sweep may be the first to go on."""
        marks = ",".join("?" * len(self.kept))
        rows = connection.execute(
            f"SELECT id, version FROM games_game WHERE id IN ({marks})",
            list(self.kept),
        )
        for game_id, version in rows:
            known = self.kept[game_id]
            if not known or known[-1][1] < version:
                known.append((clock.now, version))
                if self.sweeps.random() < self.plan.swept:
                    self.sweep.advance(game_id, self.sweeps.random() * 0.02)

    def _heal(self) -> None:
        if not self.healed:
            self.healed = clock.now
        self.network.troubles, self.network.hints_down = Troubles(), False
        self.plan = replace(self.plan, full=0, in_doubt=0)
        self.crashes.clear()

    def _maybe_crash(self, steps: int) -> None:
        if self.crashes and steps >= self.crashes[0]:
            del self.crashes[0]
            if self.network.servers:
                server = self.rng.choice(self.network.servers)
                self._note(server.name, "crashes")
                self.result.crashes += 1
                server.crash()
                self.loop.call_later(self.rng.uniform(0.05, 1), self._start)

    def _disk_trouble(self) -> str:
        chance = self.stage.disk.rng.random()
        if chance < self.plan.full:
            return "full"
        return "in doubt" if chance < self.plan.full + self.plan.in_doubt else ""

    def _power_off(self) -> None:
        for server in list(self.network.servers):
            server.on = False
            self.stage.disk.threads.end(server)
        self.result.lines, self.result.seconds = self.network.cut, clock.now - BEGINS
        self.loop.abandon()
        self.loop.close()

    # --- what came of it -----------------------------------------------------------------------

    def _note(self, who: str, text: str) -> None:
        self.result.trace.append(f"{clock.now - BEGINS:.6f} {who} {text}")

    def _unhandled(self, loop: Any, context: Mapping[str, Any]) -> None:
        self.stage.errors.heard.append(f"{context['message']}: {context.get('exception')!r}")

    async def _look_around(self, watchers: Sequence[Watcher]) -> None:
        """The players have gone: every server has to know that, and tell those who come now.

        Over the old lines the last word may have got lost: who is there has no version.
        """
        for server in self.network.servers:
            for line in server.lines:
                line.break_off(0.1)
        await asyncio.sleep(CATCHES_UP)
        wrong = [
            f"{watcher.game_id}: {watcher.presence}"
            for watcher in watchers
            if watcher.presence["seats"] or watcher.presence["watchers"] != 2
        ]
        if wrong:
            self.result.broken["presence"] = wrong

    def _judge(self) -> None:
        MACHINE.set(SimpleNamespace(on=True, skew=0.0))
        promises = Promises.to(self.players)
        self.result.broken |= promises.broken()
        if late := [fault for game in promises.games.values() for fault in late_moves(game)]:
            self.result.broken["late"] = late
        if untold := [fault for one in self.listeners for fault in self._untold(one)]:
            self.result.broken["untold"] = untold
        if self.stage.errors.heard:
            self.result.broken["errors"] = list(self.stage.errors.heard)
        self.result.operations = len(promises.operations())
        self.result.acknowledged = sum(len(player.acked) for player in self.players)

    def _untold(self, listener: Listener) -> list[str]:
        """What a listener was not told in time, though the disk was well."""
        ill = Plan.of(Random(self.result.seed))
        since = self.healed if ill.full or ill.in_doubt else 0.0
        kept = [one for one in self.kept[listener.game_id] if one[0] >= since]
        return listener.untold(kept, TOLD_WITHIN + 10 * ill.slowness)


def late_moves(game: Game) -> list[str]:
    """People's moves that are kept though their time had run out, in words."""
    if game.base_ms is None:
        return []
    people = {seat.name for seat in game.seats.all() if seat.kind == PERSON}
    left = dict.fromkeys(people, game.base_ms)
    found, before = [], None
    for move in moves_of(game):
        now = round(move.at.timestamp() * 1000)
        if move.seat in people and before is not None:
            spent = max(0, now - before)
            if spent >= left[move.seat]:
                found.append(f"{game}: move {move.ply} took {spent} of {left[move.seat]} ms")
            left[move.seat] += (game.increment_ms or 0) - spent
        before = now
    return found
