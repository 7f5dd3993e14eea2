"""Presence as arithmetic: who is online, unstable or gone, with a clock of the test's own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games.live.presence import EXPIRY, FORGET, POLL_EXPIRY, Presence

GRACE = 30.0


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> Presence:
    found = Presence(GRACE, clock)
    found.expect("g", ["X", "O"])
    return found


def sockets(*seats: str) -> list[SimpleNamespace]:
    return [SimpleNamespace(seats=(seat,) if seat else ()) for seat in seats]


def test_who_was_never_seen_gets_the_whole_grace(presence: Presence, clock: Clock) -> None:
    presence.set_here("me", "g", sockets("X"))
    assert presence.of("g") == ({"X": "online", "O": "unstable"}, 0)
    assert presence.grace("g") == {"O": 30_000}
    clock.now += GRACE - 0.001
    assert presence.gone("g") == frozenset()
    clock.now += 0.001
    assert presence.gone("g") == {"O"}
    assert presence.of("g")[0]["O"] == "gone"


def test_the_grace_begins_when_the_last_connection_ends(presence: Presence, clock: Clock) -> None:
    presence.set_here("me", "g", sockets("X", "O", "O"))
    clock.now += 100
    presence.set_here("me", "g", sockets("X", "O"))
    assert presence.of("g")[0]["O"] == "online"
    clock.now += 100
    presence.set_here("me", "g", sockets("X"))
    assert presence.grace("g") == {"O": 30_000}
    clock.now += 10
    assert presence.grace("g") == {"O": 20_000}
    assert presence.next_change("g") == 20


def test_whoever_comes_back_is_online_and_gets_a_new_grace(
    presence: Presence, clock: Clock
) -> None:
    clock.now += GRACE
    assert presence.gone("g") == {"X", "O"}
    presence.set_here("me", "g", sockets("O"))
    assert presence.gone("g") == {"X"}
    presence.set_here("me", "g", sockets())
    assert presence.grace("g") == {"O": 30_000}


def test_what_another_process_said_expires_and_then_the_grace_begins(
    presence: Presence, clock: Clock
) -> None:
    presence.heard("other", {"g": {"O": 1, "": 2}})
    assert presence.of("g") == ({"X": "unstable", "O": "online"}, 2)
    clock.now += EXPIRY + 1
    assert presence.of("g") == ({"X": "gone", "O": "unstable"}, 0)
    assert presence.grace("g")["O"] == (GRACE - 1) * 1000
    clock.now += GRACE
    assert presence.gone("g") == {"X", "O"}


def test_a_seat_at_two_processes_is_here_until_both_lose_it(presence: Presence) -> None:
    presence.heard("other", {"g": {"O": 1}})
    presence.set_here("me", "g", sockets("O"))
    presence.set_here("me", "g", sockets())
    assert presence.of("g")[0]["O"] == "online"
    presence.heard("other", {"g": {}})
    assert presence.of("g")[0]["O"] == "unstable"


def test_polling_is_presence_while_it_goes_on(presence: Presence, clock: Clock) -> None:
    assert presence.record_poll("me", "g", ["O"]) is True
    assert presence.record_poll("me", "g", ["O"]) is False
    assert presence.here("me", "g") == {"O": 1}
    clock.now += POLL_EXPIRY - 1
    assert presence.of("g")[0]["O"] == "online"
    assert presence.next_change("g") == 1
    clock.now += 1
    assert presence.of("g")[0]["O"] == "unstable"
    assert presence.grace("g")["O"] == 30_000


def test_a_socket_says_it_better_than_the_page_it_came_with(presence: Presence) -> None:
    presence.record_poll("me", "g", ["O"])
    presence.set_here("me", "g", sockets("O"))
    assert presence.record_poll("me", "g", ["O"]) is False
    presence.set_here("me", "g", sockets())
    assert presence.of("g")[0]["O"] == "unstable"


def test_engines_and_finished_games_miss_nobody(presence: Presence, clock: Clock) -> None:
    presence.expect("g", [])
    clock.now += 100
    assert presence.of("g") == ({}, 0)
    assert presence.gone("g") == frozenset()


def test_games_nobody_was_at_for_long_are_forgotten(clock: Clock) -> None:
    presence = Presence(GRACE, clock)
    for number in range(50):
        presence.set_here("me", f"old{number}", sockets("X"))
        presence.set_here("me", f"old{number}", sockets())
    clock.now += FORGET + 1
    presence.set_here("me", "held", sockets("X"))
    for number in range(50):
        presence.set_here("me", f"new{number}", sockets("X"))
    assert set(presence._games) == {"held", *(f"new{number}" for number in range(50))}
