"""What happens to the containers while games go on and pages are read, and what it cost."""

from __future__ import annotations

import http.client
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle

from tests.containers.site import Site
from tests.deploy.moves import Play
from tests.deploy.people import Person

PAGES = ("/", "/lobby/", "/leaderboard/", "/api/games/none/")
"""What a visitor reads, one after the other: some ask the database, one is answered 404."""

PAUSE = 0.1

NO_ANSWER = "no answer"
HEAD = f"{'':18} {'back after':>10} {'moves':>6} {'lost':>5} {'pages':>6} {'503':>4} {NO_ANSWER:>9}"


class Visitor(threading.Thread):
    """Reads pages until it is told to stop, and counts how it was answered."""

    def __init__(self, person: Person) -> None:
        super().__init__(daemon=True)
        self.person, self.stop = person, threading.Event()
        self.answers: Counter[str] = Counter()
        self.whys: list[str] = []
        """How it came that there was no answer."""

    def run(self) -> None:
        for page in cycle(PAGES):
            if self.stop.wait(PAUSE):
                return
            asked = time.monotonic()
            try:
                status = self.person.get(page).status
            except (OSError, http.client.HTTPException) as error:
                self.answers[NO_ANSWER] += 1
                self.whys.append(f"{page} after {time.monotonic() - asked:.1f} s: {error!r}")
            else:
                self.answers["503" if status == 503 else "pages"] += 1

    def __enter__(self) -> Visitor:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop.set()
        self.join()


class Table:
    """Lines of what happened, each with what it cost. Moves are counted until all games go on."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.play = Play(site.places)
        self.visitor = Visitor(site.visitor())

    def __enter__(self) -> Table:
        self.play.__enter__()
        self.visitor.__enter__()
        return self

    def __exit__(self, *exc: object) -> None:
        self.visitor.__exit__(*exc)
        self.play.__exit__(*exc)

    def line(self, title: str, happening: Callable[[], float], *allowed: str) -> str:
        """Let something happen; ``allowed`` are answers that a visitor may hear instead of pages.

        Raises AssertionError if a move is lost or a visitor hears anything else.
        """
        answers = self.visitor.answers = Counter()
        moves = self.play.moves
        seconds = happening()
        self.play.go_on()
        lost = sum(table.lost() for table in self.play.tables)
        said = {name: answers[name] for name in ("pages", "503", NO_ANSWER)}
        text = f"{title:18} {seconds:8.1f} s {self.play.moves - moves:6} {lost:5} {said['pages']:6}"
        text += f" {said['503']:4} {said[NO_ANSWER]:9}"
        assert lost == 0, text
        faulty = self.visitor.person.faulty + self.play.faulty
        assert not faulty, f"answers that are not 503 with Retry-After: {faulty[:3]}"
        others = [name for name in said if said[name] and name not in ("pages", *allowed)]
        assert not others, f"a visitor heard {', '.join(others)}: {text} {self.visitor.whys[-3:]}"
        assert said["pages"], f"nobody could read a page: {text}"
        return text


ALLOWED = {"postgres": ("503",), "nginx": (NO_ANSWER, "503")}
"""Without its database the site says so; where nginx is gone nobody can say anything."""


def kill(table: Table, service: str) -> str:
    """Kill a container's process; the engine starts it again."""

    def happening() -> float:
        return table.site.wait_until_healthy(service, table.site.kill(service))

    return table.line(f"{service} killed", happening, *ALLOWED.get(service, ()))


def both_killed(table: Table) -> str:
    """Kill both processes at once: nginx alone is left to answer."""

    def happening() -> float:
        began = time.monotonic()
        killed = {name: table.site.kill(name) for name in ("oxo-1", "oxo-2")}
        for name, state in killed.items():
            table.site.wait_until_healthy(name, state)
        return time.monotonic() - began

    return table.line("both processes", happening, "503")


def replaced(table: Table) -> str:
    """Roll out a changed image: prepare, then each process and the sweep."""

    def happening() -> float:
        began = time.monotonic()
        table.site.compose("run", "--rm", "--no-deps", "-T", "prepare")
        for name in ("oxo-1", "oxo-2", "sweep"):
            table.site.replace(name)
        return time.monotonic() - began

    return table.line("new image", happening)
