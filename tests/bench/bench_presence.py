"""How soon a page shows that somebody is gone: ``make bench-presence``.

Two guests play in Chromium, against the site as production serves it (SQLite). One of them closes
the tab, loses the network by Chromium's own switch, or is behind a line that falls silent, which
tells neither end anything. Measured is the time until the other's page shows the absence, and
until the own page shows that its link is lost. ``RUNS`` narrows it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench.bench_door import chromium
from tests.bench.silent_line import SilentLine
from tests.bench.stand import Stand
from tests.wire import free_port

RUNS = int(os.environ.get("RUNS", "5"))

CLOSED, CUT, OWN = 3.0, 10.0, 5.0
"""Seconds after which a closed tab, a cut network and one's own lost link are to be shown."""

QUIET = "addEventListener('offline', (event) => event.stopImmediatePropagation(), true)"
"""Chromium's switch says that it was used, and so does a plug that is pulled; a router does not."""

NO_SOCKETS = """window.WebSocket = class {
  static OPEN = 1;
  constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 20); }
  close() {}
}"""
"""A network that lets no WebSocket through: the page polls."""

WATCH = """([selector, state]) => {
  const element = document.querySelector(selector);
  window.seen = new Promise((resolve) => {
    const look = () => element.dataset.state === state && resolve(Date.now());
    new MutationObserver(look).observe(element, { attributeFilter: ["data-state"] });
  });
}"""
OTHER, LINK = '[data-seat="O"] .presence', "#link-status"


@dataclass
class Scene:
    """What happens to one of the two, and the seconds until it was seen, run by run."""

    name: str
    aim: float
    times: list[float] = field(default_factory=list)

    @property
    def line(self) -> str:
        middle, worst = median(self.times), max(self.times)
        return f"{self.name:<44} {middle:>7.2f}s {worst:>7.2f}s {self.aim:>6g}s"


def shows(page: Page, selector: str, state: str) -> None:
    page.wait_for_selector(f'{selector}[data-state="{state}"]', state="attached")


def watch(page: Page, selector: str, state: str) -> None:
    page.evaluate(WATCH, [selector, state])


def seen(page: Page, since: float) -> float:
    """Seconds from ``since``, in ms of the machine's clock, until the page showed it."""
    return (float(page.evaluate("window.seen")) - since) / 1000


def open_game(stays: Page, base: str) -> str:
    """A game between two guests; its path."""
    stays.goto(f"{base}/games/new/")
    stays.get_by_role("button", name="A friend").click()
    stays.wait_for_selector("#invite")
    return stays.url.removeprefix(base)


class Table:
    """Two at a game. The one who stays watches; the other comes by ``line`` and goes."""

    def __init__(self, browser: Browser, site: str, line: SilentLine) -> None:
        self.line, self.site = line, site
        self.stays = browser.new_context().new_page()
        self.path = open_game(self.stays, site)
        self.context = browser.new_context()
        first = self.context.new_page()
        first.goto(self.over_line)
        first.get_by_role("button", name="Play").click()
        shows(first, LINK, "connected")
        first.close()

    @property
    def over_line(self) -> str:
        return f"http://127.0.0.1:{self.line.port}{self.path}"

    def come(self, *scripts: str, link: str = "connected") -> Page:
        page = self.context.new_page()
        for script in scripts:
            page.add_init_script(script)
        page.goto(self.over_line)
        shows(page, LINK, link)
        shows(self.stays, OTHER, "online")
        return page

    def closed(self, found: Scene) -> None:
        page = self.come()
        watch(self.stays, OTHER, "unstable")
        since = now(self.stays)
        page.close()
        found.times.append(seen(self.stays, since))

    def lost(self, others: Scene, own: Scene, page: Page, cut: Callable[[], None]) -> None:
        """Both sides see that the link of ``page`` is gone."""
        watch(self.stays, OTHER, "unstable")
        watch(page, LINK, "offline")
        since = now(self.stays)
        cut()
        own.times.append(seen(page, since))
        others.times.append(seen(self.stays, since))


def now(page: Page) -> float:
    return float(page.evaluate("Date.now()"))


def switch_off(context: BrowserContext) -> Callable[[], None]:
    return lambda: context.set_offline(True)


def measure(table: Table) -> list[Scene]:
    closed = Scene("closed tab: shown to the other", CLOSED)
    cases = {
        name: (Scene(f"{name}: shown to the other", CUT), Scene(f"{name}: own page", OWN))
        for name in ("network off", "network off, untold", "silent line", "silent line, polling")
    }
    for _ in range(RUNS):
        table.closed(closed)
        for name, (others, own) in cases.items():
            polling = "polling" in name
            scripts = [QUIET] * ("untold" in name) + [NO_SOCKETS] * polling
            page = table.come(*scripts, link="compatibility" if polling else "connected")
            silent = name.startswith("silent")
            cut = table.line.cut if silent else switch_off(table.context)
            table.lost(others, own, page, cut)
            table.line.mend()
            table.context.set_offline(False)
            page.close()
    return [closed, *(scene for pair in cases.values() for scene in pair)]


def main() -> int:
    with (
        Stand("sqlite", 1, [free_port()]) as stand,
        SilentLine(stand.ports[0]) as line,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"]) as browser,
    ):
        scenes = measure(Table(browser, f"http://127.0.0.1:{stand.ports[0]}", line))
    lines = [f"{RUNS} runs{'':<38} {'median':>8} {'worst':>8} {'aim':>7}"]
    sys.stdout.write("\n".join([*lines, *(scene.line for scene in scenes), ""]))
    return int(any(max(scene.times) > scene.aim for scene in scenes))


if __name__ == "__main__":
    sys.exit(main())
