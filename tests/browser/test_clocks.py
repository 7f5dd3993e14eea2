"""Clocks as people see them: alike on both pages, low time shown and said, flags that fall."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from accounts.models import User
from games.match import Match
from games.queries import selectors
from tests.browser.boards import MODULES, cell, connected, expect_moves
from tests.browser.conftest import As
from tests.opening import open_game

ROUNDING = 2
"""Milliseconds that are lost where times are whole numbers."""

LATE = 400
"""Milliseconds by which a page's first pong is late, or its scripts."""

BELIEF = """async () => {
  const { Clocks } = MODULES["clock.js"];
  const draw = Clocks.prototype.draw;
  return await new Promise((resolve) => {
    Clocks.prototype.draw = function () {
      draw.call(this);
      if (this.time.error > LATE / 4) return;
      const at = Date.now();
      const now = at + this.time.offset;
      const left = this.left("O", now);
      if (left < this.snapshot.clock.deadline - now) return;
      Clocks.prototype.draw = draw;
      resolve([at + left, this.time.error]);
    };
  });
}""".replace("LATE", str(LATE)).replace("MODULES", MODULES)
"""When the page believes O's time is over, by the machine's clock, and by how much it may be wrong:
once that is less than a late frame would leave it at, and once no lower time is still shown from
before it was better known: none is given back. All pages run on the server's machine."""

BUSY = f"""addEventListener("readystatechange", () => {{
  for (const from = performance.now(); performance.now() < from + {LATE}; );
}});"""
"""A page that is old before its scripts run must not run late for ever after."""


def late_at_first(route: WebSocketRoute) -> None:
    """Hold back the first pong."""
    server, held = route.connect_to_server(), []

    def to_page(message: str | bytes) -> None:
        if not held and json.loads(message)["type"] == "pong":
            held.append(message)
            time.sleep(LATE / 1000)
        route.send(message)

    server.on_message(to_page)


def timed(x: User, o: User, base: int) -> Match:
    return open_game(x, options={"clock": (base * 1000, 0)}, X=x, O=o)


def assert_right(page: Page, deadline: float) -> None:
    believed, at_most = page.evaluate(BELIEF)
    assert abs(believed - deadline) <= at_most + ROUNDING, (believed, deadline, at_most)


def test_both_pages_and_the_server_agree_on_the_time_left(as_: As, ada: User, grace: User) -> None:
    match = timed(ada, grace, 3600)
    x, o = as_(ada), as_(grace)
    x.route_web_socket(re.compile("/ws/games/"), late_at_first)
    o.add_init_script(BUSY)
    for page in (x, o):
        page.goto(f"/games/{match.id}/")
        connected(page)
    cell(x, "b2").click()
    for page in (x, o):
        expect_moves(page, 1)
    expect(o.locator('[data-clock="O"]')).to_have_text(re.compile(r"^(59:\d\d|60:00)$"))
    deadline = selectors.match(match.id).deadline
    assert deadline is not None
    for page in (x, o):
        assert_right(page, deadline)


@pytest.mark.long
def test_a_reload_does_not_reset_the_clock(as_: As, ada: User, grace: User) -> None:
    match = timed(ada, grace, 3600)
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    cell(page, "b2").click()
    expect_moves(page, 1)
    deadline = selectors.match(match.id).deadline
    assert deadline is not None
    for _ in range(2):
        assert_right(page, deadline)
        page.reload()


@pytest.mark.long
def test_low_time_is_shown_and_said_once_and_then_the_flag_falls_by_itself(
    as_: As, ada: User, grace: User
) -> None:
    match = timed(ada, grace, 9)
    x, o = as_(ada), as_(grace)
    for page in (x, o):
        page.goto(f"/games/{match.id}/")
    expect(x.locator('[data-seat="X"] .grace')).to_have_text(re.compile(r"\d+ s to begin"))
    cell(x, "b2").click()
    low: Any = o.locator('[data-clock="O"].low')
    expect(low).to_have_text(re.compile(r"^[0-8]\.\d$"))
    expect(o.locator('[data-seat="O"] .low-time')).to_have_text("low on time")
    expect(x.locator("#headline")).to_have_text("You win")
    expect(o.locator("#headline")).to_have_text("You lose")
    expect(o.locator("#detail")).to_contain_text("You ran out of time before your first move")
    expect(o.locator('[data-clock="O"]')).to_have_text("0.0")
    said = o.locator("#assertive p").filter(has_text=re.compile(r"\d seconds left\."))
    expect(said).to_have_count(1)
