"""What it costs to write a move down: ``python -m tests.bench.bench_commit``.

SQLite in ``var`` as production sets it: every commit waits for the disk. Measured in turns are to
decide a move, which is all that a server does which keeps games in its memory, to commit it by
itself, and to commit it together with 49 others. ``ROUNDS`` narrows it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("ROUNDS", "10"))
TOGETHER = 50

Times = dict[str, list[tuple[float, float]]]
"""Microseconds a move by what was done: on the clock, and of the processor."""


def main() -> None:
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "var") as folder:
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        report(measure())


def measure() -> Times:
    from django.core.management import call_command

    from accounts.models import User
    from games import services
    from games.match import Action, Match, Seat, decide
    from games.storage import store

    call_command("migrate", verbosity=0)
    people = [User.objects.create_user(name) for name in ("ada", "grace")]
    seats = {
        name: Seat(name, "person", user.pk, user.name)
        for name, user in zip("XO", people, strict=True)
    }
    setup = services.GameSetup(by=people[0].pk, variant="classic", kind="friend", seats=seats)

    def decided(match: Match) -> store.Change:
        action = Action("place", match.version, "move", 4, people[0].pk)
        return store.change(decide(match, action, services.now_ms()), action.key)

    times: Times = defaultdict(list)
    for _ in range(ROUNDS):
        matches = [services.open_game(setup) for _ in range(2 * TOGETHER)]
        with timed(times["decide"], len(matches)):
            changes = [decided(match) for match in matches]
        with timed(times["commit alone"], TOGETHER):
            answers = [store.commit_many([change])[0] for change in changes[:TOGETHER]]
        with timed(times["commit together"], TOGETHER):
            answers += store.commit_many(changes[TOGETHER:])
        assert answers == [True] * len(matches)
    return times


@contextmanager
def timed(times: list[tuple[float, float]], moves: int) -> Iterator[None]:
    began, used = time.perf_counter(), time.process_time()
    yield
    passed = (time.perf_counter() - began, time.process_time() - used)
    times.append((passed[0] / moves * 1e6, passed[1] / moves * 1e6))


def report(times: Times) -> None:
    for name, found in times.items():
        clock, processor = zip(*found, strict=True)
        sys.stdout.write(
            f"{name}: {median(clock):.0f} µs a move ({min(clock):.0f} to {max(clock):.0f}), "
            f"of the processor {median(processor):.0f} ({min(processor):.0f} to "
            f"{max(processor):.0f})\n"
        )


if __name__ == "__main__":
    main()
