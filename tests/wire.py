"""The protocol's client side, whichever way the connection was made."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Wire:
    """A client at a game's table, speaking the protocol."""

    connection: ClientConnection

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *exc: object) -> None:
        self.connection.close()

    def send(self, message: Any) -> None:
        self.connection.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, timeout: float = 5) -> dict[str, Any]:
        return json.loads(self.connection.recv(timeout=timeout))

    def wait_for(self, kind: str, timeout: float = 5) -> dict[str, Any]:
        """The next message of type ``kind``; others are passed over."""
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0:
            message = self.receive(left)
            if message["type"] == kind:
                return message
        raise AssertionError(f"no {kind} within {timeout} s")

    def act(self, action: str, version: int, cell: int | None = None, **more: Any) -> None:
        body: dict[str, Any] = {
            "type": "act",
            "id": f"{action}-{version}-{cell}",
            "version": version,
        }
        self.send(
            {**body, "action": action, **({"cell": cell} if cell is not None else {}), **more}
        )

    def close_code(self, timeout: float = 5) -> int:
        """Read until the server closes; the code it gave."""
        try:
            while True:
                self.connection.recv(timeout=timeout)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
