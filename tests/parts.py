"""``make test``: the parts of the suite, side by side, each to its end; with ``--all`` in turn.

Their output is printed part by part, and the last line says which passed, which failed and how many
tests did not run. ``--all`` runs those marked ``long``, too (``make test-all``). Options for pytest
may follow: ``python -m tests.parts -k lobby``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

ROOT = Path(__file__).parent.parent
WORKERS = max(2, (os.cpu_count() or 2) // 2)

BROWSER = "tests/browser"
NOT_RUN = re.compile(rb"(\d+) (?:skipped|left out)")


def commands(*, everything: bool) -> dict[str, Sequence[str]]:
    """What Python is to run for each part.

    A browser waits for pages most of the time: the other part uses that.
    """
    chosen = "not slow" if everything else "not slow and not long"
    common = ("-m", "pytest", "-n", str(WORKERS), "--dist", "worksteal", "--durations", "10")
    common += ("-m", chosen)
    return {"units": (*common, f"--ignore={BROWSER}"), "browser": (*common, BROWSER)}


class Part:
    """One process that is running, and what it has said and was not yet printed."""

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self.name = name
        self.not_run = 0
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
        """All it says, until it ends; ``not_run`` is known then."""
        said = b""
        for data in iter(self._said.get, b""):
            said = said[-2000:] + data
            yield data
        self.not_run = sum(map(int, NOT_RUN.findall(said[-2000:])))

    def passed(self) -> bool:
        return self._process.wait() == 0


def run(
    parts: Mapping[str, Sequence[str]], options: Sequence[str] = (), *, beside: bool = True
) -> int:
    """Run all ``parts``, ``beside`` each other or one after the other; the exit code."""
    begun = (Part(name, [*arguments, *options]) for name, arguments in parts.items())
    ran, failed = [], []
    for part in [*begun] if beside else begun:
        ran.append(part)
        _print(f"\n--- {part.name} ---\n".encode())
        for data in part.output():
            _print(data)
        if not part.passed():
            failed.append(part.name)
    not_run = {part.name: part.not_run for part in ran}
    _print(f"\n{verdict(not_run, failed)}\n".encode())
    return 1 if failed else 0


def with_bytecode(environment: Mapping[str, str]) -> dict[str, str]:
    """``environment`` so that Python keeps compiled modules, elsewhere if not beside the sources.

    The suite starts hundreds of processes, and to compile everything takes each of them seconds.
    """
    kept = dict(environment)
    if kept.pop("PYTHONDONTWRITEBYTECODE", ""):
        kept["PYTHONPYCACHEPREFIX"] = str(ROOT / "var/tests/bytecode")
    return kept


def verdict(not_run: Mapping[str, int], failed: Sequence[str]) -> str:
    """The last line; ``not_run`` says of each part how many of its tests were left out."""
    passed = [name for name in not_run if name not in failed]
    out = ", ".join(f"{number} of {name}" for name, number in not_run.items() if number)
    rest = f" Not run: {out}." if out else ""
    if not failed:
        return f"All parts passed: {', '.join(passed)}.{rest}"
    return f"FAILED: {', '.join(failed)}. Passed: {', '.join(passed) or 'none'}.{rest}"


def _print(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    options = sys.argv[1:]
    everything = "--all" in options
    options = [one for one in options if one != "--all"]
    # Long tests compute: beside each other they wait for the processor, and take longer.
    sys.exit(run(commands(everything=everything), options, beside=not everything))
