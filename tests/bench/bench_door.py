"""From the first page to the first mark: ``make bench-door``.

Clicks and seconds that a visitor needs from asking for the site's address to a first mark on a
live board, stored by the server and answered by the engine. Every run is a new process of
Chromium with an empty profile and cache, against the site as production serves it (SQLite). Nobody
thinks or aims here: the seconds are those of the machine.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import Playwright, sync_playwright

from tests.bench.stand import Stand
from tests.wire import free_port

RUNS = int(os.environ.get("RUNS", "5"))
MOST_CLICKS, MOST_SECONDS = 2, 5.0
PHONE = {"width": 360, "height": 740}

READY = "#door[data-ready='1']"
KEPT = "[role=gridcell].sending"
"""The cell of a move that the server has not acknowledged yet."""


@dataclass(frozen=True)
class Run:
    """Seconds since the address was asked for, until each thing was there."""

    clicks: int
    ready: float
    mark: float
    reply: float


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not found:
        sys.exit("No Chromium found: apt-get install chromium, or set CHROMIUM to its path.")
    return found


def visit(playwright: Playwright, url: str) -> Run:
    """One cold visit: open the first page, touch the centre, wait for the engine's answer."""
    with playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"]) as browser:
        page = browser.new_page(viewport=PHONE)  # type: ignore[arg-type]
        begun, clicks = time.perf_counter(), 0
        page.goto(url, wait_until="commit")
        page.wait_for_selector(READY)
        ready = time.perf_counter() - begun
        page.locator('[role=gridcell][value="4"]').click()
        clicks += 1
        page.wait_for_selector(".playing [role=gridcell] > .mark-X")
        page.wait_for_selector(KEPT, state="detached")
        mark = time.perf_counter() - begun
        page.wait_for_selector("[role=gridcell] > .mark-O")
        return Run(clicks, ready, mark, time.perf_counter() - begun)


def report(runs: list[Run]) -> str:
    """A line for each run, and what came out of them."""
    lines = [f"{'run':>6} {'clicks':>7} {'page ready':>11} {'first mark':>11} {'answered':>9}"]
    for number, one in enumerate(runs, 1):
        seconds = f"{one.ready:>10.2f}s {one.mark:>10.2f}s {one.reply:>8.2f}s"
        lines.append(f"{number:>6} {one.clicks:>7} {seconds}")
    clicks, seconds = max(one.clicks for one in runs), f"{median(one.mark for one in runs):.2f} s"
    aim = f"(at most {MOST_CLICKS} and {MOST_SECONDS:g} s)"
    return "\n".join([*lines, f"clicks: {clicks}, median to the first mark: {seconds} {aim}", ""])


def main() -> int:
    with Stand("sqlite", 1, [free_port()]) as stand, sync_playwright() as playwright:
        url = f"http://127.0.0.1:{stand.ports[0]}/"
        runs = [visit(playwright, url) for _ in range(RUNS)]
    sys.stdout.write(report(runs))
    return int(any(one.clicks > MOST_CLICKS or one.mark > MOST_SECONDS for one in runs))


if __name__ == "__main__":
    sys.exit(main())
