"""The people of the demo, and how everything that they brought is taken away again."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction

from accounts.guests import User
from games.services.exhibit import PLAYERS as BOTS
from games.storage.ownership import delete_games

PASSWORD = "noughts-and-crosses"  # noqa: S105  printed for everybody to see
PLAYERS = ("ada", "grace")
STAFF = "hopper"


class NameTaken(Exception):
    """Somebody else has the name of one of the demo's people; the text says so."""


@transaction.atomic
def everybody() -> dict[str, User]:
    """All of them by name, made where they are missing. Raises NameTaken."""
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
    elif not _is_ours(person):
        said = f"There is somebody called {person.name!r} already"
        raise NameTaken(f"{said}, whose password is not the demo's.")
    return person


def _is_ours(person: User) -> bool:
    """Whether the demo made an account: its people have its password, its bots have none."""
    if person.name in BOTS:
        return person.is_bot and not person.has_usable_password()
    return person.check_password(PASSWORD)


def clear() -> int:
    """Delete the demo's people with all that they brought; how many there were."""
    named = get_user_model().objects.filter(name__in=(*PLAYERS, STAFF, *BOTS))
    found = [person for person in named if _is_ours(person)]
    for person in found:
        for classroom in person.classes_taught.all():
            classroom.delete()
    delete_games([person.pk for person in found])
    for person in found:
        person.delete()
    return len(found)
