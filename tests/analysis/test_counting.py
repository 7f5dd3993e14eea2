"""How we count: every count of a position with what it counts, and the pages that show it."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.analysis.learn.counting import LESSON_OF, page
from games.analysis.learn.lessons import LESSONS
from games.engines import engines_for
from games.rules import read_notation
from tests.engines.positions import at
from tests.markup import html_of

pytestmark = pytest.mark.django_db

MAIN = "X.O.X...O X"
PATH = "/learn/counting/"


def get(client: Client, path: str, status: int = 200, **query: str) -> str:
    answer = client.get(path, query)
    assert answer.status_code == status, path
    return unescape(html_of(answer))


def rows(shown: str) -> dict[str, list[str]]:
    """The cells of the table of counts, by techniques."""
    table = shown.partition('class="tab counts"')[2].partition("</table>")[0]
    found = {}
    for row in re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", table):
        name, _, cells = row.partition("</th>")
        found[name] = re.findall(r'<td class="n">(?:<b>)?([\d,]+)', cells)
    return found


def test_the_example_shows_each_count_with_its_techniques(client: Client) -> None:
    assert rows(get(client, PATH)) == {
        "Minimax": ["186", "86", "0", "0", "0", "0", "0"],
        "Alpha-beta": ["88", "35", "21", "27", "98", "0", "0"],
        "Alpha-beta, Most lines first": ["120", "48", "18", "22", "66", "0", "0"],
        "Alpha-beta, Most lines first, Memo": ["67", "18", "13", "17", "59", "27", "60"],
        "Alpha-beta, Most lines first, Memo, Symmetry": ["52", "14", "10", "13", "51", "25", "83"],
        "Alpha-beta, Best move first": ["28", "11", "9", "20", "158", "0", "0"],
        "Memo": ["76", "26", "0", "0", "0", "43", "110"],
        "Alpha-beta, Most lines first, Memo, Early termination": [
            *("16", "6", "0", "21", "168", "2", "2"),
        ],
    }


def test_the_three_counts_with_a_memo_stand_on_the_pages_that_it_names(client: Client) -> None:
    """67, 76 and 16: one position, three lists of techniques."""
    shown = {row["entered"]: row for row in page(at(MAIN)).rows}
    told = {count: [place.title for place in shown[count]["shown"]] for count in ("67", "76", "16")}
    assert told == {
        "67": ["The whole tree"],
        "76": ["Lesson 9: Remember what you know"],
        "16": ["The whole tree", "Step by step"],
    }


@pytest.mark.long
def test_every_page_that_is_named_shows_the_count(client: Client) -> None:
    checked = 0
    for row in page(at(MAIN)).rows:
        for place in row["shown"]:
            path, _, query = place.url.partition("?")
            asked = dict(part.split("=") for part in query.split("&")) if query else {}
            shown = get(client, path, **asked, **({"show": "1"} if "/learn/" in path else {}))
            text = re.sub(r"<[^>]+>", " ", shown)
            assert re.search(rf"(?<![\d,]){row['entered']}(?![\d,])", text), (row, place)
            assert 'href="/learn/counting/' in shown, place
            checked += 1
    assert checked == 15


def test_another_position_can_be_counted(client: Client) -> None:
    shown = get(client, PATH, board="X........_O")
    assert rows(shown)["Minimax"][:2] == ["59,705", "27,732"]
    assert "Lesson 3" not in shown.partition('class="tab counts"')[2].partition("</table>")[0]
    assert "Complete games from here: 27,732" in shown


@pytest.mark.parametrize(
    "text", ["nonsense", "XXXOO.... O", "T..U............ D", "X" * 60, "", "\U0001f642"]
)
def test_what_cannot_be_counted_is_quoted(client: Client, text: str) -> None:
    shown = get(client, PATH, 400, board=text)
    assert repr(text)[1:-1] in shown.partition('class="errorlist">')[2].partition("</p>")[0]
    assert rows(shown)["Minimax"][0] == "186"


def test_counts_of_engines_add_up_on_the_page_that_they_link(client: Client) -> None:
    board = read_notation(MAIN)
    searching = page(board).engines
    assert {one["title"] for one in searching} <= {
        one.title for one in engines_for("classic").values()
    }
    assert {one["title"]: one["entered"] for one in searching}["Minimax"] == "186"
    for one in searching:
        path, _, query = one["url"].partition("#")[0].partition("?")
        shown = get(client, path, **dict(part.split("=") for part in query.split("&")))
        assert f"{one['title']} enters {one['entered']} positions" in shown
        assert one["side"] == "X"


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        "/analysis/X.O.X...O_X/",
        "/analysis/X.O.X...O_X/?engine=alphabeta",
        "/analysis/X.O.X...O_X/search/",
        "/analysis/X.O.X...O_X/search/tree/",
        "/learn/alpha-beta/?show=1",
        "/formulas/program/techniques/",
    ],
)
def test_pages_with_counts_link_it(client: Client, path: str) -> None:
    assert 'href="/learn/counting/' in html_of(client.get(path))


def test_a_page_of_a_game_with_chance_links_the_example(client: Client) -> None:
    for path in ("/analysis/TU....T........._U/", "/analysis/TU....T........._U/search/tree/"):
        assert 'href="/learn/counting/"' in html_of(client.get(path))


def test_every_lesson_that_is_named_links_it(client: Client) -> None:
    linking = {lesson.slug for lesson in LESSONS if lesson.counts}
    assert {slug for slugs in LESSON_OF.values() for slug in slugs} <= linking
    for slug in linking:
        assert 'href="/learn/counting/"' in get(client, f"/learn/{slug}/", show="1")
