"""Which connections count as away, by the time they were last heard from."""

from __future__ import annotations

from unittest.mock import Mock

from games.live.pulse import QUIET, SILENCE, Pulse
from games.live.registry import SocketRegistry


class Line:
    """A connection that counts how often it is asked."""

    def __init__(self, heard_at: float) -> None:
        self.heard_at, self.asked = heard_at, 0

    def ask(self) -> None:
        self.asked += 1


def test_a_client_that_pings_and_falls_silent_is_away_until_it_is_heard_from() -> None:
    line = Line(1e6)
    pulse = Pulse(line)
    pulse.pinged(100.0, slow=False)
    assert (pulse.check(100 + SILENCE - 0.1), pulse.away) == (False, False)
    assert (pulse.check(100 + SILENCE), pulse.away) == (True, True)
    assert (pulse.check(100 + SILENCE + 1), pulse.away) == (False, True)
    pulse.hear(110.0)
    assert (pulse.check(110.5), pulse.away) == (True, False)
    assert line.asked == 0


def test_a_slow_client_is_asked_and_counts_while_its_line_answers() -> None:
    line = Line(100.0)
    pulse = Pulse(line)
    pulse.pinged(100.0, slow=True)
    assert (pulse.check(100 + QUIET - 0.1), line.asked) == (False, 0)
    assert (pulse.check(100 + QUIET), line.asked) == (False, 1)
    line.heard_at = 160.0
    assert (pulse.check(161.0), pulse.away, line.asked) == (False, False, 1)
    assert (pulse.check(160 + SILENCE), pulse.away, line.asked) == (True, True, 2)


def test_who_never_pinged_is_neither_asked_nor_away() -> None:
    line = Line(100.0)
    pulse = Pulse(line)
    pulse.hear(100.0)
    assert not pulse.check(1e6)
    assert line.asked == 0


def test_a_registry_names_the_games_of_connections_that_fell_silent() -> None:
    sockets = SocketRegistry()
    for game, said_at in (("a", 100.0), ("b", 106.0), ("c", None)):
        sockets.add(game, Mock(seats=("X",), pulse=Pulse(said_at=said_at)))
    assert sockets.check_pulses(107) == ["a"]
    assert sockets.check_pulses(108) == []
