"""Each alert with the fault that it is for, provoked on a site where people play.

A Prometheus asks every two seconds, by rules ``SOONER`` times as fast as those that are shipped.
It is silent before; then each fault lasts until its alert fires, and the next one comes once none
does.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import count
from urllib.parse import urlsplit

import psycopg
import redis

from tests.deploy.people import Person
from tests.deploy.shipped import ROOT
from tests.soak.deployment import SWEEP, Deployment
from tests.soak.line import address
from tests.soak.prometheus import Prometheus
from tests.wire import free_port

SOONER = 10
CALM = 70.0
"""Seconds in which nothing may fire before the first fault: longer than the longest of a rule."""

PATIENCE = 180.0
"""Seconds in which an alert has to fire, and then to end."""

Say = Callable[[str], object]


def _ladder(one: Person) -> object:
    return one.get("/engines/ladder/")


class Relay:
    """Between the site and PostgreSQL."""

    def __init__(self, site: Deployment) -> None:
        self.port, self.there = free_port(), urlsplit(site.environment["DATABASE_URL"])
        login = self.there.netloc.rpartition("@")[0]
        self.url = self.there._replace(netloc=f"{login}@127.0.0.1:{self.port}").geturl()
        self.start()

    def start(self) -> None:
        where = [str(self.port), self.there.hostname or "127.0.0.1", str(self.there.port or 5432)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.relay", *where], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"

    def end(self) -> None:
        self.process.kill()
        self.process.wait()

    @contextmanager
    def away(self) -> Iterator[None]:
        self.end()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def silent(self) -> Iterator[None]:
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)


class Faults:
    """What goes wrong, each until its context ends."""

    def __init__(self, site: Deployment, relay: Relay) -> None:
        self.site, self.relay = site, relay
        self.direct = relay.there.geturl()

    def by_alert(self) -> dict[str, Callable[[], AbstractContextManager[None]]]:
        return {
            "OxoDown": self.process_killed,
            "OxoErrors": self.table_gone,
            "OxoUnavailable": self.relay.away,
            "OxoSlowMoves": lambda: self.locked("games_game", "SHARE ROW EXCLUSIVE"),
            "OxoSlowPages": self.page_slow,
            "OxoPoolExhausted": self.connections_taken,
            "OxoSweepStalled": lambda: self.locked("accounts_knownplace", "ACCESS EXCLUSIVE", 60),
            "OxoHintsLate": self.redis_slow,
            "OxoGuessing": self.passwords_guessed,
            "OxoDoorsTried": self.tokens_guessed,
            "OxoWriterBehind": self.all_at_one_whose_database_is_silent,
        }

    @contextmanager
    def process_killed(self) -> Iterator[None]:
        self.site.stop(2, kill=True)
        try:
            yield
        finally:
            self.site.start(2)

    @contextmanager
    def table_gone(self) -> Iterator[None]:
        """A migration that took away too much: the ladder of engines, which no game needs."""
        self._do("ALTER TABLE games_pairing RENAME TO games_pairing_gone")
        try:
            with self._asked(_ladder, 2):
                yield
        finally:
            self._do("ALTER TABLE games_pairing_gone RENAME TO games_pairing")

    @contextmanager
    def page_slow(self) -> Iterator[None]:
        """The ladder of engines waits for its table, and one page in twenty is the ladder."""
        with self._asked(_ladder, 8), self.locked("games_pairing", "ACCESS EXCLUSIVE"):
            yield

    @contextmanager
    def locked(self, table: str, mode: str, seconds: float = 2.5) -> Iterator[None]:
        """Something that holds a table for ``seconds``, again and again."""
        over = threading.Event()

        def hold() -> None:
            while not over.is_set():
                with psycopg.connect(self.direct) as holder:
                    holder.execute(f"LOCK TABLE {table} IN {mode} MODE")  # type: ignore[call-overload]
                    over.wait(seconds)
                    holder.rollback()
                over.wait(0.2)

        with ThreadPoolExecutor(1) as pool:
            pool.submit(hold)
            try:
                yield
            finally:
                over.set()

    @contextmanager
    def connections_taken(self) -> Iterator[None]:
        """Many who ask for games while the database does not answer."""
        ((game,),) = self.site.query("SELECT id FROM games_game LIMIT 1")
        with self._asked(lambda one: one.get(f"/api/games/{game}/"), 30), self.relay.silent():
            yield

    @contextmanager
    def redis_slow(self) -> Iterator[None]:
        over = threading.Event()

        def pause() -> None:
            with redis.from_url(self.site.redis.url) as client:
                while not over.is_set():
                    client.execute_command("CLIENT", "PAUSE", 4000, "ALL")
                    over.wait(4.2)

        with ThreadPoolExecutor(1) as pool:
            pool.submit(pause)
            try:
                yield
            finally:
                over.set()

    @contextmanager
    def passwords_guessed(self) -> Iterator[None]:
        form = {"username": "load1", "password": "guessed-and-wrong"}
        with self._asked(lambda one: one.post("/accounts/login/", form), 8):
            yield

    @contextmanager
    def tokens_guessed(self) -> Iterator[None]:
        headers = {"Authorization": f"Bearer oxo_{'x' * 40}"}
        with self._asked(lambda one: one.get("/api/account", **headers), 2):
            yield

    @contextmanager
    def all_at_one_whose_database_is_silent(self) -> Iterator[None]:
        """A whole batch waits only where more than that many people play."""
        with self.process_killed():
            time.sleep(15)  # until everybody has come back
            with self.relay.silent():
                yield

    def _do(self, statement: str) -> None:
        with psycopg.connect(self.direct, autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[call-overload]

    @contextmanager
    def _asked(self, asking: Callable[[Person], object], threads: int) -> Iterator[None]:
        """So many strangers ask, again and again, from another address each time."""
        over, numbers = threading.Event(), count(500_000)

        def ask() -> None:
            while not over.is_set():
                with suppress(OSError):
                    asking(Person(self.site.places, address=address(next(numbers))))

        with ThreadPoolExecutor(threads) as pool:
            for _ in range(threads):
                pool.submit(ask)
            try:
                yield
            finally:
                over.set()


def provoked(site: Deployment, say: Say) -> list[str]:
    """What went wrong: alerts that fired without a fault, or did not with theirs."""
    relay = Relay(site)
    try:
        site.environment |= {"DATABASE_URL": relay.url, "SWEEP_PAUSE": "2"}
        site.deploy()
        with Prometheus(site.folder, site.targets, SOONER) as asking:
            time.sleep(CALM)
            early = [f"without a fault there fires {name}" for name in asking.fired(CALM)]
            say(f"\n| alert | fires after, at 1/{SOONER} of its times | besides | ends after |")
            say("|---|---|---|---|")
            faults = Faults(site, relay).by_alert()
            late = [_one(site, alert, faults[alert], asking, say) for alert in faults]
            return [*early, *filter(None, late)]
    finally:
        relay.end()


def _one(
    site: Deployment,
    alert: str,
    fault: Callable[[], AbstractContextManager[None]],
    asking: Prometheus,
    say: Say,
) -> str:
    began = time.monotonic()
    with fault():
        fires = _wait(lambda: alert in asking.firing())
        besides = asking.firing() - {alert}
    lasted = time.monotonic() - began
    if site.processes[SWEEP].poll() is not None:  # as systemd does
        site.start_sweep()
    ends = _wait(lambda: not asking.firing())
    besides |= asking.fired(lasted) - {alert}
    after, end = (f"{one:.0f} s" if one is not None else "never" for one in (fires, ends))
    say(f"| {alert} | {after} | {', '.join(sorted(besides)) or 'none'} | {end} |")
    if fires is None:
        return f"{alert} does not fire"
    return "" if ends is not None else f"after {alert} there fire {', '.join(asking.firing())}"


def _wait(until: Callable[[], bool]) -> float | None:
    """Seconds until it is so, None if it never is."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        if until():
            return time.monotonic() - began
        time.sleep(0.5)
    return None
