"""What processes hold, asked every few seconds: memory, open files and sockets, threads."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from tests.bench.stand import processor_time

PROC = Path("/proc")


class Held(NamedTuple):
    """MB without shared memory, open files and sockets, threads, and seconds of processor time; of
    several processes together.
    """

    memory: float
    handles: int
    threads: int
    used: float = 0.0


@dataclass(frozen=True)
class Sample:
    """What ``name`` held at a time; ``life`` is the id of its first process."""

    at: float
    name: str
    life: int
    held: Held


def held(pids: Sequence[int]) -> Held:
    """Of the processes that are still there."""
    memory, handles, threads, used = 0.0, 0, 0, 0.0
    for pid in pids:
        with suppress(OSError, KeyError):  # one that has ended has no memory any more
            told = dict(
                line.split(":", 1) for line in (PROC / f"{pid}/status").read_text().splitlines()
            )
            memory += sum(int(told[name].split()[0]) for name in ("RssAnon", "RssFile")) / 1024
            threads += int(told["Threads"])
            handles += len(os.listdir(PROC / f"{pid}/fd"))
            used += processor_time(PROC / f"{pid}")
    return Held(memory, handles, threads, used)


def below(pid: int) -> list[int]:
    """The processes that ``pid`` started, and those that these started."""
    found = []
    with suppress(OSError):
        for task in (PROC / f"{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *below(child)]
    return found


def named(words: str) -> list[int]:
    """The processes with ``words`` in their command lines, oldest first."""
    found = []
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if words.encode() in (folder / "cmdline").read_bytes().replace(b"\0", b" "):
                found.append(int(folder.name))
    return sorted(found)


class Watch:
    """Asks ``whom``, names with the ids of their processes, every ``pause`` seconds."""

    def __init__(self, whom: Callable[[], Mapping[str, Sequence[int]]], pause: float) -> None:
        self.samples: list[Sample] = []
        self._whom, self._pause, self._end = whom, pause, Event()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(self._pause):
            self.samples += self._look()

    def _look(self) -> Iterator[Sample]:
        now = time.monotonic()
        for name, pids in self._whom().items():
            if pids:
                yield Sample(now, name, pids[0], held(pids))
