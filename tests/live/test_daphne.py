"""The whole site over stock Daphne, which also serves ``manage.py runserver``."""

from __future__ import annotations

import urllib.request

import pytest

from accounts.models import User
from games.match import Match
from games.queries import selectors
from tests.live.conftest import at
from tests.site import Site


class Daphne(Site):
    program = ("-m", "daphne", "config.asgi:application")


@pytest.mark.long
def test_daphne_serves_pages_and_a_game_to_its_end(match: Match, ada: User, grace: User) -> None:
    with Daphne() as site, at(site, match, ada) as x, at(site, match, grace) as o:
        with urllib.request.urlopen(f"{site.url}/games/{match.id}/") as page:
            assert page.status == 200
        version = x.wait_for("state")["game"]["version"]
        o.wait_for("state")
        for ply, cell in enumerate((0, 3, 1, 4)):
            (x, o)[ply % 2].act("place", version + ply, cell)
            seen = [one.wait_for("state")["game"]["version"] for one in (x, o)]
            assert seen == 2 * [version + ply + 1]
        x.act("place", version + 4, 2)
        assert [one.wait_for("state")["game"]["outcome"]["winner"] for one in (x, o)] == ["X"] * 2
        x.act("place", version + 4, 2)
        assert x.wait_for("ack")["version"] == version + 5
    assert selectors.match(match.id).moves == (0, 3, 1, 4, 2)
