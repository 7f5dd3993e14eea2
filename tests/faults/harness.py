"""Games through a bad network with servers dying: what was promised is checked at the end."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle
from random import Random

from channels.db import database_sync_to_async
from django.db import connection

from accounts.models import User
from games import services
from games.match import FRIEND, LOCAL, Match
from games.storage.outage import is_outage
from tests.exactly_once import KINDS, seats_of
from tests.faults.outages import Outage
from tests.faults.players import Player
from tests.faults.promises import Promises
from tests.faults.proxy import Proxy
from tests.site import Site, session_of
from tests.wire import PATIENCE

LINES = {"lines cut": Proxy.cut, "lines silent": Proxy.silence}
"""What can happen to all connections between players and sites."""

ALL_KILLED = "SIGKILL to all"

LASTS = (0.2, 2.0)
"""Seconds that an outage takes, besides what a service needs to come back."""

RECOVERY = 8.0
"""Seconds after an outage of the database in which ``unavailable`` is still explained by it."""


@dataclass(frozen=True)
class Trouble:
    """How much is to go wrong: share of frames disrupted, and faults about every so many seconds.

    A fault is the name of a signal to one of the processes, ``ALL_KILLED``, one of ``LINES``, or
    the name of an outage.
    ``games`` are played at once. If ``endless``, each is followed by another while faults come.
    """

    games: int
    frames: float
    faults: Sequence[str]
    every: float
    limit: float
    endless: bool = False


@dataclass(frozen=True)
class Table:
    """People who play one kind of game with each other, and their cookies."""

    kind: str
    people: Sequence[User]
    cookies: Mapping[int, dict[str, str]]

    def open(self) -> tuple[Match, list[dict[str, str]]]:
        """Open a new game, with the cookies of those who play it."""
        seats = seats_of(self.kind, self.people)
        match = services.open_game(
            services.GameSetup(
                by=self.people[0].pk,
                variant=KINDS[self.kind][0],
                kind=LOCAL if self.kind.startswith(LOCAL) else FRIEND,
                seats=seats,
            )
        )
        seated = {seat.user for seat in seats.values()}
        return match, [cookie for user, cookie in self.cookies.items() if user in seated]


class Harness:
    """Opens games, lets them be played through ``trouble`` and says what became of them."""

    def __init__(
        self,
        sites: Sequence[Site],
        trouble: Trouble,
        seed: int,
        of_database: Mapping[str, Outage] | None = None,
        others: Mapping[str, Outage] | None = None,
    ) -> None:
        """``of_database`` are the outages after which a site may say that it is unavailable."""
        self.sites, self.trouble, self.rng = sites, trouble, Random(seed)
        self.of_database = of_database or {}
        self.outages = {**self.of_database, **(others or {})}
        self.happened: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self.away: list[tuple[float, float]] = []
        self.exits: list[int] = []
        self.proxies: list[Proxy] = []
        self.players: list[Player] = []

    def run(self) -> None:
        tables = [self._table(number) for number in range(self.trouble.games)]
        began = time.monotonic()
        try:
            asyncio.run(self._play(tables))
        finally:  # also when time was too short: the figures say how far it came
            self.seconds = time.monotonic() - began
            connection.close()  # the database may have been away since it was opened
            self.promises = Promises.to(self.players)
            self.report()

    def _table(self, number: int) -> Table:
        """A table for games of the next kind.

        The people are of its own: the limits are one person's over all sockets.
        """
        people = [User.objects.create_user(f"player{number}{seat}") for seat in "abc"]
        kind = sorted(KINDS)[number % len(KINDS)]
        return Table(kind, people, {user.pk: session_of(user) for user in people})

    async def _play(self, tables: Sequence[Table]) -> None:
        async with AsyncExitStack() as stack:
            for site in self.sites:
                proxy = Proxy(site.port, self.trouble.frames, self.rng)
                self.proxies.append(await stack.enter_async_context(proxy))
            troubles = asyncio.create_task(self._trouble())
            async with asyncio.timeout(self.trouble.limit):
                await asyncio.gather(*(self._games(table, troubles) for table in tables), troubles)

    async def _games(self, table: Table, troubles: asyncio.Task[None]) -> None:
        while True:
            match, cookies = await _open(table)
            # The players of a game sit at different processes where there are two.
            chosen = zip(cookies, cycle(self.proxies))
            players = [self._player(match, cookie, proxy) for cookie, proxy in chosen]
            self.players += players
            await asyncio.gather(*(player.play() for player in players))
            if troubles.done() or not self.trouble.endless:
                return

    def _player(self, match: Match, cookie: dict[str, str], proxy: Proxy) -> Player:
        rng = Random(self.rng.random())
        return Player(match.id, lambda: f"127.0.0.1:{proxy.port}", cookie, rng)

    async def _trouble(self) -> None:
        """One fault after the other, each to its end."""
        for name in self.trouble.faults:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.trouble.every)
            self.happened[name] += 1
            if name in self.outages:
                await self._take_away(name)
            elif name in LINES:
                await self._disturb(LINES[name])
            elif name == ALL_KILLED:
                await self._signal(self.sites, signal.SIGKILL)
            else:
                await self._signal([self.rng.choice(self.sites)], signal.Signals[name])

    async def _signal(self, sites: Sequence[Site], how: signal.Signals) -> None:
        """Stop processes at once, and start them again."""
        for site in sites:
            site.process.send_signal(how)
        self.ended[how.name] += len(sites)
        await asyncio.gather(*(asyncio.to_thread(self._again, site, how) for site in sites))

    def _again(self, site: Site, how: signal.Signals) -> None:
        code = site.process.wait(PATIENCE)
        if how is signal.SIGTERM:
            self.exits.append(code)
        site.start()

    async def _disturb(self, disturb: Callable[[Proxy], None]) -> None:
        for proxy in self.proxies:
            disturb(proxy)
        await asyncio.sleep(self.rng.uniform(*LASTS))
        for proxy in self.proxies:
            proxy.mend()

    async def _take_away(self, name: str) -> None:
        began = time.monotonic()
        await asyncio.to_thread(self.outages[name].begin)
        await asyncio.sleep(self.rng.uniform(*LASTS))
        await asyncio.to_thread(self.outages[name].end)
        if name in self.of_database:
            self.away.append((began, time.monotonic() + RECOVERY))

    def broken(self) -> dict[str, list[str]]:
        """Every promise that was not kept, with the cases in words."""
        unexplained = self.unexplained()
        return self.promises.broken() | ({"put off": unexplained} if unexplained else {})

    def unexplained(self) -> list[str]:
        """Refusals to do anything for now at a time when there was no reason for it."""
        return [
            f"{code} in {player.game_id}"
            for player in self.players
            for at, code in player.put_off
            if code != "unavailable" or not any(began <= at <= end for began, end in self.away)
        ]

    def report(self) -> None:
        hurt = sum((proxy.done for proxy in self.proxies), Counter[str]())
        seen = sum((player.seen for player in self.players), Counter[str]())
        closes = {k: n for k, n in seen.items() if k.startswith(("closed", "cut", "not"))}
        kept, began = self.promises, time.process_time()
        impossible = len(kept.impossible())
        judged = time.process_time() - began
        lines = [
            f"{len(kept.records)} games, {self.trouble.games} at once, "
            f"{len(self.sites)} process(es), {self.seconds:.1f} s",
            f"frames sent {sum(p.sent for p in self.players)}, disrupted {dict(hurt)}",
            f"faults {dict(self.happened)}, processes ended {dict(self.ended)}, "
            f"connections lost {closes}",
            f"refused {dict(sum((p.refused for p in self.players), Counter[str]()))}, "
            f"unexplained {len(kept.unexplained()) + len(self.unexplained())}",
            f"acknowledged {sum(len(p.acked) for p in self.players)}, lost {len(kept.lost())}",
            f"sent again {sum(p.resent for p in self.players)}, of accepted actions refused "
            f"{len(kept.denied())}",
            f"unsound {len(kept.unsound())}, differing {len(kept.differing())}, "
            f"stuck {len(kept.stuck())}",
            f"histories {len(kept.records)} of {len(kept.operations())} operations, not "
            f"linearizable {impossible} (checked in {1000 * judged:.0f} ms)",
        ]
        sys.stdout.write("\n" + "\n".join(lines) + "\n")


async def _open(table: Table) -> tuple[Match, list[dict[str, str]]]:
    """Open a new game as soon as the database is there."""
    while True:
        try:
            opened: tuple[Match, list[dict[str, str]]]
            opened = await database_sync_to_async(table.open)()
        except Exception as error:
            if not is_outage(error):
                raise
            await asyncio.sleep(0.1)
        else:
            return opened
