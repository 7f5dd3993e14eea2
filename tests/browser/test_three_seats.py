"""A game of three seats in browsers: three people, two and chance, one screen, the keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import services
from games.match import Action, Match, Seat
from games.models import Game
from games.queries import selectors
from games.rules import DstruBoard
from games.services.verify import verify
from tests.browser.boards import cell_at, connected, expect_moves
from tests.browser.conftest import As

EXAMPLE = DstruBoard.EXAMPLE


def headline(page: Page) -> Any:
    return page.locator("#headline")


def person(name: str, user: User) -> Seat:
    return Seat(name, "person", user.pk, user.name)


def opened(kind: str = "friend", **seats: Seat) -> Match:
    by = next(seat.user for seat in seats.values() if seat.user)
    return services.open_game(services.GameSetup(by=by, variant="dstru", kind=kind, seats=seats))


def play(match: Match, *cells: int) -> Match:
    for one in cells:
        acting = match.acting_seat
        assert acting
        action = Action(match.board.action, match.version, cell=one, user=acting.user)
        match = services.act_and_advance(game_id=match.id, action=action).match
    return match


def choose(page: Page, **choices: str) -> None:
    for name, value in choices.items():
        page.locator(f'input[name={name}][value="{value}"]').check(force=True)


@pytest.mark.long
def test_three_people_play_a_game_to_its_end(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    tres, uno, dos, watcher = as_(ada), as_(grace), as_(stranger), as_()
    tres.goto("/games/new/?variant=dstru&engines=all")
    choose(tres, opponent="friend", third="person", seat="Tres")
    tres.get_by_role("button", name="Start").click()
    tres.wait_for_url(re.compile(r"/games/\w{12}/"))
    expect(headline(tres)).to_have_text("Waiting for 2 players")
    invite = tres.locator("#invite").input_value()
    dos.goto(invite)
    dos.get_by_role("button", name="Play as Dos").click()
    expect(headline(tres)).to_have_text("Waiting for an opponent")
    uno.goto(invite)
    assert uno.get_by_role("button", name="Play as Dos").count() == 0
    uno.get_by_role("button", name="Play as Uno").click()
    watcher.goto(invite)
    pages = [tres, uno, dos]
    tasks = ["Place a piece", "Place a piece", "Take a piece away"]
    for ply, index in enumerate(EXAMPLE):
        acting, waiting = pages[ply % 3], pages[(ply + 1) % 3]
        for page in (acting, waiting):
            expect_moves(page, ply)
        expect(headline(acting)).to_have_text(tasks[ply % 3])
        expect(headline(waiting)).to_have_text(re.compile(" to (place|take)$"))
        cell_at(acting, index).click()
    expect(headline(tres)).to_have_text("You win")
    for page in (uno, dos):
        expect(headline(page)).to_have_text("You lose")
    expect(headline(watcher)).to_have_text("ada (Tres) wins")
    for page in (*pages, watcher):
        expect(page.locator("[role=gridcell].won")).to_have_count(4)
        assert page.errors == []  # type: ignore[attr-defined]
    game = Game.objects.get(id=invite.rstrip("/").rsplit("/", 1)[-1])
    assert (game.winner, game.reason, verify(game)) == ("Tres", "line", [])


@pytest.mark.long
def test_two_people_and_a_neutral_dos_play_to_the_end(as_: As, ada: User, grace: User) -> None:
    tres, uno = as_(ada), as_(grace)
    tres.goto("/games/new/?variant=dstru&engines=all")
    choose(tres, opponent="lobby", third="neutral", seat="Tres", reading="exact")
    tres.get_by_role("button", name="Start").click()
    tres.wait_for_url(re.compile(r"/games/\w{12}/"))
    uno.goto("/lobby/")
    uno.get_by_role("button", name="Take the seat").click()
    uno.wait_for_url(tres.url)
    game_id = tres.url.rstrip("/").rsplit("/", 1)[-1]
    promised = selectors.match(game_id)
    uno.locator("details.chance summary").click()
    uno.get_by_label("Add a number of yours").fill("4711")
    uno.get_by_role("button", name="Add", exact=True).click()
    expect(uno.locator("#chance")).to_contain_text("Added by players: Uno 4711.")
    expect(uno.locator("#own-number")).to_have_count(0)
    while (match := selectors.match(game_id)).status == "active":
        if match.to_act == "Dos":  # the server is about to draw
            expect_moves(tres, match.board.ply + 1)
            continue
        page = tres if match.to_act == "Tres" else uno
        expect_moves(page, match.board.ply)
        expect(headline(page)).to_have_text("Place a piece")
        spot = next(one for one in (3, 6, 9, 12, *range(16)) if not match.board.marks[one])
        cell_at(page, spot).click()
        page.wait_for_function(
            "plies => document.querySelectorAll('#moves li').length > plies",
            arg=match.board.ply,
        )
    expect(headline(tres)).to_have_text(re.compile("You (win|lose)|Dos wins"))
    tres.locator("details.chance summary").click()
    expect(tres.locator("#chance")).to_contain_text(str(promised.seed))
    game = Game.objects.get(id=game_id)
    assert (game.table["numbers"], verify(game)) == ({"Uno": 4711}, [])
    assert tres.errors == uno.errors == []  # type: ignore[attr-defined]


def test_it_is_plain_that_a_piece_is_taken_and_which(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    match = play(
        opened(Tres=person("Tres", ada), Uno=person("Uno", grace), Dos=person("Dos", stranger)),
        *(3, 0),
    )
    page = as_(stranger)
    page.goto(f"/games/{match.id}/")
    expect(headline(page)).to_have_text("Take a piece away")
    expect(page.locator("[role=gridcell][data-legal]")).to_have_count(2)
    assert cell_at(page, 3).get_attribute("aria-label") == "d1, Tres, can be taken"
    assert cell_at(page, 3).evaluate("one => getComputedStyle(one).outlineStyle") == "dashed"
    assert "url(" in cell_at(page, 3).evaluate("one => getComputedStyle(one).cursor")
    cell_at(page, 3).hover()
    expect(cell_at(page, 3).locator(".ghost .mark-Dos")).to_be_visible()
    cell_at(page, 5).click(force=True)
    expect(page.locator("#notice")).to_contain_text("There is nothing to take there")
    assert selectors.match(match.id).board.ply == 2
    cell_at(page, 3).click()
    expect(headline(page)).to_have_text("ada to place")
    expect(cell_at(page, 3).locator(".trace .mark-Tres")).to_be_visible()
    expect(cell_at(page, 3).locator(".trace .mark-Dos")).to_be_visible()
    expect(cell_at(page, 3)).to_have_attribute("aria-label", "d1, empty, last move took Tres away")
    expect(page.locator("#polite")).to_contain_text("Dos takes Tres from d1.")
    expect(page.locator("#detail")).to_have_text("You took Tres from d1.")
    page.reload()
    expect(cell_at(page, 3).locator(".trace .mark-Tres")).to_be_visible()


@pytest.mark.long
def test_the_sets_keep_up_with_the_board_and_with_looking_back(
    as_: As, ada: User, grace: User
) -> None:
    page = as_(ada)
    match = opened("local", **{name: person(name, ada) for name in DstruBoard.SEATS})
    page.goto(f"/games/{match.id}/")

    def shown(name: str) -> Any:
        return page.locator(f'[data-formal="{name}"]')

    page.get_by_text("Formal view").click()
    for ply, index in enumerate(EXAMPLE):
        expect(headline(page)).to_have_text(
            f"{DstruBoard.SEATS[ply % 3]} to {'take' if ply % 3 == 2 else 'place'}"
        )
        cell_at(page, index).click()
        expect_moves(page, ply + 1)
        if ply == 1:
            expect(shown("Tres")).to_have_text("{(1,4)}")
            expect(shown("Uno")).to_have_text("{(2,3)}")
            expect(shown("turn")).to_have_text("false")
        if ply == 2:
            expect(shown("Uno")).to_have_text("∅")
            expect(shown("turn")).to_have_text("true")
    expect(headline(page)).to_have_text("Tres wins")
    expect(shown("over")).to_have_text("true")
    page.locator('#moves a[data-ply="1"]').click()
    expect(shown("Tres")).to_have_text("{(1,4)}")
    expect(shown("go")).to_have_text("true")
    expect(shown("over")).to_have_text("false")
    page.locator("[data-step=last]").click()
    expect(shown("over")).to_have_text("true")
    assert page.errors == []  # type: ignore[attr-defined]


def test_the_board_is_played_by_keyboard(as_: As, ada: User) -> None:
    page = as_(ada)
    match = opened("local", **{name: person(name, ada) for name in DstruBoard.SEATS})
    page.goto(f"/games/{match.id}/")
    connected(page)
    cell_at(page, 0).focus()
    page.keyboard.press("End")
    expect(cell_at(page, 3)).to_be_focused()
    page.keyboard.press("Control+End")
    expect(cell_at(page, 15)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(cell_at(page, 15)).to_be_focused()
    page.keyboard.type("d1")
    expect_moves(page, 1)
    page.keyboard.type("a4")
    expect_moves(page, 2)
    expect(cell_at(page, 12)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(cell_at(page, 12).locator(".trace .mark-Uno")).to_be_visible()
    assert selectors.match(match.id).moves == (3, 12, 12)


@pytest.mark.long
def test_the_patterns_beside_the_board_show_how_far_each_side_is(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    match = opened(Tres=person("Tres", ada), Uno=person("Uno", grace), Dos=person("Dos", stranger))
    page = as_(grace)
    page.goto(f"/games/{match.id}/")
    connected(page)
    patterns = page.locator("#patterns [data-pattern]")
    expect(patterns).to_have_count(3)
    expect(page.locator("#turn-sign .mark-Tres")).to_be_visible()
    play(match, 3)
    expect(page.locator("#turn-sign .mark-Uno")).to_be_visible()
    counted = patterns.locator("[data-count=Tres]").all_inner_texts()
    assert counted == [str(int(3 in line)) for line in DstruBoard.LINES]
    expect(patterns.locator("[data-cell='3'].mark-Tres")).to_have_count(2)
    assert page.locator("form .patterns").count() == 0
    expect(page.locator("#formal")).to_be_hidden()
    page.get_by_text("Formal view").click()
    expect(page.locator("#formal")).to_be_visible()


@pytest.mark.long
def test_when_dos_leaves_the_others_play_on(
    as_: As, ada: User, grace: User, stranger: User
) -> None:
    match = play(
        opened(Tres=person("Tres", ada), Uno=person("Uno", grace), Dos=person("Dos", stranger)),
        *(3, 0),
    )
    dos, tres = as_(stranger), as_(ada)
    for page in (dos, tres):
        page.goto(f"/games/{match.id}/")
    dos.locator(".confirm summary").click()
    expect(dos.locator("#confirm-question")).to_contain_text("Chance plays on for you")
    dos.get_by_role("button", name="Yes").click()
    expect(headline(tres)).to_have_text("Place a piece")
    expect(tres.locator('[data-seat="Dos"]')).to_contain_text("Chance")
    expect(dos.locator(".confirm summary")).to_have_count(0)
    expect(headline(dos)).to_have_text("ada to place")


@pytest.mark.long
def test_the_board_of_three_stays_where_it_is(as_: As, ada: User) -> None:
    page = as_(ada, viewport={"width": 320, "height": 640})
    match = opened("local", **{name: person(name, ada) for name in DstruBoard.SEATS})
    page.goto(f"/games/{match.id}/")
    before = page.locator("[role=grid]").bounding_box()
    for ply, index in enumerate(EXAMPLE[:6]):
        cell_at(page, index).click()
        expect_moves(page, ply + 1)
        assert page.locator("[role=grid]").bounding_box() == before
    boxes = [one.bounding_box() for one in page.locator("[role=gridcell]").all()]
    assert len(boxes) == 16
    assert all(box and box["width"] >= 44 and box["height"] >= 44 for box in boxes)


@pytest.mark.long
def test_a_visitor_plays_the_example_with_and_without_scripts(as_: As) -> None:
    for scripts in (True, False):
        page = as_(java_script_enabled=scripts)
        page.goto("/rules/dstru/")
        for key, next_up in (("d1", "Uno to place"), ("c2", "Dos to take"), ("c2", "Tres to")):
            page.locator(f'#example [data-key="{key}"]').click()
            expect(page.locator(".example-head")).to_contain_text(next_up)
        expect(page.locator(".example-head")).to_contain_text("Dos takes Uno from c2.")
        page.get_by_role("link", name="Back").click()
        expect(page.locator(".example-head")).to_contain_text("Dos to take")
        if scripts:
            expect(page.locator("#polite")).to_contain_text("Uno places a piece on c2.")
        assert page.errors == []  # type: ignore[attr-defined]


@pytest.mark.long
def test_choosing_the_game_needs_no_script(as_: As, ada: User) -> None:
    page = as_(ada, java_script_enabled=False)
    page.goto("/games/new/")
    assert page.locator("input[name=third]").count() == 0
    page.get_by_role("link", name="DSTRU-TAC-TOE").first.click()
    page.get_by_role("button", name="Three at this screen").click()
    cell_at(page, 3).click()
    expect_moves(page, 1)
    cell_at(page, 0).click()
    expect_moves(page, 2)
    expect(headline(page)).to_have_text("Dos to take")
    cell_at(page, 3).click()
    expect(cell_at(page, 3).locator(".trace .mark-Dos")).to_be_visible()
