from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from tests.markup import html_of
from tests.opening import open_game

Play = Callable[..., Match]


def person(name: str, user: User) -> Seat:
    return Seat(name, "person", user.pk, user.name)


@pytest.fixture
def friendly(ada: User, grace: User) -> Match:
    """ada (X) against grace (O)."""
    return open_game(ada, X=ada, O=grace)


@pytest.fixture
def open_match(ada: User) -> Match:
    """ada (X) waits in the lobby for somebody."""
    return open_game(ada, "lobby", X=ada)


@pytest.fixture
def play() -> Play:
    """Play cells in turn, each by whoever is to act; the match after the last one."""

    def play_cells(match: Match, *cells: int) -> Match:
        for cell in cells:
            acting = match.acting_seat
            assert acting is not None
            action = Action(match.board.action, match.version, cell=cell, user=acting.user)
            match = services.act_and_advance(game_id=match.id, action=action).match
        return match

    return play_cells


def page_of(client: Client, match: Match) -> str:
    """The page of a game, as ``html_of`` has it."""
    return html_of(client.get(f"/games/{match.id}/"))
