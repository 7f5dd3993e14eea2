from __future__ import annotations

from typing import Any

import pytest

from accounts import tokens
from accounts.models import User
from accounts.tokens import Scope
from games import services
from games.match import Match, Seat
from tests.programs.client import Program


@pytest.fixture
def robby(db: Any) -> User:
    """A bot account."""
    user = User.objects.create_user("robby")
    user.is_bot = True
    user.save()
    return user


def program_of(user: User, *scopes: Scope) -> Program:
    """A client that sends a new token of ``user``, with all scopes unless some are named."""
    name = f"test {user.api_tokens.count()}"
    return Program(tokens.make(user, name, scopes or list(Scope))[1])


@pytest.fixture
def as_robby(robby: User) -> Program:
    return program_of(robby)


@pytest.fixture
def bots_game(robby: User, grace: User) -> Match:
    """robby (X), a bot, against grace (O)."""
    seats = {name: Seat(name, "person", u.pk, u.name) for name, u in (("X", robby), ("O", grace))}
    return services.open_game(
        services.GameSetup(by=robby.pk, variant="classic", kind="friend", seats=seats)
    )
