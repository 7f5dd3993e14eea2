"""Every page, address and file there is for a game, whichever game it is."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve

from accounts.models import User
from games import presenters
from games.analysis import game_text, variations
from games.analysis.review import what_if
from games.match import Match
from games.models import Game
from games.presenters.positions import replay
from games.queries import selectors
from games.rules import Board
from games.services.verify import verify
from tests.conformance.players import acted, finished, opened
from tests.conftest import logged_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(game: type[Board], ada: User, grace: User, stranger: User) -> Match:
    return finished(game, ada, grace, stranger)


def page(client: Client, address: str, **query: str) -> str:
    response: Any = client.get(address, query)
    assert response.status_code == 200, (address, response.status_code)
    return response.content.decode()


def cells(html: str) -> list[str]:
    """The names of the cells of the boards on a page, row by row."""
    return re.findall(r'role="(?:gridcell|cell)".*?aria-label="([a-i][1-9]),', html, re.DOTALL)


def names(game: type[Board]) -> list[str]:
    return [game.cell_name(cell) for cell in range(game.CELLS)]


# --- what is stored and shown ---


def test_the_snapshot_and_the_replay_agree_after_every_move(
    game: type[Board], ada: User, grace: User, stranger: User
) -> None:
    match = opened(game, ada, grace, stranger)
    for ply, cell in enumerate(game.EXAMPLE):
        assert cell in presenters.snapshot(match, ada.pk, 0)["legal"]
        match = acted(match, cell)
        shown = presenters.snapshot(selectors.match(match.id), ada.pk, 0)
        board = replay(match, ply + 1)
        assert shown["position"] == board.notation == match.board.notation
        assert shown["moves"] == list(game.EXAMPLE[: ply + 1])
        assert shown["legal"] == list(board.available_moves())
    assert match.outcome is not None
    assert shown["outcome"] == {
        "winner": game.SEATS[0],
        "reason": "line",
        "cells": list(match.outcome.cells),
    }
    assert verify(Game.objects.get(id=match.id)) == []


def test_the_page_of_a_game_shows_its_board_and_its_end(over: Match, game: type[Board]) -> None:
    html = page(Client(), f"/games/{over.id}/")
    assert cells(html) == names(game)
    assert html.count('role="row"') == game.SHAPE.rows
    assert f'aria-label="Board, {game.SHAPE}"' in html
    assert "ada wins" in html or f"ada ({game.SEATS[0]}) wins" in html
    for ply in range(len(game.EXAMPLE)):
        assert cells(page(Client(), f"/games/{over.id}/", ply=str(ply))) == names(game)


def test_a_move_by_the_plain_form_is_played(
    game: type[Board], ada: User, grace: User, stranger: User
) -> None:
    match = opened(game, ada, grace, stranger)
    form = {"action": "place", "version": match.version, "id": "first", "cell": game.EXAMPLE[0]}
    assert logged_in(ada).post(f"/games/{match.id}/act/", form).status_code == 302
    assert selectors.match(match.id).moves == game.EXAMPLE[:1]


# --- ways to begin ---


def test_the_rules_show_the_example_move_by_move(game: type[Board]) -> None:
    assert game.TITLE in page(Client(), "/rules/")
    html = page(Client(), f"/rules/{game.VARIANT}/")
    assert cells(html) == names(game)
    moves = "".join(game.cell_name(cell) for cell in game.EXAMPLE)
    assert "completed a line" in page(Client(), f"/rules/{game.VARIANT}/", moves=moves)


@pytest.mark.parametrize("query", [{}, {"engines": "all"}], ids=["quick", "engines"])
def test_the_page_of_a_new_game_offers_it(
    game: type[Board], as_ada: Client, query: dict[str, str]
) -> None:
    html = page(as_ada, "/games/new/", variant=game.VARIANT, **query)
    assert f'name="variant" value="{game.VARIANT}"' in html
    assert 'value="engine:' in html


def test_a_tap_starts_a_game_against_an_engine(game: type[Board], as_ada: Client) -> None:
    html = page(as_ada, "/games/new/", variant=game.VARIANT)
    opponent = re.search(r'name="opponent"\s+value="(engine:[^"]*)"', html)
    assert opponent
    form = {"variant": game.VARIANT, "tap": "1", "opponent": opponent[1], "seat": game.SEATS[0]}
    response: Any = as_ada.post(f"/games/new/?variant={game.VARIANT}", form, follow=True)
    assert cells(response.content.decode()) == names(game)
    assert Game.objects.get().variant == game.VARIANT


def test_the_lobby_offers_it_and_pairs_two_people(
    game: type[Board], as_ada: Client, as_grace: Client
) -> None:
    assert game.TITLE in page(as_ada, "/lobby/")
    for client in (as_ada, as_grace):
        assert client.post("/lobby/pair/", {"terms": f"{game.VARIANT} 60+2"}).status_code == 302
    assert {one.variant for one in Game.objects.all()} == {game.VARIANT}


def test_it_is_made_and_played_over_http(game: type[Board], as_ada: Client) -> None:
    rules = {"dos": "person"} if game.SEATS[2:] else {}
    body = {"variant": game.VARIANT, "opponent": "local", "rules": rules}
    made = as_ada.post("/api/games/", json.dumps(body), content_type="application/json")
    assert made.status_code == 201
    shown = made.json()["game"]
    for ply, cell in enumerate(game.EXAMPLE):
        act = {
            "type": "act",
            "id": f"move-{ply}",
            "action": shown["action"],
            "version": shown["version"],
            "cell": cell,
        }
        answer = as_ada.post(
            f"/api/games/{shown['id']}/actions/", json.dumps(act), content_type="application/json"
        )
        assert answer.status_code == 200, answer.content
        shown = as_ada.get(f"/api/games/{shown['id']}/").json()
    assert (shown["status"], shown["outcome"]["winner"]) == ("finished", game.SEATS[0])


def test_its_optional_rule_is_chosen_over_http_and_said_on_its_pages(
    game: type[Board], as_ada: Client
) -> None:
    for rule in ("exact", "most"):
        body = {"variant": game.VARIANT, "opponent": "local", "rules": {rule: True}}
        made = as_ada.post("/api/games/", json.dumps(body), content_type="application/json")
        if game.OPTION is None or game.OPTION.slug != rule:
            assert (made.status_code, made.json()["code"]) == (422, "not_allowed")
            assert made.json()["message"] == f"{game.VARIANT} has no {rule!r} rule."
            continue
        shown = made.json()["game"]
        assert (shown[rule], shown["position"]) == (True, game.start(exact=True).notation)
        title = f"{game.TITLE}, {game.OPTION.title}"
        assert title in page(as_ada, f"/games/{shown['id']}/")
        assert game.OPTION.chosen in page(as_ada, "/games/new/", variant=game.VARIANT)


# --- afterwards ---


def test_the_history_lists_it_with_a_small_board(game: type[Board], over: Match, ada: User) -> None:
    html = page(logged_in(ada), "/games/", variant=game.VARIANT)
    assert f'data-game="{over.id}"' in html
    width, height = 100 * game.SHAPE.columns, 100 * game.SHAPE.rows
    assert f'class="mini" viewBox="0 0 {width} {height}"' in html


def test_staff_see_its_boards_and_verify_it(over: Match, staff: User, game: type[Board]) -> None:
    client = logged_in(staff)
    assert f'aria-label="{over.board.notation}"' in page(client, "/admin/games/game/")
    html = page(client, f"/admin/games/game/{over.id}/change/")
    assert html.count('class="mini"') == 1 + len(game.EXAMPLE)
    assert "The moves lead to the stored position" in html


def test_the_review_goes_through_every_move(over: Match, game: type[Board]) -> None:
    html = page(Client(), f"/games/{over.id}/review/")
    for cell in game.EXAMPLE:
        assert game.cell_name(cell) in html
    assert page(Client(), f"/games/{over.id}/retry/{game.SEATS[1]}/")


def test_a_line_is_played_on_from_its_start_until_it_is_ones_turn(
    over: Match, game: type[Board]
) -> None:
    client, start = Client(), game.start()
    for slug in what_if.opponents(game):
        answer: Any = client.get(f"/games/{over.id}/what-if/", {"ply": 0, "engine": slug}).json()
        assert (answer["you"], answer["moves"]) == (game.SEATS[0], [])
        asked = {"ply": 0, "engine": slug, "line": game.cell_name(game.EXAMPLE[0])}
        answer = client.get(f"/games/{over.id}/what-if/", asked).json()
        board = start
        for cell, mover in zip(answer["moves"], answer["movers"], strict=True):
            assert board.to_move == mover
            board = board.make_move(cell)
        assert board.to_move == game.SEATS[0] or board.is_game_over()
        assert answer["legal"] == list(board.available_moves())


def test_a_line_is_played_on_from_the_end_too(over: Match, game: type[Board]) -> None:
    slug, end = next(iter(what_if.opponents(game))), len(over.moves)
    address = f"/games/{over.id}/what-if/"
    answer: Any = Client().get(address, {"ply": end, "engine": slug}).json()
    assert answer["ply"] < end
    assert answer["moves"] == []
    assert answer["legal"]


@pytest.mark.parametrize("kind", ["json", "txt", "svg", "png"])
def test_it_is_exported(over: Match, kind: str) -> None:
    response: Any = Client().get(f"/games/{over.id}/export.{kind}")
    assert response.status_code == 200
    assert response.content


@pytest.mark.parametrize("kind", ["json", "txt"])
def test_what_was_exported_is_brought_back(over: Match, kind: str) -> None:
    text = page(Client(), f"/games/{over.id}/export.{kind}")
    line = game_text.parse(text)
    assert (line.cells, line.board) == (over.moves, over.board)
    response: Any = Client().post("/analysis/import/", {"record": text})
    assert response.status_code == 302
    assert response["Location"].startswith(f"/analysis/{variations.slug_of(over.board)}/")


# --- positions ---


@pytest.mark.long
def test_every_position_of_the_example_is_analysed(game: type[Board]) -> None:
    board = game.start()
    assert game.TITLE in page(Client(), "/analysis/")
    for cell in (*game.EXAMPLE, None):
        html = page(Client(), f"/analysis/{variations.slug_of(board)}/")
        assert cells(html)[: game.CELLS] == names(game)
        assert re.search(r"<h1[^>]*>\w", html)
        board = board if cell is None else board.make_move(cell)


def test_a_position_is_set_up_and_drawn(game: type[Board]) -> None:
    slug = variations.slug_of(game.start())
    html = page(Client(), f"/analysis/setup/{slug}/")
    assert html.count('role="row"') == game.SHAPE.rows
    assert Client().get(f"/analysis/{slug}/export.png").status_code == 200
    assert Client().get(f"/analysis/{slug}/preview-position.png").status_code == 200
    assert Client().get(f"/analysis/{slug}/preview-game.png").status_code == 200


@pytest.mark.long
def test_no_link_leads_nowhere(over: Match, game: type[Board], ada: User) -> None:
    client, asked, views = logged_in(ada), set[str](), Counter[str]()
    start, end = (variations.slug_of(board) for board in (game.start(), over.board))
    for address in (
        f"/games/{over.id}/",
        f"/games/{over.id}/review/",
        f"/rules/{game.VARIANT}/",
        f"/games/new/?variant={game.VARIANT}",
        f"/analysis/{start}/",
        f"/analysis/{end}/",
    ):
        for link in re.findall(r'href="([/?][^"#]*)', page(client, address)):
            target = unescape(link if link.startswith("/") else address.partition("?")[0] + link)
            view = "" if target.startswith("/static/") else resolve(urlsplit(target).path).view_name
            # The links of 81 cells are alike.
            if target not in asked and view and not view.startswith("admin:") and views[view] < 24:
                asked.add(target)
                views[view] += 1
                response = client.get(target)
                while response.status_code == 503 and "Retry-After" in response:
                    response = client.get(target)  # it is still being computed
                assert response.status_code in (200, 302), (address, target)
