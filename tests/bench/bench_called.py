"""What our own code takes for a socket and for a move: ``python -m tests.bench.bench_called A B``.

``A`` and ``B`` are checkouts of this project, the older one first. Each plays in a process of its
own, on SQLite with synchronous=FULL, and they take turns, round by round. There is no network
(``tests.bench.called``): measured is the processor time from a frame that arrived to the frames
that go out, the writer's thread included. It says what a change saves also where other programs
use the machine. ``ROUNDS`` and ``MATCHES`` set how much is played. With ``COUNT=1`` it counts the
instructions that Python runs instead, on all threads: slower, but hardly a figure then depends on
what else the machine does. What C code does within an instruction is not in it.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bench.bench_live import say
from tests.bench.bench_peers import spread
from tests.bench.stand import ROOT

ROUNDS = int(os.environ.get("ROUNDS", "5"))
UNIT = "instructions" if os.environ.get("COUNT") == "1" else "µs"
CALLED = ROOT / "tests" / "bench" / "called.py"


class Version:
    """A checkout that plays when it is told to."""

    def __init__(self, place: str, stack: ExitStack) -> None:
        self.place = place
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="oxo-called-")))
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DEBUG": "0",
            "HTTPS": "0",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "VAR_DIR": str(folder),
            "DATABASE_URL": f"sqlite:///{folder / 'oxo.sqlite3'}",
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": place,
        }
        run: dict[str, Any] = {"cwd": place, "env": environment}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, check=True, **run)
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        command = [sys.executable, "-P", str(CALLED)]
        self.process = stack.enter_context(subprocess.Popen(command, **pipes, **run))
        self.hear()
        self.found: list[dict[str, float]] = []

    def tell(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        heard: str = self.process.stdout.readline()
        if not heard:
            raise RuntimeError(f"{self.place} ended")
        return heard

    def play(self) -> None:
        self.tell("play")
        self.found.append(json.loads(self.hear()))


def main(places: list[str]) -> None:
    with ExitStack() as stack:
        versions = [Version(str(Path(place).resolve()), stack) for place in places]
        for number in range(ROUNDS + 1):
            for one in versions if number % 2 else reversed(versions):
                one.play()
        for one in versions:
            one.tell("")
            del one.found[0]  # caches were cold
        for one in versions:
            figures = [spread([found[what] for found in one.found]) for what in ("socket", "move")]
            say(f"{one.place}: {figures[0]} {UNIT} a socket, {figures[1]} {UNIT} a move")
        for one in versions[1:]:
            pairs = list(zip(one.found, versions[0].found, strict=True))
            for what in ("socket", "move"):
                ratios = [ours[what] / theirs[what] for ours, theirs in pairs]
                say(f"{one.place} / {places[0]}: {what} {spread(ratios, 2)}")


if __name__ == "__main__":
    main(sys.argv[1:])
