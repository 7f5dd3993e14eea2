"""What the tests of the compute pool let its workers do."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import time
from pathlib import Path

from games.rules import RulesError


def double(number: int) -> int:
    return 2 * number


def refuse(text: str) -> None:
    raise RulesError(text)


def sign(path: Path) -> None:
    """Add this worker to those in the file."""
    with path.open("a") as file:
        file.write(f"{os.getpid()} ")


def die() -> None:
    os._exit(3)


def read(fifo: str, *_: object) -> tuple[int, str]:
    """This worker and what is written into ``fifo``: until then it is busy."""
    return os.getpid(), Path(fifo).read_text()


def worker() -> tuple[int, int, bool]:
    """This worker's id and niceness, and whether it has loaded Django."""
    return os.getpid(), os.nice(0), "django" in sys.modules


def times_others_ran(seconds: float) -> int:
    """How often this worker lets others run while it computes for so long, 5 ms each time."""
    heard, let_others_run = 0, os.sched_yield

    def others_run() -> None:
        nonlocal heard
        heard += 1
        time.sleep(0.005)

    os.sched_yield = others_run
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    os.sched_yield = let_others_run
    return heard


def environment() -> dict[str, str]:
    return {**os.environ, "at first": Path("/proc/self/environ").read_text()}


def call_of_the_other_table() -> int:
    """A socket by its number in the second table of calls that x86-64 has (x32)."""
    return int(ctypes.CDLL(None).syscall(0x40000000 | 41, socket.AF_INET, socket.SOCK_STREAM, 0))
