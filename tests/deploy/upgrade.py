"""``make check-upgrade FROM=COMMIT``: to this release and back while games are played.

From a release without digests of sessions there is no way back, and a stop of seconds.

Two processes of the release before serve games through nginx. The database is migrated, then each
process is replaced by one of this release, and at last by one of the release before again: one
database serves both. No move may be lost and no request refused.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.deploy.moves import Play, across_processes
from tests.deploy.shipped import ROOT
from tests.deploy.stack import Stack

LOCK = "requirements.lock"

ONE_ROW = "games/migrations/0030_one_row.py"

ONE_WAY = "accounts/migrations/0020_digests_of_sessions.py"

PAUSE = 1.5
"""Seconds of play between two steps."""


@contextmanager
def release(commit: str) -> Iterator[Path]:
    """The files of the release ``commit`` in a folder of their own, with what it needs in .venv.

    Without an environment of its own where it needs what this release does.
    """
    with tempfile.TemporaryDirectory(prefix="oxo-release-") as name:
        packed = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        ).stdout
        subprocess.run(["tar", "-x", "-C", name], input=packed, check=True)
        code = Path(name)
        if (code / LOCK).read_bytes() != (ROOT / LOCK).read_bytes():
            _make_environment(code)
        yield code


def _make_environment(code: Path) -> None:
    venv.create(code / ".venv", with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    python = str(code / ".venv/bin/python")
    subprocess.run([python, *install, "-r", str(code / LOCK)], check=True)


def check(before: Path) -> str:
    if not (before / ONE_WAY).exists():
        return _one_way(before)
    with Stack(before) as stack:
        with (play := Play(stack)):
            time.sleep(PAUSE)
            _replace(stack, ROOT, ("ada", "grace"))
            _replace(stack, before, ("anna", "gerda"))
        assert not play.refused, f"requests were refused: {play.refused[:3]}"
        return play.verified()


def _one_way(before: Path) -> str:
    """Copy games while the release before serves, stop it, copy the rest, and serve from here."""
    with Stack(before) as stack:
        with (play := Play(stack)):
            time.sleep(PAUSE)
            stack.serve_from(ROOT)
            stack.manage("collectstatic", "--no-input", "-v", "0")
            if not (before / ONE_ROW).exists():
                stack.manage("migrate", "games", "0029_copy_logs", "-v", "0")
            time.sleep(PAUSE)
            for number in (1, 2):
                assert stack.stop(number)[0] == 0, stack.tail(f"oxo@{number}")
            stack.manage("migrate", "-v", "0")
            for number in (1, 2):
                stack.start(number)
            time.sleep(2 * PAUSE)
        return play.verified()


def _replace(stack: Stack, code: Path, names: tuple[str, str]) -> None:
    """Serve from ``code``, one process after the other; meanwhile two meet across releases."""
    stack.serve_from(code)
    if code == ROOT:
        stack.manage("migrate", "-v", "0")
    stack.manage("collectstatic", "--no-input", "-v", "0")
    for number in (1, 2):
        assert stack.stop(number)[0] == 0, stack.tail(f"oxo@{number}")
        stack.start(number)
        time.sleep(PAUSE)
        if number == 1:
            across_processes(stack, names)


def main(commit: str) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing stays behind
    with release(commit) as before:
        back = " and back" if (before / ONE_WAY).exists() else ""
        print(f"From {commit} to this release{back}: {check(before)}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
