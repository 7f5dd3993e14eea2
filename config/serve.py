"""Daphne, leaving gracefully: ``python -m config.serve -b 127.0.0.1 -p 8000``.

On SIGTERM or SIGINT stock Daphne cancels its applications at once: sockets see 1006 and
consumers never see a disconnect. This one stops listening, closes every socket with 1012
(service restart), waits for the applications to finish and only then lets go.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Any

from daphne.cli import CommandLineInterface
from daphne.server import Server
from twisted.internet import defer

from config import env

GRACE = 8.0
"""Seconds the applications get to finish what they are doing."""

RESTART = 1012


class GracefulServer(Server):
    def kill_all_applications(self) -> Any:
        """Twisted waits for the deferred this returns before it stops the reactor."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._leave()))

    async def _leave(self) -> None:
        for listener in self.listeners:
            port = listener.result
            if hasattr(port, "stopListening"):
                port.stopListening()
        for protocol in list(self.connections):
            if hasattr(protocol, "sendCloseFrame"):  # a socket, not a request
                # sendClose refuses 1012: it takes that code for a server's only, which we are.
                protocol.sendCloseFrame(code=RESTART)
        running = self._running()
        if running:
            await asyncio.wait(running, timeout=GRACE)
        for late in self._running():
            late.cancel()

    def _running(self) -> list[asyncio.Future[Any]]:
        tasks = (one.get("application_instance") for one in self.connections.values())
        return [task for task in tasks if task is not None and not task.done()]


class Serve(CommandLineInterface):
    server_class = GracefulServer


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    limits = ["--websocket-max-message-size", "16384"]
    proxy = ["--proxy-headers", "--proxy-headers-host", "X-Real-IP"]
    behind = proxy if env.flag("BEHIND_PROXY", default=False) else []
    Serve().run([*limits, *behind, *arguments, "config.asgi:application"])


if __name__ == "__main__":
    main(sys.argv[1:])
