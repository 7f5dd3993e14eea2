"""The tree of a search as a page."""

from __future__ import annotations

import pytest
from django.test import Client

from games.analysis.tree import tree_drawing
from games.engines.classic.ladder import ladder
from games.engines.trace import Trace
from games.rules import ClassicBoard, read_notation

pytestmark = pytest.mark.django_db

LATE = "/analysis/X.O.X...O_X/search/"
END = "/analysis/XOXXO.O.._X/search/"


def test_every_step_has_a_page(client: Client) -> None:
    trace = tree_drawing.traced(read_notation("XOXXO.O.. X"), True)
    for step in range(1, trace.steps + 1):
        page = client.get(f"{END}?step={step}").content.decode()
        assert f"Step {step} of {trace.steps}" in page
        assert page.count('class="node') == sum(
            n.entered <= step for n in tree_drawing.walk(trace.root)
        )


def test_both_searches_are_counted_side_by_side(client: Client) -> None:
    page = client.get(LATE).content.decode()
    board = read_notation("X.O.X...O X")
    assert isinstance(board, ClassicBoard)
    for pruning in (False, True):
        assert f'<td class="n">{Trace(board, 0, pruning).visited}</td>' in page


def test_cuts_are_dashed_with_their_reason_and_told_in_words(client: Client) -> None:
    page = client.get(LATE).content.decode()
    assert 'class="cut"' in page
    assert "0 ≤ α 0" in page
    assert ">α: c2 at the root<" in page
    assert "not looked at:" in page
    assert 'class="cut"' not in client.get(f"{LATE}?method=minimax").content.decode()


@pytest.mark.parametrize("step", ["0", "-1", "99999", "x", "", "1e3", "٣"])
def test_odd_steps_are_no_trouble(client: Client, step: str) -> None:
    assert client.get(LATE, {"step": step}).status_code == 200


@pytest.mark.parametrize(
    "path", ["........._X", "X........_O", "XXXOO...._O", "T...........U..._D", "nonsense"]
)
def test_what_has_no_tree_shows_its_position(client: Client, path: str) -> None:
    assert client.get(f"/analysis/{path}/search/")["Location"] == f"/analysis/{path}/"


def test_the_largest_tree_is_quick(client: Client) -> None:
    assert client.get("/analysis/X...O...._X/search/").status_code == 200


def test_the_board_leads_to_its_tree(client: Client) -> None:
    assert LATE in client.get("/analysis/X.O.X...O_X/").content.decode()
    assert "/search/" not in client.get("/analysis/").content.decode()


def test_every_node_shows_its_board_to_who_points_at_it(client: Client) -> None:
    page = client.get(f"{END}?step=2").content.decode()
    assert 'data-board="XOXXO.O.. X"' in page
    assert 'data-name="After c2"' in page
    assert 'aria-label="MIN after c2, window −∞, ∞"' in page


def test_the_node_of_the_step_has_its_board_beside_the_tree(client: Client) -> None:
    page = client.get(f"{END}?step=2").content.decode().partition("data-looked")[2]
    assert page.count('<g class="mark-X"') == 4
    assert page.index("After c2") < page.index("−∞, ∞") < page.index("not yet")


def test_a_bound_is_shown_spoken_and_explained_as_one(client: Client) -> None:
    page = client.get(LATE).content.decode()
    why = "cut: O already holds X to ≤ 0 here with b1, and X has 0 with c2 at the root (α)"
    before, _, after = page.partition('data-board="X.O.X..XO O"')
    node, rest = before.rpartition("<g ")[2], after.partition("</g>")[0]
    assert 'class="node bound"' in node
    assert f"value at most 0, {why}" in node
    assert f'data-value="≤ 0" data-why="{why}"' in rest
    assert 'data-sort="To move" data-side="O, MIN ▼"' in rest
    assert '<text class="value" y="26">≤ 0</text>' in rest
    assert "value ≤ 0; not looked at:" in page


def test_a_cut_says_whose_window_it_left_and_what_it_saved(client: Client) -> None:
    page = client.get(LATE).content.decode()
    assert (
        "O can hold X to 0 or less here with b1, and X has 0 with c2 at the root (α): X will not "
        "come this way. So a2, c2 and a3 are never looked at (23 positions)."
    ) in page


def test_a_finished_game_has_a_result_and_nobody_to_move(client: Client) -> None:
    page = client.get(END).content.decode()
    over = [part.partition(">")[0] for part in page.split('data-sort="Result"')[1:]]
    assert over
    sides = {part.partition('data-side="')[2].partition('"')[0] for part in over}
    assert sides == {"O has won", "drawn"}
    assert "drawn, value 0" in page


def test_each_step_says_what_happens(client: Client) -> None:
    def told(step: int) -> str:
        page = client.get(f"{LATE}?step={step}").content.decode()
        return page.partition("data-say>")[2].partition("<")[0]

    board = read_notation("X.O.X...O X")
    assert isinstance(board, ClassicBoard)
    trace = tree_drawing.traced(board, True)
    assert told(1) == "At the root: X to move, window −∞, ∞."
    assert told(2) == "After b1: O to move, window −∞, ∞."
    b3 = trace.root.children[-1]
    assert told(b3.left).startswith("b3 is worth at most 0. O can hold X to 0 or less here")
    assert told(trace.steps) == (
        "X plays c2, worth 0. The search read 88 of 186 positions, "
        "cut 27 moves and never looked at 98 positions."
    )


def test_the_page_has_the_ladder_of_its_position(client: Client) -> None:
    page = client.get(LATE).content.decode().partition('class="tab ladder"')[2]
    board = read_notation("X.O.X...O X")
    assert isinstance(board, ClassicBoard)
    for rung in ladder(board):
        assert f'title="{rung.options}"' in page
        assert f'<td class="n">{rung.nodes}</td>' in page
