"""The course in a browser: by keyboard alone, by dragging, and on a wall."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from accounts.models import User
from progress.models import LessonTaken
from tests.browser.conftest import As
from tests.browser.test_transcript import tab_to

LISTEN = """() => {
  window.heard = [];
  const note = (records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) window.heard.push(node.textContent);
  };
  new MutationObserver(note).observe(document.getElementById("polite"), { childList: true });
}"""
"""Keeps what the live region says, in order."""


def test_a_lesson_is_done_by_keyboard_and_heard(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto("/learn/alpha-beta/")
    page.evaluate(LISTEN)
    tab_to(page, "b1, empty")
    page.keyboard.press("ArrowDown")  # the centre is taken: to the next free cell below
    expect(page.locator(":focus")).to_have_text("b3, empty")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part] .one")).to_contain_text("b3 is worth +10.")
    expect(page.locator(":focus")).to_have_text("b3, O")
    page.get_by_role("checkbox", name="c2").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    tab_to(page, "See what comes out")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict-line")).to_have_text("Right.")
    expect(page.locator(":focus")).to_have_text("Right.")
    assert page.evaluate("window.heard") == [
        "b3 is worth +10. β would be +10, above α 0: the next reply has to be entered."
        " X answers a2.",
        "Right.",
    ]
    assert page.url.endswith("/learn/alpha-beta/?check=1&a=c2&a=b3")
    assert LessonTaken.objects.get(user=ada).answered


@pytest.mark.long
def test_a_touch_leaves_what_is_marked_below_it(as_: As) -> None:
    page = as_()
    page.goto("/learn/alpha-beta/")
    page.get_by_role("checkbox", name="c2").check(force=True)
    page.get_by_text("A hint", exact=True).click()
    page.locator("a[data-key=a2]").click()
    expect(page.locator("[data-part] .one")).to_contain_text("a2 is worth 0.")
    expect(page.get_by_role("checkbox", name="c2")).to_be_checked()
    expect(page.locator("details.hint[open]")).to_have_count(1)


@pytest.mark.long
def test_a_touch_counts_while_the_answer_to_another_is_on_its_way(as_: As) -> None:
    page = as_()
    page.goto("/learn/alpha-beta/")
    page.evaluate(LISTEN)
    held: list[Route] = []
    page.route(re.compile(r"touch=b1"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"touch=b1")):
        page.locator("a[data-key=b1]").click()
    page.locator("a[data-key=a2]").click()
    page.locator("a[data-key=b3]").click()
    held[0].continue_()
    expect(page.locator("[data-part] .one")).to_contain_text("b3 is worth +10.")
    assert [said.split(" is worth")[0] for said in page.evaluate("window.heard")] == ["b1", "b3"]


@pytest.mark.long
def test_values_can_be_dragged_up_a_tree(as_: As) -> None:
    page = as_(None, viewport={"width": 1280, "height": 1800})
    page.goto("/learn/minimax/")
    lowest = page.locator(".chips .pill", has_text="−10")
    lowest.drag_to(page.locator(".tree-branches > li .mini").first)
    expect(page.get_by_role("group", name="After c2").get_by_label("−10")).to_be_checked()


@pytest.mark.long
def test_on_a_wall_the_keys_do_everything(as_: As) -> None:
    page = as_()
    page.goto("/learn/lines/?projector=1")
    expect(page.get_by_text("Three marks of one side in a row")).to_be_visible()
    expect(page.get_by_text("Touch a cell")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.locator(".one")).to_have_text("X plays c1, completes a1–b1–c1 and wins.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict-line")).to_have_text("Right.")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("One threat can be blocked. Two cannot.")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_url(lambda url: "projector" not in url)
    expect(page.get_by_role("link", name="Learn", exact=True).first).to_be_visible()


@pytest.mark.long
def test_on_a_phone_the_answer_is_in_sight_on_the_board(as_: As) -> None:
    page = as_(None, viewport={"width": 360, "height": 740})
    page.goto("/learn/lines/exercises/?seed=s")
    page.evaluate(LISTEN)
    page.locator(".one-exercise .pick").first.click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".verdict-line")).to_have_text("Not this time.")
    expect(page.locator(".verdict-line")).to_be_in_viewport(ratio=1)
    expect(page.locator(".learn-board")).to_be_in_viewport(ratio=1)
    expect(page.locator(".pick.missed .ghost")).to_have_css("opacity", "1")
    page.get_by_role("link", name="Next exercise").click()
    question = page.locator(".one-exercise legend").first
    expect(question).to_contain_text("X to move.")
    expect(question).to_be_in_viewport()
    expect(question).to_be_focused()
    assert page.evaluate("window.heard") == ["Not this time.", question.inner_text()]
