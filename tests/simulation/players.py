"""Clients of the simulation: the players of ``make faults`` on simulated lines, and watchers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from random import Random
from typing import Any

from accounts.models import User
from games.live import protocol
from games.match import RefusalCode
from games.services import ActionRefused, act_and_advance
from games.storage.outage import is_outage
from tests.faults.players import Player
from tests.simulation.clock import clock
from tests.simulation.network import Line, Network

Told = list[tuple[float, int]]
"""When a client learned of which version."""

PING = 6.0
"""Seconds between a watcher's pings: whoever has sent one may not be silent for longer than 7."""


class SimulatedPlayer(Player):
    """A player with a line to any of the servers; some of its acts go over HTTP."""

    def __init__(
        self,
        game_id: str,
        person: tuple[User, str] | None,
        network: Network,
        rng: Random,
        note: Callable[[str], None],
    ) -> None:
        super().__init__(game_id, lambda: "", {}, rng)
        self.person, self.network, self.note = person, network, note
        self.http = 0.0

    def connection(self) -> AbstractAsyncContextManager[Line]:
        if not self.network.servers:
            raise ConnectionRefusedError
        user, key = self.person or (None, None)
        scope = {
            "user_id": user.pk if user else None,
            "session_key": key,
            "client": ["192.0.2.1", 1],
            "path": f"/ws/games/{self.game_id}/",
            "query_string": b"",
            "url_route": {"kwargs": {"game_id": self.game_id}},
        }
        return Line(self.network, self.rng.choice(self.network.servers), scope)

    async def _send(self, socket: Line, message: dict[str, Any]) -> None:
        self.note(f"> {json.dumps(message)}")
        if message["type"] != "act" or self.rng.random() >= self.http:
            await super()._send(socket, message)
            return
        self.sent += 1
        self.history.sent(message)
        asyncio.get_running_loop().create_task(self._post(socket, message))

    async def _post(self, socket: Line, message: dict[str, Any]) -> None:
        """Send an act over HTTP, and take the answer as if it came over the line."""
        assert self.person is not None
        act = protocol.parse(json.dumps(message))
        assert isinstance(act, protocol.Act)
        action = act.by(self.person[0].pk)
        try:
            accepted = await socket.server.ask(
                lambda: act_and_advance(game_id=self.game_id, action=action)
            )
            answer = protocol.ack(act.id, accepted.version)
        except ActionRefused as refused:
            answer = protocol.refused(refused.code, refused.message, None, act.id)
        except ConnectionError:
            return
        except Exception as error:
            if not is_outage(error):
                raise
            answer = protocol.refused(RefusalCode.UNAVAILABLE, "", None, act.id)
        socket.down.put_nowait(protocol.encode(answer).decode())

    def _hear(self, message: dict[str, Any]) -> None:
        self.note(f"< {json.dumps(message)}")
        super()._hear(message)


class Watcher(SimulatedPlayer):
    """Watches a game until told to leave, and asks by pings whether it missed anything."""

    left = False
    presence: dict[str, Any]

    @property
    def over(self) -> bool:
        return self.left

    async def _sit_down(self) -> None:
        self._pings_at = clock.now + PING
        await super()._sit_down()

    async def _turn(self, socket: Line) -> None:
        try:
            async with asyncio.timeout(self._pings_at - clock.now):
                self._hear(json.loads(await socket.recv()))
        except TimeoutError:
            self._pings_at = clock.now + PING
            await self._send(socket, {"type": "ping", "sent": 0})
            return
        if self._missed or self._behind:
            self._missed = self._behind = False
            await self._send(socket, {"type": "sync", "version": self.game.get("version", 0)})

    _missed = False

    def _hear(self, message: dict[str, Any]) -> None:
        super()._hear(message)
        if message["type"] == "presence":
            self.presence = message
        if message["type"] == "pong":
            self._missed = message["version"] > self.game.get("version", -1)


class Listener(Watcher):
    """Watches over sound lines, never pings and never asks: what it knows it was told."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.lines: list[tuple[Line, Told]] = []

    async def _sit_down(self) -> None:
        self.history.connecting()
        line = self.connection()
        assert isinstance(line, Line)
        line.sound = True
        async with line:
            self.lines.append((line, []))
            try:
                while not self.over:
                    await self._turn(line)
            finally:
                line.ended = min(line.ended, clock.now)

    async def _turn(self, socket: Line) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(PING):
                self._hear(json.loads(await socket.recv()))

    def _hear(self, message: dict[str, Any]) -> None:
        super()._hear(message)
        told = self.lines[-1][1]
        if self.game and (not told or told[-1][1] < self.game["version"]):
            told.append((clock.now, self.game["version"]))

    def untold(self, kept: Sequence[tuple[float, int]], within: float) -> list[str]:
        """Versions, each with the moment in which it was ``kept``, that it was not told in time."""
        return [
            f"{self.game_id}: version {version}, kept at {at:.3f}"
            for line, told in self.lines
            for at, version in kept
            if told
            and told[0][0] <= at
            and at + within < line.ended
            and not any(when <= at + within and known >= version for when, known in told)
        ]
