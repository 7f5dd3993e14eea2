"""What the look of the site costs: ``make bench-look``.

For every page: bytes over the wire with an empty cache. For the first page and a game, on a phone
with a processor four times slower and fast 3G (1.6 Mbit/s down, 0.75 up, 150 ms): when something is
painted, when the board can be played on, and how far anything shifts. Over all pages in both
themes, two sizes and forced colours: the share of style rules that no page uses. With
``LIGHTHOUSE=1`` Lighthouse (npm) gives its four scores, too; it takes half a minute a page.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench.bench_door import chromium
from tests.bench.coverage import Coverage
from tests.bench.stand import Stand
from tests.wire import free_port

RUNS = int(os.environ.get("RUNS", "3"))
PASSWORD = "noughts-and-crosses"
PHONE = {"width": 360, "height": 740}
THROTTLE = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
LIGHTHOUSE = "lighthouse@12.8.2"

MOST_KB, MOST_UNUSED = 90, 0.10
MOST_PAINT, MOST_PLAYABLE, MOST_SHIFT = 1.0, 1.5, 0.01
PLAYABLE = {"home": "#door[data-ready='1']", "game": "#link-status[data-state='connected']"}

PAGES = {
    "home": "/",
    "campaign": "/campaign/",
    "stage": "/campaign/1/1/",
    "new game": "/games/new/",
    "new, 4x4": "/games/new/?variant=dstru",
    "engines": "/games/new/?engines=all",
    "lobby": "/lobby/",
    "history": "/games/",
    "puzzles": "/puzzles/",
    "puzzle": "/puzzles/today/",
    "learn": "/learn/",
    "lesson": "/learn/linear/",
    "marked": "/learn/dstru/?a1=d1&a2=zz&a3=a1",
    "bits": "/learn/bitboards/",
    "analysis": "/analysis/X...O...X_O/?engine=linear",
    "bitboard": "/analysis/X...O...X_O/?engine=bitboard&from=........._X&line=a1-b2-c3",
    "alphabeta": "/analysis/X...O...X_O/?engine=alphabeta",
    "guard": "/analysis/X...O...X_O/?engine=guard",
    "4x4": "/analysis/TU....T........._U/?engine=perfect",
    "4x4 search": "/analysis/TU....T........._U/?engine=search",
    "set up": "/analysis/setup/XX......._O/",
    "refused": "/analysis/nonsense/",
    "import": "/analysis/import/",
    "search": "/analysis/X.O.X...O_X/search/",
    "proofs": "/proofs/",
    "proof": "/proofs/linear/",
    "rules": "/rules/",
    "rules 3x3": "/rules/classic/?ply=5",
    "rules 4x4": "/rules/dstru/?ply=16",
    "formulas": "/formulas/?f4=nonsense",
    "matrix": "/formulas/matrix/",
    "sets": "/formulas/sets/",
    "people": "/leaderboards/",
    "ratings": "/leaderboards/classic/",
    "profile": "/@ada/",
    "settings": "/accounts/settings/",
    "sign up": "/accounts/sign-up/",
    "log in": "/accounts/login/",
    "missing": "/nowhere/",
    "parts": "/style/",
}
FOR_VISITORS = ("home", "campaign", "lobby", "people", "sign up", "log in", "game", "waiting")
BRIEFLY = ("home", "campaign", "game", "removing", "new game", "analysis", "parts", "engines")
LOOKS: tuple[dict[str, Any], ...] = (
    {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"},
    {"viewport": PHONE, "color_scheme": "dark", "reduced_motion": "reduce", "has_touch": True},
    {"viewport": {"width": 800, "height": 360}, "forced_colors": "active"},
    {"viewport": {"width": 960, "height": 700}, "java_script_enabled": False},
)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Bench:
    """The site, and two people who have played on it."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.states = {name: self._signed_in(name) for name in ("ada", "hopper")}
        self.pages = {**PAGES, **self._games()}
        self.failed: list[str] = []

    def _signed_in(self, name: str) -> Any:
        with self.browser.new_context(base_url=self.url) as context:
            page = context.new_page()
            page.goto("/accounts/login/")
            page.get_by_label("Name").fill(name)
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Log in").click()
            page.wait_for_url("**/")
            return context.storage_state()

    def _games(self) -> dict[str, str]:
        """Addresses of games in every state."""
        with self.browser.new_context(base_url=self.url, storage_state=self.states["ada"]) as ada:
            opened = {
                "game": self._open(ada, "classic", "engine:minimax", [0]),
                "waiting": self._open(ada, "classic", "friend", []),
                "won": self._open(ada, "classic", "local", [0, 3, 1, 4, 2]),
                "drawn": self._open(ada, "classic", "local", [4, 0, 8, 2, 1, 7, 3, 5, 6]),
                "removing": self._open(ada, "dstru", "local", [3, 6], dos="person"),
            }
            page = ada.new_page()
            page.goto("/campaign/1/1/")
            page.locator("main button.primary, main a.primary").click()
            page.wait_for_url("**/campaign/games/**")
            opened["stage game"] = page.url.removeprefix(self.url)
        return {**opened, "review": f"{opened['won']}review/"}

    def _open(
        self, ada: BrowserContext, variant: str, opponent: str, cells: list[int], **rules: str
    ) -> str:
        token = next(one["value"] for one in ada.cookies() if one["name"] == "csrftoken")
        headers = {"X-CSRFToken": token, "Referer": self.url}
        seat = "X" if variant == "classic" else "Tres"
        wish = {"variant": variant, "opponent": opponent, "seat": seat, "rules": rules}
        made = ada.request.post("/api/games/", data=wish, headers=headers).json()
        game, url = made["game"], made["url"]
        for cell in cells:
            wish = {"id": f"b{cell}-{game['version']}", "version": game["version"], "cell": cell}
            wish["action"] = game["action"]
            done = ada.request.post(f"/api/games/{game['id']}/actions/", data=wish, headers=headers)
            game = done.json()["game"]
        return url.removeprefix(self.url)

    def check(self, good: bool, words: str) -> str:
        if not good:
            self.failed.append(words)
        return "" if good else "  TOO MUCH"

    def weigh(self) -> None:
        """Bytes over the wire, with an empty cache."""
        say(f"{'page':<12} {'KB':>6} {'files':>6}")
        for name, path in self.pages.items():
            user = None if name in ("home", "sign up", "log in") else "ada"
            state = self.states["hopper" if name == "parts" else user] if user else None
            with self.browser.new_context(base_url=self.url, storage_state=state) as context:
                sizes = _weights(context, path)
            kb = sum(sizes) / 1000
            over = (
                self.check(kb <= MOST_KB, f"{name} weighs {kb:.1f} KB") if name != "parts" else ""
            )
            say(f"{name:<12} {kb:>6.1f} {len(sizes):>6}{over}")

    def time(self) -> None:
        """The first page and a game on a slow phone."""
        say(f"\n{'page':<12} {'painted':>8} {'playable':>9} {'shift':>7}  (median of {RUNS})")
        for name, ready in PLAYABLE.items():
            runs = [self._slowly(name, ready) for _ in range(RUNS)]
            paint, playable, shift = (median(column) for column in zip(*runs, strict=True))
            good = paint <= MOST_PAINT and playable <= MOST_PLAYABLE and shift <= MOST_SHIFT
            over = self.check(good, f"{name} is slow or shifts")
            say(f"{name:<12} {paint:>7.2f}s {playable:>8.2f}s {shift:>7.4f}{over}")

    def _slowly(self, name: str, ready: str) -> tuple[float, float, float]:
        state = None if name == "home" else self.states["ada"]
        options: dict[str, Any] = {"viewport": PHONE, "storage_state": state}
        with self.browser.new_context(base_url=self.url, **options) as context:
            page = context.new_page()
            client = context.new_cdp_session(page)
            client.send("Network.enable")
            client.send("Network.emulateNetworkConditions", {"offline": False, **THROTTLE})
            client.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            page.add_init_script(OBSERVE)
            page.goto(self.pages[name], wait_until="commit")
            playable = page.wait_for_function(
                "(css) => document.querySelector(css) && performance.now()", arg=ready
            ).json_value()
            page.wait_for_function("document.readyState === 'complete' && window.painted")
            page.wait_for_timeout(500)
            return page.evaluate("window.painted") / 1000, playable / 1000, _shift(page)

    def cover(self) -> None:
        """Rules that no page uses."""
        coverage = Coverage()
        for number, look in enumerate(LOOKS):
            for place, name in enumerate(("hopper", "ada", None)):
                state = self.states[name] if name else None
                options = {**look, "storage_state": state, "base_url": self.url}
                # An address for each, or the site would hold one to be in too much of a hurry.
                options["extra_http_headers"] = {"X-Forwarded-For": f"10.0.{number}.{place}"}
                with self.browser.new_context(**options) as context:
                    for page, path in self.pages.items():
                        if _is_of(page, name) and (number < 2 or page in BRIEFLY):
                            coverage.look(context, path, touch=number == 0)
        unused = coverage.unused()
        share = sum(size for _, size in unused) / coverage.whole
        over = self.check(share <= MOST_UNUSED, "too many rules are unused")
        say(f"\nrules {coverage.whole} bytes, unused {share:.1%}{over}")
        for selector, size in unused:
            say(f"{size:>6}  {selector[:90]}")

    def lighthouse(self) -> None:
        """Lighthouse's scores of what everybody can see, on its slow phone."""
        say(f"\n{'page':<12} {'performance, accessibility, best practices, seo':>20}")
        for name, path in PAGES.items():
            if not _is_of(name, "ada") or name in ("history", "settings"):
                continue
            scores = _lighthouse(self.url + path)
            wanted = scores if name != "missing" else {}
            over = self.check(all(one == 100 for one in wanted.values()), f"Lighthouse on {name}")
            say(f"{name:<12} {' '.join(f'{one:>4}' for one in scores.values())}{over}")


OBSERVE = """
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => { window.painted = list.getEntries()[0].startTime; })
    .observe({ type: "paint", buffered: true });
"""


def _shift(page: Page) -> float:
    return page.evaluate("window.shifted")


def _is_of(page: str, name: str | None) -> bool:
    """Whose eyes see ``page``: the parts are for staff, doors for visitors, homes for both."""
    if page == "parts" or name == "hopper":
        return page == "parts" and name == "hopper"
    if name is None:
        return page in (
            "home",
            "campaign",
            "lobby",
            "people",
            "sign up",
            "log in",
            "game",
            "waiting",
        )
    return page not in ("sign up", "log in")


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


def _lighthouse(url: str) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        flags = "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage"
        subprocess.run(
            [
                *("npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json"),
                *(f"--output-path={report}", f"--chrome-flags={flags}"),
            ],
            env={**os.environ, "CHROME_PATH": chromium()},
            check=False,
            stdout=subprocess.DEVNULL,
        )
        found = json.loads(report.read_text())["categories"]
    return {name: round(100 * (one["score"] or 0)) for name, one in found.items()}


def main() -> int:
    stand = Stand("sqlite", 1, [free_port()])
    stand.environment["DEMO"] = "1"
    with stand, sync_playwright() as playwright:
        stand.manage("demo")
        options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        with playwright.chromium.launch(executable_path=chromium(), args=options) as browser:
            bench = Bench(browser, f"http://127.0.0.1:{stand.ports[0]}")
            bench.weigh()
            bench.time()
            bench.cover()
            if os.environ.get("LIGHTHOUSE"):
                bench.lighthouse()
    say("\n" + ("\n".join(bench.failed) or "All within the limits."))
    return int(bool(bench.failed))


if __name__ == "__main__":
    sys.exit(main())
