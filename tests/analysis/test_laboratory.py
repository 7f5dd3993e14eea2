"""The laboratory for the table of document 001: its games, its proofs, and why no table holds O."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import numpy as np
import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.analysis.documents import laboratory
from games.engines import engine, solution_of
from games.engines.classic.linear import PRINTED, LinearEngine, evaluate, scores_by_code, state
from games.engines.proofs import prove
from games.rules import ClassicBoard
from games.rules.shape import parse_cell

OTHER = ["30", "10", "2", "-0.5", "1", "0", "0", "0", "0", "0"]


def after(moves: str) -> ClassicBoard:
    board = ClassicBoard()
    for name in moves.split():
        board = board.make_move(parse_cell(name, board.SHAPE))
    return board


def cells(names: str) -> tuple[int, ...]:
    return tuple(parse_cell(name, ClassicBoard.SHAPE) for name in names.split())


def counts_in(board: ClassicBoard) -> np.ndarray:
    """How often each of the ten scores counts in the score of each cell, (10, 9)."""
    ones = [scores_by_code({pair: 1.0}) for pair in PRINTED]
    return np.array([evaluate(state(board), one).cells[0] for one in ones])


def page_of(client: Client, address: str) -> str:
    answer = client.get(f"/formulas/matrix/laboratory/{address}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_printed_scores_are_proved_as_the_engine_is(client: Client) -> None:
    page = page_of(client, "")
    proved = page[page.index("Proved: every game") : page.index("No table holds O")]
    rows = re.findall(r"<th scope=\"row\">.*?</tr>", proved, re.DOTALL)
    for seat, row in zip("XO", rows, strict=True):
        record = prove(engine("classic", "linear"), seat, ClassicBoard())
        shown = [int(one) for one in re.findall(r'class="n">(\d+)<', row)]
        assert shown == [record.wins, record.draws, record.losses]
    assert "✓ never loses" in rows[0]
    assert "a1 b2 c3 c1 a3 a2 b3" in rows[1]


def test_other_scores_stay_in_the_address_and_change_what_is_played(client: Client) -> None:
    query = "&".join(f"score={one}" for one in OTHER)
    page = page_of(client, f"?{query}")
    assert re.findall(r'name="score" value="([^"]*)"', page) == OTHER
    escaped = query.replace("&", "&amp;")
    links = re.findall(r'href="\?([^"#]*)#(?:live|play)"', page)
    assert len(links) > 10
    assert all(escaped in link for link in links)
    first = re.search(r'second</th>.*?<a href="([^"]*)">([^<]*)</a>', page, re.DOTALL)
    assert first
    assert first[2] == "b1 a3 a1 c1 b2 c3 b3"
    replay = strip_tags(page_of(client, unescape(first[1]).partition("#")[0]))
    assert "You win: these scores can lose." in replay


def test_a_game_goes_on_with_the_answer_of_the_scores(client: Client) -> None:
    page = page_of(client, "?play=X-a1")
    part = page[page.index('id="live-play"') :]
    assert "Your move: you are X." in part
    assert "a1 b2</p>" in part
    assert "play=X-a1b2c3#play" in part
    assert "?play=O-#play" in part
    opening = page_of(client, "?play=O-")
    assert "b2</p>" in opening[opening.index('id="live-play"') :]


@pytest.mark.parametrize("seed", range(12))
def test_no_table_holds_the_second_seat(seed: int) -> None:
    rng = Random(seed)
    table = {pair: rng.randint(-200, 200) / 2 for pair in PRINTED}
    scores = tuple(table.values())
    record = prove(LinearEngine().scoring(table), "O", ClassicBoard(), 1)
    assert record.losses > 0
    assert not all(need["met"] for need in laboratory.needs(scores))


def test_two_positions_ask_for_opposite_signs_of_one_score() -> None:
    """The computation behind "no table holds O", for any ten numbers."""
    other_began = list(PRINTED).index((-1, 1))
    for moves, sign in ((laboratory.BELOW_ZERO, -1), (laboratory.ABOVE_ZERO, 1)):
        board = after(moves)
        good = solution_of(board).keeping_moves(board)
        assert good == cells(laboratory.need(moves, tuple(PRINTED.values()))["good"])
        assert solution_of(board).value(board) == 0
        counts = counts_in(board)
        corner, edge = (counts[:, cells(name)[0]] for name in ("c1", "b1"))
        differs = np.zeros(10)
        differs[other_began] = 1
        assert (corner - edge).tolist() == differs.tolist()
        best, worse = (corner, edge) if sign == 1 else (edge, corner)
        assert all(counts[:, cell].tolist() == best.tolist() for cell in good)
        assert cells("c1" if sign == 1 else "b1")[0] in good
        assert cells("b1" if sign == 1 else "c1")[0] not in good
        assert worse.tolist() != best.tolist()


def test_only_these_answers_to_a_corner_and_to_the_centre_keep_the_draw() -> None:
    for opening, expected in (("a1", "b2"), ("b2", "a1 c1 a3 c3")):
        board = after(opening)
        assert solution_of(board).keeping_moves(board) == cells(expected)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("?score=1", "There are 1 scores: expected 10"),
        ("?" + "&".join(["score=x"] * 10), "score='x' cannot be read"),
        ("?" + "&".join(["score=nan"] * 10), "score='nan' cannot be read"),
        ("?" + "&".join(["score=inf"] * 10), "score='inf' cannot be read"),
        ("?" + "&".join(["score=0.25"] * 10), "score='0.25' cannot be read"),
        ("?" + "&".join(["score=101"] * 10), "score='101' cannot be read"),
        ("?" + "&".join([f"score={'9' * 400}"] * 10), "cannot be read"),
        ("?play=X-a1a1", "play='X-a1a1' stops at a1: these scores choose another cell"),
        ("?play=X-a1b2a1", "play='X-a1b2a1' stops at a1: it is not free"),
        ("?play=Q-", "play='Q-' cannot be read"),
    ],
)
def test_a_bad_score_or_game_is_quoted(client: Client, address: str, said: str) -> None:
    answer = client.get(f"/formulas/matrix/laboratory/{address}")
    assert answer.status_code == 400
    assert said in unescape(strip_tags(answer.content.decode()))
