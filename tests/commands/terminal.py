"""A program on a pseudo-terminal, driven as a person would."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import forking

from .run import ENVIRONMENT

PATIENCE = 20.0


class Terminal:
    """A program on the other side of a pseudo-terminal."""

    def __init__(self, master: int, process: Any) -> None:
        self._master = master
        self.process = process
        self.seen = ""

    def expect(self, pattern: str) -> str:
        """Read until ``pattern`` appears in what has not been expected before."""
        deadline = time.monotonic() + PATIENCE
        while not (match := re.search(pattern, self.seen)):
            ready, _, _ = select.select([self._master], [], [], deadline - time.monotonic())
            assert ready, f"no {pattern!r} within {PATIENCE} s in {self.seen!r}"
            self.seen += os.read(self._master, 4096).decode(errors="replace")
        self.seen = self.seen[match.end() :]
        return match.group()

    def type(self, line: str) -> None:
        os.write(self._master, line.encode() + b"\n")

    def press_end_of_input(self) -> None:
        os.write(self._master, b"\x04")

    def type_bytes(self, line: bytes) -> None:
        os.write(self._master, line + b"\n")

    def interrupt(self) -> None:
        """Press Ctrl-C once the program waits for input.

        Between its prompt and its read Python takes a signal and sleeps on it until there is input.
        """
        state = Path(f"/proc/{self.process.pid}/stat")
        while self.process.poll() is None and state.read_text().rpartition(")")[2][1] != "S":
            os.sched_yield()
        self.process.send_signal(signal.SIGINT)

    def code(self) -> int:
        return self.process.wait(PATIENCE)


@contextmanager
def on_terminal(arguments: list[str]) -> Iterator[Terminal]:
    """Python with ``arguments``, on a terminal of its own."""
    master, slave = pty.openpty()
    process = forking.start(arguments, ENVIRONMENT, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)
