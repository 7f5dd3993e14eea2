from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import User
from games.match import Match
from tests.opening import open_game
from tests.site import Site, Socket


class AsksEachTime(Site):
    """A site to which no answer about a session is good for a second action."""

    program = (
        "-c",
        "import sys; from config import serve; import config.asgi\n"
        "from games.live import session; session.TRUSTED = session.RENEWED = 0.0\n"
        "serve.main(sys.argv[1:])",
    )


asks_each_time = pytest.mark.parametrize("site", [AsksEachTime], indirect=True, ids=[""])
"""Marks a test that wants such a site."""


@pytest.fixture
def site(request: pytest.FixtureRequest, transactional_db: Any) -> Iterator[Site]:
    with getattr(request, "param", Site)() as running:
        yield running


@pytest.fixture
def match(transactional_db: Any, ada: User, grace: User) -> Match:
    """A game between ada (X) and grace (O)."""
    return open_game(ada, X=ada, O=grace)


def at(site: Site, match: Match, user: User | None = None) -> Socket:
    return Socket(site, f"/ws/games/{match.id}/", user)
