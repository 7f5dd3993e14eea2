"""``make mutations``: remove one safeguard at a time and show which test notices, and how soon.

Words after the command choose safeguards by parts of their names. Each is removed from a copy of
the project, where the tests nearest to live play run until one fails, and then the simulation.
What only PostgreSQL needs is tried on PostgreSQL, which the simulation does not know.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.mutations.safeguards import SAFEGUARDS, Safeguard

ROOT = Path(__file__).parents[2]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")

NEAR = (
    "tests/storage",
    "tests/live/test_safeguards.py",
    "tests/live/test_frames.py",
    "tests/live/test_session.py",
    "tests/live/test_processes.py",
    "tests/games/test_services.py",
    "tests/games/test_exactly_once.py",
    "tests/games/test_pairing.py",
    "tests/live/test_running.py",
    "tests/live/test_told.py",
    "tests/live/test_person_socket.py",
)
"""Tests that need no other process, those for one case each first."""

SERVICES = ("DATABASE_URL", "REDIS_URL")
WITHOUT_SERVICES = {name: value for name, value in os.environ.items() if name not in SERVICES}
POSTGRESQL = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"

SEEDS = "200"
"""As many runs of the simulation as the suite makes."""


def main(words: list[str]) -> int:
    chosen = [one for one in SAFEGUARDS if all(word in one.name for word in words)]
    missed = []
    with tempfile.TemporaryDirectory(prefix="oxo-mutations-") as folder:
        place = Path(folder) / "project"
        shutil.copytree(ROOT, place, ignore=LEFT_OUT)
        for safeguard in chosen:
            whole = remove(safeguard, place)
            if safeguard.postgresql:
                test, seed = failed_test(place, DATABASE_URL=POSTGRESQL), ""
            else:
                test, seed = failed_test(place), failed_seed(place)
            for file, text in whole.items():
                (place / file).write_text(text)
            sys.stdout.write(f"| {safeguard.name} | {test} | {seed} |\n")
            sys.stdout.flush()
            if not test and not seed:
                missed.append(safeguard.name)
    sys.stdout.write(f"{len(chosen) - len(missed)} of {len(chosen)} removals are noticed\n")
    return 1 if missed else 0


def remove(safeguard: Safeguard, place: Path) -> dict[str, str]:
    """Make the edits; the files as they were."""
    whole = {edit.file: (place / edit.file).read_text() for edit in safeguard.removal}
    for edit in safeguard.removal:
        text = (place / edit.file).read_text()
        assert text.count(edit.old) == 1, f"{edit.file} has changed: {safeguard.name}"
        (place / edit.file).write_text(text.replace(edit.old, edit.new))
    return whole


def failed_test(place: Path, **environment: str) -> str:
    """The first test that fails, with its own time; empty if none does."""
    # What never comes is missed after a minute: a test that waits for it has no end of its own.
    # What a fixture takes does not count: the first site in a copy collects static files.
    options = ("-q", "-x", "-n", "0", "--timeout", "60", "-o", "timeout_func_only=true")
    options += ("-p", "no:randomly", "-p", "no:cacheprovider")
    command = ["-m", "pytest", *options, "--durations", "0", "--durations-min", "0", *NEAR]
    said = _run(place, *command, **environment).stdout
    if (found := re.search(r"^(?:FAILED|ERROR) \S+?::(\w+)", said, re.M)) is None:
        return ""
    name = found[1]
    times = [float(t) for t in re.findall(rf"([\d.]+)s call\s+\S*::{name}\b", said)]
    return f"`{name}`, {max(times, default=0):.1f} s"


def failed_seed(place: Path) -> str:
    """The first run of the simulation that breaks a promise; empty if none does."""
    began = time.monotonic()
    said = _run(place, "-m", "tests.simulation", "--stop", "--seeds", SEEDS).stdout
    if (found := re.search(r"^seed (\d+): (\{.*)", said, re.M)) is None:
        return ""
    promises = ", ".join(re.findall(r"'(\w+)': \[", found[2]))
    return f"seed {found[1]} ({promises}), {time.monotonic() - began:.0f} s"


def _run(place: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        cwd=place,
        env={**WITHOUT_SERVICES, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
