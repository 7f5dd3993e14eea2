"""``make check-upgrade FROM=COMMIT``: to this release while games are played, and back.

On PostgreSQL and on SQLite, a site that the release before has filled with GAMES games. Two
processes of that release serve through nginx. The database is migrated, then each process is
replaced by one of this release, and at last by one of the release before again: one database serves
both. No move may be lost and no request refused, no statement may wait long for a lock, and every
game there was must be as it was and replay to its end.

From a release that keeps a game in more than one row there is a way back up to ``COPIED`` only, and
then a stop of seconds. From release 1.1.0, every address that it answered must have an answer.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.deploy import addresses
from tests.deploy.moves import Play, across_processes
from tests.deploy.people import Person
from tests.deploy.shipped import ROOT
from tests.deploy.stack import Stack
from tests.deploy.watch import Watch

LOCK = "requirements.lock"

ONE_ROW = "games/migrations/0030_one_row.py"

ONE_WAY = "accounts/migrations/0020_digests_of_sessions.py"

FIRST = ("games", "0001_squashed_0024_offers_by_terms")
BESIDE = (
    ("accounts", "0019_friends_only"),
    ("progress", "0015_exercises_to_repeat"),
    ("games", "0029_copy_logs"),
)
"""What suits the release before: it is applied while that serves, and can be taken back."""

DATABASES = ("postgresql", "sqlite")

PAUSE = 1.5
"""Seconds of play between two steps."""

PATIENCE = 600.0
"""Seconds for which players try again: a large site is stopped for a while."""

LONGEST_LOCK = 1.0
"""Seconds for which a statement may wait for a lock."""

ENDS = "SELECT id, position, winner, reason, version FROM games_game WHERE status = 'finished'"

NAMES = """
import json
from django.contrib.auth.tokens import default_token_generator
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from games import services
from games.match import Seat
from games.models import Game
from tests.bench import site as found
from tests.bench.pages import Page
found._puzzle = lambda: "fork-.X.OOXXO._X"  # found by a server, not by this command
site = found.Site()
one = site.member
finished = Game.objects.filter(status="finished", kind="friend", variant="classic")
def begun(**seats):
    held = {name: Seat(name, "person", user.pk, user.name) for name, user in seats.items()}
    setup = services.GameSetup(by=one.pk, variant="classic", kind="friend", seats=held)
    return services.open_game(setup).id
today = "{month} {day} {rival} {met} {puzzle} {engine}"
month, day, rival, met, puzzle, engine = site.address(Page("visitor", today)).split()
print(json.dumps({
    "id": finished.order_by("id").values_list("id", flat=True).first(),
    "active": begun(X=one, O=site.heavy), "attempt": site.stage, "waiting": begun(X=one),
    "person": one.name, "busy": site.heavy.name, "rival": rival, "met": met, "puzzle": puzzle,
    "engine": engine, "month": month, "day": day, "none": "0" * 12,
    "reset": urlsafe_base64_encode(force_bytes(one.pk)) + "/"
    + default_token_generator.make_token(one),
}))
"""
"""Run by the release before: what the braces in its addresses stand for, a letter's link too."""


def release(commit: str) -> Path:
    """The files of the release ``commit``, with what it needs in .venv; kept in var.

    Without an environment of its own where it needs what this release does.
    """
    whole = _git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    code = ROOT / "var/releases" / whole
    if not (ready := code / ".ready").exists():
        code.mkdir(parents=True, exist_ok=True)
        subprocess.run(["tar", "-x", "-C", code], input=_git("archive", whole), check=True)
        if (code / LOCK).read_bytes() != (ROOT / LOCK).read_bytes():
            _make_environment(code)
        ready.touch()
    return code


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True).stdout


def _make_environment(code: Path) -> None:
    venv.create(code / ".venv", with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    python = str(code / ".venv/bin/python")
    subprocess.run([python, *install, "-r", str(code / LOCK)], check=True)


@dataclass
class Rehearsal:
    """One upgrade of a stack that runs the release ``before``; says each figure as it is known."""

    stack: Stack
    before: Path
    games: int
    play: Play = field(init=False)

    @property
    def one_way(self) -> bool:
        return not (self.before / ONE_WAY).exists()

    def run(self) -> None:
        stack = self.stack
        people = max(10, self.games // 5)
        if self.games:
            sizes = (f"--users={people}", f"--games={self.games}")
            self._timed("fill", lambda: stack.manage("fill", *sizes, timeout=None))
        find = self._addresses() if not (self.before / ONE_ROW).exists() else None
        ends = self._ends()
        self.say("games that are over", f"{len(ends):,}")
        self.say("disk before", _mb(stack.disk()))
        with Watch(stack) as watch, (play := Play(stack.places, PATIENCE)):
            self.play = play
            time.sleep(PAUSE)
            self._one_way() if self.one_way else self._there_and_back()
        self.say("disk, most", _mb(watch.disk))
        self.say("disk after", _mb(stack.disk()))
        if not stack.sqlite:
            self.say("longest wait for a lock", f"{watch.longest:.2f} s in {watch.looks} looks")
        self.say("play", f"{play.verified()}, {len(play.refused)} requests refused")
        if not self.one_way:
            assert not play.refused, f"requests were refused: {play.refused[:3]}"
        assert watch.longest <= LONGEST_LOCK, f"a statement waited {watch.longest:.2f} s for a lock"
        stack.serve_from(ROOT)
        if find is not None:
            find()
        changed = [key for key, end in self._ends().items() if ends.get(key, end) != end]
        assert not changed, f"games have other ends: {changed[:5]}"
        self._replay()

    def _replay(self) -> None:
        ((games,),) = self.stack.query("SELECT count(*) FROM games_game")
        told = self._timed("replay", lambda: self.stack.manage("verify", "--all", timeout=None))
        assert told == f"Sound: {games}\n", told[-500:]
        self.say("games replayed to their ends", f"{games:,} of {games:,}")

    def _there_and_back(self) -> None:
        for code, names in ((ROOT, ("ada", "grace")), (self.before, ("anna", "gerda"))):
            begun = time.monotonic()
            _replace(self.stack, code, names)
            way = "there" if code == ROOT else "back"
            self.say(f"slowest move on the way {way}", f"{self.play.slowest(begun):.2f} s")

    def _one_way(self) -> None:
        """Migrate what the release before can live with, and back, and again; then stop it."""
        stack = self.stack
        stack.serve_from(ROOT)
        stack.manage("collectstatic", "--no-input", "-v", "0")
        for title in ("migrated beside the release before", "the same once more"):
            begun = time.monotonic()
            for step in BESIDE:
                self._timed(f"{title}: {'.'.join(step)}", lambda step=step: self._migrate(*step))
            self.say(f"{title}: slowest move", f"{self.play.slowest(begun):.2f} s")
            if title.startswith("migrated"):
                self._timed(f"back to {'.'.join(FIRST)}", lambda: self._migrate(*FIRST))
                time.sleep(PAUSE)
        time.sleep(PAUSE)
        for number in (1, 2):
            assert stack.stop(number)[0] == 0, stack.tail(f"oxo@{number}")
        stopped = time.monotonic()
        self._timed("migrated while nobody serves", lambda: self._migrate())
        stack.start(1)
        self.say("nobody served for", f"{time.monotonic() - stopped:.1f} s")
        stack.start(2)
        time.sleep(2 * PAUSE)

    def _migrate(self, *step: str) -> str:
        return self.stack.manage("migrate", *step, "-v", "0", timeout=None)

    def _ends(self) -> dict[str, int]:
        """How each game that is over ended, as a hash."""
        with self.stack.connected() as connection:
            return {row[0]: hash(row) for row in connection.execute(ENDS)}

    def _addresses(self) -> Callable[[], None]:
        """Ask the release before for all its addresses, and give what asks for them again."""
        names: dict[str, Any] = json.loads(self.stack.manage("shell", "-c", NAMES).splitlines()[-1])
        newcomer = Person(self.stack.places, "newcomer").sign_up()

        def find() -> None:
            readers = {addresses.VISITOR: Person(self.stack.places), addresses.MEMBER: newcomer}
            missed = [
                said
                for reader, person in readers.items()
                for said in addresses.unanswered(reader, _asking(person), names)
            ]
            letter = _asking(readers[addresses.VISITOR])(addresses.LETTER.format(**names))
            assert letter[0] == 302, f"the link of a letter answers {letter}"  # else it is a page
            assert not missed, f"addresses without an answer: {missed}"
            self.say("addresses that answer", str(len([*addresses.listed()])))

        find()
        return find

    def _timed(self, what: str, work: Callable[[], str]) -> str:
        begun = time.monotonic()
        told = work()
        self.say(what, f"{time.monotonic() - begun:.1f} s")
        return told

    def say(self, what: str, found: str) -> None:
        database = "SQLite" if self.stack.sqlite else "PostgreSQL"
        print(f"{database:<11} {what}: {found}", flush=True)  # noqa: T201


def _mb(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


def _asking(person: Person) -> addresses.Get:
    """Ask as ``person``, each time from another address, or one would be in too much of a hurry."""
    counted = iter(range(1, 100_000))

    def get(address: str) -> tuple[int, str]:
        for _ in range(120):
            number = next(counted)
            person.address = f"127.1.{number // 250}.{number % 250 + 1}"
            answer = person.get(address.removeprefix(person.origin))
            if answer.status != 503:
                break
            time.sleep(0.5)  # what a release computes once is not there yet
        return answer.status, answer.headers.get("Location", "")

    return get


def _replace(stack: Stack, code: Path, names: tuple[str, str]) -> None:
    """Serve from ``code``, one process after the other; meanwhile two meet across releases."""
    stack.serve_from(code)
    if code == ROOT:
        stack.manage("migrate", "-v", "0", timeout=None)
    stack.manage("collectstatic", "--no-input", "-v", "0")
    for number in (1, 2):
        assert stack.stop(number)[0] == 0, stack.tail(f"oxo@{number}")
        stack.start(number)
        time.sleep(PAUSE)
        if number == 1:
            across_processes(stack, names)


def main(commit: str, games: str) -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that nothing stays behind
    before = release(commit)
    only = os.environ.get("ONLY", "")
    for sqlite in [name == "sqlite" for name in DATABASES if only in ("", name)]:
        with Stack(before, sqlite=sqlite) as stack:
            Rehearsal(stack, before, int(games)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
