"""``make soak``: the site of config/deploy under an hour of people, and then its alerts.

``MINUTES`` of ``GAMES`` live games at the pace of people, visitors, guests, bots on streams, files
to be graded, the sweep, and in the middle a new version. It prints what each process held, how long
moves took and what the database grew by, and ends with 1 if a limit was passed. Then each alert has
its fault provoked. ``MINUTES=0`` is that alone. Needs nginx, PostgreSQL, Redis and Prometheus.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence

from config import env
from tests.redis_server import INSTALLED as REDIS
from tests.redis_server import WHERE as WHERE_REDIS
from tests.soak import alerts, prometheus
from tests.soak.deployment import PROCESSES, Crowd, Deployment
from tests.soak.held import Watch, below, named
from tests.soak.judging import Hour
from tests.soak.leaks import leaked
from tests.soak.prometheus import Prometheus

MINUTES = env.number("MINUTES", 60)
GAMES = env.number("GAMES", 300, least=2)
WISH = {"visitors": 4.0, "guest_every": 2.0, "file_every": 30.0}

SIXTHS = 6
ASK_EVERY = 5.0
"""Seconds between two looks at what processes hold."""

COMPLAINT = re.compile(r"\b(?:ERROR|CRITICAL)\b|Traceback")


def processes(site: Deployment) -> Mapping[str, Sequence[int]]:
    """Those of the site by name, with what they started beside them."""
    own = {name: site.processes[name].pid for name in PROCESSES}
    master = site.processes["nginx"].pid
    return {
        **{name: [pid] for name, pid in own.items()},
        **{f"{name}, workers": below(pid) for name, pid in own.items()},
        "nginx": [master, *below(master)],
        "PostgreSQL": named(f" {site.name} "),
        "Redis": [site.redis.process.pid],
    }


def hour(site: Deployment, crowd: Crowd) -> Hour:
    """Sixth after sixth; a new version comes when half of them are over."""
    sixth = 60 * MINUTES / SIXTHS
    count = "SELECT count(*) FROM games_game"
    reports, sizes, ((games,),) = [], [site.sizes()], site.query(count)
    with (
        Watch(lambda: processes(site), min(ASK_EVERY, sixth / 20)) as watch,
        Prometheus(site.folder, site.targets) as asking,
    ):
        crowd.report()
        began = due = time.monotonic()
        for number in range(1, SIXTHS + 1):
            due += sixth
            time.sleep(max(0.0, due - time.monotonic()))
            reports.append(crowd.report())
            say(f"{number * sixth / 60:g} min: {_short(reports[-1])}")
            if number in (1, SIXTHS // 2, SIXTHS):
                sizes.append(site.sizes())
            if number == SIXTHS // 2:
                at = time.monotonic()
                site.deploy()
                due = time.monotonic()
                say(f"a new version, in {due - at:.0f} s")
        ended = time.monotonic()
        fired = sorted(asking.fired(ended - began))
    return Hour(
        began,
        ended,
        watch.samples,
        reports,
        sizes,
        site.query(count)[0][0] - games,
        fired,
        list(complaints(site)),
        leaked(site.logs, site.secrets),
    )


def complaints(site: Deployment) -> Iterator[str]:
    """Errors that a process of the site has logged."""
    for name in PROCESSES:
        with site.log(name).open(errors="replace") as lines:
            yield from (f"{name}: {line.strip()[:300]}" for line in lines if COMPLAINT.search(line))


def _short(report: Mapping[str, object]) -> str:
    return f"p99 {report['p99']:.0f} ms, moves {report['moves']}, lost {report['lost']}"


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing stays behind
    needed = {
        "There is no nginx: apt-get install nginx-light": shutil.which(
            "nginx", path=f"{os.environ['PATH']}:/usr/sbin"
        ),
        WHERE_REDIS: REDIS,
        prometheus.WHERE: prometheus.INSTALLED,
    }
    if missing := [why for why, there in needed.items() if not there]:
        say(f"NOT RUN: {'; '.join(missing)}")
        return 1
    broken: list[str] = []
    with Deployment() as site, Crowd(site, games=GAMES, **WISH) as crowd:
        say(f"{GAMES} games are played; {MINUTES:g} minutes")
        if MINUTES:
            seen = hour(site, crowd)
            for line in seen.table():
                say(line)
            broken += seen.broken()
        broken += alerts.provoked(site, say)
        crowd.leave()
    for line in broken:
        say(f"BROKEN  {line}")
    say("All limits kept." if not broken else f"{len(broken)} limits passed.")
    return 1 if broken else 0


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
