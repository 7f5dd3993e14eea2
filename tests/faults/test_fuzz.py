"""Hostile frames end no process, leave nothing behind, and each gets a code or a close."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from games import services
from games.match import Match, Seat
from games.models import Game
from games.services.verify import verify
from tests.faults.fuzz import Fuzz
from tests.site import Site, Socket, session_of


@pytest.fixture
def people(transactional_db: Any, ada: User, grace: User, stranger: User) -> list[User]:
    return [ada, grace, stranger]


@pytest.fixture
def match(people: Sequence[User]) -> Match:
    seats = {
        name: Seat(name, "person", user.pk, user.name)
        for name, user in zip("XO", people, strict=False)
    }
    return services.open_game(
        services.GameSetup(by=people[0].pk, variant="classic", kind="friend", seats=seats)
    )


SPARE = {"sqlite": 5, "postgresql": 16}
"""Files a process may have open more than before: pools of connections grow to their size."""


def files_open(site: Site) -> int:
    return len(list(Path(f"/proc/{site.process.pid}/fd").iterdir()))


def fuzz(match: Match, people: Sequence[User], frames: int, seed: int) -> None:
    with Site() as site:
        cookies = [session_of(user)["Cookie"] for user in people] + ["sessionid=nobody"] * 3
        path = f"/ws/games/{match.id}/"
        with Socket(site, path, people[0]):
            before = files_open(site)
        hostile = Fuzz(site.port, [path], cookies, match.version, Random(seed))
        asyncio.run(hostile.run(frames))
        hostile.report()
        assert hostile.unanswered == []
        assert hostile.sent >= frames
        assert hostile.answers["bad_message"] > frames // 20
        assert hostile.answers["cut off early"] == 0
        still_serves(site, path, people[0])
        assert files_open(site) <= before + SPARE[connection.vendor]
        assert "Traceback" not in site.output()
    assert [verify(game) for game in Game.objects.all()] == [[]] * Game.objects.count()


def here(presence: dict[str, Any]) -> list[str]:
    return [seat for seat, state in presence["seats"].items() if state == "online"]


def still_serves(site: Site, path: str, user: User) -> None:
    """Somebody who comes now is soon alone at the table, and is answered."""
    with Socket(site, path, user) as x:
        presence = x.wait_for("presence")
        while presence["watchers"] or here(presence) != ["X"]:
            presence = x.wait_for("presence")
        x.send({"type": "ping", "sent": 7})
        assert x.wait_for("pong")["sent"] == 7
    assert Client().get("/readyz").status_code == 200


@pytest.mark.long
def test_five_thousand_hostile_frames_do_no_harm(match: Match, people: Sequence[User]) -> None:
    fuzz(match, people, frames=5_000, seed=11)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_hundred_thousand_hostile_frames_do_no_harm(match: Match, people: Sequence[User]) -> None:
    """``make faults``; FUZZ_FRAMES and FAULT_SEED make it longer or another."""
    frames = int(os.environ.get("FUZZ_FRAMES", "100000"))
    fuzz(match, people, frames, seed=int(os.environ.get("FAULT_SEED", "1")))
