"""A sweep without pause beside thirty games over real sockets: nobody misses a move."""

from __future__ import annotations

import asyncio
import sys
from random import Random
from threading import Event, Thread

import pytest
from django.db import connection

from accounts.models import User
from games import services
from games.match import FRIEND, Match
from tests.exactly_once import KINDS, seats_of
from tests.live.listeners import play
from tests.site import Site, session_of

GAMES = 30
KIND = "neutral third"
"""Two people, and Chance to remove: after each of their two moves the server owes one."""


def open_game(people: list[User]) -> Match:
    setup = services.GameSetup(
        by=people[0].pk, variant=KINDS[KIND][0], kind=FRIEND, seats=seats_of(KIND, people)
    )
    return services.open_game(setup)


@pytest.mark.long
@pytest.mark.timeout(600)
def test_nobody_misses_a_move_while_a_sweep_moves_for_the_server(
    site: Site, ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep of this process leaves the server no time: its moves nobody is told by hints."""
    monkeypatch.setattr(sys.modules[services.sweep.__module__], "SERVER_FIRST", 0)
    matches = [open_game([ada, grace]) for _ in range(GAMES)]
    headers = [session_of(ada), session_of(grace)]
    over, settled = Event(), []

    def sweep() -> None:
        while not over.is_set():
            settled.append(services.sweep()["settled"])
        connection.close()

    async def play_all() -> list[list[int]]:
        base = f"127.0.0.1:{site.port}"
        return await asyncio.gather(
            *(
                play(base, match.id, header, Random(number), thinks=1.5)
                for number, match in enumerate(matches)
                for header in headers
            )
        )

    sweeper = Thread(target=sweep)
    sweeper.start()
    try:
        told = asyncio.run(play_all())
    finally:
        over.set()
        sweeper.join()
    ends = [services.current_match(match.id).version for match in matches]
    assert [versions[-1] for versions in told] == [end for end in ends for _ in headers]
    assert all(versions == sorted(versions) for versions in told)
    assert sum(ends) > 1000
    assert sum(settled) > 10, "the sweep was hardly ever first"
