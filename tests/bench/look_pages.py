"""What ``make bench-look`` looks at: every page of ``tests/pages.py`` and some in more states.

As a program it furnishes the database of a stand and prints the addresses and the sessions of
those who look, as JSON. It is a process of its own, because Playwright has a loop in the other.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import django

from tests.bench.stand import ROOT, Stand

MORE = {
    "visitor": (
        "/learn/bitboards/",
        "/analysis/X...O...X_O/?engine=guard",
        "/analysis/TU....T........._U/?engine=search",
        "/analysis/TU....T........._U/search/",
        "/proofs/perfect/",
        "/leaderboards/dstru/",
    ),
    "member": ("/games/new/?engines=all", "/puzzles/", "/puzzles/today/"),
}
"""Pages that tests do not walk for being drawn like others, with rules of their own."""


PLAYS = 8
"""Games at one screen that are not begun, to be played."""


@dataclass(frozen=True)
class View:
    """A page, what it is called here, and who looks at it: visitor, member, guest or staff."""

    name: str
    path: str
    who: str


@dataclass(frozen=True)
class Site:
    """What there is to look at: pages, games to be played, and the sessions of those who look."""

    views: list[View]
    plays: list[str]
    sessions: dict[str, str]


def furnish(stand: Stand) -> Site:
    """Fill the stand with people and games."""
    command = [sys.executable, "-m", "tests.bench.look_pages"]
    done = subprocess.run(
        command, cwd=ROOT, env=stand.environment, stdout=subprocess.PIPE, check=True
    )
    told = json.loads(done.stdout)
    return Site([View(*one) for one in told["views"]], told["plays"], told["sessions"])


def _furnished() -> dict[str, Any]:
    """As plain data, in the process that knows the database."""
    from accounts import guests
    from accounts.models import User
    from games import services
    from games.match import Seat
    from tests import pages
    from tests.site import session_of

    ada, grace = (User.objects.create_user(name) for name in ("first", "second"))
    pages.furnish(ada, grace)
    people = {"visitor": ada, "member": ada, "guest": guests.create()}
    more = [(path, who) for who, paths in MORE.items() for path in paths]
    views = [
        (
            path if who != "guest" else f"{path} as a guest",
            pages.address(path, people[who], grace),
            who,
        )
        for path, who in [*pages.PAGES, *more]
    ]
    seats = {"X": Seat("X", "person", ada.pk, "ada"), "O": Seat("O", "engine", engine="minimax")}
    setup = services.GameSetup(by=ada.pk, variant="classic", kind="engine", seats=seats)
    views.append(("ENGINE", f"/games/{services.open_game(setup).id}/", "member"))
    views.append(("/style/", "/style/", "staff"))
    plays = [pages.address("LOCAL", ada, grace) for _ in range(PLAYS)]
    people["staff"] = User.objects.create_user("third", is_staff=True)
    del people["visitor"]
    sessions = {who: session_of(user)["Cookie"].partition("=")[2] for who, user in people.items()}
    return {"views": views, "plays": plays, "sessions": sessions}


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(_furnished()))
