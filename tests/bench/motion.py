"""What moves on a slow phone: how soon a mark is there, frames of an ending, the grain of chalk.

The processor of the page is slowed down four times. Strokes are drawn by threads that Chromium does
not slow down: their times come from a trace and are multiplied by four. Those are times of the
processor, so other work on the machine does not count.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

SLOWER = 4
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
WON = (0, 3, 1, 4, 2)
"""The cells of a game at one screen that X wins."""
AT_ONCE = 50
"""Milliseconds between a touch and its mark."""
SMOOTH = 1000 / 60 * 1.5
"""A frame that takes longer has missed its turn."""
DRAWING = {"Paint": 1, "PrePaint": 1, "Layerize": 1, "Commit": 1, "RasterTask": SLOWER}
"""Events of a trace that say what drawing costs, and what to multiply them by."""
DESKS = 4
"""Games of those given that are played on a desk, every other one without the grain."""

TOUCHES = """
  window.marked = [];
  const cellOf = (event) => event.target?.closest("[role=gridcell]");
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (one.name === "click" && cellOf(one)) window.marked.push(one.duration);
  }).observe({ type: "event", durationThreshold: 16 });
  addEventListener("click", (event) => {
    const cell = cellOf(event);
    requestAnimationFrame(() => {
      if (cell && !cell.querySelector(":scope > .mark")) window.marked.push(Infinity);
    });
  }, true);
"""
"""From each touch of a cell until the next frame is on the screen, in steps of 8 ms, as the browser
reports it for Interaction to Next Paint (Event Timing); the mark must be in that frame.
"""

FRAMES = """() => new Promise((done) => {
  const frames = [];
  let before = null;
  const step = (now) => {
    if (before !== null) frames.push(now - before);
    before = now;
    const moving = document.getAnimations().some((one) => one.playState === "running");
    if (moving) requestAnimationFrame(step);
    else done(frames);
  };
  requestAnimationFrame(step);
})"""
"""How long each frame takes until nothing moves any more."""

PLAIN = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { --grain: none !important; }");
  document.adoptedStyleSheets = [sheet];
}"""


@dataclass(frozen=True)
class Motion:
    """In milliseconds: of marks and frames the medians and the slowest; what grain adds a frame."""

    mark: float
    slowest_mark: float
    frame: float
    slowest_frame: float
    late: float
    grain: float


def measure(browser: Browser, url: str, session: str, games: list[str]) -> Motion:
    """Play each of ``games``, at one screen and not begun, to its end; more than DESKS.

    ``late`` is the share of frames that missed their turn.
    """
    marks: list[float] = []
    frames: list[float] = []
    for game in games[:-DESKS]:
        page = _open(browser, url, session, game, PHONE)
        frames += _play(page)
        marks += page.evaluate("window.marked")
        page.context.close()
    drawn = [
        _drawing(browser, url, session, game, PLAIN if number % 2 else "")
        for number, game in enumerate(games[-DESKS:])
    ]
    grain = median(drawn[::2]) - median(drawn[1::2])
    late = sum(one > SMOOTH for one in frames) / len(frames)
    return Motion(median(marks), max(marks), median(frames), max(frames), late, max(0.0, grain))


def _open(browser: Browser, url: str, session: str, game: str, size: Any) -> Page:
    context = browser.new_context(base_url=url, viewport=size, color_scheme="dark")
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    page.add_init_script(TOUCHES)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(game)
    page.wait_for_selector("#link-status[data-state='connected']", state="attached")
    return page


def _play(page: Page) -> list[float]:
    """Touch the cells of WON one after the other; the frames of the ending."""
    for number, cell in enumerate(WON, 1):
        page.locator(f'[role=gridcell][value="{cell}"]').click()
        page.wait_for_function(
            "(count) => document.querySelectorAll('.cell > .mark').length === count"
            " && !document.querySelector('.cell.sending')",
            arg=number,
        )
    return page.evaluate(FRAMES)


def _drawing(browser: Browser, url: str, session: str, game: str, first: str = "") -> float:
    """Milliseconds that one frame of a game on a desk by night costs to draw."""
    page = _open(browser, url, session, game, DESK)
    if first:
        page.evaluate(first)
    browser.start_tracing(page=page, categories=["devtools.timeline", "cc"])
    _play(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    costs = [one.get("tdur", 0) * DRAWING.get(one["name"], 0) for one in events]
    return sum(costs) / 1000 / max(1, sum(one["name"] == "Commit" for one in events))
