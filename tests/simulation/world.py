"""Servers as machines of the simulation, each with what a process of the site has once."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from types import SimpleNamespace
from typing import Any

from channels.db import database_sync_to_async
from django.db import OperationalError

from config.server.unavailable import UnavailableSockets
from games import services
from games.live import bus, maintenance, session, visitor_pages
from games.live import hub as hub_module
from games.live.consumers import GameSocket
from games.storage import match_cache, store, writer
from tests.simulation.loop import MACHINE
from tests.simulation.network import Bus, Line, Network
from tests.simulation.threads import Pool, Queue, Threads

logger = logging.getLogger(__name__)

ONCE: dict[str, tuple[Any, Callable[[], Any]]] = {
    "hub": (hub_module.hub, hub_module.Hub),
    "match_cache": (match_cache.match_cache, match_cache.MatchCache),
    "writer": (store.writer, lambda: writer.Writer(store.commit_many, store._close)),
    "asker": (session.asker, session.Asker),
    "notice": (maintenance.notice, maintenance.Notice),
    "pages": (visitor_pages.PAGES, visitor_pages.VisitorPages),
}
"""What there is once in each process, and how a new process makes it."""


class OfThisServer:
    """Stands in for an object of ``ONCE``: each server finds its own."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(MACHINE.get().once[self._name], attribute)  # type: ignore[attr-defined]


def install(threads: Threads) -> None:
    """Make the modules of the site use the parts of the simulation, for good."""
    stand_ins = {id(thing): OfThisServer(name) for name, (thing, _) in ONCE.items()}
    for name, module in list(sys.modules.items()):
        if name.startswith("games."):
            for attribute, value in list(vars(module).items()):
                if id(value) in stand_ins:
                    setattr(module, attribute, stand_ins[id(value)])
    bus.make_bus = lambda hear, changed: MACHINE.get().make_bus(hear)  # type: ignore[attr-defined]
    writer.SimpleQueue = lambda: Queue(threads)  # type: ignore[misc,assignment,return-value]
    writer.Thread = lambda target, **options: SimpleNamespace(  # type: ignore[misc,assignment]
        start=lambda: threads.start(target)
    )
    # A machine that sets out on the same way twice takes the same turns.
    GameSocket.__hash__ = lambda self: self.number  # type: ignore[method-assign,assignment]


class Server:
    """One process of the site, from its start to its end."""

    def __init__(self, name: str, network: Network, threads: Threads, skew: float) -> None:
        self.name, self.on, self.skew = name, True, skew
        self.network, self.threads = network, threads
        self.context = Context()
        self.context.run(MACHINE.set, self)
        self.once = self.context.run(lambda: {key: make() for key, (_, make) in ONCE.items()})
        self.make_bus(_nobody)
        self.pool = Pool(threads)
        self.lines: list[Line] = []
        self._asked: list[asyncio.Future[Any]] = []
        self.spawn(self._begin())
        network.servers.append(self)

    async def _begin(self) -> None:
        self.once["hub"].start()

    def spawn(self, coroutine: Any) -> None:
        """Run ``coroutine`` as part of this server."""
        asyncio.get_running_loop().create_task(coroutine, context=self.context.copy())

    def accept(self, line: Line) -> bool:
        """Take in a client; False if nobody is there to do so."""
        if not self.on:
            return False
        socket = GameSocket()
        socket.number = len(self.lines)  # type: ignore[attr-defined]
        self.lines.append(line)
        line.up.put_nowait({"type": "websocket.connect"})
        self.spawn(self._serve(line, UnavailableSockets(socket)))
        return True

    async def _serve(self, line: Line, application: Any) -> None:
        """Run what answers a client; the line of one that fails is broken off."""
        try:
            await application(line.scope, line.up.get, line.from_server)
        except Exception:
            logger.exception("the application of a socket failed")
            line.break_off(0.1)

    async def ask(self, act: Callable[[], Any]) -> Any:
        """The answer to a request over HTTP; ConnectionError if there is none."""
        await asyncio.sleep(self.network.latency())
        answer = asyncio.get_running_loop().create_future()

        async def handle() -> None:
            try:
                result = await asyncio.get_running_loop().run_in_executor(None, act)
            except Exception as error:
                result = error
            self.network.later(self.network.latency(), _answer, answer, result)

        if not self.on:
            raise ConnectionRefusedError
        self._asked.append(answer)
        self.spawn(handle())
        result = await answer
        if isinstance(result, Exception):
            raise result
        return result

    def make_bus(self, hear: Callable[[bytes], Awaitable[None]]) -> Bus:
        self.bus = Bus(self, hear)
        return self.bus

    def hear_hint(self, message: bytes) -> None:
        if self.on:
            self.bus.put(message)

    def crash(self) -> None:
        """Lose power: nothing of this process runs any more, and clients notice."""
        self.on = False
        self.network.servers.remove(self)
        self.threads.end(self)
        for line in self.lines:
            line.break_off(0.1)
        for answer in self._asked:
            self.network.later(self.network.latency(), _answer, answer, ConnectionResetError())


class Sweep(Server):
    """A process beside the servers that has no clients, and whose hints reach nobody."""

    def __init__(self, name: str, network: Network, threads: Threads, skew: float) -> None:
        super().__init__(name, network, threads, skew)
        network.servers.remove(self)

    def make_bus(self, hear: Callable[[bytes], Awaitable[None]]) -> Bus:
        bus = super().make_bus(hear)
        bus.publish = _nowhere  # type: ignore[method-assign]
        return bus

    def advance(self, game_id: str, delay: float) -> None:
        """Do what the servers owe a game, after ``delay`` seconds."""
        self.network.later(delay, self.spawn_advance, game_id)

    def spawn_advance(self, game_id: str) -> None:
        if self.on:
            self.spawn(self._advance(game_id))

    async def _advance(self, game_id: str) -> None:
        with suppress(OperationalError):  # the next sweep comes by
            await self.pool.submit(False, lambda: services.current_match(game_id))


def _nowhere(topic: str, message: bytes) -> None:
    """Nobody hears it."""


async def _nobody(message: bytes) -> None:
    """Hears nothing: the server has yet to begin."""


def _answer(future: asyncio.Future[Any], result: Any) -> None:
    if not future.done():
        future.set_result(result)


def pool_of_this_server(executor: Any, job: Any, *args: Any) -> Any:
    """What an event loop of the simulation does for ``run_in_executor``."""
    server: Any = MACHINE.get()
    shared = executor is database_sync_to_async.single_thread_executor
    return server.pool.submit(shared, (lambda: job(*args)) if args else job)
