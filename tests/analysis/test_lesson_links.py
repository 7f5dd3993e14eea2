"""The player leads to the lesson that explains it, and the lesson back, by one table."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from django.test import Client

from games.analysis.learn.lessons import BY_SLUG, EXPLAINED, LESSONS
from games.analysis.learn.played import watch
from games.analysis.player.methods import SEARCHES, method_of, methods_for
from games.analysis.tree.search_show import is_drawable
from games.analysis.variations import read
from games.engines import engines_for
from games.rules import DstruBoard, UltimateBoard, read_notation
from tests.engines.positions import at
from tests.markup import html_of

pytestmark = pytest.mark.django_db

BOARDS = (
    at("X.O.X...O X"),
    DstruBoard.start(),
    read_notation("T...........U... D"),
    UltimateBoard.start(),
)


def test_every_engine_but_a_lot_has_its_lesson() -> None:
    shown = {method.name for board in BOARDS for method in methods_for(board)}
    assert shown - set(EXPLAINED) == {"random"}
    assert set(EXPLAINED) <= shown
    assert set(EXPLAINED.values()) <= set(BY_SLUG)


def late() -> UltimateBoard:
    """An ending whose whole tree can be drawn."""
    for seed in range(200):
        rng, board = Random(seed), UltimateBoard.start()
        while not board.is_game_over():
            if is_drawable(board):
                return board
            board = board.make_move(rng.choice(board.available_moves()))
    raise AssertionError("no game came so far")


def test_each_method_of_an_ending_has_an_address_of_its_own() -> None:
    methods = methods_for(late())
    assert len({one.query for one in methods}) == len(methods) > len(SEARCHES)
    assert method_of(methods, "alphabeta", "") is SEARCHES[0]
    assert method_of(methods, "two-plies", "").name == "two-plies"
    at_first = methods_for(UltimateBoard.start())
    assert method_of(at_first, "alphabeta", "").name == "two-plies", "as addresses called it before"


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ({}, ["alpha-beta"]),
        ({"order": "lines"}, ["ordering"]),
        ({"method": "minimax", "against": "linear-guarded"}, ["minimax", "why-it-loses"]),
        ({"method": "bitboard", "against": "bitboard"}, ["bitboards"]),
        ({"method": "random"}, []),
    ],
)
def test_the_player_leads_to_the_lessons_of_what_it_shows(
    client: Client, query: dict[str, str], slugs: list[str]
) -> None:
    page = html_of(client.get("/analysis/X.O.X...O_X/search/", {**query, "step": 2}))
    links = [f'<a href="/learn/{slug}/">Lesson: {BY_SLUG[slug].title}</a>' for slug in slugs]
    assert page.count("Lesson: ") == len(links)
    assert all(link in page for link in links)


def test_the_tree_leads_to_the_lesson_of_its_search(client: Client) -> None:
    page = client.get("/analysis/X.O.X...O_X/search/tree/", {"method": "minimax"})
    assert '<a href="/learn/minimax/">Lesson: What a move is worth</a>' in " ".join(
        html_of(page).split()
    )


@pytest.mark.parametrize("slug", [lesson.slug for lesson in LESSONS if lesson.more])
def test_a_board_of_a_lesson_opens_with_its_engine(client: Client, slug: str) -> None:
    page = html_of(client.get(f"/learn/{slug}/"))
    for url in re.findall(r'class="live-board" href="([^"]+)"', page):
        if asked := parse_qs(urlsplit(url).query):
            board = read(unquote(urlsplit(url).path.split("/")[2]))
            assert asked["engine"][0] in engines_for(board.VARIANT, board.to_move)


@pytest.mark.long
def test_a_lesson_leads_to_the_engine_that_it_explains(client: Client) -> None:
    led = {}
    for lesson in LESSONS:
        if url := watch(lesson, lesson.content):
            assert f'href="{url}"' in unescape(
                html_of(client.get(f"/learn/{lesson.slug}/", {"show": "1"}))
            )
            title = html_of(client.get(url, {"step": 1} if "?" not in url else {}))
            led[lesson.slug] = title.partition("<h1>")[2].partition("</h1>")[0]
    assert led == {
        "lines": "Three rules, cell by cell",
        "minimax": "Minimax, step by step",
        "depth": "Alpha-beta, step by step",
        "alpha": "Alpha-beta, step by step",
        "alpha-beta": "Alpha-beta, step by step",
        "window": "Alpha-beta, step by step",
        "ordering": "Alpha-beta, step by step",
        "heuristics": "The heuristic, line by line",
        "bitboards": "A board as integers, move by move",
        "linear": "The linear engine, step by step",
        "why-it-loses": "The guarded linear engine, step by step",
        "dstru": "A search with chance, step by step",
        "solved": "The table, row by row",
        "horizon": "Alpha-beta over two plies",
        "playouts": "A tree of games played at random",
    }
