"""What the look of the site costs: ``make bench-look``.

For every page: bytes over the wire with an empty cache. For the first page and a game, on a phone
with a processor four times slower and fast 3G (1.6 Mbit/s down, 0.75 up, 150 ms): when something is
painted, when the board takes a touch, when the game is connected, and how far anything shifts. On
the same phone: how soon a mark is there, the frames of an ending, the grain of chalk. Over all
pages in both themes, two sizes and forced colours: the share of style rules that no page uses. With
``LIGHTHOUSE=1`` Lighthouse (npm) gives its four scores to every page, as a phone and as a desk.
``ONLY=time,motion`` leaves out the rest; ``PAGES=rules`` every page without this in its name.
"""

from __future__ import annotations

import os
import sys
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench import lighthouse, motion, say
from tests.bench.bench_door import chromium
from tests.bench.coverage import Coverage
from tests.bench.look_pages import Site, View, furnish
from tests.bench.stand import Stand
from tests.wire import free_port

RUNS = int(os.environ.get("RUNS", "3"))
PAGES = os.environ.get("PAGES", "")
PHONE = {"width": 360, "height": 740}
THROTTLE = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}

MOST_KB, MOST_UNUSED = 90, 0.10
MOST_PAINT, MOST_PLAYABLE, MOST_SHIFT, MOST_GRAIN = 1.0, 1.5, 0.01, 4
STEPS = ("weigh", "time", "motion", "cover", "lighthouse")

TIMED = {
    ("/", "visitor"): "#door[data-ready='1']",
    ("ENGINE", "member"): "#game[data-ready='1']",
}
"""Where a board can be played on, and what says that it takes a touch."""
CONNECTED = "#link-status[data-state='connected']"

BRIEFLY = ("/", "/campaign/", "ENGINE", "REMOVING", "/games/new/?variant=classic", "/style/")
LOOKS: tuple[dict[str, Any], ...] = (
    {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    {"viewport": PHONE, "color_scheme": "dark", "reduced_motion": "reduce", "has_touch": True},
    {"viewport": {"width": 800, "height": 360}, "forced_colors": "active"},
    {"viewport": {"width": 960, "height": 700}, "java_script_enabled": False},
)

HEAVY = {"/style/"}
"""Every part of the site at once, for staff: not weighed."""
MISSING = {"/nowhere/", "/analysis/nonsense/"}
"""Lighthouse scores no page that answers with an error."""


class Bench:
    """The site in a browser, as all who look at it."""

    def __init__(self, browser: Browser, url: str, site: Site) -> None:
        self.browser, self.url, self.site = browser, url, site
        self.views = [view for view in site.views if PAGES in view.name]
        self.failed: list[str] = []

    def _context(self, view: View, **options: Any) -> BrowserContext:
        context = self.browser.new_context(base_url=self.url, **options)
        if view.who in self.site.sessions:
            value = self.site.sessions[view.who]
            context.add_cookies([{"name": "sessionid", "value": value, "url": self.url}])
        return context

    def check(self, good: bool, words: str) -> str:
        if not good:
            self.failed.append(words)
        return "" if good else "  TOO MUCH"

    def weigh(self) -> None:
        """Bytes over the wire, with an empty cache."""
        say(f"{'KB':>6} {'files':>6}  page")
        for view in self.views:
            with self._context(view) as context:
                sizes = _weights(context, view.path)
            kb = sum(sizes) / 1000
            light = kb <= MOST_KB or view.path in HEAVY
            over = self.check(light, f"{view.name} weighs {kb:.1f} KB")
            say(f"{kb:>6.1f} {len(sizes):>6}  {view.name}{over}")

    def time(self) -> None:
        """The first page and a game on a slow phone."""
        titles = f"{'painted':>8} {'playable':>9} {'connected':>10} {'shift':>7}"
        say(f"\n{titles}  page (median of {RUNS}, load {os.getloadavg()[0]:.0f})")
        views = [view for view in self.views if (view.name, view.who) in TIMED]
        runs = [(view, self._slowly(view)) for _ in range(RUNS) for view in views]
        for view in views:
            rows = zip(*(found for one, found in runs if one == view), strict=True)
            paint, playable, connected, shift = map(median, rows)
            good = paint <= MOST_PAINT and playable <= MOST_PLAYABLE and shift <= MOST_SHIFT
            over = self.check(good, f"{view.name} is slow or shifts")
            said = f"{connected:>9.2f}s" if connected else " " * 10
            line = f"{paint:>7.2f}s {playable:>8.2f}s {said} {shift:>7.4f}"
            say(f"{line}  {view.name} as a {view.who}{over}")

    def _slowly(self, view: View) -> tuple[float, float, float, float]:
        with self._context(view, viewport=PHONE) as context:
            page = context.new_page()
            client = context.new_cdp_session(page)
            client.send("Network.enable")
            client.send("Network.emulateNetworkConditions", {"offline": False, **THROTTLE})
            client.send("Emulation.setCPUThrottlingRate", {"rate": motion.SLOWER})
            page.add_init_script(OBSERVE)
            page.goto(view.path, wait_until="commit")
            playable, connected = _when(page, TIMED[view.name, view.who]), 0.0
            if view.name == "ENGINE":
                connected = _when(page, CONNECTED)
            page.wait_for_function("() => document.readyState === 'complete' && window.painted")
            page.wait_for_timeout(500)
            paint, shift = page.evaluate("[window.painted / 1000, window.shifted]")
            return paint, playable, connected, shift

    def motion(self) -> None:
        """A touch, an ending and the grain of chalk on the same phone."""
        found = motion.measure(
            self.browser, self.url, self.site.sessions["member"], self.site.plays
        )
        over = self.check(found.mark <= motion.AT_ONCE, "a mark comes late")
        say(f"\nmark after a touch {found.mark:.0f} ms, slowest {found.slowest_mark:.0f}{over}")
        say(
            f"frames of an ending {found.frame:.1f} ms, slowest {found.slowest_frame:.0f},"
            f" {found.late:.1%} late"
        )
        over = self.check(found.grain <= MOST_GRAIN, "the grain of chalk costs too much")
        say(f"grain of chalk {found.grain:.2f} ms a frame{over}")

    def cover(self) -> None:
        """Rules that no page uses."""
        coverage = Coverage()
        for number, look in enumerate(LOOKS):
            for view in self.views:
                if number < 2 or view.name in BRIEFLY:
                    # An address for each, or the site would hold one to be in too much of a hurry.
                    sender = {"X-Forwarded-For": f"10.0.{number}.{len(view.who)}"}
                    with self._context(view, **look, extra_http_headers=sender) as context:
                        coverage.look(context, view.path, touch=number == 0)
        unused = coverage.unused()
        share = sum(size for _, size in unused) / coverage.whole
        over = self.check(share <= MOST_UNUSED, "too many rules are unused")
        say(f"\nrules {coverage.whole} bytes, unused {share:.1%}{over}")
        for selector, size in unused:
            say(f"{size:>6}  {selector[:90]}")

    def lighthouse(self) -> None:
        """Lighthouse's scores of every page. Performance is tried again where it is not 100."""
        if not os.environ.get("LIGHTHOUSE"):
            return
        if why := lighthouse.install():
            say(f"\nLIGHTHOUSE IS LEFT OUT: {why}.")
            return
        say(f"\n{'performance':>12} {'others':>6}  page (load {os.getloadavg()[0]:.0f})")
        for form in lighthouse.FORMS:
            for view in self.views:
                if view.path not in MISSING:
                    say(self._scored(view, form))

    def _scored(self, view: View, form: str) -> str:
        speeds: list[int] = []
        faults: tuple[str, ...] = ()
        cookie = self.site.sessions.get(view.who)
        while len(speeds) < RUNS and (not speeds or max(speeds) < 100):
            found = lighthouse.scores(self.url + view.path, form, cookie)
            if isinstance(found, str):
                faults = (found,)
                break
            speeds.append(found.values["performance"])
            faults = found.faults
        over = self.check(not faults, f"Lighthouse on {view.name}, {form}: {', '.join(faults)}")
        if speeds and max(speeds) < 100:
            self.check(False, f"{view.name}, {form}: performance {max(speeds)}")
        spread = "–".join(map(str, sorted({min(speeds), max(speeds)}))) if speeds else "none"
        others = "100" if not faults else "; ".join(faults)
        return f"{spread:>12} {others:>6}  {view.name} as a {view.who}, {form}{over}"


OBSERVE = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => { window.painted = list.getEntries()[0].startTime; })
    .observe({ type: "paint", buffered: true });
"""


def _when(page: Page, selector: str) -> float:
    """Seconds until there is something of ``selector`` on the page."""
    wait = "(css) => document.querySelector(css) && performance.now()"
    return page.wait_for_function(wait, arg=selector).json_value() / 1000


def _weights(context: BrowserContext, path: str) -> list[float]:
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    sizes: list[float] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path, wait_until="networkidle" if path.startswith("/learn") else "load")
    page.wait_for_timeout(300)
    page.close()
    return sizes


def main() -> int:
    stand = Stand("sqlite", 1, [free_port()])
    steps = os.environ.get("ONLY", ",".join(STEPS)).split(",")
    if unknown := set(steps) - set(STEPS):
        sys.exit(f"ONLY={','.join(steps)}: {unknown.pop()!r} is none of {', '.join(STEPS)}")
    with stand, sync_playwright() as playwright:
        site = furnish(stand)
        if not any(PAGES in view.name for view in site.views):
            sys.exit(f"PAGES={PAGES!r}: no page has this in its name")
        options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        with playwright.chromium.launch(executable_path=chromium(), args=options) as browser:
            bench = Bench(browser, f"http://127.0.0.1:{stand.ports[0]}", site)
            for step in STEPS:
                if step in steps:
                    getattr(bench, step)()
    say("\n" + ("\n".join(bench.failed) or "All within the limits."))
    return int(bool(bench.failed))


if __name__ == "__main__":
    sys.exit(main())
