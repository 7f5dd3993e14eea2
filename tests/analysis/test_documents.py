"""The pages of documents 001 and 002: what they show is what the engine and the board compute."""

from __future__ import annotations

import re
from html import unescape

import numpy as np
import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.analysis.documents import laboratory, latex, matrix, sets
from games.analysis.wording import number
from games.engines.classic import linear
from games.rules import ClassicBoard, DstruBoard
from games.rules.dstru import MASKS, PATTERNS, cell_at
from tests.markup import html_of

STATES = ["X...O...X-O", "X...O...X-X", ".........-X", "XXO.O.X..-O", "OOOOOOOOO-X"]
GAME = "".join(DstruBoard.cell_name(cell) for cell in DstruBoard.EXAMPLE)


def page_of(client: Client, address: str, **query: str) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return unescape(html_of(answer))


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize("state", STATES)
def test_the_products_are_those_of_the_engine(client: Client, state: str) -> None:
    cells, computer = state.split("-")
    signs = [0 if one == "." else 1 if one == computer else -1 for one in cells]
    x = np.array(signs, dtype=np.float32)
    sight = linear.evaluate(x[None, :])
    page = page_of(client, "/formulas/matrix/", board=state)
    shown = {
        key: numbers(source.split("=", 1)[1])
        for key, source in re.findall(r'id="latex-(own|total|cells)"[^>]*>(.*?)</textarea>', page)
    }
    p = linear.P.flatten().tolist()
    assert shown["own"] == [*p, *x, *sight.own[0]]
    assert shown["total"] == [*p, *np.abs(x), *sight.total[0]]
    transposed = linear.P.T.flatten().tolist()
    assert shown["cells"] == [*transposed, *sight.paths[0], *sight.cells[0]]
    assert sight.cells[0].tolist() == (linear.P.T @ sight.paths[0]).tolist()


@pytest.mark.parametrize("state", STATES)
def test_each_path_and_each_cell_has_its_score(client: Client, state: str) -> None:
    cells, computer = state.split("-")
    vector = matrix.vector(cells, computer)
    sight = linear.evaluate(vector)
    page = page_of(client, "/formulas/matrix/", board=state)
    table = page[page.index('aria-label="Path scores of this board"') :]
    of_x = sight.own[0] if computer == "X" else -sight.own[0]
    columns = zip(of_x, -of_x, sight.total[0], sight.paths[0], strict=True)
    expected = [[number(value) for value in row] for row in columns]
    rows = re.findall(r"</th>((?:<td class=\"n\">[^<]*</td>){4})</tr>", table)
    assert [re.findall(r">([^<]+)<", row) for row in rows[:8]] == expected
    grid = table[table.index('class="score-grid') :]
    shown = re.findall(r"</span>([^<]+)</td>", grid)[:9]
    assert shown == [number(value) for value in sight.cells[0]]
    best = np.flatnonzero(linear.best_cells(vector)[0]) if "." in cells else ()
    holds = re.search(r'class="n holds">([^<]*)<', grid)
    assert holds
    assert holds[1] == (" ".join(ClassicBoard.cell_name(int(at)) for at in best) or "none")


def test_the_printed_scores_and_those_in_use(client: Client) -> None:
    page = page_of(client, "/formulas/matrix/", board="X...O...X-O")
    table = page[page.index('id="live-table"') : page.index('id="live"')]
    rows = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in table.split("<tr")[2:]]
    assert {(row[0], row[1]): row[2] for row in rows} == {
        (number(own), number(total)): number(score)
        for (own, total), score in linear.PRINTED.items()
    }
    assert sum(int(row[4] or 0) for row in rows) == 8
    assert [row[3] for row in rows] == [
        laboratory.REASONS.get(pair, laboratory.FULL) for pair in linear.PRINTED
    ]


def test_a_taken_cell_may_have_the_highest_score(client: Client) -> None:
    text = strip_tags(page_of(client, "/formulas/matrix/", board="X...O...X-O"))
    assert "The print gives taken cells a score too" in text


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 7, 15, 16])
@pytest.mark.parametrize("reading", ["contains", "equals"])
def test_sets_and_variables_are_those_of_the_board(
    client: Client, plies: int, reading: str
) -> None:
    page = page_of(client, "/formulas/sets/", moves=GAME[: 2 * plies], won=reading)
    board, _ = sets.read(GAME[: 2 * plies], reading)
    formal = board.formal()
    for name in ("Uno", "Dos", "Tres", "F"):
        words = f"{name} is {latex.pairs_in_words(formal[name])}"
        assert f'aria-label="{words}"' in page
    for name in ("turn", "go", "over"):
        assert f'aria-label="{name} is {str(formal[name]).lower()}"' in page
    assert page.count("can happen now") == (0 if board.over else 1)
    if not board.over:
        seat = re.search(r'class="now[^"]*">\s*<p[^>]*><b>(\w+)</b>', page)
        assert seat
        assert seat[1] == board.to_move
    playable = page.partition('id="relation"')[0]
    assert len(re.findall(r"data-legal", playable)) == len(board.available_moves())


def test_a_set_is_written_with_its_members() -> None:
    assert latex.pairs([]) == r"\varnothing"
    assert latex.pairs([(1, 4), (2, 3)]) == r"\{(1,4),(2,3)\}"
    assert numbers(latex.pairs(PATTERNS[0] + PATTERNS[2])) == [
        float(one) for pair in PATTERNS[0] + PATTERNS[2] for one in pair
    ]


def test_the_two_readings_of_won_stand_side_by_side(client: Client) -> None:
    five = (*PATTERNS[0], (2, 1))
    tres = sum(1 << cell_at(*one) for one in five)
    uno = sum(1 << cell_at(*one) for one in ((3, 1), (3, 3), (3, 4), (2, 4)))
    rows = sets.page(DstruBoard(tres, uno, turn=True, go=True), ())["endings"]
    assert [(row.printed, row.holds) for row in rows] == [
        (False, False),
        (False, False),
        (False, True),
    ]
    assert tres & MASKS[0] == MASKS[0]
    literal = sets.page(DstruBoard(tres, uno, turn=True, go=True, exact=True), ())["endings"]
    assert not any(row.printed or row.holds or row.decides for row in literal)


@pytest.mark.parametrize(
    ("reading", "rows"),
    [
        ("contains", [("false", "Uno wins"), ("false", "Dos wins"), ("true", "<b>Tres wins</b>")]),
        ("equals", [("false", "Uno wins"), ("false", "Dos wins"), ("false", "Tres wins")]),
    ],
)
def test_a_result_is_true_only_where_it_ends_the_game(
    client: Client, reading: str, rows: list[tuple[str, str]]
) -> None:
    moves = "a1a2a2b1b2b2c1c2c2b3a2a2d1"
    page = page_of(client, "/formulas/sets/", moves=moves, won=reading)
    board, _ = sets.read(moves, reading)
    assert board.over == (reading == "contains")
    found = re.findall(r'class="n holds">(\w+)</td><td>(.*?)</td>', page)
    assert [(holds, said.partition(", and")[0]) for holds, said in found] == rows
    assert page.count("and so it ends") == int(board.over)


def test_a_won_game_can_be_followed_by_links(client: Client) -> None:
    address = "/formulas/sets/?moves="
    for at in range(0, len(GAME), 2):
        page = html_of(client.get(address))
        link = re.search(rf'<a href="(\?[^"]*)" data-key="board-{GAME[at : at + 2]}"', page)
        assert link
        address = "/formulas/sets/" + unescape(link[1]).partition("#")[0]
    text = strip_tags(html_of(client.get(address)))
    assert "over is true: Tres wins." in text


@pytest.mark.parametrize(
    ("address", "query", "quoted"),
    [
        ("matrix", {"board": "X...O...X"}, "'X...O...X'"),
        ("matrix", {"board": "X...O...XO-O"}, "'X...O...XO-O'"),
        ("matrix", {"board": "<b>"}, "'<b>'"),
        ("bits", {"board": "XO-X"}, "'XO-X'"),
        ("bits", {"mask": "8"}, "'8'"),
        ("bits", {"square": "9"}, "'9'"),
        ("bits", {"squares": "maybe"}, "'maybe'"),
        ("sets", {"moves": "d1d1"}, "'d1d1'"),
        ("sets", {"moves": "d1c"}, "'d1c'"),
        ("sets", {"moves": "e5"}, "'e5'"),
        ("sets", {"moves": "d1c2a1"}, "'d1c2a1'"),
        ("sets", {"won": "maybe"}, "'maybe'"),
        ("sets", {"moves": GAME + "a1"}, "cannot be played"),
    ],
)
def test_a_bad_address_is_quoted(
    client: Client, address: str, query: dict[str, str], quoted: str
) -> None:
    answer = client.get(f"/formulas/{address}/", query)
    assert answer.status_code == 400
    assert quoted in unescape(html_of(answer))
    assert "<b>'" not in html_of(answer)


def test_there_is_no_other_page(client: Client) -> None:
    assert client.get("/formulas/trees/").status_code == 404
    assert client.post("/formulas/sets/").status_code == 405


def test_engines_lead_to_their_mathematics(client: Client) -> None:
    page = page_of(client, "/analysis/X...O...X_O/", engine="linear")
    assert 'href="/formulas/matrix/?board=X...O...X-O"' in page
    page = page_of(client, "/analysis/OO.XX...._X/", engine="minimax")
    assert 'href="/formulas/4/?f4=OO.XX...."' in page
    page = page_of(client, "/analysis/TU....T........._U/")
    assert 'href="/formulas/sets/"' in page
