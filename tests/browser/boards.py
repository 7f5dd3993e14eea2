"""Games in a browser: one to play, its cells, and what a page shows of it, waited for.

After a move, what was true before it may still stand on another page, "Your move" for one, and on
the mover's own too. So wait here for what only the new position shows, and check texts after that.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.match import Match
from tests.opening import open_game

MODULES = "(await import(document.querySelector('script[type=module]').src)).default"
"""In a script: the modules that the page runs, by name."""


def against(x: User, o: User) -> Match:
    return open_game(x, X=x, O=o)


def cell(page: Page, name: str) -> Locator:
    """The cell called a1 … c3."""
    side = 3
    return cell_at(page, (int(name[1]) - 1) * side + "abc".index(name[0]))


def cell_at(page: Page, index: int) -> Locator:
    return page.locator(f'[role=gridcell][value="{index}"]')


def expect_marks(page: Page, marks: str) -> None:
    """Wait until the board shows ``marks``, row by row, and none of them is still being sent."""
    for index, mark in enumerate(marks):
        said = "empty" if mark == "." else mark
        label = re.compile(rf"^\w+, {said}\b(?!.*, sending)")
        expect(cell_at(page, index)).to_have_attribute("aria-label", label)


def expect_moves(page: Page, count: int) -> None:
    """Wait until the page has heard from the server of ``count`` moves, the viewer's own too."""
    expect(page.locator("#moves li")).to_have_count(count)


def connected(page: Page) -> None:
    """Wait until the page is told at once of what happens."""
    expect(page.locator("#link-status")).to_have_attribute("data-state", "connected")


def marks(page: Page) -> str:
    """What the page shows now, row by row: for a page at which nothing happens any more."""
    labels = page.locator("[role=gridcell]").evaluate_all(
        "cells => cells.map(cell => cell.getAttribute('aria-label'))"
    )
    said = [label.split(", ")[1] for label in labels]
    return "".join({"X": "X", "O": "O"}.get(mark, ".") for mark in said)


def open_at(match: Match, *pages: Page) -> None:
    for page in pages:
        page.goto(f"/games/{match.id}/")
        connected(page)
