"""PostgreSQL servers of a test's own, which it may kill."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg

from games.staff import postgresql_backup
from tests.wire import PATIENCE

CONFIGURATION = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = ''
fsync = off # only processes die here, not the machine
"""

ARCHIVING = """
archive_mode = on
archive_command = 'test ! -f "{archive}/%f" && cp "%p" "{archive}/%f"'
"""


class Cluster:
    """PostgreSQL's server on a folder of its own, run by somebody who is not root."""

    def __init__(self, data: Path, port: int) -> None:
        self.data, self.port = data, port

    def make(self, archive: Path | None = None) -> None:
        """A new cluster, which copies its log to ``archive`` if there is one."""
        if archive is not None:
            archive.mkdir()
        self._give(self.data.parent)
        _run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8")
        archiving = "" if archive is None else ARCHIVING.format(archive=archive)
        self._configure(CONFIGURATION.format(port=self.port) + archiving)

    def _configure(self, text: str) -> None:
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(text)

    @staticmethod
    def _give(folder: Path) -> None:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
            for path in folder.iterdir():
                shutil.chown(path, "postgres", "postgres")

    def start(self) -> None:
        log = self.data.parent / f"{self.data.name}.log"
        _run("pg_ctl", "start", "-w", "-t", PATIENCE, "-D", self.data, "-l", log)

    def stop(self) -> None:
        if (self.data / "postmaster.pid").exists():
            _run("pg_ctl", "stop", "-m", "immediate", "-D", self.data)

    def destroy(self) -> None:
        """The server is killed, its disk is gone."""
        first = (self.data / "postmaster.pid").read_text().split()[0]
        os.kill(int(first), signal.SIGKILL)
        shutil.rmtree(self.data)

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def ask(self, statement: str) -> Any:
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(statement).fetchall()  # type: ignore[call-overload]

    def wait_for(self, statement: str, wanted: Any) -> None:
        deadline = time.monotonic() + PATIENCE
        while self.ask(statement)[0][0] != wanted:
            assert time.monotonic() < deadline, statement
            time.sleep(0.05)


def _run(program: str, *arguments: object) -> None:
    as_postgres = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    command = [*as_postgres, postgresql_backup.program(program), *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, env=environment, cwd="/", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
