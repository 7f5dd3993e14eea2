"""The arena's pairing beside the best matching: ``python -m tests.bench.bench_pairing``.

The best has as many pairs as can be, and then the fewest places between partners; it looks twice as
far down as the site. First arenas are played through, then crowds wait whose last opponents were
near them: harder than what arenas come to. Beside them stands taking the next one for each.
"""

from __future__ import annotations

import heapq
import itertools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from progress.classes import arena

PLAYERS, ARENAS = 30, 100
SECONDS = 20 * 60
GAME = (15, 240)
"""Seconds of the shortest game and of the longest."""

REACH = 2 * arena.REACH
"""Places that partners of the best matching are apart at most."""

CROWDS = 1_000

Cost = tuple[int, int]
"""Players who stay alone, and the places between partners."""


def may_meet(one: Any, other: Any) -> bool:
    return bool(one.last_id != other.pk and other.last_id != one.pk)


def cost_of(waiting: Sequence[Any], pairs: Sequence[tuple[Any, Any]]) -> Cost:
    place = {one.pk: at for at, one in enumerate(waiting)}
    apart = sum(abs(place[one.pk] - place[other.pk]) for one, other in pairs)
    return len(waiting) - 2 * len(pairs), apart


def best(waiting: Sequence[Any]) -> Cost:
    """What the best matching costs."""

    @cache
    def rest(at: int, taken: int) -> Cost:
        if at == len(waiting):
            return 0, 0
        if taken & 1:
            return rest(at + 1, taken >> 1)
        alone, apart = rest(at + 1, taken >> 1)
        found = (alone + 1, apart)
        for step in range(1, min(REACH, len(waiting) - 1 - at) + 1):
            if not taken >> step & 1 and may_meet(waiting[at], waiting[at + step]):
                alone, apart = rest(at + 1, (taken | 1 << step) >> 1)
                found = min(found, (alone, apart + step))
        return found

    return rest(0, 0)


def greedy(waiting: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Each from the top with the next one below who was not the last opponent."""
    pairs, left = [], list(waiting)
    while left:
        one = left.pop(0)
        if other := next((other for other in left if may_meet(one, other)), None):
            left.remove(other)
            pairs.append((one, other))
    return pairs


@dataclass
class Measured:
    rounds: int = 0
    equal: int = 0
    alone: int = 0
    alone_at_best: int = 0
    apart: int = 0
    apart_at_best: int = 0

    def note(self, own: Cost, other: Cost) -> None:
        self.rounds += 1
        self.equal += own == other
        self.alone += own[0]
        self.alone_at_best += other[0]
        self.apart += own[1]
        self.apart_at_best += other[1]


def play(seed: int, measured: Measured, players: int = PLAYERS) -> None:
    """Play an arena through, and compare each pairing."""
    rng = Random(seed)
    people = [
        SimpleNamespace(pk=key, points=0, games=0, streak=0, last_id=None) for key in range(players)
    ]
    strength = [rng.random() for _ in people]
    waiting, number = list(people), itertools.count()
    ends: list[tuple[float, int, Any, Any]] = []
    now = 0.0
    while now < SECONDS:
        waiting.sort(key=lambda one: (-one.points, one.games, one.pk))
        if len(waiting) >= arena.ENOUGH:
            pairs = arena.matched(waiting)
            measured.note(cost_of(waiting, pairs), best(waiting))
            for one, other in pairs:
                waiting.remove(one)
                waiting.remove(other)
                heapq.heappush(ends, (now + rng.uniform(*GAME), next(number), one, other))
        now, _, one, other = heapq.heappop(ends)
        edge = strength[one.pk] - strength[other.pk]
        result = rng.choices((2, 1, 0), (1 + edge, 0.3, 1 - edge))[0]
        for player, got in ((one, result), (other, 2 - result)):
            player.points += arena.points_of(got, player.streak)
            player.streak = player.streak + 1 if got == arena.WIN else 0
            player.games += 1
        one.last_id, other.last_id = other.pk, one.pk
        waiting += [one, other]


def crowd(size: int, rng: Random) -> list[Any]:
    """Players who wait, most of whom have played somebody near them."""
    people = [SimpleNamespace(pk=key, last_id=None) for key in range(size)]
    order = sorted(people, key=lambda one: one.pk + rng.uniform(0, 4))
    for one, other in zip(order[::2], order[1::2], strict=False):
        if rng.random() < 0.9:
            one.last_id, other.last_id = other.pk, one.pk
    return people


def measured_arenas(arenas: int = ARENAS, players: int = PLAYERS) -> Measured:
    measured = Measured()
    for seed in range(arenas):
        play(seed, measured, players)
    return measured


def measured_crowds(
    size: int, crowds: int = CROWDS, pair: Callable[..., Any] = arena.matched
) -> Measured:
    measured = Measured()
    for seed in range(crowds):
        people = crowd(size, Random(seed))
        measured.note(cost_of(people, pair(people)), best(people))
    return measured


def say(what: str, found: Measured) -> None:
    part = 100 * found.equal / found.rounds
    print(  # noqa: T201
        f"{what}: {found.rounds} pairings, {part:.1f} % as the best; alone {found.alone}, at best "
        f"{found.alone_at_best}; places apart {found.apart}, at best {found.apart_at_best}"
    )


if __name__ == "__main__":
    say(f"arenas of {PLAYERS}", measured_arenas())
    for size in (4, 5, 6, 8, 12):
        say(f"{size} wait", measured_crowds(size))
        say(f"{size} wait, taking the next one", measured_crowds(size, pair=greedy))
