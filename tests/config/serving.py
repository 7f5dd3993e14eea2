"""The server in a process of its own, with the site or with an application that takes its time."""

from __future__ import annotations

import http.client
import os
import re
import signal
import time
from pathlib import Path
from typing import Any

from tests import forking
from tests.wire import PATIENCE

SLOW = """
import asyncio, os, sys, threading
import config.serve
import config.asgi, games.analysis.warmup
from asgiref.sync import sync_to_async

leaving = threading.Event()
shutdown = config.serve.Server.shutdown

async def leave(server, sockets=None):
    leaving.set()
    print("leaving", flush=True)
    await shutdown(server, sockets)

async def slow(scope, receive, send):
    path = scope["path"]
    if path in ("/task", "/thread", "/until-leaving"):
        print("asked for", path, flush=True)
    if path == "/task":
        await asyncio.Event().wait()
    elif path == "/thread":
        await sync_to_async(threading.Event().wait)()
    elif path == "/until-leaving":
        await sync_to_async(leaving.wait)()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})

config.asgi.application = slow
games.analysis.warmup.get_ready_soon = lambda: None
config.serve.Server.shutdown = leave
config.serve.GRACE = float(os.environ["GRACE"])
config.serve.main(sys.argv[1:])
"""
"""Never answers /task and /thread, /until-leaving once it is to end, and all else at once."""

PATIENT = """
import sys
import config.serve
config.serve.GRACE = 3600
config.serve.main(sys.argv[1:])
"""
"""The site; it would wait for an hour, if there were anything that it waits for."""

FLOOD = """
import asyncio, sys
import config.serve
import config.asgi, games.analysis.warmup
from games.live.consumers import LobbySocket

async def opened(self):
    for number in range(5_000):
        self.push_text(b"%d " % number + b"x" * 10_000)
        await asyncio.sleep(0)
    print("ended" if self.outbox.ended else "sent all", flush=True)

LobbySocket.opened = opened
games.analysis.warmup.get_ready_soon = lambda: None
config.serve.main(sys.argv[1:])
"""
"""Sends everybody in the lobby 50 MB, and says whether their connection was ended."""

FLOOD_OF_LINES = """
import asyncio, sys
import config.serve
import config.asgi
import games.analysis.warmup
from games.live.hub import hub
from games.api.programs import lines, streaming

class Flood(lines.LineStream):
    kind = "flood"

    async def serve(self, receive):
        await self.begin()
        for number in range(5_000):
            self.write(b"x" * 10_000 + b"\\n")
            await asyncio.sleep(0)
        print("ended" if self.outbox.ended else "sent all", flush=True)
        await self.wait(receive)

async def opened(scope, send, asked, game_id):
    return Flood(send, 1, "", game_id), None

streaming._opened = opened
hub.sockets.quotas.release = lambda place: None
games.analysis.warmup.get_ready_soon = lambda: None
config.serve.main(sys.argv[1:])
"""
"""Writes 50 MB of lines to every stream, and says whether its answer was ended."""

STARTING = """
import signal, sys
import config.serve

def slow_start(options, listening):
    print("starting", flush=True)
    signal.pause()

config.serve.make_server = slow_start
config.serve.main(sys.argv[1:])
"""


class Server:
    """Use as a context manager. ``output()`` is all it wrote, to stdout and stderr."""

    def __init__(self, folder: Path, *arguments: str, script: str = "", **environment: str) -> None:
        self.log = folder / "server.log"
        what = ["-c", script] if script else ["-m", "config.serve"]
        self.arguments = [*what, *(arguments or ("-p", "0"))]
        self.environment = {
            "PATH": os.environ["PATH"],
            "VAR_DIR": str(folder / "var"),
            "HTTPS": "0",
            "SECRET_KEY": "s3cret",
            "DEBUG": "1",  # static files need not be collected
            **environment,
        }

    def __enter__(self) -> Server:
        with self.log.open("w") as log:
            self.process = forking.start(self.arguments, self.environment, stdout=log)
        return self

    def __exit__(self, *exc: object) -> None:
        self.process.kill()
        self.process.wait()

    def output(self) -> str:
        return self.log.read_text()

    def exit_code(self) -> int:
        return self.process.wait(PATIENCE)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Signal it, and wait until it is gone; its exit code."""
        self.process.send_signal(number)
        return self.exit_code()

    def wait_for(self, pattern: str) -> re.Match[str]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := re.search(pattern, self.output()):
                return found
            assert self.process.poll() is None, self.output()
            time.sleep(0.02)
        raise AssertionError(f"no {pattern!r} in:\n{self.output()}")

    def connect(self) -> http.client.HTTPConnection:
        port = int(self.wait_for(r"Oxo is at http://127\.0\.0\.1:(\d+)\n")[1])
        return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(self, path: str) -> tuple[http.client.HTTPConnection, Any]:
        """One request on a connection that stays open; the connection and the answer."""
        connection = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return connection, answer
