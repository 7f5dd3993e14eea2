"""A touch that comes too late says why at the finger, and the page shows how things stand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from accounts.models import User
from games import services
from games.match import Action
from games.queries import selectors
from tests.browser.boards import against, cell, connected
from tests.browser.conftest import As

LATE = "The game is over."


def keeps_back(version: int) -> Callable[[WebSocketRoute], None]:
    """Lose every state that is newer than ``version``, on each connection of the page."""

    def handle(route: WebSocketRoute) -> None:
        def to_page(message: str | bytes) -> None:
            frame = json.loads(message)
            if frame["type"] != "state" or frame["game"]["version"] <= version:
                route.send(message)

        server = route.connect_to_server()
        server.on_message(to_page)

    return handle


@pytest.mark.long
def test_a_touch_that_comes_too_late_says_so_at_the_cell_and_aloud(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    page = as_(ada)
    page.route_web_socket(re.compile("/ws/games/"), keeps_back(match.version))
    page.goto(f"/games/{match.id}/")
    connected(page)
    services.act(game_id=match.id, action=Action("resign", match.version, user=grace.pk))
    cell(page, "b2").click()
    expect(page.locator(".touch-reason")).to_have_text(LATE)
    expect(page.locator("#polite")).to_contain_text(LATE)
    expect(page.locator("#headline")).to_have_text("You win")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty")
    assert selectors.match(match.id).moves == ()
    assert page.errors == []  # type: ignore[attr-defined]
