"""A Python in a jail, for code that nobody has read: CPython itself, so that answers are its own.

Each sandbox is a fresh process of the interpreter that the grader runs in. Before it sees the file
it gives up every right but computing (``games.arena.jail.lock``). Whatever happens in it ends here
as a value or as a ``SandboxError`` with a sentence.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, NoReturn, Self

import games

SECONDS = 15.0
"""Of processor time, for one answer and for loading the file. Unpruned minimax takes 10 for the
empty board."""

PATIENCE = 20
"""How many times as long an answer may take by the clock: a sandbox computes while nobody else
does."""

MEMORY = 64 << 20
"""Bytes that a file may use besides what Python itself uses."""

PROCESSOR = 900
"""Seconds of computing, after which the system itself ends the process."""

GRACE = 1.0
"""Seconds after which the process is killed, if it has not stopped by itself."""

STARTING = 20.0
"""Seconds for a process to start on a busy machine."""

LARGEST = 16 << 10
"""Bytes of one answer: many times what the longest of them takes."""

LOOKING = 0.5
"""Seconds between two looks at how much a sandbox has computed that does not answer."""

MOST_SAID = 300
"""Characters that are read of why something failed."""

AHEAD = 64
"""Questions that are sent before the first of them is answered."""

TICKS = os.sysconf("SC_CLK_TCK")

ROOT = Path(games.__file__).parent.parent

START = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from games.arena.jail.inside import main
main()
"""

COMMAND = (sys.executable, "-s", "-S", "-P", "-B", "-X", "utf8", "-c", START)

IDLE = True
"""Whether sandboxes get only what everybody else leaves of the processor."""

UNAVAILABLE = "files cannot be run safely on this system, so the grader is not available here"


class SandboxError(Exception):
    """Code that failed. ``fatal`` says that the sandbox cannot be asked again.

    ``position`` is the one that it was asked about, if it was about one; ``slow`` says that the
    limit of time was met.
    """

    def __init__(
        self, sentence: str, *, line: int | None = None, fatal: bool = False, slow: bool = False
    ) -> None:
        super().__init__(f"line {line}: {sentence}" if line else sentence)
        self.fatal, self.slow = fatal, slow
        self.position = ""


class Sandbox:
    """One process, which ends with it. To be used in a ``with`` statement.

    ``seed`` decides the order of sets of texts (``PYTHONHASHSEED``); ``numpy`` lets the file
    import it. ``seconds`` is the processor time for each answer, ``SECONDS`` if it is not given.
    """

    def __init__(self, seconds: float | None = None, *, seed: int = 0, numpy: bool = False) -> None:
        self._seconds = SECONDS if seconds is None else seconds
        self._seed, self._numpy = seed, numpy

    def __enter__(self) -> Self:
        """Raises SandboxError where the system cannot lock a process up."""
        environment = {"PYTHONHASHSEED": str(self._seed), "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(  # our own interpreter
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd="/",
            bufsize=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        self._readable, self._writable = selectors.DefaultSelector(), selectors.DefaultSelector()
        self._readable.register(self._out, selectors.EVENT_READ)
        self._writable.register(self._in, selectors.EVENT_WRITE)
        try:
            self._send(
                {
                    "idle": IDLE,
                    "memory": MEMORY,
                    "cpu": PROCESSOR,
                    "seconds": self._seconds,
                    "numpy": _place_of_numpy() if self._numpy else "",
                }
            )
            said = self._frame(STARTING)
            if said.get("locked") is not True:
                raise SandboxError(f"{UNAVAILABLE}: {said.get('unlocked')}", fatal=True)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._readable.close()
        self._writable.close()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def ask(self, verb: str, *arguments: object) -> dict[str, Any]:
        """The answer to one question. Raises SandboxError."""
        [answer] = self.ask_all([(verb, *arguments)])
        return answer

    def ask_all(self, questions: Iterable[tuple[object, ...]]) -> Iterator[dict[str, Any]]:
        """The answers to ``questions``, in order. Raises SandboxError."""
        todo = list(questions)
        for start in range(0, len(todo), AHEAD):
            part = todo[start : start + AHEAD]
            self._send(part)
            failure: SandboxError | None = None
            for _ in part:
                found = self._frame(PATIENCE * self._seconds + GRACE, self._seconds + GRACE)
                if "failed" in found:
                    failure = failure or self._failure(found)
                    if failure.fatal:
                        break
                elif failure is None:
                    yield found
            if failure is not None:
                raise failure

    def processor_time(self) -> float:
        """Seconds that the process has computed; 0 if it is gone."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        fields = stat.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def _failure(self, found: dict[str, Any]) -> SandboxError:
        said, line = str(found["failed"])[:MOST_SAID], found.get("line")
        sentences = {"time": self._too_slow(), "memory": too_large()}
        fatal = found.get("fatal") is True
        return SandboxError(
            sentences.get(said, said),
            line=line if isinstance(line, int) and 0 < line < LARGEST else None,
            fatal=fatal,
            slow=said == "time",
        )

    def _too_slow(self) -> str:
        return f"it took more than {self._seconds:g} seconds"

    def _send(self, message: object) -> None:
        data = json.dumps(message).encode() + b"\n"
        deadline = monotonic() + STARTING
        try:
            while data:
                if not self._wait(self._writable, deadline):
                    self._give_up()
                data = data[os.write(self._in, data) :]
        except OSError:
            raise self._ended() from None

    def _frame(self, seconds: float, computing: float = inf) -> dict[str, Any]:
        """The next answer, within ``seconds`` by the clock and ``computing`` of processor time.

        The process looks at its time itself, but code written in C need not let it.
        """
        until = monotonic() + seconds, computing
        size = int.from_bytes(self._read(4, *until), "big")
        if size > LARGEST:
            raise SandboxError("it wrote into the pipe of the grader", fatal=True)
        try:
            found = json.loads(self._read(size, *until))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise SandboxError("it wrote into the pipe of the grader", fatal=True)
        return found

    def _read(self, size: int, deadline: float, computing: float) -> bytes:
        data, most = b"", 0.0
        while len(data) < size:
            while not self._wait(self._readable, min(deadline, monotonic() + LOOKING)):
                most = most or self.processor_time() + computing
                if monotonic() >= deadline or self.processor_time() > most:
                    self._give_up()
            part = os.read(self._out, size - len(data))
            if not part:
                raise self._ended()
            data += part
        return data

    @staticmethod
    def _wait(selector: selectors.BaseSelector, deadline: float) -> bool:
        return bool(selector.select(max(0.0, deadline - monotonic())))

    def _give_up(self) -> NoReturn:
        self._process.kill()
        raise SandboxError(self._too_slow(), fatal=True, slow=True)

    def _ended(self) -> SandboxError:
        """Why the process is gone, as far as its end tells."""
        self._process.kill()
        code = self._process.wait()
        if code == -signal.SIGSEGV:
            said = "it recursed too deeply or ran out of memory, and Python crashed"
        elif code == -signal.SIGXCPU:
            said = "it computed for too long"
        else:
            said = "it ended its own process"
        return SandboxError(said, fatal=True)


def too_large() -> str:
    return f"it took more than {MEMORY >> 20} MB of memory"


def _place_of_numpy() -> str:
    spec = find_spec("numpy")
    return str(Path(spec.origin).parent.parent) if spec and spec.origin else ""
