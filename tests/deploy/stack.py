"""The whole site as config/deploy describes it, on loopback, and gone without a trace after."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import psycopg
import redis

from tests.deploy.shipped import ROOT, Places, environment_file, unit
from tests.wire import free_port

POSTGRES = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")

FILE = "oxo.sqlite3"
"""The database on SQLite, in the folder of the stack."""

MANAGER = "oxo-manage"
"""What management commands are called among the connections of PostgreSQL."""

STARTS = 120
"""Seconds in which a process has to be ready, on a busy machine too."""


class Stack:
    """PostgreSQL and Redis of this machine, nginx, and processes 1 and 2. A context manager."""

    def __init__(self, code: Path = ROOT, *, sqlite: bool = False) -> None:
        """``code``: the files of the release that serves; ``sqlite``: not on PostgreSQL."""
        self.sqlite = sqlite
        self.folder = Path(tempfile.mkdtemp(prefix="oxo-deploy-"))
        self.places = Places(self.folder)
        self.serve_from(code)
        self.name = f"oxo_deploy_{os.getpid()}"
        self.unit = unit("oxo@.service")
        self.metrics = {number: free_port() for number in (1, 2)}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = {
            **{name: self.places.here(value) for name, value in environment_file().items()},
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": f"sqlite:///{self.folder / FILE}"
            if sqlite
            else POSTGRES.rpartition("/")[0] + f"/{self.name}",
            "REDIS_URL": REDIS,
            "REDIS_PREFIX": self.name,
            "ACCESS_LOG": "1",  # says which process has a socket
            "PATH": os.environ["PATH"] + ":/usr/sbin",
        }

    # --- up and down -------------------------------------------------------------------------

    def __enter__(self) -> Stack:
        try:
            if not self.sqlite:
                self._administer(f'CREATE DATABASE "{self.name}"')
            self.manage("migrate", "-v", "0")
            self.manage("collectstatic", "--no-input", "-v", "0")
            for number in (1, 2):
                self.start(number)
            self.places.make_certificate()
            self._spawn("nginx", self.places.write_nginx())
            self._wait_for_nginx()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        for process in self.processes.values():
            end(process)
        shutil.rmtree(self.folder)
        if not self.sqlite:
            self._administer(f'DROP DATABASE IF EXISTS "{self.name}" WITH (FORCE)')
        with redis.from_url(REDIS) as client:
            for key in client.scan_iter(match=f"*{self.name}*"):
                client.delete(key)

    def _administer(self, statement: str) -> None:
        with psycopg.connect(POSTGRES, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    def connected(self) -> AbstractContextManager[Any]:
        """A connection of its own to the database of the site."""
        if self.sqlite:
            return contextlib.closing(sqlite3.connect(self.folder / FILE, timeout=60))
        return psycopg.connect(self.environment["DATABASE_URL"], autocommit=True)

    def query(self, statement: str) -> list[Any]:
        with self.connected() as connection:
            found: list[Any] = connection.execute(statement).fetchall()
            return found

    def disk(self) -> int:
        """Bytes that the database takes."""
        if self.sqlite:
            return sum(path.stat().st_size for path in self.folder.glob(f"{FILE}*"))
        return int(self.query("SELECT pg_database_size(current_database())")[0][0])

    def serve_from(self, code: Path) -> None:
        """Take what is started from now on from these files."""
        own = code / ".venv/bin/python"
        python = str(own) if own.exists() and code != ROOT else sys.executable
        self.places.changes |= {"/opt/oxo/.venv/bin/python": python, "/opt/oxo": str(code)}

    def manage(self, *arguments: str, timeout: float | None = 1200) -> str:
        """Run a management command; what it prints."""
        command = self.places.command("/opt/oxo/.venv/bin/python manage.py") + list(arguments)
        return subprocess.run(
            command,
            cwd=self.places.here("/opt/oxo"),
            env={**self.environment, "PGAPPNAME": MANAGER},
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            timeout=timeout,
        ).stdout

    # --- processes ---------------------------------------------------------------------------

    def start(self, number: int) -> None:
        """As systemd starts oxo@number: its folder, its command, and wait until it is ready."""
        (self.folder / "run" / str(number)).mkdir(parents=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(notify := str(self.folder / f"notify-{number}"))
            manager.settimeout(1)
            command = self.places.command(self.unit["ExecStart"].replace("%i", str(number)))
            counts = f"127.0.0.1:{self.metrics[number]}"
            self._spawn(f"oxo@{number}", command, NOTIFY_SOCKET=notify, METRICS=counts)
            try:
                assert self._first_word(f"oxo@{number}", manager) == b"READY=1"
            finally:
                Path(notify).unlink()

    def _first_word(self, name: str, manager: socket.socket) -> bytes:
        """What a process that starts says first. Raises with its log if it says nothing."""
        for _ in range(STARTS):
            with contextlib.suppress(TimeoutError):
                return manager.recv(100)
            if self.processes[name].poll() is not None:
                break
        raise AssertionError(f"{name} is not ready:\n{self.tail(name)}")

    def stop(self, number: int, *, kill: bool = False) -> tuple[int, float]:
        """As systemd stops it; the exit code and the seconds it took."""
        process = self.processes[f"oxo@{number}"]
        started = time.monotonic()
        process.kill() if kill else process.terminate()
        code = process.wait(timeout=float(self.unit["TimeoutStopSec"]))
        shutil.rmtree(self.folder / "run" / str(number))
        return code, time.monotonic() - started

    def _spawn(self, name: str, command: list[str], **environment: str) -> None:
        with self.log(name).open("a") as log:
            self.processes[name] = subprocess.Popen(
                command,
                cwd=self.places.here("/opt/oxo"),
                env={**self.environment, **environment},
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _wait_for_nginx(self) -> None:
        for _ in range(200):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.places.https), 1).close()
                return
            assert self.processes["nginx"].poll() is None, self.tail("nginx")
            time.sleep(0.05)
        raise AssertionError("nginx does not answer")

    # --- what they wrote ---------------------------------------------------------------------

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    @property
    def logs(self) -> list[Path]:
        return sorted(self.folder.glob("*.log"))

    def tail(self, name: str, lines: int = 15) -> str:
        path = self.log(name)
        return "\n".join(path.read_text().splitlines()[-lines:]) if path.exists() else ""

    def process_of_last_socket(self, path: str, seen: dict[int, int]) -> int:
        """The process that took the newest socket at ``path``, given the counts before it."""
        for _ in range(100):
            now = self.sockets_taken(path)
            if more := [number for number in now if now[number] > seen[number]]:
                return more[0]
            time.sleep(0.02)
        raise AssertionError(f"no process has taken the socket {path}")

    def counted(self, number: int) -> str:
        """What a process tells Prometheus."""
        address = f"http://127.0.0.1:{self.metrics[number]}/metrics"
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.read().decode()

    def sockets_open(self, number: int) -> int:
        found = re.findall(r"^oxo_sockets\{.*\} (\S+)$", self.counted(number), re.MULTILINE)
        return int(sum(map(float, found)))

    def sockets_taken(self, path: str) -> dict[int, int]:
        line = f'"socket connected {path}"'
        return {n: self.log(f"oxo@{n}").read_text().count(line) for n in (1, 2)}

    def answered_by(self, path: str) -> set[int]:
        """The processes that answered requests for a path that ends so or goes on."""
        asked = re.compile(f'"GET \\S*{re.escape(path)}')
        return {n for n in (1, 2) if asked.search(self.log(f"oxo@{n}").read_text())}


def end(process: subprocess.Popen[bytes]) -> None:
    """Politely first: nginx killed at once would leave its workers behind."""
    process.terminate()
    try:
        process.wait(timeout=3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
