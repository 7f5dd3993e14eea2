"""``make test``: all parts of the suite, side by side, each to its end.

Their output is printed part by part, and the last line says which passed and which failed. Options
for pytest may follow: ``python -m tests.parts -k lobby``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

ROOT = Path(__file__).parent.parent
WORKERS = max(2, (os.cpu_count() or 2) // 2)

COMMON = ("-n", str(WORKERS), "--dist", "worksteal", "--durations", "10")
BROWSER = "tests/browser"
TRY_AGAIN = ("--reruns", "1", "-r", "R")
PARTS = {
    "units": ("-m", "pytest", *COMMON, "-m", "not slow", f"--ignore={BROWSER}"),
    "browser": ("-m", "pytest", *COMMON, "-m", "not slow", *TRY_AGAIN, BROWSER),
}
"""What Python is to run. A browser waits for pages most of the time: the other part uses that.

A browser test that fails gets one more try, as Chromium itself may die or stall on a busy machine;
the summary lists each rerun, and a test that is listed there is to be mended.
"""


class Part:
    """One process that is running, and what it has said and was not yet printed."""

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self.name = name
        self._said: SimpleQueue[bytes] = SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env={**with_bytecode(os.environ), "OXO_TEST_PART": name},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout
        while data := os.read(self._process.stdout.fileno(), 65536):
            self._said.put(data)
        self._said.put(b"")

    def output(self) -> Iterator[bytes]:
        """All it says, until it ends."""
        return iter(self._said.get, b"")

    def passed(self) -> bool:
        return self._process.wait() == 0


def run(parts: Mapping[str, Sequence[str]], options: Sequence[str] = ()) -> int:
    """Run all ``parts``; the exit code."""
    running = [Part(name, [*arguments, *options]) for name, arguments in parts.items()]
    failed = []
    for part in running:
        _print(f"\n--- {part.name} ---\n".encode())
        for data in part.output():
            _print(data)
        if not part.passed():
            failed.append(part.name)
    _print(f"\n{verdict([part.name for part in running], failed)}\n".encode())
    return 1 if failed else 0


def with_bytecode(environment: Mapping[str, str]) -> dict[str, str]:
    """``environment`` so that Python keeps compiled modules, elsewhere if not beside the sources.

    The suite starts hundreds of processes, and to compile everything takes each of them seconds.
    """
    kept = dict(environment)
    if kept.pop("PYTHONDONTWRITEBYTECODE", ""):
        kept["PYTHONPYCACHEPREFIX"] = str(ROOT / "var/tests/bytecode")
    return kept


def verdict(names: Sequence[str], failed: Sequence[str]) -> str:
    passed = [name for name in names if name not in failed]
    if not failed:
        return f"All parts passed: {', '.join(passed)}."
    return f"FAILED: {', '.join(failed)}. Passed: {', '.join(passed) or 'none'}."


def _print(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(run(PARTS, sys.argv[1:]))
