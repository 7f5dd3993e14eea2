"""Which rules of the style sheets Chromium used: ``Coverage`` over many pages and states."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
GROUPS = ("@media", "@supports", "@container", "@layer")
STATES = ("hover", "focus", "focus-visible", "focus-within", "active")
TOUCHED = "main :is(a, button, summary, input, select, .card, .cell, tr[data-cells]), header a"
MOST_TOUCHED = 60


def rules(text: str) -> Iterator[tuple[str, int, int]]:
    """The style rules of a sheet: selector, where it begins and where its block ends."""
    text = COMMENT.sub(lambda found: " " * len(found[0]), text)
    yield from _within(text, 0, len(text))


def _within(text: str, at: int, end: int) -> Iterator[tuple[str, int, int]]:
    while (opening := text.find("{", at, end)) >= 0:
        closing = _closing(text, opening)
        head = text[at:opening]
        head = head.rpartition(";")[2]  # of a sheet, or declarations before a nested rule
        begin, selector = opening - len(head.lstrip()), head.strip()
        if selector.startswith(GROUPS):
            yield from _within(text, opening + 1, closing)
        elif not selector.startswith("@"):
            nested = text.find("{", opening + 1, closing)
            own = closing + 1 if nested < 0 else text.rfind(";", opening, nested) + 1
            if own > opening:
                yield selector, begin, own
            if nested >= 0:
                yield from _within(text, opening + 1, closing)
        at = closing + 1


def _closing(text: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if not depth:
            return at
    return len(text)


class Coverage:
    """The rules that were used on any of the pages looked at, wherever a page has them from."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}
        self.used: set[str] = set()

    def look(self, context: BrowserContext, url: str, *, touch: bool) -> None:
        """Note the rules used on the page at ``url``; with ``touch`` also those of what is pointed
        at or focused."""
        page = context.new_page()
        sheets: list[str] = []
        client = context.new_cdp_session(page)
        client.on("CSS.styleSheetAdded", lambda event: _note(sheets, event["header"]))
        for domain in ("DOM", "CSS"):
            client.send(f"{domain}.enable")
        client.send("CSS.startRuleUsageTracking")
        page.goto(url, wait_until="load")
        page.evaluate("document.body.offsetHeight")  # or styles may not be matched yet
        if touch:
            _touch(page, client)
        texts = {
            sheet: client.send("CSS.getStyleSheetText", {"styleSheetId": sheet})["text"]
            for sheet in sheets
        }
        usage = client.send("CSS.stopRuleUsageTracking")["ruleUsage"]
        for sheet, text in texts.items():
            self._count(text, [one for one in usage if one["styleSheetId"] == sheet])
        page.close()

    def _count(self, text: str, usage: list[dict[str, Any]]) -> None:
        used = [(one["startOffset"], one["endOffset"]) for one in usage if one["used"]]
        for selector, begin, end in rules(text):
            rule = f"{selector} {text[begin:end]}"
            self.sizes[rule] = end - begin
            if any(first < end and begin < last for first, last in used):
                self.used.add(rule)

    def unused(self) -> list[tuple[str, int]]:
        """Selectors and bytes of the rules that no page used."""
        idle = sorted(rule for rule in self.sizes if rule not in self.used)
        return [(" ".join(rule.partition("{")[0].split()), self.sizes[rule]) for rule in idle]

    @property
    def whole(self) -> int:
        """Bytes of all rules."""
        return sum(self.sizes.values())


def _touch(page: Page, client: Any) -> None:
    """Unfold what folds, force the states of what can be touched, and let styles follow."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    root = client.send("DOM.getDocument")["root"]["nodeId"]
    wish = {"nodeId": root, "selector": TOUCHED}
    for node in client.send("DOM.querySelectorAll", wish)["nodeIds"][:MOST_TOUCHED]:
        with suppress(Error):  # what a script has replaced meanwhile
            client.send(
                "CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": list(STATES)}
            )
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def _note(sheets: list[str], header: dict[str, Any]) -> None:
    if "/css/" in header["sourceURL"] and "/admin/" not in header["sourceURL"]:
        sheets.append(header["styleSheetId"])
