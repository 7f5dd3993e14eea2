"""The page that plays without the server, with its network taken away."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from games import engines
from games.rules import ClassicBoard
from tests.browser.conftest import As
from tests.browser.faults import ALL, axe_faults, axe_in_either_theme, too_wide
from tests.js.test_solo_search import choices, positions

STORED = """async () => {
    const [name, ...others] = await caches.keys();
    const found = await (await caches.open(name)).keys();
    return [others, found.map((one) => new URL(one.url).pathname)];
}"""


SIZES = """async () => {
    const size = async (url) => (await (await fetch(url)).arrayBuffer()).byteLength;
    const scripts = [...document.scripts].map((one) => one.src);
    const own = await Promise.all([...scripts, "/solo/worker.js"].map(size));
    const packed = async (url) => {
        const body = (await fetch(url)).body.pipeThrough(new CompressionStream("gzip"));
        return (await new Response(body).arrayBuffer()).byteLength;
    };
    const [name] = await caches.keys();
    const stored = await (await caches.open(name)).keys();
    return [own, await Promise.all(stored.map((one) => packed(one.url)))];
}"""

"""Bytes of the page's own scripts, and of each file that it stores, compressed."""

MOST_SCRIPT = 6 * 1024

CHOICES = """async (positions) => {
    const { default: modules } = await import(document.scripts[0].src);
    const { choices } = modules["solo_search.js"];
    return positions.map(([own, other]) => [choices(own, other), choices(own, other, true)]);
}"""


def ready(as_: As, **options: object) -> Page:
    """The page once its worker has stored it."""
    page = as_(**options)
    page.goto("/solo/")
    expect(page.get_by_text("This page now works without a network.")).to_be_visible()
    return page


def marks(page: Page) -> str:
    """The board as its labels tell it."""
    labels = [cell.get_attribute("aria-label") for cell in page.get_by_role("gridcell").all()]
    words = [str(label).partition(", ")[2] for label in labels]
    return "".join({"X": "X", "O": "O", "empty": "."}[word] for word in words)


def reply(board: ClassicBoard) -> int:
    """The first best move, as the server's engine finds it."""
    return engines.engine("classic", "bitboard:ties=first").choose(board, Random(0)).move


def test_it_plays_without_a_network_as_the_engine_on_the_server_does(as_: As) -> None:
    page = ready(as_)
    page.context.set_offline(True)
    page.reload()
    page.get_by_text("How it plays").click()
    page.get_by_label("Same reply each time").check()
    board, said = ClassicBoard(), page.get_by_role("status")
    expect(said).to_have_text("You are X and begin.")
    while not board.is_game_over():
        mine = board.available_moves()[-1]
        page.get_by_role("gridcell").nth(mine).click()
        board = board.make_move(mine)
        if not board.is_game_over():
            theirs = reply(board)
            board = board.make_move(theirs)
            expect(said).to_contain_text(f"It plays {board.cell_name(theirs)}")
        assert marks(page) == board.notation[:9]
    assert board.outcome is not None
    assert board.outcome.winner == "O"
    expect(said).to_contain_text("and has three in a row. You lose.")
    expect(page.locator(".sweep.on")).to_have_count(1)
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_the_script_that_is_delivered_chooses_as_the_engine_in_all_4520_positions(as_: As) -> None:
    found = ready(as_).evaluate(CHOICES, positions())
    assert len(found) == 4520
    assert found == choices()


def test_one_plays_it_by_keys_to_a_draw_and_reads_the_two_numbers(as_: As) -> None:
    page = ready(as_)
    page.get_by_text("How it plays").click()
    page.get_by_label("Same reply each time").check()
    page.get_by_label("Show squares 0–8 and the two numbers").check()
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("gridcell").nth(4)).to_be_focused()
    board = ClassicBoard().make_move(4)
    board = board.make_move(reply(board))
    assert marks(page) == board.notation[:9]
    perfect = engines.engine("classic", "perfect:ties=first")
    while not board.is_game_over():
        move = perfect.choose(board, Random(0)).move
        page.keyboard.press(str(move))
        board = board.make_move(move)
        if not board.is_game_over():
            board = board.make_move(reply(board))
    assert marks(page) == board.notation[:9]
    expect(page.get_by_role("status")).to_have_text("A draw. You cannot do better.")
    expect(page.get_by_text(f"{board.x} = {board.x:09b}")).to_be_visible()
    expect(page.get_by_text(f"{board.o} = {board.o:09b}")).to_be_visible()


@pytest.mark.long
def test_a_taken_square_is_refused_in_words_and_a_new_game_may_begin_with_its_move(
    as_: As,
) -> None:
    page = ready(as_)
    page.keyboard.press("4")
    page.keyboard.press("4")
    expect(page.get_by_role("status")).to_have_text("b2 is taken.")
    assert marks(page).count(".") == 7
    page.get_by_role("button", name="Let it begin").click()
    expect(page.get_by_role("status")).to_contain_text("Your move.")
    assert sorted(marks(page)) == [*"." * 8, "X"]
    page.get_by_role("button", name="New game").click()
    assert marks(page) == "." * 9


@pytest.mark.long
def test_the_store_holds_this_page_alone_and_is_used_only_without_a_network(as_: As) -> None:
    page = ready(as_)
    others, paths = page.evaluate(STORED)
    assert others == []
    assert "/solo/" in paths
    assert all(path == "/solo/" or path.startswith("/static/") for path in paths)
    page.evaluate(
        """async () => {
            const [name] = await caches.keys();
            const headers = { "Content-Type": "text/html" };
            const old = new Response("<h1>An old page</h1>", { headers });
            await (await caches.open(name)).put("/solo/", old);
        }"""
    )
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("It never loses")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("An old page")
    other = "fetch('/campaign/').then(() => 'there', () => 'not there')"
    assert page.evaluate(other) == "not there"


def test_all_its_script_has_less_than_6_kb_and_the_whole_page_less_than_35(as_: As) -> None:
    scripts, stored = ready(as_).evaluate(SIZES)
    assert len(scripts) == 2
    assert 3000 < sum(scripts) <= MOST_SCRIPT
    assert len(stored) == 4
    assert sum(stored) < 35_000, stored


@pytest.mark.long
def test_axe_finds_nothing_in_a_game_that_is_over_and_open_notes_fit_a_phone(as_: As) -> None:
    page = ready(as_, viewport={"width": 320, "height": 640})
    page.get_by_text("How it plays").click()
    page.get_by_label("Show squares 0–8 and the two numbers").check()
    for key in "0123456780123":
        page.keyboard.press(key)
    expect(page.locator("[data-legal]")).to_have_count(0)
    assert [*too_wide(page), *axe_in_either_theme(page), *axe_faults(page, ALL)] == []


@pytest.mark.long
def test_a_new_worker_drops_what_the_one_before_it_stored(as_: As) -> None:
    page = ready(as_)
    page.evaluate(
        """async () => {
            await caches.open("solo-before");
            await (await navigator.serviceWorker.ready).unregister();
        }"""
    )
    page.reload()
    expect(page.get_by_text("This page now works without a network.")).to_be_visible()
    page.wait_for_function("async () => (await caches.keys()).length === 1")
    assert page.evaluate("caches.has('solo-before')") is False


@pytest.mark.long
def test_it_fills_the_screen_from_its_first_view_and_by_a_button_all_of_it(as_: As) -> None:
    for size in ({"width": 360, "height": 740}, {"width": 1280, "height": 800}):
        page = ready(as_, viewport=size)
        box = page.get_by_role("grid").bounding_box()
        assert box
        assert box["width"] > 0.85 * min(size["width"], size["height"])
        assert box["y"] + box["height"] <= size["height"]
        assert page.evaluate("document.documentElement.scrollHeight") == size["height"]
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement === document.documentElement")
    expect(page.get_by_role("button", name="Full screen", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement === null")
