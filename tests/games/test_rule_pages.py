"""The rules pages and their example, which anybody can step through and play on."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.engines.dstru.solution import solve
from games.models import Game
from games.rules import VARIANTS
from games.services import OPTION_IS_UNRATED
from tests.markup import html_of


def text_of(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(strip_tags(response.content.decode()).split())


def labels(client: Client, address: str) -> list[str]:
    html = html_of(client.get(address))
    return re.findall(r'class="cell[^>]*aria-label="([^"]*)"', html)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_game_has_a_page_that_the_index_leads_to(client: Client, variant: str) -> None:
    assert f'href="/rules/{variant}/"' in html_of(client.get("/rules/"))
    assert VARIANTS[variant].TITLE in text_of(client, f"/rules/{variant}/")


def test_chapters_follow_each_other_and_old_anchors_name_them(client: Client) -> None:
    page = client.get("/rules/dstru/").text
    contents = re.findall(r'<li><a(?: id="(\w+)")?\s+href="/rules/dstru/([\w-]+)/">', page)
    slugs = [slug for _, slug in contents]
    assert slugs == ["who-is-dos", "exact-games", "sets", "random-moves", "keyboard"]
    assert {anchor: slug for anchor, slug in contents if anchor} == {
        "state": "sets",
        "chance": "random-moves",
    }
    ways = [
        re.findall(
            r'href="/rules/dstru/([\w-]*)/?"\s+rel="(\w+)"',
            client.get(f"/rules/dstru/{slug}/").text,
        )
        for slug in slugs
    ]
    befores, afters = ["", *slugs[:-1]], [*slugs[1:], None]
    assert ways == [
        [(before, "prev"), *([(after, "next")] if after else [])]
        for before, after in zip(befores, afters, strict=True)
    ]
    assert client.get("/rules/dstru/openings/").status_code == 404
    assert client.get("/rules/classic/sets/").status_code == 404
    assert client.get("/rules/chess/sets/").status_code == 404


def test_an_unknown_game_has_no_rules(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404
    assert client.post("/rules/dstru/").status_code == 405


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_example_can_be_followed_to_its_end(client: Client, variant: str) -> None:
    address = f"/rules/{variant}/"
    for _ in range(len(VARIANTS[variant].EXAMPLE)):
        html = html_of(client.get(address))
        (onward,) = re.findall(r'href="([^"#]*)#example">Next move', html)
        address = f"/rules/{variant}/" + onward.replace("&amp;", "&")
    html = html_of(client.get(address))
    assert "Next move" not in html
    assert "completed a line" in html
    assert re.search(r'class="cell last (spent )?won"', html)


def test_a_visitor_plays_on_from_any_position_by_links(client: Client) -> None:
    html = html_of(client.get("/rules/dstru/?moves=d1c2"))
    assert "Dos to take" in html
    moves = re.findall(r'data-legal data-key="(..)" href="([^"]*)"', html)
    assert moves == [("d1", "?moves=d1c2d1#example"), ("c2", "?moves=d1c2c2#example")]
    said = text_of(client, "/rules/dstru/?moves=d1c2c2")
    assert "Tres to place" in said
    assert "Dos takes Uno from c2." in said


def test_cells_say_what_stands_there_and_what_may_be_taken(client: Client) -> None:
    seen = labels(client, "/rules/dstru/?moves=d1c2")
    assert seen[3] == "d1, Tres, can be taken"
    assert seen[6] == "c2, Uno, can be taken, last move"
    assert seen[0] == "a1, empty"
    assert labels(client, "/rules/dstru/?moves=d1c2c2")[6] == ("c2, empty, last move took Uno away")


@pytest.mark.parametrize("moves", ["d1c2a4", "d1d1", "d1zz", "d1c", "d1☃1", "d1" * 500])
def test_moves_that_cannot_be_stop_there_and_it_is_said(client: Client, moves: str) -> None:
    assert "You see the position before it" in text_of(client, f"/rules/dstru/?moves={moves}")


@pytest.mark.parametrize("ply", ["", "-1", "x", "99", "9999999999", "²"])
def test_a_step_that_cannot_be_is_the_nearest_there_is(client: Client, ply: str) -> None:
    assert client.get(f"/rules/dstru/?moves=d1c2&ply={ply}").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("page", ["/rules/dstru/who-is-dos/", "/learn/dstru/"])
def test_who_can_force_a_win_with_dos_is_what_the_solution_says(client: Client, page: str) -> None:
    normal, exact = (solve(exact)["forces_with_dos"] for exact in (False, True))
    assert all(normal[seat][seat] for seat in ("Tres", "Uno"))
    assert [exact[seat][seat] for seat in ("Tres", "Uno")] == [True, False]
    assert "can force a win" in text_of(client, page)
    assert "in exact games only Tres can" in text_of(client, page)


@pytest.mark.parametrize(
    "page",
    ["/rules/dstru/exact-games/", "/rules/ultimate/", "/games/new/?variant=ultimate&engines=all"],
)
def test_pages_say_why_games_with_an_optional_rule_are_not_rated(as_ada: Client, page: str) -> None:
    assert OPTION_IS_UNRATED in text_of(as_ada, page)


def test_the_state_stands_there_as_document_002_defines_it(client: Client) -> None:
    html = html_of(client.get("/rules/dstru/?moves=d1c2"))
    state = dict(re.findall(r'data-formal="(\w+)">([^<]*)<', html))
    assert list(state) == ["Uno", "Dos", "Tres", "F", "turn", "go", "over"]
    assert (state["Uno"], state["Dos"], state["Tres"]) == ("{(2,3)}", "∅", "{(1,4)}")
    assert state["F"].startswith("{(1,1), (1,2), (1,3), (2,1)")
    assert (state["turn"], state["go"], state["over"]) == ("false", "false", "false")


def test_a_member_opens_the_game_at_this_screen(as_ada: Client) -> None:
    html = html_of(as_ada.get("/rules/dstru/"))
    assert "Play at this screen" in html
    fields = {"variant": "dstru", "opponent": "local", "third": "person"}
    assert as_ada.post("/games/new/", fields).status_code == 302
    game = Game.objects.get()
    assert (game.variant, game.kind) == ("dstru", "local")
    assert {seat.user_id for seat in game.seats.all()} == {game.created_by_id}


def test_a_visitor_may_play_at_this_screen_too(client: Client) -> None:
    assert "Play at this screen" in html_of(client.get("/rules/dstru/"))
