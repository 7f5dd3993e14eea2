"""Counting and waiting, apart from any page."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import RequestFactory

from accounts.limits import address, count_up, in_words, network, over_limit, used_up


@pytest.fixture(autouse=True)
def three_a_minute(settings: Any) -> None:
    # Of the caches only this one lives by the clock these tests turn.
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()
    settings.LIMITS = {"knock": (3, 60)}


def knock(who: object = 1, times: int = 1) -> int:
    return [over_limit("knock", who) for _ in range(times)][-1]


def test_so_many_are_free_and_the_next_must_wait() -> None:
    with time_machine.travel(1_000_000, tick=False):
        assert knock(times=3) == 0
        assert knock() == 60


def test_the_wait_counts_down_and_ends() -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        knock(times=4)
        clock.shift(45.5)
        assert knock() == 15
        clock.shift(15)
        assert knock(times=3) == 0


def test_trying_does_not_lengthen_the_wait() -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        knock(times=40)
        clock.shift(61)
        assert knock() == 0


@pytest.mark.parametrize("other", [2, "1 ", "a b\n" * 200, "é"])
def test_people_are_counted_apart(other: object) -> None:
    knock(1, times=4)
    assert knock(other, times=3) == 0
    assert knock(other) > 0


def test_those_without_an_address_share_no_limit() -> None:
    assert knock(None, times=9) == 0


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("", None),
        ("unix:", None),
    ],
)
def test_an_address_is_the_network_of_one_household(text: str, one: str | None) -> None:
    assert network(text) == one


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "1 second"),
        (1, "1 second"),
        (59.1, "60 seconds"),
        (90, "90 seconds"),
        (91, "2 minutes"),
        (899.5, "15 minutes"),
        (3600, "60 minutes"),
    ],
)
def test_waits_in_words(seconds: float, words: str) -> None:
    assert in_words(seconds) == words


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::1", "::"),
        ("", None),
        ("nonsense", None),
    ],
)
def test_addresses(given: str, found: str | None) -> None:
    assert address(RequestFactory().get("/", REMOTE_ADDR=given)) == found


# --- looking without counting ----------------------------------------------------------------


def test_looking_counts_nothing() -> None:
    assert [used_up("knock", 1) for _ in range(9)] == [0] * 9
    assert knock(times=3) == 0


def test_a_limit_is_used_up_from_the_last_that_is_free() -> None:
    with time_machine.travel(1_000_000, tick=False) as clock:
        knock(times=2)
        assert used_up("knock", 1) == 0
        knock()
        assert used_up("knock", 1) == 60
        clock.shift(59.5)
        assert used_up("knock", 1) == 1
        clock.shift(1)
        assert used_up("knock", 1) == 0


def test_no_count_is_lost_between_threads() -> None:
    with ThreadPoolExecutor(8) as pool:
        counts = sorted(pool.map(lambda _: count_up("race", 60), range(200)))
    assert counts == list(range(1, 201))
