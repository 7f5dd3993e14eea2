"""Clocks as people see them: alike on both pages, low time shown and said, flags that fall."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from accounts.models import User
from games import selectors, services
from games.match import Match, Seat
from tests.browser.conftest import As
from tests.browser.test_play import cell

AGREE = 250
"""Milliseconds by which two pages may differ."""

LEFT = """async () => {
  const { Clocks, remaining } = await import("oxo/clock.js");
  const draw = Clocks.prototype.draw;
  return await new Promise((resolve) => {
    Clocks.prototype.draw = function () {
      Clocks.prototype.draw = draw;
      draw.call(this);
      const at = Date.now();
      resolve([at, remaining(this.snapshot, "O", at + this.offset)]);
    };
  });
}"""
"""[the machine's time, what the page shows O to have left then]: both pages run on one machine."""


LATE = """addEventListener("readystatechange", () => {
  for (const from = performance.now(); performance.now() < from + 400; );
});"""
"""A page that is old before its scripts run must not run late for ever after."""


def timed(x: User, o: User, base: int) -> Match:
    seats = {name: Seat(name, "person", u.pk, u.name) for name, u in (("X", x), ("O", o))}
    return services.open_game(
        by=x.pk, variant="classic", kind="friend", seats=seats, clock=(base * 1000, 0)
    )


def ends_at(page: Page) -> float:
    """When the page believes that O's time is over, by the machine's clock, in ms."""
    at, left = page.evaluate(LEFT)
    return at + left


def test_both_pages_and_the_server_agree_on_the_time_left(as_: As, ada: User, grace: User) -> None:
    match = timed(ada, grace, 60)
    x, o = as_(ada), as_(grace)

    o.add_init_script(LATE)
    for page in (x, o):
        page.goto(f"/games/{match.id}/")
        expect(page.locator("#link-status")).to_have_attribute("data-state", "connected")
    cell(x, "b2").click()
    expect(o.locator("#headline")).to_have_text("Your move")
    expect(o.locator('[data-clock="O"]')).to_have_text(re.compile("0:5|1:00"))
    deadline = selectors.match(match.id).deadline
    assert deadline is not None
    believed = [ends_at(x), ends_at(o), float(deadline)]
    assert max(believed) - min(believed) <= AGREE, believed


def test_a_reload_does_not_reset_the_clock(as_: As, ada: User, grace: User) -> None:
    match = timed(ada, grace, 60)
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    cell(page, "b2").click()
    expect(page.locator("#headline")).to_have_text("grace to move")
    before = ends_at(page)
    page.reload()
    assert abs(ends_at(page) - before) <= AGREE


def test_low_time_is_shown_and_said_once_and_then_the_flag_falls_by_itself(
    as_: As, ada: User, grace: User
) -> None:
    match = timed(ada, grace, 4)
    x, o = as_(ada), as_(grace)
    for page in (x, o):
        page.goto(f"/games/{match.id}/")
    expect(x.locator('[data-seat="X"] .grace')).to_have_text(re.compile(r"\d+ s to begin"))
    cell(x, "b2").click()
    low: Any = o.locator('[data-clock="O"].low')
    expect(low).to_have_text(re.compile(r"^[0-4]\.\d$"))
    expect(o.locator("#assertive")).to_contain_text(re.compile(r"[34] seconds left\."))
    assert o.locator("#assertive p").count() == 1
    expect(x.locator("#headline")).to_have_text("You win")
    expect(o.locator("#headline")).to_have_text("You lose")
    expect(o.locator("#detail")).to_have_text("O ran out of time.")
    expect(o.locator('[data-clock="O"]')).to_have_text("0.0")
