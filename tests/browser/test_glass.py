"""The analysis board in a browser: in place with scripts, by links without, and by keyboard."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import As
from tests.browser.test_look import responses_to, weighed

READING = 2_000
"""Milliseconds in which a sentence is read at the quickest pace."""

TRAP = "/analysis/X...O...X_O/"


def test_a_click_plays_in_place_and_history_goes_back(as_: As) -> None:
    page = as_()
    page.goto("/analysis/")
    page.evaluate("window.same = true")
    page.get_by_role("link", name="b2, empty").click()
    expect(page).to_have_url(re.compile(re.escape("/analysis/....X...._O/")))
    page.get_by_role("link", name="a1, empty").click()
    expect(page).to_have_url(re.compile(re.escape("/analysis/O...X...._X/")))
    page.get_by_role("link", name="Undo").click()
    expect(page.locator("[role=gridcell] > svg.mark")).to_have_count(1)
    page.go_back()
    expect(page.locator("[role=gridcell] > svg.mark")).to_have_count(2)
    assert page.evaluate("window.same")
    assert page.errors == []  # type: ignore[attr-defined]


def test_it_works_without_scripts(as_: As) -> None:
    page = as_(java_script_enabled=False)
    page.goto("/analysis/")
    page.get_by_role("link", name="b2, empty").click()
    page.get_by_role("link", name="a1, empty, draw, best").click()
    page.get_by_role("link", name="Undo").click()
    expect(page).to_have_url(re.compile(re.escape("/analysis/....X...._O/")))
    page.get_by_role("link", name="Set up").click()
    page.get_by_role("link", name="a1, empty; make it X").click()
    expect(page.get_by_text("cannot arise")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_an_engine_is_a_layer_over_the_truth(as_: As, scripts: bool) -> None:
    page = as_(java_script_enabled=scripts)
    page.goto(TRAP)
    expect(page.get_by_role("link", name="True result")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("link", name="c1, empty, X wins", exact=True)).to_be_visible()
    page.get_by_role("link", name="Linear", exact=True).click()
    expect(page).to_have_url(re.compile(re.escape(f"{TRAP}?engine=linear")))
    name = "c1, empty, X wins, Linear +5, Linear’s choice"
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
    page.get_by_role("link", name="True result").click()
    expect(page).to_have_url(re.compile(re.escape(TRAP) + "$"))
    expect(page.get_by_role("link", name="c1, empty, X wins", exact=True)).to_be_visible()


@pytest.mark.long
def test_forced_colours_still_tell_what_runs_and_what_is_not_read_yet(as_: As) -> None:
    page = as_(forced_colors="active", viewport={"width": 320, "height": 740})
    page.goto("/analysis/X.O.X...O_X/search/?step=20")
    edges = "all => [...new Set(all.map((one) => getComputedStyle(one).borderLeftColor))]"
    running = page.locator(".code [aria-current]").evaluate_all(edges)
    others = page.locator(".code li:not([aria-current])").evaluate_all(edges)
    assert len(running) == len(others) == 1
    assert running != others
    read = page.locator(".tree .done > .leaf").evaluate_all(edges)
    later = page.locator(".tree .later > .leaf").evaluate_all(edges)
    assert later == others, "drawn like the page"
    assert later != read
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.long
def test_results_differ_by_shape_and_best_has_a_frame_in_forced_colours(as_: As) -> None:
    page = as_(forced_colors="active")
    page.goto("/analysis/X.O.X...O_X/")
    assert page.locator(".cell.best").count() == 1
    frame = page.locator(".cell.best > .frame")
    assert frame.evaluate("one => getComputedStyle(one).outlineStyle") == "double"
    shapes = {
        side: page.locator(f".cell .sign-{side} .body").first.get_attribute("d")
        for side in ("even", "second")
    }
    assert shapes["even"] != shapes["second"]
    expect(page.locator(".cell.best .word")).to_have_text("draw")
    expect(page.locator(".cell.second .word").first).to_have_text("O wins")


def test_the_board_is_one_tab_stop_with_arrows(as_: As) -> None:
    page = as_()
    page.goto(TRAP)
    expect(page.locator("[role=grid] [tabindex='0']")).to_have_count(1)
    page.locator("[data-key=cell-1]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    expect(page.locator("[data-key=cell-5]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(re.escape("/analysis/X...OO..X_X/")))
    expect(page.locator("[data-key=cell-5]")).to_be_focused()


@pytest.mark.long
def test_pointing_at_a_path_lights_its_cells_and_its_share(as_: As) -> None:
    page = as_()
    page.goto(f"{TRAP}?engine=linear")
    page.mouse.move(400, 300)  # rests there while the page below it scrolls
    page.get_by_role("button", name="c1 b2 a3").focus()
    lit = page.locator(".cell.lit")
    expect(lit).to_have_count(3)
    assert [one.get_attribute("data-cell") for one in lit.all()] == ["2", "4", "6"]
    assert page.locator(".sum .lit").count() == 1


def test_what_a_page_loads_stays_under_80_kb(as_: As) -> None:
    page = as_()
    loaded = responses_to(page)
    page.goto(f"{TRAP}?engine=linear")
    sizes = weighed(loaded)
    assert any(url.endswith(".js") for url in sizes)
    assert sum(sizes.values()) < 80_000, sizes


def test_a_search_plays_by_itself_and_pauses(as_: As) -> None:
    page = as_()
    page.clock.install()
    with page.expect_response("**/search/steps/**"):
        page.goto("/analysis/XOXXO.O.._X/search/?step=1")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    step = page.locator("[data-number]")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(READING)
    expect(step).not_to_have_text("1")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    paused = step.inner_text()
    page.clock.run_for(10 * READING)
    expect(step).to_have_text(paused)
    expect(page).to_have_url(re.compile(rf"step={paused}$"))
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_search_that_plays_stops_at_its_end(as_: As) -> None:
    page = as_()
    page.clock.install()
    with page.expect_response("**/search/steps/**"):
        page.goto("/analysis/XOXXO.OX._O/search/?step=1")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(100 * READING)
    expect(page.locator("[data-heading]")).to_have_text("The search is done")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_search_is_walked_by_keyboard_and_spoken(as_: As) -> None:
    page = as_()
    page.goto("/analysis/X.O.X...O_X/search/?step=1")
    step, spoken = page.locator("[data-number]"), page.locator("#polite")
    page.keyboard.press("ArrowRight")
    expect(step).to_have_text("2")
    expect(spoken).to_have_text("X tries b1. There is nothing to compare it with yet.")
    page.keyboard.press("c")
    expect(step).to_have_text("17")
    expect(page.locator("[data-heading]")).to_have_text("Cut, because α 0 ≥ β −10")
    expect(page.locator(".tree-board.cut")).to_have_count(1)
    expect(page.locator(".number-line")).to_have_class(re.compile("a2 b1 shut"))
    page.keyboard.press("ArrowDown")
    expect(spoken).to_contain_text("a3 is worth at most −10.")
    page.locator(".tree-board.now").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".tree-board:focus")).to_have_count(1)
    page.keyboard.press("End")
    expect(step).to_have_text("197")
    expect(page.get_by_role("link", name="One step on")).to_be_disabled()
    page.get_by_label("Step", exact=True).fill("60")
    expect(step).to_have_text("60")
    page.get_by_role("link", name=re.compile("^b1, −10, 19 positions entered")).click()
    expect(step).to_have_text("2")
    assert page.errors == []  # type: ignore[attr-defined]


def test_a_step_keeps_the_boards_and_the_address_waits_for_rest(as_: As) -> None:
    page = as_()
    page.clock.install()
    with page.expect_response("**/search/steps/**"):
        page.goto("/analysis/X.O.X...O_X/search/?step=40")
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.evaluate("window.boards = [...document.querySelectorAll('.tree-board')]")
    step, following = page.locator("[data-number]"), page.get_by_role("link", name="One step on")
    for number in range(41, 47):
        following.click()
        expect(step).to_have_text(str(number))
    assert page.evaluate("window.boards.every(board => board.isConnected)")
    assert page.url.endswith("?step=40")
    page.clock.run_for(1_000)
    expect(page).to_have_url(re.compile("step=46$"))
    expect(following).to_have_attribute("href", re.compile("step=47$"))
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_the_whole_tree_opens_in_place_and_zooms(as_: As) -> None:
    page = as_()
    page.goto("/analysis/X.O.X...O_X/search/tree/?at=")
    page.evaluate("window.same = true")
    drawn = page.locator(".forest .spot")
    expect(drawn).to_have_count(6)
    page.locator('.forest [data-key="b3"]').click()
    expect(drawn).to_have_count(10)
    expect(page).to_have_url(re.compile("at=b3$"))
    expect(page.locator("#polite")).to_contain_text("O to move: worth at most 0.")
    expect(page.locator('.forest [data-key="b3"]:focus')).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"at=b3-a2$"))
    page.keyboard.press("+")
    expect(page.locator("[data-view]")).to_have_attribute("transform", re.compile(r"scale\(1\.5\)"))
    page.get_by_role("button", name="Fit").click()
    expect(page.locator("[data-view]")).to_have_attribute("transform", re.compile(r"scale\(1\)"))
    page.go_back()
    expect(drawn).to_have_count(10)
    assert page.evaluate("window.same")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_two_searches_step_together(as_: As) -> None:
    page = as_()
    page.goto("/analysis/X.O.X...O_X/search/?against=minimax&step=16")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-count]")).to_have_text(["10 entered, 2 skipped", "11 entered"])
    spoken = page.locator("#polite")
    expect(spoken).to_contain_text("Alpha-beta, a1 first: O can hold X to −10 or less here")
    expect(spoken).to_contain_text("Minimax: ")
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "touched"),
    [
        ("/analysis/X.O.X...O_X/search/?step=60", ".scrub, .steps a, .steps button"),
        ("/analysis/X.O.X...O_X/search/tree/", ".way-here a, .methods a"),
        ("/analysis/X.O.X...O_X/?engine=minimax&why=nodes", ".proof-steps a, .whys a"),
    ],
)
def test_what_a_finger_touches_is_big_enough(as_: As, path: str, touched: str) -> None:
    page = as_(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page.goto(path)
    boxes = [one.bounding_box() for one in page.locator(touched).all() if one.is_visible()]
    assert len(boxes) > 2
    small = [box for box in boxes if box and (box["width"] < 44 or box["height"] < 43.9)]
    assert small == []
