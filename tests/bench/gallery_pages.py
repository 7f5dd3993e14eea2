"""What ``make gallery`` shows beside the pages of ``look_pages``: a site with nothing on it, games
before, during and after, a class with its children, and the lists of staff.

A program as ``look_pages`` is: ``empty`` or ``full`` says which.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import django

EMPTY = {
    "visitor": ("/", "/lobby/", "/leaderboards/", "/leaderboards/classic/", "/engines/"),
    "member": (
        *("/", "/games/", "/lobby/", "/friends/", "/challenges/", "/campaign/", "/puzzles/"),
        *("/puzzles/archive/", "/classes/", "/engines/mine/", "/engines/ladder/", "/@newcomer/"),
        *("/accounts/tokens/", "/accounts/data/"),
    ),
}
"""Pages that say something else where there is nothing yet."""

MOVES = {
    "before the first move": [],
    "during": [4, 0, 8],
    "after a draw": [4, 0, 2, 6, 3, 5, 1, 7, 8],
}
"""Cells played in a classic game of two people."""


def _empty() -> dict[str, Any]:
    from accounts.models import User
    from tests.site import session_of

    newcomer = User.objects.create_user("newcomer")
    views = [
        (f"{path} of an empty site", path, who) for who, paths in EMPTY.items() for path in paths
    ]
    session = session_of(newcomer)["Cookie"].partition("=")[2]
    return {"views": views, "plays": [], "sessions": {"member": session}}


def _full() -> dict[str, Any]:
    from accounts.models import User
    from tests.bench import look_pages
    from tests.site import session_of

    told = look_pages._furnished()
    teacher = User.objects.create_user("teacher")
    overseer = User.objects.create_user("overseer", is_staff=True, is_superuser=True)
    views, child = _of_a_class(teacher)
    views += [(f"a game {when}", path, "teacher") for when, path in _played(teacher, overseer)]
    views += [(path, path, "overseer") for path in _of_staff()]
    told["views"] += views
    for who, user in {"teacher": teacher, "child": child, "overseer": overseer}.items():
        told["sessions"][who] = session_of(user)["Cookie"].partition("=")[2]
    return told


def _of_a_class(teacher: Any) -> tuple[list[tuple[str, str, str]], Any]:
    """The pages of a class with a task, for its teacher and for one of its children."""
    from progress.classes import door, kinds, make, tasks
    from tests.bench.pages import FOR_TEACHERS

    made = make.make_class(teacher=teacher, name="7b", pupils=["Amira", "Ben", "Chloé"] * 8)
    door.open_door(made)
    for kind in (kinds.Kind.LESSON, kinds.Kind.SHEET, kinds.Kind.STAGE):
        task = tasks.add(made, kinds.offers(kind)[0])
        tasks.give(made, task.lesson, None)
    child = made.members.select_related("user").order_by("pk")[0]
    shown = [path for path in FOR_TEACHERS if not path.endswith(".csv")]
    paths = [path.format(**{"class": made.pk}) for path in shown]
    views = [(path.replace(str(made.pk), "CLASS"), path, "teacher") for path in paths]
    views += [(f"{path} as a child", path, "child") for path in ("/", "/classes/mine/")]
    views.append(("/join/CARD/", f"/join/{child.card}/", "visitor"))
    return views, child.user


def _played(one: Any, other: Any) -> Iterator[tuple[str, str]]:
    """A classic game of two people at each moment."""
    from games import services
    from games.match import Action, Seat

    for when, cells in MOVES.items():
        seats = {
            "X": Seat("X", "person", one.pk, one.name),
            "O": Seat("O", "person", other.pk, other.name),
        }
        setup = services.GameSetup(by=one.pk, variant="classic", kind="friend", seats=seats)
        match = services.open_game(setup)
        for cell in cells:
            acting = match.acting_seat
            assert acting
            action = Action("place", match.version, None, cell, acting.user)
            match = services.act(game_id=match.id, action=action).match
        yield when, f"/games/{match.id}/"


def _of_staff() -> list[str]:
    from tests.bench.pages import FOR_STAFF

    return [path for path in FOR_STAFF if not set(path) & set("?{")]


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(_empty() if sys.argv[1] == "empty" else _full()))
