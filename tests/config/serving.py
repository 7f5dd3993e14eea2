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

SLOW = """
import asyncio, sys, time
import config.serve
config.serve.install_event_loop()
import config.asgi, config.graceful, games.analysis.warmup
from asgiref.sync import sync_to_async

async def slow(scope, receive, send):
    how, seconds = scope["path"].split("/")[1:3]
    if how in ("task", "thread"):
        await (asyncio.sleep if how == "task" else sync_to_async(time.sleep))(float(seconds))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})

config.asgi.application = slow
games.analysis.warmup.get_ready_soon = lambda: None
config.graceful.GRACE = 1.5
config.serve.main(sys.argv[1:])
"""
"""Answers /task/2 and /thread/2 after two seconds, all else at once; leaves within 1.5 s."""

STARTING = """
import sys, time
import config.serve

def slow_start(options):
    print("starting", flush=True)
    time.sleep(30)

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

    def exit_code(self, timeout: float = 20) -> int:
        return self.process.wait(timeout)

    def end(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """Signal it; its exit code and the seconds until it was gone."""
        started = time.monotonic()
        self.process.send_signal(number)
        return self.exit_code(), time.monotonic() - started

    def wait_for(self, pattern: str) -> re.Match[str]:
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if found := re.search(pattern, self.output()):
                return found
            assert self.process.poll() is None, self.output()
            time.sleep(0.02)
        raise AssertionError(f"no {pattern!r} in:\n{self.output()}")

    def connect(self) -> http.client.HTTPConnection:
        port = int(self.wait_for(r"Oxo is at http://127\.0\.0\.1:(\d+)\n")[1])
        return http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def ask(self, path: str) -> tuple[http.client.HTTPConnection, Any]:
        """One request on a connection that stays open; the connection and the answer."""
        connection = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return connection, answer
