"""Live mathematics in a browser: drawn, changed in place, by keyboard, without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import As

ADDRESSES = ("/formulas/4/", "/formulas/matrix/", "/formulas/sets/")

# A brace that stretches is as high as the rows beside it.
STRETCHED = """() => {
  const brace = document.querySelector("#formula-3 mo[fence=true]").getBoundingClientRect();
  const cases = document.querySelector("#formula-3 mtable").getBoundingClientRect();
  return brace.height >= 0.9 * cases.height;
}"""


@pytest.mark.long
def test_a_click_computes_anew_in_place_and_history_goes_back(as_: As) -> None:
    page = as_()
    page.goto("/formulas/?f4=OO.......#formula-4")
    page.evaluate("window.same = true")
    live = page.locator("#live-4")
    expect(live.get_by_text("+17")).to_be_visible()
    live.get_by_role("link", name="c1, empty; make it X").click()
    live.get_by_role("link", name="c1, X; make it O").click()
    expect(live.get_by_text("+295")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/formulas/4/\?f4=OOO\.\.\.\.\.\.$"))
    expect(page.locator("[data-key=f4-c1]")).to_be_focused()
    expect(page.locator("#polite")).to_contain_text("good for both sides at once")
    page.go_back()
    page.go_back()
    expect(live.get_by_text("+17")).to_be_visible()
    assert page.evaluate("window.same")
    assert page.errors == []  # type: ignore[attr-defined]


def test_each_board_is_one_tab_stop_with_arrows(as_: As) -> None:
    page = as_()
    page.goto("/formulas/4/")
    expect(page.locator("#live-4 [role=grid] [tabindex='0']")).to_have_count(1)
    page.locator("[data-key=f4-a1]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"f4=OO\.XXX"))
    expect(page.locator("[data-key=f4-c2]")).to_be_focused()


@pytest.mark.long
def test_a_pair_goes_into_t_and_out_again_beside_a_game(as_: As) -> None:
    page = as_()
    page.goto("/formulas/sets/?moves=d1c2#relation")
    expect(page).to_have_url(re.compile(r"/given/\?moves=d1c2#relation$"))
    page.evaluate("window.same = true")
    t = page.locator("#live-relation")
    expect(t.get_by_text("T has all four properties.")).to_be_visible()
    t.get_by_role("link", name="(1, 2), not in T; put it in").click()
    expect(t.get_by_text("(1, 2) is in T, (2, 1) is not")).to_be_visible()
    expect(page).to_have_url(re.compile(r"moves=d1c2&t=a1b1b2c3d4#relation$"))
    expect(page.locator("#polite")).to_contain_text("T is not symmetric.")
    t.get_by_role("link", name="(1, 2), in T; take it out").click()
    expect(t.get_by_text("T has all four properties.")).to_be_visible()
    assert page.evaluate("window.same")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_it_works_without_scripts(as_: As) -> None:
    page = as_(java_script_enabled=False)
    page.goto("/formulas/sets/?moves=")
    page.get_by_role("link", name="d1, empty").click()
    page.get_by_role("link", name="c2, empty").click()
    expect(page.get_by_text("Dos to take a piece away: 2 cells")).to_be_visible()
    page.goto("/formulas/8/")
    page.locator("#live-8").get_by_role("link", name="level 1, stage 15: 0 stars").click()
    expect(page.locator("#live-8").get_by_text("level 2 is open")).to_be_visible()


# Of all mathematics on the page that is not folded away: its width and its name.
DRAWN = """all => all.filter((one) => one.checkVisibility())
  .map((one) => [one.getBoundingClientRect().width, one.getAttribute("aria-label")])"""
OWN_FONT = "document.fonts.load('16px \"Oxo Math\"').then((found) => found.length)"


def test_mathematics_is_drawn_and_has_a_name(as_: As) -> None:
    page = as_()
    for address in ADDRESSES:
        page.goto(address)
        drawn = page.eval_on_selector_all("main math", DRAWN)
        assert drawn
        assert all(width > 0 and name for width, name in drawn), drawn
        assert page.evaluate(OWN_FONT) == 1
        assert page.errors == []  # type: ignore[attr-defined]
    page.goto("/formulas/3/")
    page.wait_for_function(STRETCHED)
    expect(page.get_by_role("math", name=re.compile("^Stars of m: three"))).to_be_visible()


@pytest.mark.long
def test_latex_is_copied(as_: As) -> None:
    page = as_(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/formulas/#formula-4")
    expect(page).to_have_url(re.compile("/formulas/4/$"))
    section: Any = page.locator("#formula-4")
    for name, copied in (("as printed", "w_c"), ("as it has to be", "|w_c|")):
        section.get_by_role("button", name=f"Copy formula 4 {name}").click()
        expect(section.get_by_role("button", name=f"Copied formula 4 {name}")).to_be_visible()
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith(rf"$$ E(s) = \sum_{{c \in C}} \left( {copied} \cdot")


@pytest.mark.long
def test_the_bit_workbench_follows_every_click(as_: As) -> None:
    page = as_()
    page.goto("/formulas/bits/?squares=on")
    said = page.locator(".said")
    page.locator("[data-key=board-a3]").click()
    expect(said.nth(0)).to_contain_text("positionsX = 64 + 8 + 2 = 74, in binary 1001010.")
    page.locator("[data-key=move-2]").click()
    expect(page.locator(".sum-line")).to_have_text("positionsX | 4 → 74 | 4 = 78")
    page.get_by_role("link", name="Make this move").click()
    expect(said.nth(0)).to_contain_text("positionsX = 64 + 8 + 4 + 2 = 78")
    page.locator("[data-key=mask-7]").click()
    expect(said.nth(2)).to_have_text("78 & 7 = 6, which is not 7: not this line.")
    page.get_by_role("link", name="The next mask").click()
    expect(said.nth(2)).to_have_text("78 & 56 = 8, which is not 56: not this line.")
    assert page.errors == []  # type: ignore[attr-defined]
