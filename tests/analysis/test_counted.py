"""Numbers that stand on several pages: each says what was counted, and for whom it is a value."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client

from games.analysis import analysis_cache
from games.analysis.learn.facts import BEST_FIRST
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.position import compare, facts
from games.rules import Board
from tests.engines.positions import at, live
from tests.markup import html_of

pytestmark = pytest.mark.django_db

MAIN = "X.O.X...O X"


def page(client: Client, path: str, **query: str) -> str:
    answer = client.get(path, query)
    assert answer.status_code == 200, path
    return unescape(html_of(answer))


def ends(board: Board) -> Counter[str | None]:
    """The games that go on from ``board`` by who wins them, each played out."""
    if board.outcome is not None:
        return Counter([board.outcome.winner])
    below: Counter[str | None] = Counter()
    for cell in board.available_moves():
        below += ends(board.make_move(cell))
    return below


def test_games_from_here_are_those_that_can_still_be_played(client: Client) -> None:
    shown = page(client, "/analysis/X.O.X...O_X/")
    told = dict(re.findall(r"<dt[^>]*>([^<]+)</dt><dd[^>]*>([^<]+)", shown))
    assert told["Complete games from here"] == "86"
    assert told["How they end"] == "X wins 34, O wins 28, 24 drawn"
    assert told["Games through this board"] == "344 of 255,168: 4 orders of moves lead here"


def test_games_from_here_are_counted_as_played_out() -> None:
    for board in [one for one in live() if one.ply >= 3][::97]:
        known, told = ends(board), {one.name: one.text for one in facts.facts(board)}
        assert told["Complete games from here"] == f"{known.total():,}", board.notation
        won = f"X wins {known['X']:,}, O wins {known['O']:,}, {known[None]:,} drawn"
        assert told["How they end"] == won, board.notation


def test_the_lesson_names_the_cell_whose_tree_it_counts(client: Client) -> None:
    shown = page(client, "/learn/minimax/", show="1")
    said = re.search(r"After a first move of X.*?</p>", shown)
    assert said is not None
    counted = re.findall(r"(corner|edge|centre),?[^\d]*([\d,]+\d)", said[0])
    assert counted == [("corner", "59,705"), ("edge", "63,905"), ("centre", "55,505")]


@pytest.mark.long
def test_a_tree_names_the_techniques_of_its_smallest_count(client: Client) -> None:
    """Lesson 6 enters fewer, with another order: both say what they count."""
    shown = page(client, "/analysis/X.O.X...O_X/search/tree/")
    assert ">186 positions, 52 of them entered with memo and symmetry</h1>" in shown
    assert BEST_FIRST.found(at(MAIN)).nodes == 28
    lesson = page(client, "/learn/ordering/", show="1")
    assert "With the best move first everywhere it would be 28." in lesson


def test_a_lesson_and_the_page_it_links_give_values_for_the_same_side(client: Client) -> None:
    touch = BY_SLUG["why-it-loses"].content.touch
    answer = analysis_cache.analysis_of(touch.board)["engines"]["minimax"]
    for cell in touch.cells:
        number = compare.whose_number(touch.board, answer, cell)
        name = touch.board.cell_name(cell)
        assert touch.say(cell).startswith(f"{name} is worth {number}: "), number
    assert "a3 is worth −10 for O: X wins." in page(client, "/learn/why-it-loses/", touch="a3")
    linked = page(client, "/analysis/X...O...X_O/", engine="minimax", why="a3")
    assert "Minimax −10 for O" in linked
