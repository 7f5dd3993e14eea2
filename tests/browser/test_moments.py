"""The moments of a game: a mark at once, an engine's breath, the end, and nothing that shifts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from games.rules import VARIANTS
from tests.browser.boards import against, cell, cell_at, connected, expect_marks, expect_moves
from tests.browser.conftest import As
from tests.opening import open_game

MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}

HEARD = """() => {
  const parse = JSON.parse;
  const page = document.documentElement.dataset;
  page.heard = 0;
  JSON.parse = (...text) => {
    const message = parse(...text);
    if (message?.type === "news") page.heard = +page.heard + message.moves.length;
    return message;
  };
}"""
"""Write down on the page of how many moves it has been told."""

SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def engine_game(user: User, engine: str = "smart", *moves: int, rivals: str = "XO") -> Match:
    """A game of ``user`` on the first seat; ``moves`` are played by both from the server's side."""
    own, other = rivals[0], rivals[1]
    seats = {
        own: Seat(own, "person", user.pk, user.name),
        other: Seat(other, "engine", engine=engine),
    }
    match = services.open_game(
        services.GameSetup(by=user.pk, variant="classic", kind="engine", seats=seats, opening=moves)
    )
    return services.advance(match)


def opened(as_: As, user: User | None, match: Match, script: str = "", **options: Any) -> Page:
    page = as_(user, **options)
    if script:
        page.add_init_script(script)
    page.goto(f"/games/{match.id}/")
    connected(page)
    return page


def test_a_focused_cell_shows_a_ghost_of_the_own_mark(as_: As, ada: User) -> None:
    page = opened(as_, ada, engine_game(ada))
    expect(cell(page, "b2").locator(".ghost")).to_have_css("opacity", "0")
    page.locator("[role=gridcell][tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(cell(page, "b1").locator(".ghost .mark-X")).to_be_visible()
    expect(cell(page, "b1").locator(".ghost")).not_to_have_css("opacity", "0")


def test_the_own_mark_is_drawn_in_the_very_touch_before_the_server_answers(
    as_: As, ada: User
) -> None:
    page = opened(as_, ada, engine_game(ada))
    page.context.set_offline(True)
    touched = "cell => { cell.click(); return cell.querySelectorAll(':scope > .mark-X').length; }"
    assert cell(page, "b2").evaluate(touched) == 1
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, X, sending")


@pytest.mark.long
def test_a_refused_mark_is_taken_back_with_its_reason(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    page = opened(as_, ada, match)
    page.route(
        "**/actions/",
        lambda route: route.fulfill(
            status=422, json={"type": "refused", "code": "not_allowed", "message": "Not today."}
        ),
    )
    page.evaluate("() => (WebSocket.prototype.send = () => {})")
    cell(page, "b2").click()
    expect(page.locator("#polite")).to_contain_text("Not today.")
    expect(cell(page, "b2").locator("> .mark")).to_have_count(0)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, empty")


@pytest.mark.long
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_an_engine_hesitates_and_looks_before_it_draws(as_: As, ada: User, motion: str) -> None:
    page = as_(ada, reduced_motion=motion)
    page.clock.install()
    page.goto(f"/games/{engine_game(ada, 'random').id}/")
    connected(page)
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    cell(page, "b2").click()
    # The reply is here: it is looked at, and time stands still.
    expect(page.locator(".look")).to_have_count(2)
    expect(page.locator("[role=gridcell] > .mark-O")).to_have_count(0)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, X, last move")
    page.clock.run_for(390)
    expect(page.locator("[role=gridcell] > .mark-O")).to_have_count(0)
    page.clock.run_for(310)
    expect(page.locator("[role=gridcell] > .mark-O")).to_have_count(1)
    expect(page.locator(".look")).to_have_count(0)
    expect(page.locator("#headline")).to_have_text("Your move")


@pytest.mark.long
def test_each_move_of_the_computers_has_its_own_pause_and_its_own_words(as_: As, ada: User) -> None:
    seats = {
        "Tres": Seat("Tres", "person", ada.pk, "ada"),
        "Uno": Seat("Uno", "engine", engine="random"),
        "Dos": Seat("Dos", "neutral", engine="neutral"),
    }
    setup = services.GameSetup(by=ada.pk, variant="dstru", kind="engine", seats=seats)
    page = as_(ada, **MOVING)
    page.clock.install()
    page.goto(f"/games/{services.open_game(setup).id}/")
    connected(page)
    # By the page's own time, and not by so much that its line would count as silent.
    now = datetime.fromtimestamp(page.evaluate("Date.now()") / 1000, UTC)
    page.clock.pause_at(now + timedelta(seconds=1))
    page.evaluate(HEARD)
    cell_at(page, 5).click()
    # All three moves have come, and time stands still.
    expect(page.locator(":root")).to_have_attribute("data-heard", "3")
    placed, taken = page.locator(".mark-Uno.fresh"), page.locator(".trace .mark-Dos")
    expect(placed).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(1)
    page.clock.run_for(700)
    expect(placed).to_have_count(1)
    expect(taken).to_have_count(0)
    expect(page.locator("#moves li")).to_have_count(2)
    expect(page.locator("#headline")).to_contain_text("to take")
    page.clock.run_for(700)
    expect(taken).to_have_count(1)
    expect(page.locator("#moves li")).to_have_count(3)
    expect(page.locator("#headline")).to_have_text("Place a piece")


@pytest.mark.long
def test_a_fast_player_is_not_held_back(as_: As, ada: User) -> None:
    page = as_(ada, **MOVING)
    page.clock.install()
    page.goto(f"/games/{engine_game(ada, 'minimax').id}/")
    connected(page)
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    cell(page, "b2").click()
    expect(page.locator(".look").first).to_be_attached()
    page.keyboard.press("Tab")
    expect(page.locator(".look")).to_have_count(0)
    expect(page.locator("[role=gridcell] > .mark-O")).to_have_count(1)


@pytest.mark.long
def test_nothing_hesitates_under_a_clock(as_: As, ada: User) -> None:
    match = open_game(ada, "engine", options={"clock": (60, 0)}, X=ada, O="random")
    page = opened(as_, ada, match, **MOVING)
    page.evaluate(
        """() => {
        window.looked = 0;
        new MutationObserver(() => (window.looked += document.querySelectorAll(".look").length))
          .observe(document.body, { childList: true, subtree: true });
        }"""
    )
    cell(page, "b2").click()
    expect(page.locator("[role=gridcell] > .mark-O")).to_have_count(1)
    assert page.evaluate("() => window.looked") == 0


def played(match: Match, *cells: int) -> Match:
    for one in cells:
        acting = match.acting_seat
        assert acting is not None
        action = Action(match.board.action, match.version, cell=one, user=acting.user)
        match = services.act_and_advance(game_id=match.id, action=action).match
    return match


@pytest.mark.long
def test_a_win_is_ringed_and_told_and_a_loss_shows_what_was_missed(
    as_: As, ada: User, grace: User
) -> None:
    match = played(against(ada, grace), 0, 4, 1, 8)
    x, o, watcher = (opened(as_, user, match, **MOVING) for user in (ada, grace, None))
    cell(x, "c1").click()
    for page in (x, o, watcher):
        expect(page.locator(".sweep.by-X path")).to_have_count(1)
        expect(page.locator(".rays path")).to_have_count(10)
    expect(x.locator("#detail")).to_have_text("grace left c1 open, and you took it.")
    expect(watcher.locator("#detail")).to_have_text("grace left c1 open, and ada took it.")
    expect(o.locator("#detail")).to_have_text(
        "Playing c1 would have closed ada’s line. You played c3."
    )
    expect(cell(o, "c1").locator(".missed.mark-O")).to_be_attached()
    expect(o.locator(".missed-lines path")).to_have_count(1)
    assert x.locator(".missed").count() == 0
    drawn = "ring => Promise.all(ring.getAnimations().map((one) => one.finished))"
    x.locator(".sweep path").evaluate(drawn)
    expect(x.locator(".sweep path")).to_have_css("stroke-dashoffset", "0px")
    for page in (x, o, watcher):
        assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_a_draw_puts_a_cat_to_sleep_and_stepping_back_wakes_it(
    as_: As, ada: User, grace: User
) -> None:
    match = played(against(ada, grace), 4, 0, 2, 6, 3, 5, 1, 7)
    page = opened(as_, ada, match)
    cell(page, "c3").click()
    expect(page.locator(".board-form > .cat")).to_be_visible()
    expect(page.locator("#detail")).to_have_text(
        "grace threatened twice. You answered at a2 and c3."
    )
    page.locator("[data-step=previous]").click()
    expect(page.locator(".board-form > .cat")).to_be_hidden()
    page.locator("[data-step=last]").click()
    expect(page.locator(".board-form > .cat")).to_be_visible()
    page.reload()
    expect(page.locator(".board-form > .cat")).to_have_count(1)


@pytest.mark.long
def test_the_opponent_never_says_the_same_twice_in_a_row(as_: As, ada: User) -> None:
    page = as_(ada)
    said = []
    for _ in range(6):
        match = engine_game(ada, "smart", 0, 4, 1, 8)
        played(match, 2)
        page.goto(f"/games/{match.id}/")
        connected(page)
        said.append(page.locator("[data-line]").inner_text())
        page.reload()
        connected(page)
        assert page.locator("[data-line]").inner_text() == said[-1]
    assert all(one != after for one, after in pairwise(said))


def test_after_the_end_the_likeliest_comes_first_and_in_sight(as_: As, ada: User) -> None:
    match = played(engine_game(ada, "smart", 0, 4, 1, 8), 2)
    page = opened(as_, ada, match)
    for width, height in ((1280, 800), (360, 740), (390, 844), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        actions = page.locator("#controls .actions :is(button, a)")
        names = ["Next: Tally", "Rematch", "Review the game", "New game"]
        assert actions.all_inner_texts() == names
        for at in range(2):
            expect(actions.nth(at)).to_be_in_viewport(ratio=1)
        expect(page.locator("[role=grid]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-seat=O] .face[data-mood=sad] .sad")).to_be_visible()
    expect(page.locator("[data-seat=O] .calm")).to_be_hidden()


@pytest.mark.parametrize("variant", ["classic", pytest.param("dstru", marks=pytest.mark.long)])
def test_a_game_fits_a_phone_and_nothing_moves_before_its_end(
    as_: As, ada: User, variant: str
) -> None:
    request = services.Request(variant, "engine:smart", VARIANTS[variant].SEATS[0])
    match = services.new_game(user_id=ada.pk, name="ada", request=request)
    page = opened(as_, ada, match, SHIFTS, viewport={"width": 360, "height": 640})
    for part in ("[role=grid]", "#headline", "#detail", ".eyebrow", "[data-sense=sound]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    for seat in VARIANTS[variant].SEATS:
        expect(page.locator(f'[data-seat="{seat}"]')).to_be_in_viewport(ratio=1)
    page.evaluate("() => document.fonts.ready.then(() => (window.shifts = 0))")
    while page.locator(".board-form.over").count() == 0:
        page.locator("[role=gridcell][data-legal], .board-form.over").first.wait_for()
        legal = page.locator("[role=gridcell][data-legal]")
        if legal.count():
            expect(page.locator("#moves-title")).to_be_in_viewport(ratio=1)
            legal.first.click()
    expect(page.locator("#controls .actions :is(button, a)").first).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => window.shifts") == 0


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 800), (360, 740)], ids=["desk", "phone"])
def test_the_board_stays_where_it_is_from_the_first_move_to_the_rematch(
    as_: As, ada: User, grace: User, size: tuple[int, int]
) -> None:
    match = against(ada, grace)
    viewport = {"width": size[0], "height": size[1]}
    x, o = (opened(as_, user, match, SHIFTS, viewport=viewport) for user in (ada, grace))
    for page in (x, o):
        page.evaluate("() => document.fonts.ready.then(() => (window.shifts = 0))")
    before = x.locator("[role=grid]").bounding_box()
    for ply, one in enumerate((0, 4, 1, 8, 2)):
        cell_at(o if ply % 2 else x, one).click()
        for page in (x, o):
            expect_moves(page, ply + 1)
            assert page.locator("[role=grid]").bounding_box() == before
    for page in (x, o):
        expect(page.locator("#detail")).to_contain_text("c1")
        assert page.locator("[role=grid]").bounding_box() == before
        assert page.evaluate("() => window.shifts") <= 0.01
    rematch = o.get_by_role("button", name="Rematch")
    button = rematch.bounding_box()
    x.get_by_role("button", name="Rematch").click()
    expect(o.locator("#controls")).to_contain_text("ada would like a rematch.")
    assert rematch.bounding_box() == button
    rematch.click()
    for page in (x, o):
        page.wait_for_url(lambda url: match.id not in url)
        expect_marks(page, "." * 9)
        assert page.locator("[role=grid]").bounding_box() == before
