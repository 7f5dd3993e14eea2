"""Which clients count as away, by the time they were last heard from."""

from __future__ import annotations

from unittest.mock import Mock

from games.live.pulse import SILENCE, Pulse
from games.live.registry import SocketRegistry


def test_a_client_that_pings_and_falls_silent_is_away_until_it_is_heard_from() -> None:
    pulse = Pulse()
    pulse.pinged(100.0, slow=False)
    assert (pulse.check(100 + SILENCE - 0.1), pulse.away) == (False, False)
    assert (pulse.check(100 + SILENCE), pulse.away) == (True, True)
    assert (pulse.check(100 + SILENCE + 1), pulse.away) == (False, True)
    pulse.hear(110.0)
    assert (pulse.check(110.5), pulse.away) == (True, False)


def test_a_slow_client_is_left_to_the_pings_of_the_server() -> None:
    pulse = Pulse()
    pulse.pinged(100.0, slow=False)
    pulse.pinged(101.0, slow=True)
    assert (pulse.check(1e6), pulse.away) == (False, False)
    pulse.pinged(1e6, slow=False)
    assert (pulse.check(1e6 + SILENCE), pulse.away) == (True, True)


def test_who_never_pinged_is_not_away() -> None:
    pulse = Pulse()
    pulse.hear(100.0)
    assert not pulse.check(1e6)


def test_a_registry_names_the_games_of_connections_that_fell_silent() -> None:
    sockets = SocketRegistry()
    for game, said_at in (("a", 100.0), ("b", 106.0), ("c", None)):
        sockets.add(game, Mock(seats=("X",), pulse=Pulse(said_at=said_at)))
    assert sockets.check_pulses(107) == ["a"]
    assert sockets.check_pulses(108) == []
