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
from games.models import Game, Move
from games.services.verify import verify
from tests.exactly_once import KINDS, seats_of
from tests.faults.history import Record, faults, operations
from tests.faults.linearizability import Operation
from tests.faults.players import Player
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
        self.records: dict[str, Record] = {}

    def run(self) -> None:
        tables = [self._table(number) for number in range(self.trouble.games)]
        began = time.monotonic()
        try:
            asyncio.run(self._play(tables))
        finally:  # also when time was too short: the figures say how far it came
            self.seconds = time.monotonic() - began
            self._read_records()
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

    # --- what was promised -------------------------------------------------------------------

    def lost(self) -> list[str]:
        """Actions that were acknowledged and are not kept exactly once, in words."""
        found = []
        for player in self.players:
            game = Game.objects.get(id=player.game_id)
            moves = Move.objects.filter(game=game, action_id__isnull=False)
            answers = [*moves.values_list("action_id", "version"), *acks_of(game)]
            kept = Counter((key.partition(":")[2], version) for key, version in answers)
            for action_id, (version, verb) in player.acked.items():
                if kept[action_id, version] != 1:
                    found.append(f"{verb} {action_id} of {game}, kept {kept[action_id, version]}×")
        return found

    def denied(self) -> list[str]:
        """Accepted actions whose sender was ever refused them, or given another version."""
        found = []
        for player in self.players:
            game = Game.objects.get(id=player.game_id)
            kept = Move.objects.filter(game=game, action_id__isnull=False)
            keys = [*kept.values_list("action_id", flat=True), *dict(acks_of(game))]
            accepted = {key.partition(":")[2] for key in keys}
            found += [
                f"{action_id} of {game}: {code}"
                for action_id, code in player.turned_down.items()
                if action_id in accepted
            ]
            found += [f"{action_id} of {game}: another version" for action_id in player.changed]
        return found

    def unsound(self) -> list[str]:
        """Games whose position is not the replay of their moves, in words."""
        return [error for game in Game.objects.all() for error in verify(game)]

    def differing(self) -> list[str]:
        """Players who have caught up and see something else than is kept."""
        rows = {game.id: game for game in Game.objects.all()}
        return [
            player.game_id
            for player in self.players
            if (player.game["position"], player.game["version"])
            != (rows[player.game_id].position, rows[player.game_id].version)
        ]

    def impossible(self) -> list[str]:
        """What players saw that cannot have happened in one order, in words."""
        return faults((player.history for player in self.players), self.records)

    def operations(self) -> list[Operation]:
        """All calls that the checker places, of all games."""
        found = []
        for key, record in self.records.items():
            found += operations([p.history for p in self.players if p.game_id == key], record)
        return found

    def _read_records(self) -> None:
        played = {player.game_id for player in self.players}
        games = Game.objects.filter(id__in=played)
        self.records = {game.id: Record.of(game) for game in games}

    def stuck(self) -> list[str]:
        return [game.id for game in Game.objects.exclude(status__in=["finished", "aborted"])]

    def report(self) -> None:
        hurt = sum((proxy.done for proxy in self.proxies), Counter[str]())
        seen = sum((player.seen for player in self.players), Counter[str]())
        closes = {k: n for k, n in seen.items() if k.startswith(("closed", "cut", "not"))}
        began = time.process_time()
        impossible = len(self.impossible())
        judged = time.process_time() - began
        lines = [
            f"{len(self.records)} games, {self.trouble.games} at once, "
            f"{len(self.sites)} process(es), {self.seconds:.1f} s",
            f"frames sent {sum(p.sent for p in self.players)}, disrupted {dict(hurt)}",
            f"signals {dict(self.signals)}, connections lost {closes}",
            f"refused {dict(sum((p.refused for p in self.players), Counter[str]()))}",
            f"acknowledged {sum(len(p.acked) for p in self.players)}, lost {len(self.lost())}",
            f"sent again {sum(p.resent for p in self.players)}, of accepted actions refused "
            f"{len(self.denied())}",
            f"unsound {len(self.unsound())}, differing {len(self.differing())}, "
            f"stuck {len(self.stuck())}",
            f"histories {len(self.records)} of {len(self.operations())} operations, not "
            f"linearizable {impossible} (checked in {1000 * judged:.0f} ms)",
        ]
        sys.stdout.write("\n" + "\n".join(lines) + "\n")


def acks_of(game: Game) -> list[tuple[str, int]]:
    """The accepted actions of a game that made no move."""
    return list(game.accepted_actions.values_list("action_id", "version"))
