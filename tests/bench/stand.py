"""What a load test stands on: an empty database, server processes, and what they use."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

ROOT = Path(__file__).parent.parent.parent
POSTGRES = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
UVICORN = os.environ.get("UVICORN") == "1"
TICKS = os.sysconf("SC_CLK_TCK")


def uvicorn(port: int) -> list[str]:
    """The alternative, with what the site asks of Daphne as far as it has it."""
    words = "--loop uvloop --lifespan off --no-access-log --log-level warning --ws-max-size 16384"
    words += " --ws-per-message-deflate false --backlog 1024"
    return ["uvicorn", "tests.bench.application:application", "--port", str(port), *words.split()]


class Server:
    """One process of Daphne, or of uvicorn if told, with the bench's application."""

    def __init__(self, environment: dict[str, str], port: int, log: Path) -> None:
        self.port, self.log = port, log
        daphne = ["tests.bench.serve", "-b", "127.0.0.1", "-p", str(port)]
        command = [sys.executable, "-m", *(uvicorn(port) if UVICORN else daphne)]
        with log.open("a") as out:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT
            )
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2).close()
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server did not come up:\n{self.log.read_text()}")

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss(self) -> float:
        """Resident memory in KB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


class Stand:
    """A fresh database of one kind with its servers. A context manager."""

    def __init__(self, database: str, processes: int, ports: Sequence[int]) -> None:
        self.name = f"oxo_bench_{secrets.token_hex(4)}"
        self.database, self.ports = database, ports[:processes]
        self.seed = 0
        self.folder = Path(tempfile.mkdtemp(prefix="oxo-bench-"))
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "0",
            "HTTPS": "0",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "VAR_DIR": str(self.folder),
            "LOG_LEVEL": "WARNING",
            "DATABASE_URL": self._url(),
            "REDIS_URL": REDIS if processes > 1 else "",
            "REDIS_PREFIX": self.name,
            "BEHIND_PROXY": "1",  # visitors come from addresses of their own
        }

    def _url(self) -> str:
        if self.database == "sqlite":
            return f"sqlite:///{self.folder / 'oxo.sqlite3'}"
        return urlsplit(POSTGRES)._replace(path=f"/{self.name}").geturl()

    def __enter__(self) -> Stand:
        if self.database != "sqlite":
            self._administer(f'CREATE DATABASE "{self.name}"')
        self.manage("migrate")
        self.manage("collectstatic", "--no-input")
        log = self.folder / "servers.log"
        self.servers = [Server(self.environment, port, log) for port in self.ports]
        self._wait_for_proofs()
        return self

    def __exit__(self, *exc: object) -> None:
        for server in self.servers:
            server.stop()
        if self.database != "sqlite":
            self._administer(f'DROP DATABASE "{self.name}" WITH (FORCE)')
        shutil.rmtree(self.folder)

    def _wait_for_proofs(self) -> None:
        """Until what a release computes once is there: a server that has only just started."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            with suppress(OSError):  # of which 503 is one
                urllib.request.urlopen(f"http://127.0.0.1:{self.ports[0]}/proofs/").close()
                return
            time.sleep(0.5)
        raise RuntimeError("the proofs were not computed in time")

    def manage(self, *command: str) -> None:
        """Run a management command on the database of this stand."""
        whole = [sys.executable, "manage.py", *command, "--verbosity", "0"]
        subprocess.run(whole, cwd=ROOT, env=self.environment, check=True)

    def _administer(self, statement: str) -> None:
        with psycopg.connect(POSTGRES, autocommit=True) as admin:
            admin.execute(statement.encode())

    def run(self, **row: Any) -> dict[str, Any]:
        """Let the load process play one row: its figures with what the servers used.

        ``visitors`` are those who ask for pages meanwhile, a second; theirs are the figures'
        ``visitors``.
        """
        row["ports"] = list(self.ports)
        visitors = row.pop("visitors", 0)
        command = [sys.executable, "-m", "tests.bench.load", json.dumps(row)]
        before_rss = sum(server.rss() for server in self.servers)
        with subprocess.Popen(
            command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as load:
            assert load.stdin is not None
            assert load.stdout is not None
            if load.stdout.readline() != "ready\n":
                raise RuntimeError("the load process did not get ready")
            seated_rss = sum(server.rss() for server in self.servers)
            others = self._visit(visitors, row["seconds"]) if visitors else None
            cpu, began = [server.cpu() for server in self.servers], time.perf_counter()
            load.stdin.write("go\n")
            load.stdin.flush()
            figures: dict[str, Any] = json.loads(load.stdout.readline())
            seconds = time.perf_counter() - began
            used = [(s.cpu() - c) / seconds for s, c in zip(self.servers, cpu, strict=True)]
        if others is not None:
            figures["visitors"] = json.loads(others.communicate()[0])
        figures["cpu"], figures["seated"] = used, seated_rss - before_rss
        figures["rss"] = sum(server.rss() for server in self.servers)
        return figures

    def _visit(self, rate: float, seconds: float) -> subprocess.Popen[str]:
        """Visitors, once the first of them has asked; they end after ``seconds``."""
        self.seed += 1
        wish = {"ports": list(self.ports), "rate": rate, "seconds": seconds, "seed": self.seed}
        command = [sys.executable, "-m", "tests.bench.visitors", json.dumps(wish)]
        visitors = subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )
        assert visitors.stdout is not None
        if visitors.stdout.readline() != "ready\n":
            raise RuntimeError("the visitors did not come")
        return visitors
