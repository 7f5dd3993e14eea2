"""A finished game to look back on."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import services
from games.match import Action, Seat


@pytest.fixture
def finished(ada: User, grace: User) -> str:
    seats = {"X": Seat("X", "person", ada.pk, "ada"), "O": Seat("O", "person", grace.pk, "grace")}
    match = services.open_game(
        services.GameSetup(by=ada.pk, variant="classic", kind="friend", seats=seats)
    )
    for number, cell in enumerate([0, 3, 1, 4, 2]):
        user = (ada, grace)[number % 2].pk
        action = Action("place", match.version + number, None, cell, user)
        services.act(game_id=match.id, action=action)
    return match.id
