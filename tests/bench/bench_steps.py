"""Frames of the player and first paint of the lessons: ``python -m tests.bench.bench_steps http://…``.

In real Chromium with its processor throttled four times, against a running site. The page itself
makes the steps, the next as soon as the last is in a frame; a step that waits for the server counts
from its answer on. ``frames`` are the times between animation frames with a step in each. What the
main thread computes for a step is measured without the throttle and in its own processor time, so
that it depends little on how busy the machine is: times four, it is what the throttle makes of it.
Lessons are opened with an empty cache.
"""

from __future__ import annotations

import os
import shutil
import sys
from statistics import median
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.bench import say

SLOWER, STEPS, LIMIT, MOST_PAINT = 4, 60, 50, 1000
FIRST = 12
"""Steps before the measuring, in which the browser compiles the scripts."""

EMPTY = "/analysis/........._X/search/"
PAGES = {
    "minimax": f"{EMPTY}?method=minimax&step=549946",
    "alpha-beta": f"{EMPTY}?step=18000",
    "two searches": f"{EMPTY}?against=minimax&step=18000",
    "DSTRU": "/analysis/TU....T........._U/search/?step=40",
}

WALK = """async (most) => {
  const number = document.querySelector("[data-number]").firstChild;
  const link = document.querySelector('[data-key="next"]');
  const frame = () => new Promise(requestAnimationFrame);
  const frames = [];
  let steps = 0;
  let last = await frame();
  for (; steps < most && link.hasAttribute("href"); steps += 1) {
    const before = number.data;
    link.click();
    for (let turn = 0; turn < 20 && number.data === before; turn += 1) await null;
    while (number.data === before) last = await frame();
    const now = await frame();
    frames.push(now - last);
    last = now;
  }
  return { steps, frames };
}"""

PAINTED = """new Promise((done) => {
  const seen = (list) => list.getEntriesByName("first-contentful-paint").forEach((one) => done(one.startTime));
  new PerformanceObserver(seen).observe({ type: "paint", buffered: true });
})"""  # noqa: E501

LESSONS = "[...document.querySelectorAll('main a[href^=\"/learn/\"]')].map((one) => one.pathname)"


def opened(browser: Browser, url: str, rate: int) -> tuple[Page, CDPSession]:
    """A page of its own cache at ``url``, in a browser ``rate`` times slower."""
    page = browser.new_context().new_page()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(url)
    return page, session


def walked(browser: Browser, url: str, rate: int) -> tuple[list[float], dict[str, float]]:
    """Milliseconds of frames with a step in each, and those of work for a step."""
    page, session = opened(browser, url, rate)
    page.evaluate(WALK, FIRST)
    before = metrics(session)
    found: dict[str, Any] = page.evaluate(WALK, STEPS)
    after = metrics(session)
    page.context.close()
    return found["frames"], {name: (after[name] - before[name]) / found["steps"] for name in after}


def metrics(session: CDPSession) -> dict[str, float]:
    found = session.send("Performance.getMetrics")["metrics"]
    return {one["name"]: one["value"] for one in found}


def stepped(browser: Browser, name: str, url: str) -> None:
    frames, _ = walked(browser, url, SLOWER)
    _, work = walked(browser, url, 1)
    each = {what: work[f"{what}Duration"] * 1000 for what in ("Task", "RecalcStyle", "Layout")}
    say(
        f"{name}: frames median {median(frames):.1f} ms, slowest {max(frames):.1f}, "
        f"{sum(one > LIMIT for one in frames)} of {len(frames)} over {LIMIT}; a step takes the "
        f"main thread {each['Task']:.1f} ms, times {SLOWER} {each['Task'] * SLOWER:.1f}: style "
        f"{each['RecalcStyle']:.1f}, {work['LayoutCount']:.1f} layouts {each['Layout']:.1f}"
    )


def painted(browser: Browser, url: str) -> None:
    """First paint of all lessons; ``work`` is what the main thread did, without the throttle."""
    page, _ = opened(browser, f"{url}/learn/", 1)
    lessons = list(dict.fromkeys(page.evaluate(LESSONS)))
    page.context.close()
    times: dict[str, float] = {}
    for lesson in lessons:
        page, _ = opened(browser, url + lesson, SLOWER)
        times[lesson] = page.evaluate(PAINTED)
        page.context.close()
        page, session = opened(browser, url + lesson, 1)
        work = metrics(session)["TaskDuration"] * 1000
        page.context.close()
        say(f"{lesson} first paint {times[lesson]:.0f} ms, main thread {work:.0f} ms unthrottled")
    late = [lesson for lesson, time in times.items() if time > MOST_PAINT]
    say(f"lessons over {MOST_PAINT} ms: {', '.join(late) or 'none'}")


def main(url: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox"],
        )
        say(f"load {os.getloadavg()[0]:.0f}")
        for name, path in PAGES.items():
            stepped(browser, name, url + path)
        painted(browser, url)
        say(f"load {os.getloadavg()[0]:.0f}")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
