"""``make faults``: the tests that take minutes, on both databases, with one process and with two.

Each set-up has a PostgreSQL and a Redis of its own, so that they can be killed. Words after the
command choose set-ups by parts of their names.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.faults.services import PostgreSQL, Redis, program
from tests.wire import free_port

SETUPS = {
    "SQLite, one process": (),
    "SQLite and Redis, two processes": (Redis,),
    "PostgreSQL, one process": (PostgreSQL,),
    "PostgreSQL and Redis, two processes": (PostgreSQL, Redis),
}


def main(words: Sequence[str]) -> int:
    if missing := [name for name in ("initdb", "redis-server") if program(name) is None]:
        sys.stderr.write(f"There is no {' and no '.join(missing)}: install PostgreSQL and Redis.\n")
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no service stays behind
    chosen = [name for name in SETUPS if all(word in name for word in words)]
    failed = [name for name in chosen if run(name) != 0]
    sys.stdout.write(f"failed: {', '.join(failed) or 'none'} of {len(chosen)} set-ups\n")
    return 1 if failed or not chosen else 0


def run(name: str) -> int:
    """The exit code of pytest in the set-up ``name``."""
    sys.stdout.write(f"\n--- {name} ---\n")
    sys.stdout.flush()
    without = ("DATABASE_URL", "REDIS_URL", PostgreSQL.variable, Redis.variable)
    environment = {key: value for key, value in os.environ.items() if key not in without}
    with tempfile.TemporaryDirectory(prefix="oxo-faults-") as made:
        folder = Path(made)
        folder.chmod(0o711)
        running: list[PostgreSQL | Redis] = []
        try:
            if PostgreSQL in SETUPS[name]:
                cluster = PostgreSQL(folder / "postgresql", free_port())
                cluster.create()
                cluster.start()
                running.append(cluster)
                environment |= {"DATABASE_URL": cluster.url, **cluster.for_environment}
            if Redis in SETUPS[name]:
                redis = Redis(folder, free_port())
                redis.start()
                running.append(redis)
                environment |= {"REDIS_URL": redis.url, **redis.for_environment}
            command = ["-m", "pytest", "-s", "-n", "0", "-m", "slow", "tests/faults"]
            return subprocess.run([sys.executable, *command], env=environment).returncode
        finally:
            for service in running:
                service.crash()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
