"""Players who keep to the protocol and to nothing else: they play until their game is over."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.faults.history import PASSING, History
from tests.news import answers, followed

PATIENCE, LONGEST = 0.4, 6.4
"""Seconds without an answer after which a player sends again what it sent, or asks: twice as
long each time, or those who wait would keep a slow server from ever catching up."""

OFFERS = 0.05
"""Share of a player's turns on which it offers a draw instead; the other declines."""

REPEATS = 0.15
"""Share of a player's turns on which it sends again an action that was acknowledged before."""


@dataclass
class Player:
    """One person at one game. ``address`` says where to connect, anew each time."""

    game_id: str
    address: Callable[[], str]
    headers: dict[str, str]
    rng: Random
    thinks: tuple[float, float] = (0.02, 0.08)
    game: dict[str, Any] = field(default_factory=dict)
    acked: dict[str, tuple[int, str]] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    turned_down: dict[str, str] = field(default_factory=dict)
    put_off: list[tuple[float, str]] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    sent: int = 0
    resent: int = 0
    _waiting: dict[str, Any] | None = None
    _bodies: list[dict[str, Any]] = field(default_factory=list)
    _patience: float = PATIENCE
    _offered: int = -10
    _behind: bool = False
    _seat: str | None = None

    def __post_init__(self) -> None:
        self.history = History(self.game_id, time.monotonic)

    @property
    def over(self) -> bool:
        return self.game.get("status") in ("finished", "aborted")

    async def play(self) -> None:
        """Until the game is over as far as this player knows; connections may come and go."""
        shut = 0
        while not self.over:
            try:
                await self._sit_down()
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError) as error:
                self.seen[_reason(error)] += 1
                shut = 0 if isinstance(error, ConnectionClosed) else min(shut + 1, 5)
                # Ever later, as pages do: hundreds that knock at once would keep each other out.
                await asyncio.sleep((0.05 + self.rng.random() * 0.2) * 2**shut)

    async def _sit_down(self) -> None:
        self.history.connecting()
        async with self.connection() as socket:
            while not self.over:
                await self._turn(socket)

    def connection(self) -> AbstractAsyncContextManager[Any]:
        """A new connection to the game."""
        base = self.address()
        return connect(
            f"ws://{base}/ws/games/{self.game_id}/",
            origin=f"http://{base}",  # type: ignore[arg-type]
            additional_headers=self.headers,
            compression=None,
            open_timeout=5,
            close_timeout=0.2,
        )

    async def _turn(self, socket: Any) -> None:
        """Hear one message and answer it; ask when there is nothing to hear."""
        try:
            async with asyncio.timeout(self._patience):
                self._hear(json.loads(await socket.recv()))
            self._patience = PATIENCE
        except TimeoutError:
            self._patience = min(2 * self._patience, LONGEST)
            version = self.game.get("version", 0)
            self.resent += self._waiting is not None
            await self._send(socket, self._waiting or {"type": "sync", "version": version})
            return
        if self._behind:
            self._behind = False
            await self._send(socket, {"type": "sync", "version": self.game.get("version", 0)})
        if self._bodies and self.rng.random() < REPEATS:
            self.resent += 1
            await self._send(socket, self.rng.choice(self._bodies))
        if self._waiting is None and self.game and not self.over:
            action = self._choose()
            if action is not None:
                await asyncio.sleep(self.rng.uniform(*self.thinks))
                self._waiting = action
                await self._send(socket, action)

    async def _send(self, socket: Any, message: dict[str, Any]) -> None:
        self.sent += 1
        self.history.sent(message)
        await socket.send(json.dumps(message))

    def _hear(self, message: dict[str, Any]) -> None:
        self.seen[message["type"]] += 1
        if message["type"] == "news":
            self._hear_news(message)
            return
        self.history.heard(message)
        game = message.get("game")
        if game and game["version"] > self.game.get("version", -1):
            self.game = game
        if message["type"] == "ack":
            self._acknowledged(message)
        if message["type"] == "refused":
            if message["code"] in PASSING:
                self.put_off.append((time.monotonic(), message["code"]))
            else:
                self.turned_down.setdefault(message["id"], message["code"])
        waiting = self._waiting
        if waiting is None or message.get("id") != waiting["id"]:
            return
        if message["type"] == "refused":
            self.refused[message["code"]] += 1
        if message["type"] in ("ack", "refused") and message.get("code") not in PASSING:
            self._waiting = None

    def _hear_news(self, news: dict[str, Any]) -> None:
        """Take news for the ack and the state that it stands for; it may come late or twice."""
        waiting = self._waiting
        if answers(news, waiting, self._seat):
            assert waiting is not None
            self._hear({"type": "ack", "id": waiting["id"], "version": news["version"]})
        if self.game and (game := followed(self.game, news)) is not None:
            self._hear({"type": "state", "game": game})
        else:
            self._behind = news["version"] > self.game.get("version", 0)

    def _acknowledged(self, ack: dict[str, Any]) -> None:
        """Note the first ack of an action, and every later one that says something else."""
        action_id, version, waiting = ack["id"], ack["version"], self._waiting
        if action_id in self.acked:
            if self.acked[action_id][0] != version:
                self.changed.append(action_id)
        elif waiting is not None and waiting["id"] == action_id:
            self.acked[action_id] = (version, waiting["action"])
            self._bodies.append(waiting)

    def _choose(self) -> dict[str, Any] | None:
        """What to do on the position this player knows, if there is something to do."""
        game = self.game
        offer = game["offers"]["draw"]
        if offer and offer != game["you"] and len(game["seats"]) == 2:
            return self._act("decline_draw")
        if game["to_act"] is None or game["to_act"] != game["you"]:
            return None
        ply = len(game["moves"])
        if self.rng.random() < OFFERS and not offer and ply > self._offered + 4:
            self._offered = ply
            return self._act("offer_draw")
        verb = "remove" if game["to_act"] == "Dos" else "place"
        return self._act(verb, cell=self.rng.choice(game["legal"]))

    def _act(self, verb: str, **more: int) -> dict[str, Any]:
        action_id = f"{self.rng.getrandbits(64):x}"
        version, self._seat = self.game["version"], self.game["you"]
        return {"type": "act", "id": action_id, "version": version, "action": verb, **more}


def _reason(error: Exception) -> str:
    """Why a connection ended, as it is counted."""
    if isinstance(error, ConnectionClosed):
        return f"closed {error.rcvd.code}" if error.rcvd else "cut off"
    return "not let in"
