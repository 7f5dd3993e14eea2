"""Nothing acknowledged is lost, whatever frames and processes come to."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.conf import settings

from tests.faults.harness import Harness, Trouble
from tests.site import Site

SIGNALS = (signal.SIGKILL, signal.SIGTERM)

SHORT = Trouble(games=16, frames=0.1, signals=SIGNALS, every=1.5, limit=40)


@pytest.fixture
def sites(transactional_db: Any) -> Iterator[list[Site]]:
    """Two processes where they can hear of each other, else one."""
    with ExitStack() as stack:
        yield [stack.enter_context(Site()) for _ in range(2 if settings.REDIS_URL else 1)]


def hold(harness: Harness) -> None:
    """The promises, after the games have been played to their ends."""
    harness.run()
    assert harness.promises.broken() == {}
    assert set(harness.exits) <= {0}
    assert not any("Traceback" in site.output() for site in harness.sites)


def test_games_survive_a_bad_network_and_dying_servers(sites: list[Site]) -> None:
    harness = Harness(sites, SHORT, seed=5)
    hold(harness)
    assert harness.signals == {"SIGKILL": 1, "SIGTERM": 1}
    assert sum(player.seen["closed 1012"] for player in harness.players) > 0


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_many_games_survive_much_trouble(sites: list[Site]) -> None:
    """``make faults``; FAULT_GAMES, FAULT_ROUNDS and FAULT_SEED make it longer or another.

    As many games as FAULT_GAMES are played at once, one after the other, until processes have been
    killed, and asked to stop, as often as FAULT_ROUNDS says.
    """
    rounds = int(os.environ.get("FAULT_ROUNDS", "10"))
    trouble = Trouble(
        games=int(os.environ.get("FAULT_GAMES", "150")),
        frames=0.15,
        signals=SIGNALS * rounds,
        every=1.0,
        limit=600 + 30 * rounds,  # only ends what hangs
        endless=True,
    )
    hold(Harness(sites, trouble, seed=int(os.environ.get("FAULT_SEED", "1"))))
