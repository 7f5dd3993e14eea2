"""Learners in a browser: a game with the matchboxes by keyboard, a training to its end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import As
from tests.browser.test_lessons import LISTEN

STILL = ".machine:not(.opening, .busy)"


def test_the_matchboxes_are_played_and_looked_into_by_keyboard(as_: As) -> None:
    page = as_()
    page.goto("/learn/machines/menace/?seed=5")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Shake the box").press("Enter")
    expect(page.locator("#sentence")).to_have_text("Box 1 gives a lilac bead: b1. Your move.")
    expect(page.locator(STILL)).to_be_visible()
    page.locator(":focus").press("1")
    expect(page).to_have_url(re.compile("did=g0$"))
    expect(page.locator(STILL)).to_be_visible()
    assert page.evaluate("window.heard")[0] == "Box 1 gives a lilac bead: b1. Your move."
    page.locator(".matchbox[tabindex='0']").press("ArrowRight")
    expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("^Box 8, "))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Back to the game")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("did=g0$"))


@pytest.mark.long
def test_practice_goes_on_in_sight_and_ends_at_its_address(as_: As) -> None:
    page = as_()
    page.goto("/learn/machines/menace/")
    page.get_by_role("button", name="100", exact=True).click()
    expect(page).to_have_url(re.compile("did=h100$"), timeout=60_000)
    expect(page.locator("#sentence")).to_contain_text("100 games against Sable or Pip:")


@pytest.mark.long
def test_a_training_is_watched_and_gone_back_through(as_: As) -> None:
    page = as_()
    page.goto("/learn/machines/table/?seed=2")
    expect(page.locator("#trainings:not([data-goes-on])")).to_be_visible(timeout=90_000)
    expect(page.locator("[data-game]")).to_have_text("40,000")
    expect(page.locator("[data-safe]")).to_contain_text("proven at game 1,800")
    slider = page.get_by_role("slider", name="Games so far")
    slider.press("Home")
    expect(page.locator("[data-game]")).to_have_text("0")
    expect(page.locator("[data-loses]")).to_have_text("43,998")
    page.locator("[data-cell]").nth(4).click()
    expect(page).to_have_url(re.compile(r"board=\.\.\.\.X\.\.\.\._O"))
    expect(page.locator("[data-game]")).to_have_text("0")
