"""Chromium against the site as it really runs. Each person is a browser context of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from accounts.models import User
from tests.site import Site, session_of

NAMES = ["chromium-headless-shell", "chromium", "google-chrome"]
"""The first is the same engine without windows, and opens a page in a quarter of the time."""

if "CHROMIUM" in os.environ:
    NAMES = [os.environ["CHROMIUM"]]
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
HOW_TO_GET_ONE = (
    f"NO CHROMIUM FOUND ({' or '.join(NAMES)}): the browser tests are left out. "
    "On Debian: apt-get install chromium-headless-shell; elsewhere set CHROMIUM to its path."
)

HERE = Path(__file__).parent

PATIENCE = 30_000
"""Milliseconds after which something that is to happen is taken for lost, on any machine."""
expect.set_options(timeout=PATIENCE)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if not CHROMIUM and any("browser" in one.keywords for one in _skipped(terminalreporter)):
        terminalreporter.section("no Chromium", sep="!", red=True, bold=True)
        terminalreporter.write_line(HOW_TO_GET_ONE, red=True, bold=True)


def _skipped(terminalreporter: Any) -> list[Any]:
    return terminalreporter.stats.get("skipped", [])


As = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if not CHROMIUM:
                item.add_marker(pytest.mark.skip(reason=HOW_TO_GET_ONE))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright runs a loop of its own in this thread; Django takes that for async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[
                *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"),
                *("--disable-background-networking", "--no-first-run"),
            ],
        )
        yield browser
        browser.close()


@pytest.fixture
def site(transactional_db: Any) -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def contexts(browser: Browser, site: Site) -> Iterator[Callable[..., BrowserContext]]:
    opened: list[BrowserContext] = []

    def new(**options: Any) -> BrowserContext:
        still = {"reduced_motion": "reduce", **options}
        context = browser.new_context(base_url=site.url, **still)
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield new
    for context in opened:
        context.close()


@pytest.fixture
def as_(contexts: Callable[..., BrowserContext], site: Site) -> As:
    """A page of a fresh browser in which ``user`` (or nobody) is logged in."""

    def page_of(user: User | None = None, **options: Any) -> Page:
        context = contexts(**options)
        if user is not None:
            value = session_of(user)["Cookie"].partition("=")[2]
            context.add_cookies([{"name": "sessionid", "value": value, "url": site.url}])
        page = context.new_page()
        page.errors = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.errors.append(str(error)))  # type: ignore[attr-defined]
        page.on("console", lambda line: _note(page, line))
        return page

    return page_of


def _note(page: Any, line: Any) -> None:
    """Keep what the console calls an error; a refused request is what some tests are about."""
    if line.type == "error" and "Failed to load resource" not in line.text:
        page.errors.append(line.text)
