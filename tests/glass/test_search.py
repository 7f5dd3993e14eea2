"""The tree of a search as a page."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engines.trace import Trace
from games.glass import tree
from games.rules import ClassicBoard, read_notation

pytestmark = pytest.mark.django_db

LATE = "/analysis/X.O.X...O_X/search/"
END = "/analysis/XOXXO.O.._X/search/"


def test_every_step_has_a_page(client: Client) -> None:
    trace = tree.traced(*_late(), True)
    for step in range(1, trace.steps + 1):
        page = client.get(f"{END}?step={step}").content.decode()
        assert f"Step {step} of {trace.steps}" in page
        assert page.count('class="node') == sum(n.entered <= step for n in tree.walk(trace.root))


def _late() -> tuple[int, int]:
    board = read_notation("XOXXO.O.. X")
    assert isinstance(board, ClassicBoard)
    return board.x, board.o


def test_both_searches_are_counted_side_by_side(client: Client) -> None:
    page = client.get(LATE).content.decode()
    board = read_notation("X.O.X...O X")
    assert isinstance(board, ClassicBoard)
    for pruning in (False, True):
        assert f'<td class="n">{Trace(board, 0, pruning).visited}</td>' in page


def test_cuts_are_dashed_with_their_reason_and_told_in_words(client: Client) -> None:
    page = client.get(LATE).content.decode()
    assert 'class="cut"' in page
    assert "β ≤ α" in page
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
