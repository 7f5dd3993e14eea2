"""The people of the demo, and how everything that they brought is taken away again."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from accounts.guests import User
from games.services.exhibit import PLAYERS as BOTS
from games.storage.ownership import delete_games

PASSWORD = "noughts-and-crosses"  # noqa: S105  printed for everybody to see
PLAYERS = ("ada", "grace")
STAFF = "hopper"


def everybody() -> dict[str, User]:
    """All of them by name, made where they are missing."""
    return {name: _person(name) for name in (*PLAYERS, STAFF, *BOTS)}


def _person(name: str) -> User:
    people = get_user_model().objects
    person = people.filter(name__iexact=name).first()
    if person is None:
        make = people.create_superuser if name == STAFF else people.create_user
        # Programs of the demo play with the bots' accounts; nobody logs in to them.
        person = make(name, None if name in BOTS else PASSWORD)
        if name in BOTS:
            person.is_bot = True
            person.save(update_fields=["is_bot"])
    return person


def clear() -> int:
    """Delete the demo's people with all that they brought; how many there were."""
    found = list(get_user_model().objects.filter(name__in=(*PLAYERS, STAFF, *BOTS)))
    for person in found:
        for classroom in person.classes_taught.all():
            classroom.delete()
    delete_games([person.pk for person in found])
    for person in found:
        person.delete()
    return len(found)
