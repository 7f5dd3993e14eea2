"""The checker accepts what can have happened in one order, and finds every planted fault."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations
from math import inf
from random import Random

import pytest

from tests.faults.linearizability import Kind, Operation, violation

READ, WRITE, MISS = Kind.READ, Kind.WRITE, Kind.MISS


def read(version: int, invoked: float, returned: float) -> Operation:
    return Operation(READ, version, invoked, returned)


def write(version: int, invoked: float, returned: float = inf) -> Operation:
    return Operation(WRITE, version, invoked, returned, version + 1)


def miss(version: int, invoked: float, returned: float) -> Operation:
    return Operation(MISS, version, invoked, returned)


LINEARIZABLE = {
    "nothing happened": [],
    "one after the other": [write(1, 0, 1), read(2, 2, 3)],
    "a read at the same time as a write sees the old version": [write(1, 0, 4), read(1, 1, 2)],
    "or the new one": [write(1, 0, 4), read(2, 1, 2)],
    "two reads during a write see it happen": [write(1, 0, 9), read(1, 1, 2), read(2, 3, 4)],
    "of two writes at once one misses": [write(1, 0, 2), miss(1, 0, 2)],
    "a write without an answer that took effect": [write(1, 0), read(2, 5, 6)],
    "a write without an answer that did not": [write(1, 0), read(1, 5, 6)],
    "writes find their order": [write(3, 0, 9), write(1, 0, 9), write(2, 0, 9)],
    "calls that meet at one moment may have either order": [write(1, 0, 1), read(1, 1, 2)],
}

NOT_LINEARIZABLE = {
    "a stale read": [write(1, 0, 1), read(1, 2, 3)],
    "a read from the future": [read(2, 0, 1), write(1, 2, 3)],
    "a version nobody wrote": [read(7, 0, 1)],
    "reads that go back": [write(1, 0, 9), read(2, 1, 2), read(1, 3, 4)],
    "two writes on one version": [write(1, 0, 1), write(1, 0, 1)],
    "a miss though nobody was first": [miss(1, 0, 1), write(1, 2, 3)],
    "an acknowledged write that is lost": [write(1, 0, 1), read(1, 9, 10)],
}


@pytest.mark.parametrize("history", LINEARIZABLE.values(), ids=LINEARIZABLE)
def test_what_can_have_happened_is_accepted(history: list[Operation]) -> None:
    assert violation(history, initial=1) is None


@pytest.mark.parametrize("history", NOT_LINEARIZABLE.values(), ids=NOT_LINEARIZABLE)
def test_what_cannot_have_happened_is_found(history: list[Operation]) -> None:
    assert violation(history, initial=1) is not None


def test_the_call_that_fits_nowhere_is_named() -> None:
    stale = replace(read(1, 2, 3), label="by X")
    assert violation([write(1, 0, 1), stale], initial=1) == (
        "at version 2 there is no place for read 1 [2.000, 3.000] by X"
    )


def recorded(rng: Random, size: int, clients: int = 4) -> list[Operation]:
    """A history of ``clients`` at a true register: each call takes effect at a moment within it."""
    free, value, moment, history = [0.0] * clients, 1, 0.0, []
    for _ in range(size):
        client = rng.randrange(clients)
        moment = max(moment, free[client]) + rng.random() * 0.01 + 1e-9
        invoked = max(free[client], moment - rng.random())
        returned = moment + rng.random()
        free[client] = returned + 1e-9
        if (chance := rng.random()) < 0.6:
            history.append(read(value, invoked, returned))
        elif chance < 0.7:
            history.append(miss(rng.randrange(1, value) if value > 1 else 9, invoked, returned))
        else:
            answered = rng.random() < 0.9
            history.append(write(value, invoked, returned if answered else inf))
            value += 1
    rng.shuffle(history)
    return history


def test_every_history_of_a_true_register_is_accepted() -> None:
    for seed in range(50):
        assert violation(recorded(Random(seed), 200), initial=1) is None, seed


def stale_for_sure(history: Iterable[Operation]) -> Iterable[tuple[Operation, int]]:
    """The reads that a version can be planted in which was overwritten before they began."""
    history = list(history)
    for one in history:
        gone = [w.version for w in history if w.kind == WRITE and w.returned < one.invoked]
        if one.kind == READ and gone:
            yield one, max(gone)


def test_every_planted_stale_read_is_found() -> None:
    for seed in range(50):
        rng = Random(seed)
        history = recorded(rng, 100)
        chosen, version = rng.choice(list(stale_for_sure(history)))
        history[history.index(chosen)] = replace(chosen, version=version)
        assert violation(history, initial=1) is not None, seed


def possible(history: list[Operation], initial: int) -> bool:
    """The definition, word for word: some order of the calls keeps time and gives every answer."""
    optional = [one for one in history if one.returned == inf]
    kept = [one for one in history if one.returned < inf]
    for bits in range(1 << len(optional)):
        some = [one for index, one in enumerate(optional) if bits >> index & 1]
        if any(_holds(order, initial) for order in permutations(kept + some)):
            return True
    return False


def _holds(order: tuple[Operation, ...], initial: int) -> bool:
    value: int | None = initial
    for index, one in enumerate(order):
        late = any(later.returned < one.invoked for later in order[index + 1 :])
        value = None if late or value is None else one.apply(value)
    return value is not None


def test_it_agrees_with_the_definition_on_small_histories() -> None:
    rng, verdicts = Random(3), []
    for _ in range(400):
        history = []
        for _ in range(rng.randint(1, 5)):
            invoked = rng.random()
            returned = invoked + rng.random() if rng.random() < 0.8 else inf
            version = rng.randint(1, 3)
            kind = rng.choice(list(Kind))
            history.append(Operation(kind, version, invoked, returned, version + 1))
        verdicts.append(possible(history, 1))
        assert (violation(history, 1) is None) == verdicts[-1], history
    assert 100 < sum(verdicts) < 300
