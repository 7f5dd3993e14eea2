"""Reviews: labels from the solution, words that are true, accuracy as it is defined."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.review import score_sheet
from games.analysis.review.judge import CLOSE, MISTAKES, judge
from games.analysis.wording import fixed
from games.engines import solution_of
from games.engines.classic.tablebase import table
from games.rules import ClassicBoard, DstruBoard
from tests.analysis.opinions.shared import length, value
from tests.opening import open_game

# --- a plain second opinion: recursion on the rules, nothing of the engines ---


def live() -> list[ClassicBoard]:
    return [board for board in table().boards() if not board.is_game_over()]


def test_what_costs_less_than_a_twentieth_of_a_win_is_no_mistake() -> None:
    certain = 0
    solution_of(DstruBoard).make_ready(DstruBoard.start())
    for seed in range(600):
        rng, board = Random(seed), DstruBoard.start()
        while not board.is_game_over():
            exact = solution_of(board).values(board)
            if board.to_move != board.CHANCE_SEAT and max(exact.values()) == 1:
                near = [cell for cell, own in exact.items() if 0 < 1 - own < CLOSE]
                labels = {judge(board, cell).label for cell in near}
                assert labels.isdisjoint(MISTAKES), (seed, board)
                certain += bool(near)
            board = board.make_move(rng.choice(board.available_moves()))
    assert certain


@pytest.mark.long
def test_every_label_agrees_with_plain_minimax_everywhere() -> None:
    for board in live():
        values = {m: -value(board.make_move(m)) for m in board.available_moves()}
        top = max(values.values())
        for move, mine in values.items():
            label = judge(board, move).label
            if len(values) == 1:
                assert label == "forced"
            elif mine < top:
                assert label == ("missed win" if (top, mine) == (1, 0) else "blunder")
            elif sum(one == top for one in values.values()) == 1:
                assert label in ("only move",)
            else:
                assert label in ("best", "slower win", "sooner loss")
                quickest = length(board)
                taken = length(board.make_move(move)) + 1
                assert (label == "slower win") == (top > 0 and taken > quickest)
                assert (label == "sooner loss") == (top < 0 and taken < quickest)


def test_accuracy_is_what_it_says() -> None:
    """X opens in a corner, O on an edge (which loses), X then keeps all and O has nothing to lose.

    O loses everything with one move of three, and nothing with the two best ones after it.
    """
    moves = score_sheet.judged(ClassicBoard(), (0, 1, 4, 8, 6, 2, 3))
    assert score_sheet.accuracy(moves, "X") == 1.0
    labels = [one.verdict.label for one in moves if one.verdict]
    assert labels[1] == "blunder"
    assert labels[-1] == "only move"
    assert labels[1::2] == ["blunder", "best", "best"]
    assert score_sheet.accuracy(moves, "O") == pytest.approx(2 / 3)


def test_a_move_without_a_choice_does_not_count() -> None:
    """The ninth mark of a drawn game is forced; the four before it kept all there was."""
    moves = score_sheet.judged(ClassicBoard(), (0, 4, 8, 1, 7, 6, 2, 5, 3))
    assert [one.verdict.kept for one in moves[::2] if one.verdict] == [1, 1, 1, 1, None]
    assert score_sheet.accuracy(moves, "X") == 1.0
    assert score_sheet.accuracy(moves[8:], "X") is None


@pytest.mark.parametrize(
    ("notation", "cell", "reason"),
    [
        ("O.X..X... O", 8, "blocks X at c3, but allows a fork on b2"),
        ("O.X.X.... O", 6, "blocks X at a3 and forces X to a2"),
        ("O..X.X... O", 4, "blocks X at b2 and forces X to c3, then c1 makes a fork"),
    ],
)
def test_a_forced_block_is_called_one(notation: str, cell: int, reason: str) -> None:
    board = ClassicBoard.from_notation(notation)
    (row,) = score_sheet.rows(board, score_sheet.judged(board, (cell,)))
    assert row.reason == reason


def test_an_opening_is_not_judged() -> None:
    moves = score_sheet.judged(ClassicBoard(), (0, 1, 4), opening=2)
    assert [one.verdict is None for one in moves] == [True, True, False]
    assert [row.label for row in score_sheet.rows(ClassicBoard(), moves)][:2] == ["opening"] * 2


@pytest.mark.parametrize("exact", [False, True])
def test_a_dstru_review_counts_chance_too(exact: bool) -> None:
    start = board = DstruBoard.start(exact=exact)
    solution_of(start).make_ready(start)
    rng, cells = Random(5), []
    while not board.is_game_over():
        cells.append(rng.choice(board.available_moves()))
        board = board.make_move(cells[-1])
    moves = score_sheet.judged(start, tuple(cells))
    for one, following in pairwise(moves):
        assert one.verdict is not None
        assert following.verdict is not None
        assert one.verdict.after == following.verdict.before
        assert (one.verdict.label == "taken away") == (one.board.to_move == "Dos")
        assert one.verdict.cost >= -1e-9
    winner = board.outcome.winner if board.outcome else None
    assert moves[-1].verdict is not None
    assert moves[-1].verdict.after == {"Tres": 1, "Uno": -1, "Dos": 0}[str(winner)]


def test_the_mean_over_a_neutral_removal_is_the_value_before_it() -> None:
    board = DstruBoard.from_notation("TU.UT........... D")
    solution_of(board).make_ready(board)
    verdicts = [judge(board, cell) for cell in board.available_moves()]
    mean = sum(verdict.after for verdict in verdicts) / len(verdicts)
    assert mean == pytest.approx(verdicts[0].before, abs=1e-9)


# --- the page ---


def test_anybody_may_look_back(client: Client, finished: str) -> None:
    answer = client.get(f"/games/{finished}/review/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "leaves c1 open to a win" in page
    assert "completes a1, b1 and c1" in page
    assert "/analysis/X..O....._X/?from=........._X&amp;line=a1-a2-b1-b2-c1" in page


def test_a_mistake_leads_to_what_refutes_it(client: Client, finished: str) -> None:
    page = client.get(f"/games/{finished}/review/").content.decode()
    found = re.findall(r'<a class="label" href="([^"]+)">(?:<[^>]+>|[^<])*? ([\w ]+)</a>', page)
    assert [label for _, label in found] == ["Blunder"]
    refuted = client.get(found[0][0].replace("&amp;", "&")).content.decode()
    assert "X wins in 5 plies" in refuted
    assert '<span class="muted">It expects</span>' in refuted


def test_nothing_lost_is_a_plain_zero() -> None:
    assert [fixed(value) for value in (-0.0001, 0.0, 0.5, -0.25)] == [
        "0.000",
        "0.000",
        "+0.500",
        "−0.250",
    ]


def test_the_finished_game_leads_to_its_review(as_ada: Client, finished: str) -> None:
    link = f'href="/games/{finished}/review/"'
    assert link in as_ada.get(f"/games/{finished}/").content.decode()
    assert link in as_ada.get("/games/").content.decode()


def test_a_game_that_goes_on_has_no_review(as_ada: Client, ada: User) -> None:
    match: Any = open_game(ada, "engine", X=ada, O="minimax")
    assert as_ada.get(f"/games/{match.id}/review/")["Location"] == f"/games/{match.id}/"


def test_there_is_no_review_of_no_game(client: Client, db: Any) -> None:
    assert client.get("/games/AAAAAAAAAAAA/review/").status_code == 404
