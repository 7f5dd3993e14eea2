"""``make gallery``: every page in small pictures, with what is wrong with each, in one HTML page.

Pictures are of phones, tablets and desks, in the light theme and the dark one, and of phones in
forced colours; the frame of each is the first screen, a click opens the whole. For each page: what
axe finds, what the console says, a main button below the first screen, words that break badly on a
phone (a dot at the end of a line, a button or a tab on two), what scrolls sideways at 320 px or
with text twice as large, and text that is cut off then. The output is ``var/gallery/index.html``.
``PATHS=/learn/,/games/`` looks again at the pages that have one of these in their name and leaves
the others as they are; what broke off goes on from where it was, ``AFRESH=1`` begins anew.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    sync_playwright,
)

from tests.bench.bench_door import chromium
from tests.bench.look_pages import Site, View
from tests.bench.stand import ROOT, Stand
from tests.browser.faults import BAD_BREAKS, axe_in_either_theme, too_wide
from tests.wire import free_port

FOLDER = ROOT / "var/gallery"
FOUND = FOLDER / "found.json"

SIZES = {360: 740, 768: 1024, 1280: 800}
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "dark", "forced_colors": "active"},
}
PICTURES = [
    (look, width) for look in LOOKS for width in SIZES if look != "forced" or width == min(SIZES)
]
LONGEST = 2400
"""Pixels of a page that a picture shows."""

PATHS = [one for one in os.environ.get("PATHS", "").split(",") if one]
AFRESH = bool(os.environ.get("AFRESH"))

ERRORS = {"/nowhere/": 404, "/analysis/nonsense/": 400, "/formulas/?f4=nonsense": 400}
"""Pages that answer with an error, since that is what they show."""

CUT_OFF = """() => {
  const found = [];
  document.documentElement.style.fontSize = "200%";
  for (const one of document.querySelectorAll("main *")) {
    const style = getComputedStyle(one);
    const has = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const hidden = /hidden|clip/.test(style.overflowX + style.overflowY);
    if (!has || !hidden || one.clientWidth < 3 || style.textOverflow === "ellipsis") continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
      found.push(one.outerHTML.slice(0, 120));
  }
  document.documentElement.style.fontSize = "";
  return found;
}"""

BELOW = """() => {
  const main = document.querySelector("main .btn.primary:not(dialog *, [popover] *)");
  if (!main?.checkVisibility()) return [];
  const end = Math.round(main.getBoundingClientRect().bottom + scrollY);
  const name = main.textContent.trim();
  return end > innerHeight ? [`below the first screen: ${name} ends at ${end}`] : [];
}"""

STYLE = """
body { font: 14px system-ui; margin: 16px; background: #888; color: #000 }
section { background: #fff; padding: 8px 12px; margin: 0 0 16px }
h2 { font-size: 16px; margin: 0 0 6px } .fault { color: #b00000; margin: 2px 0 }
div { display: flex; gap: 8px; overflow-x: auto; align-items: start }
figure { margin: 0 } figcaption { font-size: 11px }
img { display: block; object-fit: cover; object-position: top; border: 1px solid #666 }
"""


def furnish(stand: Stand, which: str) -> Site:
    """Fill the stand, or let somebody look who has it for themselves."""
    command = [sys.executable, "-m", "tests.bench.gallery_pages", which]
    done = subprocess.run(
        command, cwd=ROOT, env=stand.environment, stdout=subprocess.PIPE, check=True
    )
    told = json.loads(done.stdout)
    return Site([View(*one) for one in told["views"]], told["plays"], told["sessions"])


class Gallery:
    """The pictures that there are, and what was found on each page; kept after every page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.found: dict[str, dict[str, Any]] = {}
        if FOUND.exists() and not AFRESH:
            self.found = json.loads(FOUND.read_text())

    def hang(self, url: str, site: Site) -> None:
        """Look at all pages of a site that are wanted."""
        for view in site.views:
            key = f"{view.name} as a {view.who}"
            wanted = any(path in view.name for path in PATHS) if PATHS else key not in self.found
            if wanted:
                self.found[key] = self._look(url, site, view, _file_name(key))
                FOUND.write_text(json.dumps(self.found))
                sys.stdout.write(f"{len(self.found[key]['faults']):>3} {key}\n")
                sys.stdout.flush()

    def _look(self, url: str, site: Site, view: View, name: str) -> dict[str, Any]:
        # An address for each, or the site would hold one to be in too much of a hurry.
        sender = {"X-Forwarded-For": f"10.{len(self.found) // 250}.{len(self.found) % 250}.1"}
        options = {"base_url": url, "extra_http_headers": sender, "reduced_motion": "reduce"}
        with self.browser.new_context(**options) as context:  # type: ignore[arg-type]
            if view.who in site.sessions:
                value = site.sessions[view.who]
                context.add_cookies([{"name": "sessionid", "value": value, "url": url}])
            return {"path": view.path, "faults": self._faults(context, view, name)}

    def _faults(self, context: BrowserContext, view: View, name: str) -> list[str]:
        page, said = context.new_page(), list[str]()
        page.on("console", lambda line: said.append(_console(line)))
        page.on("pageerror", lambda error: said.append(f"script: {error}"))
        try:
            answer = page.goto(view.path, wait_until="load")
            page.evaluate("document.fonts.ready.then(() => true)")
            status = answer.status if answer else 0
            if status != (wanted := ERRORS.get(view.path, 200)):
                said.append(f"status {status}, expected {wanted}")
            said = [one for one in said if wanted == 200 or "Failed to load" not in one]
            for look, width in PICTURES:
                page.emulate_media(**LOOKS[look])
                page.set_viewport_size({"width": width, "height": SIZES[width]})
                _picture(page, FOLDER / f"{name}-{width}-{look}.jpg", width)
                if look == "light":
                    asked = {360: [BELOW, BAD_BREAKS], 1280: [BELOW]}.get(width, [])
                    found = [one for script in asked for one in page.evaluate(script)]
                    said += [f"{width} px: {one}" for one in found]
            page.emulate_media(**LOOKS["light"])
            page.set_viewport_size({"width": 320, "height": 640})
            cut = [f"cut off: {one}" for one in page.evaluate(CUT_OFF)]
            return [*said, *too_wide(page), *cut, *axe_in_either_theme(page)]
        except Error as error:
            return [*said, f"not looked at: {error.message[:200]}"]

    def write(self) -> None:
        """The page of all pictures."""
        sections = "\n".join(_section(key, one) for key, one in self.found.items())
        faulty = sum(bool(one["faults"]) for one in self.found.values())
        head = f"{len(self.found)} pages, {faulty} with faults"
        (FOLDER / "index.html").write_text(
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{head}</title>"
            f"<style>{STYLE}</style><h1>{head}</h1>\n{sections}</html>\n"
        )
        sys.stdout.write(f"{head}: {FOLDER / 'index.html'}\n")


def _console(line: ConsoleMessage) -> str:
    return f"console {line.type}: {line.text[:200]}"


def _picture(page: Page, path: Path, width: int) -> None:
    height = min(page.evaluate("document.documentElement.scrollHeight"), LONGEST)
    clip: Any = {"x": 0, "y": 0, "width": width, "height": height}
    page.screenshot(path=path, type="jpeg", quality=60, full_page=True, clip=clip)


def _file_name(key: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")[:120]


def _section(key: str, one: dict[str, Any]) -> str:
    faults = "".join(f"<p class=fault>{escape(fault)}</p>" for fault in one["faults"])
    name = _file_name(key)
    figures = "".join(
        f"<figure><a href={name}-{width}-{look}.jpg><img loading=lazy alt='' width={width // 4}"
        f" height={SIZES[width] // 4} src={name}-{width}-{look}.jpg></a>"
        f"<figcaption>{width} {look}</figcaption></figure>"
        for look, width in PICTURES
    )
    return f"<section><h2>{escape(key)}</h2>{faults}<div>{figures}</div></section>"


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium(), args=options) as browser,
    ):
        gallery = Gallery(browser)
        with Stand("sqlite", 1, [free_port()]) as stand:
            for which in ("empty", "full"):
                gallery.hang(f"http://127.0.0.1:{stand.ports[0]}", furnish(stand, which))
        gallery.write()
    return int(any(one["faults"] for one in gallery.found.values()))


if __name__ == "__main__":
    sys.exit(main())
