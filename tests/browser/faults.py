"""What can be wrong with the look of a page, whatever the page: for tests and ``make gallery``."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
ALL: dict[str, Any] = {"resultTypes": ["violations"]}
CONTRAST: dict[str, Any] = {**ALL, "runOnly": ["color-contrast"]}
"""All that the other theme can change: the pages are the same but for their colours."""

WIDTH = "document.documentElement.scrollWidth"


def axe_faults(page: Page, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE.axe_script)
    violations = page.evaluate("options => axe.run(options)", options)["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in violations]


def too_wide(page: Page) -> list[str]:
    """What is wider than a phone, or than a small window if text is twice as large."""
    found = [page.evaluate(WIDTH)]
    page.set_viewport_size({"width": 800, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    found.append(page.evaluate(WIDTH))
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 1280, "height": 720})
    names = {320: "a phone", 800: "text twice as large"}
    sizes = zip(names.items(), found, strict=True)
    return [f"{name}: {width} of {least}" for (least, name), width in sizes if width > least]


def axe_in_either_theme(page: Page) -> list[str]:
    """What axe finds on a page that is shown in the light theme, and then in the dark one."""
    faults = axe_faults(page, ALL)
    page.emulate_media(color_scheme="dark")
    return [*faults, *axe_faults(page, CONTRAST)]
