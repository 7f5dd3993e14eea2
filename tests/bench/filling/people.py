"""The people of a filled site and how much they play: most a little, a few very much."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from django.contrib.auth import get_user_model
from django.db.models import Max

from tests.bench.filling.tables import Tables, after_given_ids, times

SKEW = 0.85
"""The person of rank n plays in proportion to n ** -SKEW: of a million games the first has tens of
thousands, half of the people one or none."""

GUESTS = 0.15
DAY = 86_400_000
BATCH = 10_000

STARTS = ("Ka", "Mi", "Lo", "Ren", "Tau", "Be", "Sol", "Vi", "Dor", "Nu", "Ha", "Zo", "El", "Fa")
ENDS = ("ra", "lo", "nis", "mar", "tek", "dy", "vin", "sa", "bo", "lin", "ger", "quo", "mi", "ne")

COLUMNS = (
    "id",
    "password",
    "last_login",
    "is_superuser",
    "name",
    "email",
    "is_staff",
    "is_active",
    "is_guest",
    "joined_at",
    "theme",
    "sound",
    "confirm_moves",
)


class AlreadyThere(ValueError):
    """The names of this seed are taken: the site has been filled with it before."""


@dataclass(frozen=True, slots=True)
class People:
    """Numbers of people, ``names`` by number; ``chances`` adds up how much each plays, to 1."""

    first: int
    names: list[str]
    members: int
    chances: np.ndarray[tuple[int], np.dtype[np.float64]]

    def some(self, rng: np.random.Generator, count: int) -> list[int]:
        """``count`` people, the keen ones more often."""
        found = np.searchsorted(self.chances, rng.random(count))
        listed: list[int] = (self.first + np.minimum(found, len(self.names) - 1)).tolist()
        return listed

    def is_member(self, number: int) -> bool:
        return number - self.first < self.members


def settle(count: int, seed: int, now: int) -> People:
    """Store ``count`` new people, members first, and return them. Raises AlreadyThere."""
    model, rng = get_user_model(), Random(f"people {seed}")
    members = count - int(count * GUESTS)
    names = [_name(rng, index, seed, guest=index >= members) for index in range(count)]
    if model.objects.filter(name__in=names[:50]).exists():
        raise AlreadyThere(f"--seed {seed}: people of this seed are here already; take another")
    first = (model.objects.aggregate(last=Max("pk"))["last"] or 0) + 1
    tables = Tables(people=(model, COLUMNS))
    for begin in range(0, count, BATCH):
        numbers = range(begin, min(begin + BATCH, count))
        joined = [now - int(800 * DAY * (1 - index / count) ** 1.4) - DAY for index in numbers]
        seen = [now - int(min(25, rng.expovariate(0.2)) * DAY) for _ in numbers]
        for index, came, last in zip(numbers, times(joined), times(seen), strict=True):
            tables.rows["people"].append(_row(rng, first + index, names[index], came, last))
        tables.write()
    after_given_ids(model)
    return People(first, names, members, _chances(count, seed))


def _row(rng: Random, number: int, name: str, joined: str, seen: str) -> tuple[str | int, ...]:
    guest = name.startswith("Guest ")
    email = f"{name.lower()}@example.org" if not guest and rng.random() < 0.5 else ""
    password = f"!{rng.getrandbits(160):040x}"  # nobody can log in
    return (number, password, seen, 0, name, email, 0, 1, int(guest), joined, "system", 1, 0)


def _name(rng: Random, index: int, seed: int, *, guest: bool) -> str:
    """A name that is unique for every seed and number."""
    if guest:
        return f"Guest {seed % 1000:03}{index:08}"
    return f"{rng.choice(STARTS)}{rng.choice(ENDS)}{seed % 1000}-{index}"


def _chances(count: int, seed: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    weights = np.arange(1, count + 1, dtype=float) ** -SKEW
    members = count - int(count * GUESTS)
    # The keen ones are members, and stand anywhere among them.
    np.random.default_rng(seed).shuffle(weights[:members])
    summed = np.cumsum(weights)
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = summed / summed[-1]
    return found
