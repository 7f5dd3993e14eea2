"""Daphne, leaving gracefully.

On SIGTERM or SIGINT stock Daphne cancels its applications at once: sockets see 1006 and
consumers never see a disconnect. This one stops listening, closes every socket with 1012
(service restart), waits for the applications to finish and only then lets go.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import time
from functools import partial
from typing import Any

from daphne import http_protocol
from daphne.server import Server
from twisted.internet import defer, error

from config.requests import Request
from config.sockets import Inbox, Reader, Socket
from games.compute import pool
from games.live.protocol import GO_ON, HEAR, TEXTS
from games.live.pulse import LINE, READER

access = logging.getLogger("oxo.access")
log = logging.getLogger("oxo.serve")

GRACE = 8.0
"""Seconds the applications get to finish what they are doing."""

LINGER = 0.3
"""Seconds in which connections that were taken in at the last moment may still ask."""

RESTART = 1012

OPENING = 4
"""Milliseconds that a server takes to open a socket again, more or less."""

LONGEST_SPREAD = 6000
"""Milliseconds over which clients are asked to come back at most."""


class GracefulServer(Server):  # type: ignore[misc]  # Daphne has no types
    trouble = ""
    """Why there is nothing to listen on."""

    cut_off = 0
    """Requests that did not finish in time."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ports: list[Any] = []

    # --- beginning -----------------------------------------------------------------------

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        self.ws_factory.protocol = Socket
        http_protocol.WebRequest = Request  # Daphne's factory asks for it by this name
        super().listen_success(port)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if not isinstance(protocol, Socket):
            scope["extensions"] = {READER: Reader(protocol)}
            return super().create_application(protocol, scope)
        inbox = Inbox()
        serving = asyncio.ensure_future(self._serve_socket(protocol, scope, inbox))
        self.connections[protocol]["application_instance"] = serving
        return inbox

    async def _serve_socket(self, protocol: Any, scope: Any, inbox: Inbox) -> None:
        """Run the application, then what it leaves to go on with: all its layers are gone then."""
        left: list[Any] = []
        extensions = {TEXTS: protocol.send_texts, LINE: protocol, GO_ON: left.append}
        extensions[HEAR] = inbox.heard_by
        scope |= {"asgi": {"version": "3.0"}, "extensions": extensions}
        send = partial(self.handle_reply, protocol)
        await self.application(scope=scope, receive=inbox.get, send=send)
        del protocol, scope, extensions, send
        if left:
            await left.pop()(inbox.get)

    def listen_error(self, failure: Any) -> None:
        reason = failure.value
        if isinstance(reason, error.CannotListenError):
            reason = reason.socketError
        self.trouble = getattr(reason, "strerror", None) or str(reason)
        self.stop()

    # --- leaving -------------------------------------------------------------------------

    def kill_all_applications(self) -> Any:
        """Twisted waits for the deferred this returns before it stops the reactor."""
        leaving = defer.Deferred.fromFuture(asyncio.ensure_future(self._leave()))
        return leaving.addErrback(lambda failure: log.error("while leaving: %s", failure))

    async def _leave(self) -> None:
        from games.live.hub import hub  # Django, which it needs, is set up by now

        for number in (signal.SIGINT, signal.SIGTERM):  # a second signal ends the process at once
            signal.signal(number, lambda *_: os._exit(1))
        self._stop_listening()
        started = time.monotonic()
        while (passed := time.monotonic() - started) < GRACE:
            if not (running := self._running()) and passed > LINGER:
                break
            hub.streams.end_all()
            self._close_sockets()  # again and again: some are still shaking hands
            await asyncio.sleep(0.05)
        self.cut_off = len(running)
        for late in running:
            late.cancel()

    def _stop_listening(self) -> None:
        for port in self.ports:
            port.doRead()  # accept the connections already in the backlog
            port.stopListening()

    def _close_sockets(self) -> None:
        """Send everybody away, and tell them over what time to come back: not all at once."""
        spread = min(LONGEST_SPREAD, OPENING * len(self.connections))
        for protocol in list(self.connections):
            # sendClose refuses 1012: it takes that code for a server's only, which we are.
            if getattr(protocol, "state", None) == getattr(protocol, "STATE_OPEN", protocol):
                protocol.sendCloseFrame(code=RESTART, reasonUtf8=b"spread=%d" % spread)

    def _running(self) -> list[asyncio.Future[Any]]:
        tasks = (one.get("application_instance") for one in self.connections.values())
        return [task for task in tasks if task is not None and not task.done()]

    def end(self) -> None:
        """Once the reactor has stopped: go at once.

        Python would wait for threads that never finish, and take its time to tidy memory while
        connections that nobody serves are still open.
        """
        if self.cut_off:
            log.warning("left %d unfinished after %g s", self.cut_off, GRACE)
        pool.close()
        logging.shutdown()
        os._exit(0)


class AccessLog:
    """Daphne's events of requests and sockets as log lines (ACCESS_LOG=1).

    ``json``: with the parts of a request as fields of their own.
    """

    def __init__(self, json: bool = False) -> None:
        self.json = json

    def __call__(self, protocol: str, action: str, details: dict[str, Any]) -> None:
        client, path = details["client"] or "-", self._public(details["path"])
        if protocol == "http":
            what = f'"{details["method"]} {path}" {details["status"]} {details["size"]}'
            ms = details["time_taken"] * 1000
            fields = {"method": details["method"], "path": path, "status": details["status"]}
            extra = {"fields": fields | {"ms": round(ms, 1)}} if self.json else None
            access.info("%s %s %.0f ms", client, what, ms, extra=extra)
        else:
            access.info('%s "socket %s %s"', client, action, path)

    @staticmethod
    def _public(path: str) -> str:
        """A log is read by more people than a reset link is sent to."""
        return re.sub(r"(/password-reset/)[^/]+/[^/]+", r"\1…", path)
