"""Pages link to few style sheets."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
APPS = ("", "accounts", "games", "progress")
TEMPLATES = [path for app in APPS for path in (ROOT / app / "templates").rglob("*.html")]
SHEETS = re.compile(r"{% styles ([^%]+) %}")

EVERYWHERE = 2
"""Sheets that `templates/_look.html` links to on every page."""
MOST = 5
SHOWS_ALL = "style.html"
"""The page of all components, for staff."""


def test_a_page_links_to_five_style_sheets_at_most() -> None:
    many = {
        path.name: sheets
        for path in TEMPLATES
        if path.name != SHOWS_ALL
        for sheets in SHEETS.findall(path.read_text())
        if "tokens.css" not in sheets and len(sheets.split()) > MOST - EVERYWHERE
    }
    assert many == {}
