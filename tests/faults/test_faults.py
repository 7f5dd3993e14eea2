"""Nothing acknowledged is lost, whatever frames and processes come to."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests import forking
from tests.faults.harness import ALL_KILLED, LINES, Harness, Trouble
from tests.faults.outages import of_database, of_redis
from tests.outage import Cable
from tests.site import Site

SHORT = Trouble(games=16, frames=0.1, faults=("SIGKILL", "SIGTERM"), every=1.5, limit=40)


@contextmanager
def running(**environment: str) -> Iterator[list[Site]]:
    """Two processes where they can hear of each other, else one."""
    with ExitStack() as stack:
        sites = [Site(**environment) for _ in range(2 if settings.REDIS_URL else 1)]
        for site in sites:
            site.like = forking.SITE  # they begin often
            stack.enter_context(site)
        yield sites


@pytest.fixture
def sites(transactional_db: Any) -> Iterator[list[Site]]:
    with running() as found:
        yield found


@pytest.fixture
def cable(transactional_db: Any) -> Iterator[Cable | None]:
    """The line to the database, where there is one."""
    made = Cable() if connection.vendor == "postgresql" else None
    yield made
    if made is not None:
        made.close()


@pytest.fixture
def sites_on_cable(cable: Cable | None) -> Iterator[list[Site]]:
    with running(**({"DATABASE_URL": cable.url} if cable else {})) as found:
        yield found


def hold(harness: Harness) -> None:
    """The promises, after the games have been played to their ends."""
    harness.run()
    assert harness.broken() == {}
    assert set(harness.exits) <= {0}
    assert [line for site in harness.sites for line in errors(site.output())] == []


def errors(log: str) -> list[str]:
    """What a site said of its own mistakes; that something else is away it says as a warning."""
    return re.findall(r"^.* (?:ERROR|CRITICAL) .*$|^Exception (?:in|ignored) .*$", log, re.M)


@pytest.mark.long
def test_games_survive_a_bad_network_and_dying_servers(sites: list[Site]) -> None:
    harness = Harness(sites, SHORT, seed=5)
    hold(harness)
    assert harness.happened == {"SIGKILL": 1, "SIGTERM": 1}
    assert sum(player.seen["closed 1012"] for player in harness.players) > 0


def much(faults: Sequence[str], every: float) -> Trouble:
    """As many games as FAULT_GAMES at once, one after the other, while there are ``faults``."""
    return Trouble(
        games=int(os.environ.get("FAULT_GAMES", "24")),
        frames=0.15,
        faults=faults,
        every=every,
        limit=600 + 30 * len(faults),  # only ends what hangs
        endless=True,
    )


ROUNDS = int(os.environ.get("FAULT_ROUNDS", "10"))
SEED = int(os.environ.get("FAULT_SEED", "1"))


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_many_games_survive_dying_servers(sites: list[Site]) -> None:
    """In each of FAULT_ROUNDS rounds one dies twice, all twice, and one is asked to stop."""
    faults = ("SIGKILL", ALL_KILLED, "SIGKILL", ALL_KILLED, "SIGTERM") * ROUNDS
    hold(Harness(sites, much(faults, every=0.4), SEED))


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_many_games_survive_outages(sites_on_cable: list[Site], cable: Cable | None) -> None:
    """In each of FAULT_ROUNDS rounds all that the site needs is away once, and a process dies."""
    sites = sites_on_cable
    database, redis = of_database(sites, cable), of_redis()
    faults = (*database, *redis, *LINES, "SIGKILL") * ROUNDS
    harness = Harness(sites, much(faults, every=1.0), SEED, database, redis)
    hold(harness)
    assert harness.happened == Counter(faults)
