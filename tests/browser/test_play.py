"""What a person does in a browser: sign up, climb, play a friend, come back after trouble."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from games import services
from games.engines import engine
from games.match import Action, Match
from games.models import Game
from games.queries import selectors
from progress.models import Attempt
from tests import logs
from tests.browser.boards import against, cell, cell_at, connected, expect_marks, expect_moves
from tests.browser.conftest import As
from tests.opening import open_game

NO_SOCKETS = """
window.WebSocket = class {
  static OPEN = 1;
  readyState = 3;
  constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 20); }
  close() {}
};
"""
"""What a network that forbids WebSockets looks like to a page: every one closes at once."""


def win_the_stage(page: Page) -> None:
    """Play the stage on the page to a win, looking ahead with the complete game tree."""
    game_id = page.url.rstrip("/").rsplit("/", 1)[-1]
    while True:
        match = selectors.match(game_id)
        if match.outcome is not None:
            return
        own = best_move(match)
        cell_at(page, own).click()
        page.wait_for_function(
            "plies => document.querySelectorAll('#moves li').length > plies + 1"
            " || document.querySelector('.over')",
            arg=match.board.ply,
        )


def best_move(match: Match) -> int:
    return engine("classic", "minimax").choose(match.board, Random(1)).move


def test_sign_up_clear_the_first_stage_and_the_second_opens(as_: As) -> None:
    page = as_()
    page.goto("/")
    page.get_by_role("link", name=re.compile("sign up", re.I)).first.click()
    page.get_by_label("Name").fill("newcomer")
    page.locator("input[type=password]").nth(0).fill("a-long-pass-phrase")
    page.locator("input[type=password]").nth(1).fill("a-long-pass-phrase")
    page.get_by_role("button", name=re.compile("sign up|create", re.I)).click()
    expect(page.locator(".who-name")).to_have_text("newcomer")
    user = User.objects.get(name="newcomer")

    def cleared() -> bool:
        return Attempt.objects.filter(user=user, level=1, stage=1, stars__gt=0).exists()

    for _ in range(10):  # the opponent plays at random and now and then draws
        page.goto("/campaign/1/1/")
        page.locator("main form button.primary").first.click()
        page.wait_for_url(re.compile("/campaign/games/"))
        win_the_stage(page)
        if cleared():
            break
    assert cleared()
    expect(page.locator("#result")).to_contain_text(re.compile("star", re.I))
    page.goto("/campaign/1/2/")
    assert page.locator("main form button.primary").count() >= 1
    assert page.request.get("/campaign/1/3/").status == 403
    assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_two_browsers_play_a_match_one_of_them_reloading(as_: As, ada: User, grace: User) -> None:
    x, o = as_(ada), as_(grace)
    x.goto("/games/new/")
    x.get_by_role("button", name="A friend").click()
    x.wait_for_url(re.compile(r"/games/\w{12}/"))
    invite = x.locator("#invite").input_value()
    o.goto(invite)
    o.get_by_role("button", name="Play as O").click()
    expect(x.locator("#headline")).to_have_text("Your move")

    cell(x, "b2").click()
    expect_marks(o, "....X....")
    expect(o.locator("#headline")).to_have_text("Your move")
    cell(o, "a1").click()
    expect_marks(x, "O...X....")
    expect(x.locator("#headline")).to_have_text("Your move")
    x.reload()
    expect_marks(x, "O...X....")
    cell(x, "c1").click()
    expect_marks(o, "O.X.X....")
    cell(o, "c3").click()
    expect_marks(x, "O.X.X...O")
    cell(x, "a3").click()
    expect(x.locator("#headline")).to_have_text("You win")
    expect(o.locator("#headline")).to_have_text("You lose")
    for page in (x, o):
        expect_marks(page, "O.X.X.X.O")
    expect(x.locator("[role=gridcell].won")).to_have_count(3)
    game = Game.objects.get(id=invite.rstrip("/").rsplit("/", 1)[-1])
    assert (game.winner, game.reason) == ("X", "line")
    assert x.errors == o.errors == []  # type: ignore[attr-defined]


def test_a_rematch_takes_both_players_to_the_new_game(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    x.goto(f"/games/{match.id}/")
    o.goto(f"/games/{match.id}/")
    x.locator(".confirm summary").click()
    x.get_by_role("button", name="Yes").click()
    expect(o.locator("#headline")).to_have_text("You win")
    x.get_by_role("button", name="Rematch").click()
    o.get_by_role("button", name="Rematch").click()
    for page in (x, o):
        page.wait_for_url(lambda url: match.id not in url)
    expect(o.locator("#headline")).to_have_text("Your move")


@pytest.mark.long
def test_a_second_tab_follows_the_first(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    one = as_(ada)
    one.goto(f"/games/{match.id}/")
    other = one.context.new_page()
    other.goto(f"/games/{match.id}/")
    expect(one.locator("#headline")).to_have_text("Your move")
    cell(one, "b2").click()
    expect_marks(other, "....X....")
    expect(other.locator("#headline")).to_have_text("grace to move")


def test_a_spectator_sees_the_moves_and_has_no_legal_cell(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    match = against(ada, grace)
    watcher, x = as_(stranger), as_(ada)
    sent: list[str | bytes] = []
    watcher.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    watcher.goto(f"/games/{match.id}/")
    connected(watcher)
    x.goto(f"/games/{match.id}/")
    cell(x, "a1").click()
    expect_marks(watcher, "X........")
    assert watcher.locator("[data-legal]").count() == 0
    posted: list[str] = []
    watcher.on("request", lambda request: posted.append(request.url))
    cell(watcher, "b2").click(force=True)
    expect(watcher.locator(".touch-reason")).to_contain_text("You are watching this game.")
    assert sent
    assert not [frame for frame in sent if '"act"' in str(frame)]
    assert posted == []
    assert len(logs.moves(match.id)) == 1


@pytest.mark.long
def test_with_sockets_blocked_the_page_polls_says_so_and_plays_on(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    blocked, free = as_(ada), as_(grace)
    blocked.add_init_script(NO_SOCKETS)
    blocked.goto(f"/games/{match.id}/")
    free.goto(f"/games/{match.id}/")
    expect(blocked.locator("#link-status")).to_have_attribute("data-state", "compatibility")
    expect(blocked.locator("#link-status")).to_contain_text(re.compile("compatib", re.I))
    cell(blocked, "b2").click()
    expect_marks(free, "....X....")
    cell(free, "a1").click()
    expect_marks(blocked, "O...X....")
    expect(blocked.locator("#headline")).to_have_text("Your move")


def test_a_move_in_flight_is_shown_and_survives_a_lost_connection(
    as_: As, ada: User, grace: User
) -> None:
    match = against(ada, grace)
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    connected(page)
    page.context.set_offline(True)
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("sending"))
    page.context.set_offline(False)
    expect(cell(page, "b2")).not_to_have_attribute("aria-label", re.compile("sending"))
    assert selectors.match(match.id).moves == (4,)


def test_the_whole_game_can_be_played_with_the_keyboard(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    x.goto(f"/games/{match.id}/")
    o.goto(f"/games/{match.id}/")
    connected(x)
    x.locator("[role=grid] [tabindex='0']").focus()
    x.keyboard.press("5")
    expect_marks(o, "....X....")
    o.locator("[role=grid] [tabindex='0']").focus()
    o.keyboard.press("Home")
    o.keyboard.press("Enter")
    expect_marks(x, "O...X....")
    focused = x.evaluate("document.activeElement.getAttribute('value')")
    assert focused == "4", "the opponent's move must not move the focus"
    x.keyboard.press("ArrowUp")
    x.keyboard.press("Space")
    expect_marks(o, "OX..X....")
    o.keyboard.type("c3")
    expect_marks(x, "OX..X...O")
    x.keyboard.press("8")
    expect(x.locator("#headline")).to_have_text("You win")
    expect_marks(x, "OX..X..XO")


def test_moves_are_announced_and_the_regions_start_empty(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    x, o = as_(ada), as_(grace)
    o.goto(f"/games/{match.id}/")
    assert o.locator("#polite").inner_text() == ""
    x.goto(f"/games/{match.id}/")
    cell(x, "b2").click()
    expect(o.locator("#polite")).to_contain_text("X plays b2")


def test_without_scripts_a_game_against_an_engine_can_be_played(as_: As, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    page = as_(ada, java_script_enabled=False)
    page.goto(f"/games/{match.id}/")
    cell(page, "a1").click()
    expect_marks(page, "X...O....")
    cell(page, "c3").click()
    for mark in ("X", "O"):
        expect(page.locator(f"[role=gridcell] > .mark-{mark}")).to_have_count(2)
    page.locator(".confirm summary").click()
    page.get_by_role("button", name="Yes, give up").click()
    expect(page.locator("#headline")).to_have_text("You lose")
    page.goto(f"/games/{match.id}/?ply=1")
    expect_marks(page, "X........")


def test_a_finished_game_can_be_stepped_through(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    for number, (user, place) in enumerate([(ada, 0), (grace, 3), (ada, 1), (grace, 4), (ada, 2)]):
        action = Action("place", match.version + number, cell=place, user=user.pk)
        services.act(game_id=match.id, action=action)
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    expect_marks(page, "XXXOO....")
    page.keyboard.press("ArrowLeft")
    expect_marks(page, "XX.OO....")
    page.keyboard.press("ArrowLeft")
    expect_marks(page, "XX.O.....")
    page.keyboard.press("ArrowRight")
    expect_marks(page, "XX.OO....")


@pytest.mark.long
def test_resigning_is_asked_twice(as_: As, ada: User, grace: User) -> None:
    match = against(ada, grace)
    page = as_(ada)
    page.goto(f"/games/{match.id}/")
    page.locator(".confirm summary").click()
    page.get_by_role("button", name="No, go back").click()
    cell(page, "b2").click()
    expect_moves(page, 1)  # a resignation would have arrived before this move
    assert selectors.match(match.id).status == "active"


def test_two_people_at_one_screen(as_: As, ada: User) -> None:
    page = as_(ada)
    page.goto("/games/new/?opponent=local")
    page.get_by_role("button", name="Two at this screen").click()
    expect(page.locator("#headline")).to_have_text("X to move")
    cell(page, "b2").click()
    expect(page.locator("#headline")).to_have_text("O to move")
    cell(page, "a1").click()
    expect(page.locator("#headline")).to_have_text("X to move")
    expect_marks(page, "O...X....")


@pytest.mark.long
def test_a_blocked_route_never_loses_the_answer(as_: As, ada: User, grace: User) -> None:
    """The first three posts are cut off after the server took them; the move lands once."""
    match = against(ada, grace)
    page = as_(ada)
    cut = {"left": 3}

    def cut_off(route: Route) -> None:
        if cut["left"]:
            cut["left"] -= 1
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/actions/", cut_off)
    page.add_init_script(NO_SOCKETS)
    page.goto(f"/games/{match.id}/")
    cell(page, "b2").click()
    expect(page.locator("#headline")).to_have_text("grace to move")
    assert len(logs.moves(match.id)) == 1
