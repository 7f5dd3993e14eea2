"""What can be wrong with the look of a page, whatever the page: for tests and ``make gallery``."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AXE = Axe()
ALL: dict[str, Any] = {"resultTypes": ["violations"]}
CONTRAST: dict[str, Any] = {**ALL, "runOnly": ["color-contrast"]}
"""All that the other theme can change: the pages are the same but for their colours."""

BAD_BREAKS = """() => {
  const found = [], range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const top = (node, at) => {
    range.setStart(node, at), range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  let dot = null;
  for (let node; (node = texts.nextNode()); ) {
    if (node.parentElement.closest(".vh, script")) continue;
    for (let at = 0; at < node.data.length; at++) {
      if (/\\s/.test(node.data[at])) continue;
      const here = top(node, at);
      if (!here.width || (node.data[at] !== "·" && !dot)) continue;
      const near = node.parentElement.closest("p, li, dd, td, h1, h2") ?? node.parentElement;
      const line = near.textContent.trim().replace(/\\s+/g, " ").slice(0, 90);
      if (dot?.near === near && here.top > dot.bottom - 4) found.push(`a dot ends a line: ${line}`);
      dot = node.data[at] === "·" ? { bottom: here.bottom, near } : null;
    }
  }
  for (const one of document.querySelectorAll(".btn, nav a, .tabs a, .foot-nav a, .theme button")) {
    if (!one.checkVisibility()) continue;
    range.selectNodeContents(one);
    const tops = [...range.getClientRects()].filter((rect) => rect.width > 1);
    const lines = parseFloat(getComputedStyle(one).lineHeight);
    const height = Math.max(...tops.map((r) => r.bottom)) - Math.min(...tops.map((r) => r.top));
    if (!one.querySelector("svg, span, small, img, br") && height > 1.6 * lines)
      found.push(`on two lines: ${one.textContent.trim()}`);
  }
  return found;
}"""
"""Dots at the ends of lines, and words of a button or a tab on two."""

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
