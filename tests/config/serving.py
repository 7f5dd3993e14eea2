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
config.serve.install_event_loop()
import config.asgi, config.graceful, games.analysis.warmup
from asgiref.sync import sync_to_async

leaving = threading.Event()
stop_listening = config.graceful.GracefulServer._stop_listening

def leave(server):
    stop_listening(server)
    leaving.set()
    print("leaving", flush=True)

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
config.graceful.GracefulServer._stop_listening = leave
config.graceful.GRACE = float(os.environ["GRACE"])
config.serve.main(sys.argv[1:])
"""
"""Never answers /task and /thread, /until-leaving once it is to end, and all else at once."""

PATIENT = """
import sys
import config.serve
config.serve.install_event_loop()
import config.asgi, config.graceful
config.graceful.GRACE = 3600
config.serve.main(sys.argv[1:])
"""
"""The site; it would wait for an hour, if there were anything that it waits for."""

FLOOD = """
import asyncio, sys
import config.serve
config.serve.install_event_loop()
import config.asgi, games.analysis.warmup

async def flood(scope, receive, send):
    await receive()
    await send({"type": "websocket.accept"})
    texts = scope["extensions"]["oxo.texts"]
    socket, most = texts.__self__, 0
    while socket.state == socket.STATE_OPEN and most < 50_000_000:
        texts(b"x" * 10_000)
        transport = socket.transport
        most = max(most, len(transport.dataBuffer) + transport._tempDataLen)
        await asyncio.sleep(0)
    print("kept", most, "bytes", flush=True)
    await asyncio.Event().wait()

config.asgi.application = flood
games.analysis.warmup.get_ready_soon = lambda: None
config.serve.main(sys.argv[1:])
"""
"""Sends every WebSocket texts for as long as it is open, and says how much waited to be read."""

FLOOD_OF_LINES = """
import asyncio, sys
import config.serve
config.serve.install_event_loop()
import config.asgi, games.analysis.warmup
from config.sockets import unread_by
from games.live.hub import hub
from games.programs import lines, streaming

class Flood(lines.LineStream):
    kind = "flood"

    async def serve(self, receive):
        await self.begin()
        left = asyncio.ensure_future(self.wait(receive))
        most = 0
        while not left.done() and most < 50_000_000:
            await self.write(b"x" * 10_000)
            if self.request.channel is not None:
                most = max(most, unread_by(self.request.channel.transport))
            await asyncio.sleep(0)
        print("kept", most, "bytes", flush=True)

async def opened(scope, send, asked, game_id):
    stream = Flood(send, 1, "", game_id)
    stream.request = scope["extensions"]["oxo.reader"]._request
    return stream, None

streaming._opened = opened
hub.sockets.quotas.release = lambda place: None
games.analysis.warmup.get_ready_soon = lambda: None
config.serve.main(sys.argv[1:])
"""
"""Writes lines to every stream for as long as its client is there, and says how much waited."""

STARTING = """
import signal, sys
import config.serve

def slow_start(options):
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
