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
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

import psycopg

ROOT = Path(__file__).parent.parent.parent
POSTGRES = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/9")
TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server process that answers at ``health`` once it is ready."""

    def __init__(
        self, command: Sequence[str], health: str | None, log: Path, **process: Any
    ) -> None:
        self.log = log
        with log.open("a") as out:
            self.process = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, **process
            )
        if health is not None:
            self.wait_until_ready(health)

    def wait_until_ready(self, health: str) -> None:
        """Wait until the process answers at ``health``; RuntimeError after 120 s or if it ends."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and self.process.poll() is None:
            with suppress(OSError):
                urllib.request.urlopen(health, timeout=2).close()
                return
            time.sleep(0.05)
        raise RuntimeError(f"the server did not come up:\n{self.log.read_text()}")

    def cpu(self) -> float:
        """Seconds of processor time used so far."""
        return processor_time(Path(f"/proc/{self.process.pid}"))

    def rss(self) -> float:
        """Resident memory in KB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.partition("VmRSS:")[2].split()[0])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


def processor_time(folder: Path) -> float:
    """Seconds that the process whose ``folder`` of /proc this is has used."""
    fields = (folder / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def site(
    environment: dict[str, str], port: int, log: Path, root: Path = ROOT, *, wait: bool = True
) -> Server:
    """One process of the site's server, with the bench's application."""
    command = [sys.executable, "-m", "tests.bench.serve", "-b", "127.0.0.1", "-p", str(port)]
    health = f"http://127.0.0.1:{port}/healthz"
    return Server(command, health if wait else None, log, cwd=root, env=environment)


class Stand:
    """A fresh database of one kind with its servers. A context manager.

    ``root`` is the checkout whose code runs, for instance an older one to compare with.
    """

    def __init__(
        self,
        database: str,
        processes: int,
        ports: Sequence[int],
        root: Path = ROOT,
        redis: str | None = None,
    ) -> None:
        """``redis`` is the address of a server for this stand alone."""
        self.root = root
        self.name = f"oxo_bench_{secrets.token_hex(4)}"
        self.database, self.ports = database, ports[:processes]
        self.seed = 0
        self.meters: dict[str, Callable[[], float]] = {}
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
            "REDIS_URL": redis or (REDIS if processes > 1 else ""),
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
        self.servers = [site(self.environment, port, log, self.root) for port in self.ports]
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
        subprocess.run(whole, cwd=self.root, env=self.environment, check=True)

    def _administer(self, statement: str) -> None:
        with psycopg.connect(POSTGRES, autocommit=True) as admin:
            admin.execute(statement.encode())

    def run(self, **row: Any) -> dict[str, Any]:
        """Let the load process play one row: its figures with what the servers used.

        ``visitors`` are those who ask for pages meanwhile, a second; theirs are the figures'
        ``visitors``. ``beside`` is a row that another load process plays meanwhile. What ``meters``
        measure comes as a share of the time, too.
        """
        row.setdefault("ports", list(self.ports))
        rate, beside = row.pop("visitors", 0), row.pop("beside", None)
        others = dict[str, subprocess.Popen[str]]()

        def come() -> None:
            if rate:
                others["visitors"] = self._visit(rate, row["seconds"])
            if beside:
                others["beside"] = self._play_beside({**row, **beside})

        command = [sys.executable, "-m", "tests.bench.load", json.dumps(row)]
        found = measured(
            self.servers, command, come, self.meters, cwd=self.root, env=self.environment
        )
        for name, process in others.items():
            found[name] = json.loads(process.communicate()[0])
        return found

    def begin(self, module: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a module of ours on this stand's database; what it prints can be read."""
        command = [sys.executable, "-m", module, *arguments]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=ROOT, env=self.environment, **pipes)

    def database_cpu(self) -> float:
        """Seconds of processor time that PostgreSQL's processes for this database have used."""
        used = 0.0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if f" {self.name} ".encode() in (folder / "cmdline").read_bytes():
                    used += processor_time(folder)
        return used

    def _visit(self, rate: float, seconds: float) -> subprocess.Popen[str]:
        """Visitors, once the first of them has asked; they end after ``seconds``."""
        self.seed += 1
        wish = {"ports": list(self.ports), "rate": rate, "seconds": seconds, "seed": self.seed}
        return _ready(self.begin("tests.bench.visitors", json.dumps(wish)))

    def _play_beside(self, row: dict[str, Any]) -> subprocess.Popen[str]:
        """A second load process, which has begun to play."""
        load = _ready(self.begin("tests.bench.load", json.dumps(row)))
        assert load.stdin is not None
        load.stdin.write("go\n")
        load.stdin.flush()
        return load


def _ready(process: subprocess.Popen[str]) -> subprocess.Popen[str]:
    assert process.stdout is not None
    if process.stdout.readline() != "ready\n":
        raise RuntimeError(f"not ready: {process.args!r}")
    return process


def measured(
    servers: Sequence[Server],
    command: Sequence[str],
    begin: Callable[[], None] = lambda: None,
    meters: Mapping[str, Callable[[], float]] = MappingProxyType({}),
    **process: Any,
) -> dict[str, Any]:
    """What a load process prints, with what the servers used meanwhile.

    ``begin`` is called when all sockets are open. ``opening`` is the processor time that took, in
    seconds, ``cpu`` each server's share of a core after it, ``seated`` and ``rss`` are KB.
    """
    before, asked = sum(one.rss() for one in servers), sum(one.cpu() for one in servers)
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes, **process) as load:
        if load.stdout.readline() != "ready\n":
            raise RuntimeError("the load process did not get ready")
        seated = sum(one.rss() for one in servers)
        begin()
        metered = {name: meter() for name, meter in meters.items()}
        cpu, began = [one.cpu() for one in servers], time.perf_counter()
        load.stdin.write("go\n")
        load.stdin.flush()
        found: dict[str, Any] = json.loads(load.stdout.readline())
        seconds = time.perf_counter() - began
        used = [(one.cpu() - was) / seconds for one, was in zip(servers, cpu, strict=True)]
        found |= {name: (meter() - metered[name]) / seconds for name, meter in meters.items()}
    found |= {"cpu": used, "opening": sum(cpu) - asked, "seated": seated - before}
    found["rss"] = sum(one.rss() for one in servers)
    return found
