"""Which rules of the style sheets Chromium used: ``Coverage`` over many pages and states."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import BrowserContext, Page

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
HASH = re.compile(r"\.[0-9a-f]{12}(?=\.css)")
GROUPS = ("@media", "@supports", "@container", "@layer")
STATES = ("hover", "focus", "focus-visible", "focus-within", "active")
TOUCHED = "a, button, summary, input, select, label, [tabindex], [role=gridcell], .card, tr, li"


def rules(text: str) -> Iterator[tuple[str, int, int]]:
    """The style rules of a sheet: selector, where it begins and where its block ends."""
    text = COMMENT.sub(lambda found: " " * len(found[0]), text)
    yield from _within(text, 0, len(text))


def _within(text: str, at: int, end: int) -> Iterator[tuple[str, int, int]]:
    while (opening := text.find("{", at, end)) >= 0:
        closing = _closing(text, opening)
        head = text[at:opening]
        head = head.rpartition(";")[2] if head.lstrip().startswith("@import") else head
        begin = opening - len(head.lstrip())
        selector = head.strip()
        if selector.startswith(GROUPS):
            yield from _within(text, opening + 1, closing)
        elif not selector.startswith("@"):
            yield selector, begin, closing + 1
        at = closing + 1


def _closing(text: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    return len(text)


class Coverage:
    """The rules that were used on any of the pages looked at."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.used: dict[str, set[tuple[int, int]]] = defaultdict(set)

    def look(self, context: BrowserContext, url: str) -> None:
        """Note the rules used on the page at ``url``, also of what is pointed at or focused."""
        page = context.new_page()
        names: dict[str, str] = {}
        client = context.new_cdp_session(page)
        client.on("CSS.styleSheetAdded", lambda event: _name(names, event["header"]))
        for domain in ("DOM", "CSS"):
            client.send(f"{domain}.enable")
        client.send("CSS.startRuleUsageTracking")
        page.goto(url, wait_until="load")
        self._touch(page, client)
        for sheet, name in names.items():
            if name not in self.texts:
                self.texts[name] = client.send("CSS.getStyleSheetText", {"styleSheetId": sheet})[
                    "text"
                ]
        for rule in client.send("CSS.stopRuleUsageTracking")["ruleUsage"]:
            if rule["used"] and rule["styleSheetId"] in names:
                place = (int(rule["startOffset"]), int(rule["endOffset"]))
                self.used[names[rule["styleSheetId"]]].add(place)
        page.close()

    def _touch(self, page: Page, client: Any) -> None:
        """Force the states of everything that can be touched, and let styles follow."""
        root = client.send("DOM.getDocument")["root"]["nodeId"]
        wish = {"nodeId": root, "selector": TOUCHED}
        for node in client.send("DOM.querySelectorAll", wish)["nodeIds"]:
            wish = {"nodeId": node, "forcedPseudoClasses": list(STATES)}
            client.send("CSS.forcePseudoState", wish)
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def report(self) -> list[tuple[str, int, int, list[str]]]:
        """Of each sheet its bytes in rules, those of unused rules, and their selectors."""
        return [(name, *self._unused(name)) for name in sorted(self.texts)]

    def _unused(self, name: str) -> tuple[int, int, list[str]]:
        used, whole, idle, selectors = self.used[name], 0, 0, []
        for selector, begin, end in rules(self.texts[name]):
            whole += end - begin
            if not any(first < end and begin < last for first, last in used):
                idle += end - begin
                selectors.append(" ".join(selector.split()))
        return whole, idle, selectors


def _name(names: dict[str, str], header: dict[str, Any]) -> None:
    if "/css/" in header["sourceURL"] and "/admin/" not in header["sourceURL"]:
        names[header["styleSheetId"]] = HASH.sub("", header["sourceURL"].rpartition("/")[2])
