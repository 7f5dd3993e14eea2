"""What a screen reader says of a guest's game, played by keyboard alone, from the invitation on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from tests.browser.boards import cell, connected, expect_moves
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults

LISTEN = """() => {
  window.heard = [];
  const note = (region) => (records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) window.heard.push(`${region}: ${node.textContent}`);
  };
  for (const id of ["polite", "assertive"])
    new MutationObserver(note(id)).observe(document.getElementById(id), { childList: true });
}"""
"""Keeps what the live regions say, in order."""

TRANSCRIPT = Path(__file__).parents[2] / "docs/transcript.txt"
"""The whole of it, for people to read: the heading, the focus, then what the live regions say."""

MOST_TABS = 40


def tab_to(page: Page, name: str) -> None:
    """Go on by Tab until the focus is on what a screen reader calls ``name``."""
    said = []
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        said.append(focused(page))
        if re.fullmatch(name, said[-1]):
            return
    raise AssertionError(f"{name} was not reached: {said}")


def focused(page: Page) -> str:
    return page.evaluate(
        """() => {
          const { activeElement: one } = document;
          return (one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\\s+/g, " ");
        }"""
    )


def press_cell(page: Page, name: str) -> None:
    """A cell is named by its column and its row; the focus goes there."""
    for key in name:
        page.keyboard.press(key)


@pytest.mark.long
def test_a_guest_s_game_by_keyboard_is_told_in_full(as_: As, ada: User) -> None:
    wanted = services.Request("classic", "friend", "X")
    match = services.new_game(user_id=ada.pk, name=ada.name, request=wanted)
    host, guest = as_(ada), as_()
    host.goto(f"/games/{match.id}/")
    connected(host)
    guest.goto(f"/games/{match.id}/")
    connected(guest)
    said = [f"heading: {guest.locator('h1').inner_text()}"]
    tab_to(guest, "Play as O")
    said.append(f"focus: {focused(guest)}")
    guest.keyboard.press("Enter")
    expect(guest.locator("#headline")).to_have_text("ada to move")
    connected(guest)
    assert axe_faults(guest, ALL) == []
    guest.evaluate(LISTEN)
    tab_to(guest, "a1, empty")
    for ply, (theirs, mine) in enumerate((("b2", "a1"), ("c1", "a3"), ("a2", "c2")), 1):
        cell(host, theirs).click()
        expect_moves(guest, 2 * ply - 1)
        press_cell(guest, mine)
        expect_moves(host, 2 * ply)
        expect_moves(guest, 2 * ply)
    cell(host, "b1").click()
    expect_moves(guest, 7)
    press_cell(guest, "b1")  # taken: it says why
    expect(guest.locator(".touch-reason")).to_be_visible()
    press_cell(guest, "b3")
    expect_moves(host, 8)
    cell(host, "c3").click()
    expect_moves(guest, 9)
    said += guest.evaluate("window.heard")
    assert said == TRANSCRIPT.read_text().splitlines()
    assert axe_faults(guest, ALL) == []
    assert host.errors == guest.errors == []  # type: ignore[attr-defined]
