"""The tests of the site's JavaScript, the files that Node runs, in Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

SCRIPTS = Path(__file__).parents[2] / "games/static/games/js"
TESTS = Path(__file__).parents[1] / "js"
SITE = "http://modules.test"

RUN = """async (path) => {
  await import(path);
  return Promise.all(results.splice(0));
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    imports = {f"oxo/{path.name}": f"{SITE}/site/{path.name}" for path in SCRIPTS.glob("*.js")}
    imports["node:test"] = f"{SITE}/tests/chromium/test.js"
    imports["node:assert/strict"] = f"{SITE}/tests/chromium/assert.js"
    html = f'<script type="importmap">{json.dumps({"imports": imports})}</script>'

    def serve(route: Route) -> None:
        _, _, _, room, name = route.request.url.split("/", 4)
        path = {"site": SCRIPTS, "tests": TESTS}[room] / name
        route.fulfill(body=path.read_text(), content_type="text/javascript")

    page = browser.new_page()
    page.route(f"{SITE}/*/**", serve)
    page.route(f"{SITE}/", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{SITE}/")
    yield page
    page.close()


@pytest.mark.parametrize("path", sorted(TESTS.glob("*.test.mjs")), ids=lambda path: path.name)
def test_the_modules_pass_their_tests_in_chromium(page: Page, path: Path) -> None:
    ran = page.evaluate(RUN, f"{SITE}/tests/{path.name}")
    assert ran, "no test in it"
    assert [one for one in ran if "error" in one] == []
