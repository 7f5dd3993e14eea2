"""What pages that everybody opens cost in Python, whatever else the machine does.

Calls of functions are the same on every run. docs/performance.md says what they were and should be.
"""

from __future__ import annotations

import cProfile
import pstats
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.match import Match
from games.models import Game
from tests.bench.plans import recorded
from tests.games.conftest import Play


def calls(client: Client, address: str) -> int:
    """The calls that a page takes once its templates, statements and drawings are there."""
    for _ in range(2):
        assert client.get(address).status_code == 200
    profile = cProfile.Profile()
    profile.runcall(client.get, address)
    return int(pstats.Stats(profile).total_calls)  # type: ignore[attr-defined]


@pytest.fixture
def as_ada(ada: User, client: Client) -> Client:
    client.force_login(ada)
    return client


def test_the_first_page_of_a_member(as_ada: Client) -> None:
    assert calls(as_ada, "/") < 17_500


def test_a_game_that_is_played(as_ada: Client, friendly: Match, play: Play) -> None:
    play(friendly, 0, 3)
    assert calls(as_ada, f"/games/{friendly.id}/") < 21_000


def test_games_whose_openers_have_left_are_not_read_for_the_lobby(as_ada: Client) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    Game.objects.create(
        variant="classic", kind="lobby", position="......... X", created_at=long_ago
    )
    with recorded() as statements:
        assert b"No game is waiting" in as_ada.get("/lobby/").content
    assert not [sql for sql, _ in statements if '"games_seat"."engine"' in sql]
