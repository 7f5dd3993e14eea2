"""A PostgreSQL and a Redis of one's own, which can be killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from tests.wire import PATIENCE

POSTGRES = "postgres"
"""Who owns a cluster: PostgreSQL refuses to run as root."""


def program(name: str) -> str | None:
    """Where ``name`` is: Debian keeps those of PostgreSQL apart, by version."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    newest = sorted(versions, key=lambda path: float(path.parent.name), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *map(str, newest)]))


@dataclass(frozen=True)
class Service:
    """A server with its files in ``folder``, on ``port`` of the loopback interface."""

    folder: Path
    port: int

    variable: ClassVar[str]
    """The environment variable that tells tests of the one that they may kill."""

    @classmethod
    def of_environment(cls) -> Self | None:
        folder, _, port = os.environ.get(cls.variable, "").rpartition(":")
        return cls(Path(folder), int(port)) if folder else None

    @property
    def for_environment(self) -> dict[str, str]:
        return {self.variable: f"{self.folder}:{self.port}"}


class PostgreSQL(Service):
    """A cluster of its own."""

    variable = "FAULT_POSTGRESQL"

    @property
    def url(self) -> str:
        return f"postgres://{POSTGRES}@127.0.0.1:{self.port}/postgres"

    def create(self) -> None:
        self.folder.mkdir()
        if os.getuid() == 0:
            shutil.chown(self.folder, POSTGRES)
        self._run("initdb", "-A", "trust", "-U", POSTGRES, "-E", "UTF8", "--no-locale")

    def start(self) -> None:
        """Start it, and wait until it has recovered what a crash left behind."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-w", "-t", str(int(PATIENCE)), "-l", log, "-o", options, "start")

    def crash(self) -> None:
        """End it at once, as a loss of power would: nothing is written any more."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, name: str, *options: str) -> None:
        found = program(name)
        assert found is not None, f"there is no {name}"
        prefix = ("runuser", "-u", POSTGRES, "--") if os.getuid() == 0 else ()
        command = [*prefix, found, "-D", str(self.folder / "data"), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/")


class Redis(Service):
    """It keeps nothing on the disk: after a crash it is empty."""

    variable = "FAULT_REDIS"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def _pid_file(self) -> Path:
        return self.folder / "redis.pid"

    def start(self) -> None:
        found = program("redis-server")
        assert found is not None, "there is no redis-server"
        options = {
            "port": str(self.port),
            "bind": "127.0.0.1",
            "dir": str(self.folder),
            "save": "",
            "daemonize": "yes",
            "pidfile": str(self._pid_file),
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        subprocess.run([found, *words], check=True, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not self._pid_file.exists():
            assert time.monotonic() < deadline, "Redis did not come up"
            time.sleep(0.01)

    def crash(self) -> None:
        with suppress(FileNotFoundError, ProcessLookupError):
            pid = int(self._pid_file.read_text())
            self._pid_file.unlink()
            os.kill(pid, signal.SIGKILL)
