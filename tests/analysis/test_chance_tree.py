"""The whole tree of the game with chance: counted exactly, drawn by powers of ten, and told."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.analysis.tree import chance_whole
from games.analysis.tree.counted import is_counted, tree_of
from games.analysis.tree.shape import powers
from games.analysis.wording import large
from games.engines import solution_of
from games.rules import ClassicBoard, DstruBoard, read_notation
from tests.analysis.test_whole_tree import dots

pytestmark = pytest.mark.django_db

EMPTY = "/analysis/................_T/search/tree/"
LATE = read_notation("TTUU.TUUTUTT..UT U")
START = DstruBoard.start()


def test_the_page_says_what_is_counted(client: Client) -> None:
    page = unescape(client.get(EMPTY).content.decode())
    assert ">6.6 × 10³⁷ positions, and 204,550 that differ</h1>" in page
    assert re.findall(r'class="num[^"]*">([^<]+)<', page) == [
        "6.6 × 10³⁷",
        "9.2 × 10²⁷",
        "204,550",
        "78",
    ]
    assert "Enters 78 of 6.6 × 10³⁷ positions, no more than 4 plies deep" in page
    assert (
        "Dos takes a piece at 14 of these plies. An average needs all of its terms, so none of its "
        "moves can be cut: it makes the tree 2 × 3 × … × 15 = 1.3 × 10¹² times as wide."
    ) in page
    assert (
        "It holds 2.6 × 10³⁷ complete games: Tres wins 5.1\u00a0%, Uno wins 5\u00a0% and Dos wins "
        "89.9\u00a0%."
    ) in page
    assert '<td class="n">100,800</td>' in page


def test_every_move_leads_to_the_tree_below_it(client: Client) -> None:
    page = client.get(EMPTY).content.decode()
    found = chance_whole.page(START)
    assert [one.name for one in found.kinds] == ["a1", "d1", "a2", "c2", "a4", "b4"]
    assert found.said == ("Tres can play 16 cells, of 6 kinds: those that are alike stand once.")
    for kind, branch in zip(found.kinds, tree_of(START).branches, strict=True):
        assert f'href="{kind.url}"' in page
        below = START.make_move(branch.cells[0])
        assert kind.url == f"/analysis/{below.notation.replace(' ', '_')}/search/tree/"
        assert kind.size == f"{large(branch.size)} below"
        assert tree_of(below).size == branch.size
    assert client.get(found.kinds[0].url).status_code == 200


def test_what_ends_the_game_leads_nowhere() -> None:
    solution_of(LATE).make_ready(LATE)
    kinds = {one.name: one for one in chance_whole.page(LATE).kinds}
    over = [one for one in kinds.values() if not one.url]
    assert [one.name for one in over] == [
        LATE.cell_name(cell)
        for cell in LATE.available_moves()
        if LATE.make_move(cell).is_game_over()
    ]
    assert all(one.size == "ends the game" for one in over)


def test_a_dot_to_a_side_is_ten_times_as_many() -> None:
    drawn = powers([(1, 999, 1000), (1, 12, 1000)], [(3, "Tres"), (4, "Uno"), (5, "Dos")])
    rows = [sorted(y for _, y in dots(one.d)) for one in drawn.dots]
    assert [len(set(row)) for row in rows] == [1, 3]
    assert [rows[0].count(y) for y in sorted(set(rows[0]))] == [2]
    assert [rows[1].count(y) for y in sorted(set(rows[1]))] == [1, 3, 7]
    assert [(one.who, one.count, one.minor) for one in drawn.labels] == [
        ("Tres", "1", False),
        ("Uno", "999", True),
        ("Dos", "1,000", True),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (999_999_999, "999,999,999"),
        (10**9, "1 × 10⁹"),
        (99_499_999_999, "9.9 × 10¹⁰"),
        (99_999_999_999, "1 × 10¹¹"),
        (66127029459779770613776701444955097537, "6.6 × 10³⁷"),
    ],
)
def test_large_counts_are_short(value: int, text: str) -> None:
    assert large(value) == text


def test_the_board_and_the_player_lead_to_it(client: Client) -> None:
    for path in ("/analysis/................_T/", "/analysis/................_T/search/"):
        assert f'href="{EMPTY}"' in client.get(path).content.decode()
    assert not is_counted(ClassicBoard.start())
    over = read_notation("TTTTUU.......... U")
    assert not is_counted(over)
