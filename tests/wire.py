"""The protocol's client side, whichever way the connection was made."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle, islice
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.news import Game, answers, followed

OWN_PORTS = cycle(range(begin := 12_000 + os.getpid() % 200 * 100, begin + 100))
"""Below those that systems give to connections, and others than other test processes try."""


def free_port() -> int:
    """A port that nobody listens on, and that nobody is given until it is used."""
    for port in islice(OWN_PORTS, 100):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("a hundred ports are taken")


PATIENCE = 60.0
"""Seconds after which something that is to happen is taken for lost, however busy the machine."""


class Wire:
    """A client at a game's table, speaking the protocol."""

    connection: ClientConnection
    game: Game | None = None
    """What is known of the game."""
    _sent: Game | None = None
    _made: Sequence[dict[str, Any]] = ()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *exc: object) -> None:
        self.connection.close()

    def send(self, message: Any) -> None:
        if isinstance(message, dict) and message.get("type") == "act":
            self._sent = message
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, timeout: float = PATIENCE) -> dict[str, Any]:
        return json.loads(self.connection.recv(timeout=timeout))

    def wait_for(self, *kinds: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message of one of these types; others are passed over.

        News counts as the ack of what this client sent, and as the state that it makes.
        """
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            if not self._made:
                self._made = self._read(self.receive(left))
            message, *self._made = self._made
            if message["type"] in kinds:
                return message
        raise AssertionError(f"no {kinds} within {timeout} s")

    def _read(self, message: dict[str, Any]) -> Sequence[dict[str, Any]]:
        """What a message amounts to."""
        if message["type"] == "state":
            self.game = message["game"]
        if message["type"] != "news" or self.game is None:
            return [message]
        before, self.game = self.game, followed(self.game, message) or self.game
        made = [{"type": "state", "game": self.game}] if self.game is not before else []
        if answers(message, self._sent, before["you"]):
            made.insert(0, {"type": "ack", "id": message["by"], "version": message["version"]})
        return [message, *made]

    def act(self, action: str, version: int, cell: int | None = None, **more: Any) -> None:
        body: dict[str, Any] = {
            "type": "act",
            "id": f"{action}-{version}-{cell}",
            "version": version,
        }
        self.send(
            {**body, "action": action, **({"cell": cell} if cell is not None else {}), **more}
        )

    def close_code(self, timeout: float = PATIENCE) -> int:
        """Read until the server closes; the code it gave."""
        try:
            while True:
                self.connection.recv(timeout=timeout)
        except ConnectionClosed as closed:
            return _code(closed)

    def send_until_closed(
        self, message: Any, at_once: int = 20
    ) -> tuple[list[dict[str, Any]], int]:
        """Go on sending what is answered each time; the answers, and the code of the close.

        When the server closes is its own affair, and nobody can send any more after that.
        """
        heard: list[dict[str, Any]] = []
        try:
            while True:
                for _ in range(at_once):
                    self.send(message)
                heard.extend(self.receive() for _ in range(at_once))
        except ConnectionClosed as closed:
            return heard, _code(closed)


def _code(closed: ConnectionClosed) -> int:
    return closed.rcvd.code if closed.rcvd else 1006
