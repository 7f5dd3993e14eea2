"""Who comes beside the players: visitors, guests, programs on streams, and files to be graded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from random import Random

from tests.bench.pupils import source
from tests.bench.visitors import wishes
from tests.soak.line import Answer, Site, address
from tests.soak.players import THINKS, Figures, Player

PAGES = (
    "/", "/lobby/", "/campaign/", "/leaderboards/", "/puzzles/today/", "/games/", "/learn/",
    "/engines/", "/rules/", "/accounts/login/",
)  # fmt: skip

ERRORS = (OSError, TimeoutError, asyncio.IncompleteReadError)


class Others:
    """All of them at one site. Each method goes on until its task is cancelled."""

    def __init__(self, site: Site, figures: Figures, seed: int) -> None:
        self.site, self.figures, self.rng = site, figures, Random(seed)

    async def visitors(self, rate: float) -> None:
        """Pages, pictures, proofs, exports and analyses, ``rate`` a second; nobody waits."""
        wanted, tasks = self._wanted(), set()
        for number in count():
            task = asyncio.ensure_future(self._visit(*next(wanted), address(number)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            await asyncio.sleep(1 / rate)

    def _wanted(self) -> Iterator[tuple[str, str]]:
        """Every second one is a page of the site, by what is asked for and where."""
        for what, path in wishes(self.rng):
            yield "page", self.rng.choice(PAGES)
            yield what, path

    async def _visit(self, what: str, path: str, come_from: str) -> None:
        try:
            answer = await self.site.ask("GET", path, address=come_from)
        except ERRORS as error:
            self.figures.answers[f"{what} {type(error).__name__}"] += 1
        else:
            self.figures.answers[f"{what} {answer.status}"] += 1

    async def guests(self, every: float) -> None:
        """Somebody without an account begins a game against the computer."""
        for number in count():
            await asyncio.sleep(every)
            with suppress(*ERRORS):
                come_from = address(self.rng.randrange(1_000_000))
                door = await self.site.ask("GET", "/accounts/login/", address=come_from)
                csrf = door.kept.get("__Host-csrftoken", "")
                wanted = {"variant": "classic", "opponent": "engine:random", "seat": "X"}
                answer = await self.site.ask(
                    "POST",
                    "/api/games/",
                    wanted,
                    cookies=f"__Host-csrftoken={csrf}",
                    csrf=csrf,
                    address=come_from,
                )
                self._count("guest", answer)
                if answer.status == 201 and number % 2:
                    await self._visit("page", f"/games/{answer.json()['game']['id']}/", come_from)

    async def program(self, who: Player) -> None:
        """A bot plays the computer, game after game, by its streams."""
        listening = asyncio.ensure_future(self._events(who))
        try:
            while True:
                with suppress(*ERRORS):
                    await self._game(who)
                await asyncio.sleep(1)
        finally:
            listening.cancel()

    async def _events(self, who: Player) -> None:
        while True:
            with suppress(*ERRORS):
                async for _ in self.site.lines("/api/stream/event", who.token):
                    self.figures.answers["event of a stream"] += 1
            await asyncio.sleep(1)

    async def _game(self, who: Player) -> None:
        wanted = {"variant": "classic", "opponent": "engine:random", "seat": "X"}
        made = await self.site.ask("POST", "/api/games/", wanted, token=who.token)
        self._count("bot's game", made)
        if made.status != 201:
            return
        game, tried = made.json()["game"]["id"], -1
        async for line in self.site.lines(f"/api/bot/game/stream/{game}", who.token):
            state = line.get("state", line)
            moves = len(state.get("moves", "").split())
            if state.get("toMove") == "X" and moves != tried:
                tried = moves
                await asyncio.sleep(self.rng.uniform(*THINKS))
                path = f"/api/bot/game/{game}/move/{self.rng.choice(state['legal'])}"
                self._count("bot's move", await self.site.ask("POST", path, token=who.token))

    async def uploads(self, people: Sequence[Player], every: float) -> None:
        """A file to be graded, from one person after the other."""
        for number in count():
            who = people[number % len(people)]
            body = {"name": f"File {number}", "variant": "classic", "source": source(number)}
            with suppress(*ERRORS):
                self._count(
                    "upload", await self.site.ask("POST", "/api/engines", body, token=who.token)
                )
            await asyncio.sleep(every)

    def _count(self, what: str, answer: Answer) -> None:
        self.figures.answers[f"{what} {answer.status}"] += 1
