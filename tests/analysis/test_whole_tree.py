"""The page of a whole tree: its shape, what techniques save, and the positions that are open."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest
from django.test import Client

from games.analysis.player.methods import SEARCHES, search_of
from games.analysis.tree import nodes
from games.analysis.tree.branches import MOST, SLOT, grow, opened, read
from games.analysis.tree.shape import GAP, drawing, nested
from games.engines.steps import TreeNode
from games.engines.subtrees import counts, ending, size
from games.rules import ClassicBoard
from tests.engines.positions import at, live
from tests.markup import html_of, text_of

pytestmark = pytest.mark.django_db

EMPTY = "/analysis/........._X/search/tree/"
LATE = "/analysis/X.O.X...O_X/search/tree/"
SEARCH = search_of(SEARCHES[0])


def dots(path: str) -> set[tuple[float, float]]:
    """The places of all dots that a dashed path draws."""
    found = set()
    for x, y, length in re.findall(r"M(\S+?) (\S+?)h([\d.]+)", path):
        count = round((float(length) - 0.1) / GAP) + 1
        found |= {(round(float(x) + at * GAP, 1), float(y)) for at in range(count)}
    return found


def test_the_title_and_the_searches_are_counted(client: Client) -> None:
    page = html_of(client.get(EMPTY))
    assert ">549,946 positions, 285 of them entered with memo and symmetry</h1>" in page
    assert re.findall(r'class="num">([\d,]+)<', page) == [
        "549,946",
        "18,297",
        "7,275",
        "1,242",
        "285",
    ]
    assert "Enters 285 of 549,946 positions, one in 1,930, and finds the same value." in page
    late = text_of(client.get(LATE))
    assert "tries cells on most lines first · 32 more" in late


def test_each_dot_is_drawn_once_and_stands_for_as_many_positions() -> None:
    layers = [one.plies for one in counts(ClassicBoard.start())]
    drawn = drawing(layers, 0, 620, 2050)
    assert drawn.each == 100
    places = [dots(one.d) for one in drawn.dots]
    assert sum(map(len, places)) == len(set().union(*places))
    for number, layer in enumerate(layers):
        from_here = sum(len(one) for one in places[number:])
        assert from_here == sum(-(-count // drawn.each) for count in layer)
    assert all(0 <= x <= drawn.width for x, _ in set().union(*places))


def test_a_search_that_reads_more_is_drawn_as_reading_as_many(client: Client) -> None:
    assert nested([(9, 9), (3, 8), (5, 2)]) == [(9, 9), (3, 8), (3, 2)]
    note = "Where a search enters more than the one above it, the drawing shows as many."
    assert note in html_of(client.get(LATE))
    assert note not in html_of(client.get(EMPTY))


def test_positions_stand_apart_and_parents_above_the_middle() -> None:
    board = ClassicBoard.start()
    shown = read(board, "b2-a1", "a1.b2-b1-c3")
    tree, _ = grow(SEARCH, board, shown)
    rows: dict[int, list[float]] = {}
    for one in tree.walk():
        rows.setdefault(one.y, []).append(one.x)
        if one.children:
            assert one.x == (one.children[0].x + one.children[-1].x) / 2
    assert [len(row) for row in rows.values()] == [1, 9, 16, 14, 6]
    for row in rows.values():
        assert all(right - left >= SLOT for left, right in pairwise(row))
    assert min(x for row in rows.values() for x in row) >= SLOT / 2


def test_an_address_opens_positions_and_says_so_again() -> None:
    board = ClassicBoard.start()
    shown = read(board, "b2-a1", "a1.b2-b1-c3")
    assert shown.query(board) == "at=b2-a1&open=a1.b2-b1-c3"
    assert shown.with_closed(shown.at).query(board) == "at=b2&open=a1.b2-b1-c3"
    assert shown.with_open((0, 1)).query(board) == "at=a1-b1&open=b2-a1.b2-b1-c3"
    assert shown.with_closed((4,)).query(board) == "at=&open=a1"


def test_what_is_too_much_closes_all_but_the_line_in_hand() -> None:
    board = ClassicBoard.start()
    many = opened((4, 0), [(one, two) for one in range(9) for two in range(9) if one != two])
    tree, shown = grow(SEARCH, board, many)
    assert shown == opened((4, 0))
    assert len(list(tree.walk())) == 1 + 9 + 8 + 7 <= MOST


def test_a_position_is_drawn_listed_and_read_out(client: Client) -> None:
    page = unescape(html_of(client.get(LATE, {"at": "b3"})))
    labels = dict(re.findall(r'data-key="(\S+)" class="spot [^"]*".*?aria-label="([^"]+)"', page))
    assert labels["start"] == "the start, 0, 88 positions entered"
    read_at = {
        one.board.cell_name(one.cell): one.found.nodes
        for one in SEARCH.best_line(at("X.O.X...O X"))[0].branches
        if one.found
    }
    assert labels["c2"] == f"c2, 0, {read_at['c2']} positions entered"
    assert labels["b3"] == f"b3, at most 0, {read_at['b3']} positions entered"
    unread = f"{size(at('X.O.X...O X').make_move(7).make_move(3))} positions"
    assert labels["b3-a2"] == f"a2, cut, {unread} skipped"
    words = page.partition("The tree in words")[2]
    assert f"b3, at most 0, {read_at['b3']} positions entered" in words
    assert page.count(f"a2, cut, {unread} skipped") == 3, "drawn, on phones, in words"
    below = html_of(client.get(LATE, {"at": "b3-a2"}))
    assert f"The search skips this: {unread} that cannot change its answer." in below


def test_every_position_is_told_by_what_the_search_found_there() -> None:
    for board in [board for board in live() if board.ply == 5][::90]:
        for node in _all(board):
            text = nodes.said(node)
            value = ending(node.board)
            if node.found is None:
                assert text.startswith("The search skips this")
            elif value is not None:
                result = {10: "X wins, +10", -10: "O wins, −10", 0: "a draw, 0"}[value]
                assert text == f"The game is over: {result}."
            else:
                bound = {"exact": "", "upper": "at most ", "lower": "at least "}[node.found.bound]
                number = {10: "+10", -10: "−10", 0: "0"}[node.found.value]
                assert f"{node.board.to_move} to move: worth {bound}{number}." in text
                assert f"enters {node.found.nodes} of" in text or not node.found.skipped


def _all(board: ClassicBoard) -> list[TreeNode]:
    found = [SEARCH.tree(board)]
    for node in found:
        found.extend(SEARCH.children(node))
    return found


@pytest.mark.parametrize("query", [{"at": "zz"}, {"at": "a1"}, {"open": "b1.b1-b1"}])
def test_what_is_no_line_of_moves_is_quoted(client: Client, query: dict[str, str]) -> None:
    answer = client.get(LATE, query)
    assert answer.status_code == 404
    text = next(iter(query.values())).rpartition(".")[2]
    assert f"'{text}' is no line of moves" in unescape(html_of(answer))


@pytest.mark.parametrize("text", ["XXXOO...._O", "nonsense"])
def test_what_has_no_tree_shows_its_position(client: Client, text: str) -> None:
    answer = client.get(f"/analysis/{text}/search/tree/")
    assert answer["Location"] == f"/analysis/{text}/"


def test_the_tree_and_the_player_lead_to_each_other(client: Client) -> None:
    assert LATE in html_of(client.get("/analysis/X.O.X...O_X/search/"))
    page = html_of(client.get(LATE, {"at": "b3", "order": "lines"}))
    step = re.search(r'href="(\S+?step=\d+)">See the step', page)
    assert step
    assert "X tries b3" in html_of(client.get(unescape(step[1])))
