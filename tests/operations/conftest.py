from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

import pytest

from games.storage import log
from tests import forking
from tests.wire import PATIENCE

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that PostgreSQL's user can reach; pytest's own are closed to others."""
    made = Path(tempfile.mkdtemp(prefix="oxo-operations-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made, ignore_errors=True)


class Installation:
    """The site's commands on a database of its own, in processes of their own."""

    def __init__(self, folder: Path, database: str) -> None:
        self.environment = {
            "PATH": os.environ["PATH"],
            "SECRET_KEY": secrets.token_urlsafe(50),
            "HTTPS": "0",
            "VAR_DIR": str(folder / "var"),
            "DATABASE_URL": database,
        }
        self.folder = folder

    def manage(self, *arguments: str) -> str:
        """What the command prints."""
        done = self._run(arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refused(self, *arguments: str) -> str:
        """What the command says when it ends with an error."""
        done = self._run(arguments)
        assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
        return done.stderr.strip()

    def _run(self, arguments: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
        return forking.run(["manage.py", *arguments], self.environment, timeout=PATIENCE)

    @contextmanager
    def playing(self) -> Iterator[Play]:
        """Games that are played on and on, killed at the end in the middle of a move."""
        play = Play(self.environment)
        try:
            yield play
        finally:
            play.kill()


def moves_in(rows: Iterable[tuple[str, bytes]]) -> set[tuple[str, int, int]]:
    """(game, ply, cell) of all moves in games' ids and logs."""
    return {
        (game_id, ply, cell)
        for game_id, entries in rows
        for ply, cell in enumerate(log.cells(log.read(entries)), 1)
    }


class Move(NamedTuple):
    """A move, and the seconds before it was asked for and after it was acknowledged."""

    game: str
    ply: int
    cell: int
    asked: float
    acknowledged: float

    @property
    def row(self) -> tuple[str, int, int]:
        return self[:3]


class Play:
    """A process that plays games and says each move once it is acknowledged."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.operations.player"],
            cwd=ROOT,
            env={**environment, "DJANGO_SETTINGS_MODULE": "config.settings"},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # it ends with its database
            text=True,
        )
        self.moves: list[Move] = []

    def hear(self, moves: int) -> None:
        """Read until so many more moves are acknowledged; the games are ahead of that."""
        for _ in range(moves):
            self._take(self._stdout.readline())

    def hear_since(self, time: float, moves: int) -> None:
        """Read until so many moves are acknowledged that were asked for after ``time``."""
        while sum(move.asked > time for move in self.moves) < moves:
            self.hear(1)

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if not self._stdout.closed:
            for line in self._stdout:
                if line.endswith("\n"):
                    self._take(line)
            self._stdout.close()

    @property
    def _stdout(self) -> IO[str]:
        assert self.process.stdout
        return self.process.stdout

    def _take(self, line: str) -> None:
        game, ply, cell, asked, acknowledged = line.split()
        self.moves.append(Move(game, int(ply), int(cell), float(asked), float(acknowledged)))
