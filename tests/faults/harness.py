"""Games through a bad network with servers dying: what was promised is checked at the end."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

from accounts.models import User
from games import services
from games.match import Match, Seat
from games.models import Game, Move
from games.services.verify import verify
from tests.faults.players import Player
from tests.faults.proxy import Proxy
from tests.site import Site, session_of


@dataclass(frozen=True)
class Trouble:
    """How much is to go wrong: share of frames hurt, and signals at what distance in seconds."""

    games: int
    frames: float
    signals: Sequence[signal.Signals]
    every: float
    limit: float


def seats_of(variant: str, people: Sequence[User]) -> dict[str, Seat]:
    """Two people; in a game for three the first also removes."""
    names = ("X", "O") if variant == "classic" else ("Tres", "Uno", "Dos")
    return {
        name: Seat(name, "person", people[index % 2].pk, people[index % 2].name)
        for index, name in enumerate(names)
    }


class Harness:
    """Opens games, lets them be played through ``trouble`` and says what became of them."""

    def __init__(self, sites: Sequence[Site], trouble: Trouble, seed: int) -> None:
        self.sites, self.trouble, self.rng = sites, trouble, Random(seed)
        self.signals: Counter[str] = Counter()
        self.exits: list[int] = []
        self.proxies: list[Proxy] = []
        self.players: list[Player] = []

    def run(self) -> None:
        # People of their own for each game: the limits are one person's over all sockets.
        tables = []
        for number in range(self.trouble.games):
            people = [User.objects.create_user(f"player{number}{seat}") for seat in "ab"]
            cookies = [session_of(user) for user in people]
            tables.append((self._open(number, people), cookies))
        began = time.monotonic()
        try:
            asyncio.run(self._play(tables))
        finally:  # also when time was too short: the figures say how far it came
            self.seconds = time.monotonic() - began
            self.report()

    def _open(self, number: int, people: Sequence[User]) -> Match:
        variant = ("classic", "dstru")[number % 2]
        return services.open_game(
            by=people[0].pk, variant=variant, kind="friend", seats=seats_of(variant, people)
        )

    async def _play(self, tables: Sequence[tuple[Match, list[dict[str, str]]]]) -> None:
        async with AsyncExitStack() as stack:
            for site in self.sites:
                proxy = Proxy(site.port, self.trouble.frames, self.rng)
                self.proxies.append(await stack.enter_async_context(proxy))
            # The two players of a game sit at different processes where there are two.
            ends = [self.proxies[0], self.proxies[-1]]
            for match, cookies in tables:
                for cookie, proxy in zip(cookies, ends, strict=True):
                    self.players.append(self._player(match, cookie, proxy))
            troubles = asyncio.create_task(self._trouble())
            async with asyncio.timeout(self.trouble.limit):
                await asyncio.gather(*(player.play() for player in self.players), troubles)

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

    def stuck(self) -> list[str]:
        return [game.id for game in Game.objects.exclude(status__in=["finished", "aborted"])]

    def report(self) -> None:
        hurt = sum((proxy.done for proxy in self.proxies), Counter[str]())
        seen = sum((player.seen for player in self.players), Counter[str]())
        closes = {k: n for k, n in seen.items() if k.startswith(("closed", "cut", "not"))}
        lines = [
            f"{len(self.players) // 2} games, {len(self.sites)} process(es), {self.seconds:.1f} s",
            f"frames sent {sum(p.sent for p in self.players)}, hurt {dict(hurt)}",
            f"signals {dict(self.signals)}, connections lost {closes}",
            f"refused {dict(sum((p.refused for p in self.players), Counter[str]()))}",
            f"acknowledged {sum(len(p.acked) for p in self.players)}, lost {len(self.lost())}",
            f"unsound {len(self.unsound())}, differing {len(self.differing())}, "
            f"stuck {len(self.stuck())}",
        ]
        sys.stdout.write("\n" + "\n".join(lines) + "\n")


def acks_of(game: Game) -> list[tuple[str, int]]:
    """What a game's row remembers of actions other than moves."""
    return list(game.table.get("acks", {}).items())
