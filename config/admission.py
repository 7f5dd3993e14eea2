"""Opens sockets a few at a time, however many connect at once.

After a restart everybody reconnects at once. If all were opened at the same time, none would be
ready before nearly all are, and pages would have to wait. So they queue here, where waiting is
cheap; sockets that close meanwhile are skipped.
"""

from __future__ import annotations

import asyncio
from typing import Any

from games.live.protocol import OPENED
from games.live.pulse import LINE

AT_ONCE = 24
"""Sockets that are being opened at a time: they share the visits to the database (``log_ins``,
``games.live.reader``), so that each takes two thirds of what it takes with eight."""


class Admission:
    """Wraps the application of sockets, which calls ``OPENED`` of its scope once it is open."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if self._loop is not (loop := asyncio.get_running_loop()):
            self._loop, self._turns = loop, asyncio.Semaphore(AT_ONCE)
        turns, held = self._turns, True
        await turns.acquire()

        def opened() -> None:
            nonlocal held
            if held:
                held = False
                turns.release()

        try:
            extensions = scope.get("extensions", {})
            if not getattr(extensions.get(LINE), "gone", False):
                extended = {**scope, "extensions": {**extensions, OPENED: opened}}
                await self.application(extended, receive, send)
        finally:
            opened()
