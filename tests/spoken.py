"""What a screen reader says of a page in reading order, as plain text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

SILENT = {"script", "style", "template", "textarea"}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "source", "use", "wbr"}
BLOCKS = {"h1", "h2", "h3", "legend", "p", "li", "summary", "figcaption", "a", "button", "label"}
NAMED = {"a": "link", "button": "button", "summary": "opens", "h1": "heading 1", "h2": "heading 2"}


class Spoken(HTMLParser):
    """The lines that are said within the element that has the id ``within``.

    What is folded is not said, nor what is hidden from screen readers. A choice says what it is and
    whether it is chosen.
    """

    def __init__(self, html: str, within: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._within = within
        self._open: list[tuple[str, bool]] = []
        self._begun = False
        self._text = ""
        self._what = ""
        self.feed(html)
        self._say()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if not self._begun and known.get("id") == self._within:
            self._begun = True
        if not self._begun:
            return
        if tag == "input":
            self._choice(known)
        if tag in VOID:
            return
        quiet = tag in SILENT or known.get("aria-hidden") == "true" or "hidden" in known
        if tag == "svg" and "aria-label" in known and not quiet:
            self._say()
            self.lines.append(f"image: {known['aria-label']}")
        self._titled = tag == "title" and "aria-labelledby" in self._drawing
        if tag == "svg":
            self._drawing = known
        quiet = quiet or tag == "svg" or self._quiet
        cell = "cell" in (known.get("class") or "").split()
        if (tag in BLOCKS or cell) and not quiet:
            self._say()
            self._what = NAMED.get(tag, "")
            if known.get("aria-current") == "true":
                self._what += ", current"
        folded = self._open and self._open[-1][0] == "details" and tag != "summary"
        closed = "open" not in self._attributes if folded else False
        if tag == "details":
            self._attributes = known
        self._open.append((tag, bool(quiet or closed)))

    _drawing: dict[str, str | None] = {}
    _titled = False
    _attributes: dict[str, str | None] = {}

    def handle_endtag(self, tag: str) -> None:
        if not self._begun or tag in VOID:
            return
        while self._open:
            name, _ = self._open.pop()
            if name in BLOCKS and name == tag:
                self._say()
            if name == tag:
                break
        if not self._open:
            self._begun = False
            self._within = ""

    def handle_data(self, data: str) -> None:
        if self._begun and self._titled:
            self._say()
            self.lines.append(f"image: {data.strip()}")
            self._titled = False
        elif self._begun and not self._quiet:
            self._text += data

    @property
    def _quiet(self) -> bool:
        return any(quiet for _, quiet in self._open)

    def _choice(self, known: dict[str, str | None]) -> None:
        if known.get("type") in ("radio", "checkbox") and not self._quiet:
            self._what = f"{known['type']}{', chosen' if 'checked' in known else ''}"

    def _say(self) -> None:
        text = re.sub(r"\s+", " ", self._text).replace(" ,", ",").strip()
        if text:
            self.lines.append(f"{self._what}: {text}" if self._what else text)
        self._text = self._what = ""


def spoken(html: str, within: str) -> list[str]:
    """The lines of a page from the element ``within`` on."""
    return Spoken(html, within).lines
