"""Games through a bad network with servers dying: what was promised is checked at the end."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import cycle
from random import Random

from channels.db import database_sync_to_async

from accounts.models import User
from games import services
from games.match import FRIEND, LOCAL, Match
from tests.exactly_once import KINDS, seats_of
from tests.faults.players import Player
from tests.faults.promises import Promises
from tests.faults.proxy import Proxy
from tests.site import Site, session_of


@dataclass(frozen=True)
class Trouble:
    """How much is to go wrong: share of frames disrupted, and signals at what distance in seconds.

    ``games`` are played at once. If ``endless``, each is followed by another while signals come.
    """

    games: int
    frames: float
    signals: Sequence[signal.Signals]
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

    def __init__(self, sites: Sequence[Site], trouble: Trouble, seed: int) -> None:
        self.sites, self.trouble, self.rng = sites, trouble, Random(seed)
        self.signals: Counter[str] = Counter()
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
            match, cookies = await database_sync_to_async(table.open)()
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
        """Stop a process and start it again, in turns and each in its own way."""
        for number, how in enumerate(self.trouble.signals):
            await asyncio.sleep(self.trouble.every)
            site = self.sites[number % len(self.sites)]
            self.signals[how.name] += 1
            site.process.send_signal(how)
            code = await asyncio.to_thread(site.process.wait, 15)
            if how is signal.SIGTERM:
                self.exits.append(code)
            await asyncio.to_thread(site.__enter__)

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
            f"signals {dict(self.signals)}, connections lost {closes}",
            f"refused {dict(sum((p.refused for p in self.players), Counter[str]()))}",
            f"acknowledged {sum(len(p.acked) for p in self.players)}, lost {len(kept.lost())}",
            f"sent again {sum(p.resent for p in self.players)}, of accepted actions refused "
            f"{len(kept.denied())}",
            f"unsound {len(kept.unsound())}, differing {len(kept.differing())}, "
            f"stuck {len(kept.stuck())}",
            f"histories {len(kept.records)} of {len(kept.operations())} operations, not "
            f"linearizable {impossible} (checked in {1000 * judged:.0f} ms)",
        ]
        sys.stdout.write("\n" + "\n".join(lines) + "\n")
