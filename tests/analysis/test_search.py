"""The page of a search: every step, in words and as boards."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from games.analysis.player.methods import SEARCHES, search_of
from games.analysis.tree import search_show
from games.analysis.tree.search_show import SearchShow
from games.analysis.wording import positions
from games.engines.classic.tablebase import table
from games.engines.subtrees import count, counts, size
from games.engines.techniques import EXTRA
from games.rules import ClassicBoard, read_notation
from tests.markup import html_of

pytestmark = pytest.mark.django_db

LATE = "/analysis/X.O.X...O_X/search/"
END = "/analysis/XOXXO.O.._X/search/"
BOARDS = Random(18).sample(
    [b for b in table().boards() if not b.is_game_over() and 3 <= b.ply <= 7], 24
)


def said(client: Client, step: int, method: str = "alphabeta") -> str:
    page = html_of(client.get(LATE, {"method": method, "step": step}))
    return page.partition("data-say>")[2].partition("<")[0]


def test_every_step_has_a_page(client: Client) -> None:
    board = read_notation("XOXXO.O.. X")
    search = search_of(SEARCHES[0])
    for step in range(1, search.steps(board) + 1):
        page = html_of(client.get(f"{END}?step={step}"))
        assert f"Step <span data-number>{step}</span> of {search.steps(board)}" in page
        assert SearchShow(search, board).frame(step, "")[0].sentence in page


def test_the_player_opens_at_its_first_step(client: Client) -> None:
    assert "Step <span data-number>1</span> of" in html_of(client.get(LATE))


def test_all_searches_are_counted_side_by_side(client: Client) -> None:
    page = html_of(client.get(LATE))
    for read, cut in ((88, 27), (120, 22), (186, 0)):
        assert f'<td class="n">{read}</td><td class="n">{cut}</td>' in page


@pytest.mark.parametrize("step", ["0", "-1", "99999", "x", "", "1e3", "٣"])
def test_odd_steps_are_no_trouble(client: Client, step: str) -> None:
    assert client.get(LATE, {"step": step}).status_code == 200


@pytest.mark.parametrize("path", ["XXXOO...._O", "nonsense"])
def test_what_has_no_tree_shows_its_position(client: Client, path: str) -> None:
    assert client.get(f"/analysis/{path}/search/")["Location"] == f"/analysis/{path}/"
    assert client.get(f"/analysis/{path}/search/steps/").status_code == 404


@pytest.mark.long
def test_the_whole_game_can_be_searched(client: Client) -> None:
    page = html_of(client.get("/analysis/........._X/search/?method=minimax&step=99999999"))
    assert "X plays a1, worth 0. The search entered all 549,946 positions." in page
    middle = client.get("/analysis/........._X/search/?method=minimax&step=549946")
    assert middle.status_code == 200


def test_the_board_leads_to_its_tree(client: Client) -> None:
    assert LATE in html_of(client.get("/analysis/X.O.X...O_X/"))
    assert "/analysis/........._X/search/" in html_of(client.get("/analysis/"))


def test_the_boards_of_a_step_are_drawn_and_read_out(client: Client) -> None:
    page = html_of(client.get(f"{LATE}?step=59&order=lines"))
    labels = re.findall(r'class="tree-board ([^"]*)" aria-label="([^"]*)"', page)
    assert labels[0] == ("hand on-path", "the root, current")
    states = {label.split(",")[0]: (classes, label) for classes, label in labels[1:]}
    assert states["a2"][1] == "a2, cut, 1 position skipped"
    assert states["c2"] == ("cut folded", "c2, cut, 5 positions skipped")
    assert states["b3"][1] == "b3, current, so far −10"
    assert "now" in states["b3"][0].split()
    assert page.count("X takes the highest") == 2


def test_the_end_shows_the_line_of_best_play(client: Client) -> None:
    page = html_of(client.get(f"{LATE}?method=minimax&step=99999999"))
    on_path = re.findall(r'class="tree-board [^"]*on-path[^"]*" aria-label="(\w+),', page)
    assert on_path[-5:] == ["c2", "a2", "b1", "b3", "a3"]


@pytest.mark.long
def test_each_kind_of_step_has_its_sentence(client: Client) -> None:
    search, board = search_of(SEARCHES[0]), read_notation("X.O.X...O X")
    told: dict[tuple[str, str], str] = {}
    for step in range(1, search.steps(board) + 1):
        moment = search.moment(board, step)
        kind = (
            "moves"
            if moment.branch and moment.kind == "back" and moment.branch.moved
            else moment.kind
        )
        told.setdefault((moment.frame.board.to_move, kind), said(client, step))
    assert told == {
        ("X", "start"): "X to move, 5 cells free. Nothing is known yet: α is −∞, β is +∞.",
        ("O", "enter"): "X tries b1. There is nothing to compare it with yet.",
        ("X", "enter"): "O replies a2. There is nothing to compare it with yet.",
        ("O", "end"): "X plays b3 and completes b1–b2–b3: +10.",
        ("X", "moves"): "b3 is worth +10. X now has +10: α rises from −∞ to +10.",
        ("O", "moves"): "a3 is worth +10. O can now hold X to +10: β falls from +∞ to +10.",
        ("X", "end"): "O plays c2 and completes c1–c2–c3: −10.",
        ("O", "cut"): (
            "O can hold X to −10 or less here, and X has 0 with c2 after b1 and a2, so "
            "X avoids this position. So b3 is cut (2 positions skipped)."
        ),
        ("X", "back"): "a3 is worth at most −10. X already has 0, so nothing changes.",
        ("O", "back"): (
            "c2 is worth −10. O can already hold X to −10 elsewhere, so nothing changes."
        ),
        ("X", "cut"): (
            "X gets −10 or more here, and O can hold X to −10 with c2 after b1, so "
            "O avoids this position. So c2 and b3 are cut (5 positions skipped)."
        ),
        ("X", "done"): (
            "X plays c2, worth 0. The search entered 88 of 186 positions, cut 21 times and "
            "skipped 98."
        ),
    }


def test_minimax_is_told_without_a_window(client: Client) -> None:
    assert said(client, 9, "minimax") == "O replies b3. The lowest so far is +10."
    assert said(client, 7, "minimax") == "b3 is worth +10. That is the best for X here so far."
    assert "α" not in html_of(client.get(f"{LATE}?method=minimax"))


@pytest.mark.long
def test_every_sentence_is_short_and_true_of_its_numbers() -> None:
    for method in SEARCHES:
        search = search_of(method)
        for board in BOARDS:
            shown = SearchShow(search, board)
            for step in range(1, search.steps(board) + 1):
                moment = search.moment(board, step)
                text = shown.frame(step, "")[0].sentence
                words = len(text.replace("–", " ").split())
                assert words <= (38 if moment.kind == "cut" else 25), text
                assert text[0].isupper() or text[0] in "abc"
                assert text.endswith(".")
                if moment.kind == "cut":
                    assert moment.frame.alpha.value >= moment.frame.beta.value
                    rest = [one for one in moment.frame.branches if one.cut]
                    unread = sum(size(one.board) for one in rest)
                    assert f"({positions(unread)} skipped)" in text
                if moment.kind == "back" and "nothing changes" in text:
                    assert moment.branch
                    assert not moment.branch.moved


def test_steps_come_as_data_with_each_piece_once(client: Client) -> None:
    answer = client.get(f"{LATE}steps/", {"from": 1, "count": 24}).json()
    assert answer["total"] == 197
    assert [frame["step"] for frame in answer["frames"]] == list(range(1, 25))
    pieces = answer["pieces"]
    shown = [row for frame in answer["frames"] for row in frame["sides"][0]["rows"]]
    assert {key for row in shown for key in row} == set(pieces)
    page = client.get(f"{LATE}?step=9").content.decode()
    for shell, *boards in answer["frames"][8]["sides"][0]["rows"]:
        items = "".join(pieces[board] for board in boards)
        assert pieces[shell].replace("</ol>", f"{items}</ol>") in page
    last = client.get(f"{LATE}steps/", {"from": 190, "count": 9999}).json()
    assert [frame["step"] for frame in last["frames"]] == list(range(190, 198))


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"from": "0"}, "from is '0', not a whole number from 1 up."),
        ({"from": "x"}, "from is 'x', not a whole number from 1 up."),
        ({"count": "-1"}, "count is '-1', not a whole number from 1 up."),
        ({"from": "198"}, "Step 198 is not between 1 and 197."),
    ],
)
def test_steps_that_there_are_not_are_refused(
    client: Client, query: dict[str, str], message: str
) -> None:
    answer = client.get(f"{LATE}steps/", query)
    assert (answer.status_code, answer.json()) == (400, {"message": message})


def test_the_page_has_the_ladder_of_its_position(client: Client) -> None:
    page = html_of(client.get(LATE)).partition('class="tab ladder"')[2]
    board = read_notation("X.O.X...O X")
    assert isinstance(board, ClassicBoard)
    for rung in (*counts(board), count(board, EXTRA)):
        assert f'<td class="n">{rung.entered}</td>' in page
        assert f'<td class="n">{rung.found.moves_cut}</td>' in page
    assert '<a href="/learn/counting/?board=X.O.X...O_X">How we count</a>' in page


def test_a_search_can_stand_in_the_page_of_somebody_else(client: Client) -> None:
    path = "/embed/analysis/X.O.X...O_X/search/"
    answer = client.get(path, {"step": 17})
    page = html_of(answer)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert "Log in" not in page
    assert f'href="{path}?method=alphabeta&amp;step=18"' in page
    own = client.get(LATE, {"step": 17})
    assert own["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in own["Content-Security-Policy"]
    assert f'src="http://testserver{path}?method=alphabeta&amp;step=17"' in html_of(own)
    assert client.get("/embed/analysis/XXXOO...._O/search/").status_code == 404


def test_two_searches_step_together(client: Client) -> None:
    query = {"against": "minimax", "step": 30}
    page = html_of(client.get(LATE, query))
    both = [search_of(SEARCHES[0]), search_of(SEARCHES[2])]
    board = read_notation("X.O.X...O X")
    moments = [search.moment(board, 30) for search in both]
    assert page.count("data-side") == 2
    for moment, search in zip(moments, both, strict=True):
        assert SearchShow(search, board).frame(30, "")[0].sentence in page
        assert f"data-count>{search_show.counted(moment)}</span>" in page
    assert "Step <span data-number>30</span> of 372" in page
    frame = client.get(f"{LATE}steps/", {**query, "from": 30, "count": 1}).json()["frames"][0]
    assert [side["step"] for side in frame["sides"]] == [30, 30]
    assert frame["cut"] == both[0].next_cut(board, 30)
    late = client.get(f"{LATE}steps/", {**query, "from": 300, "count": 1}).json()["frames"][0]
    assert late["sides"][0]["kind"] == "done"
    assert [side["step"] for side in late["sides"]] == [197, 300]


@pytest.mark.parametrize("against", ["alphabeta", "nobody", ""])
def test_nobody_stands_beside_itself(client: Client, against: str) -> None:
    page = html_of(client.get(LATE, {"against": against}))
    assert page.count("data-side") == 1
    assert "against=minimax&amp;step=1" in page
