"""Trying one's mistakes again: which moves they are, and what counts as better."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.analysis.review import score_sheet
from games.match import Action
from games.rules import ClassicBoard
from tests.markup import html_of
from tests.opening import open_game, played_game

CELLS = (2, 6, 5, 8, 3, 0, 4)
"""c1 a3 c2 c3 a2 a1 b2: X errs once with c2, O twice, with a3 and a1."""


@pytest.fixture
def finished(ada: User, grace: User) -> str:
    return played_game(ada, grace, *CELLS)


def test_mistakes_are_the_moves_that_gave_something_away() -> None:
    moves = score_sheet.judged(ClassicBoard(), CELLS)
    assert [one.ply for one in score_sheet.mistakes(moves, "X")] == [3]
    assert [one.ply for one in score_sheet.mistakes(moves, "O")] == [2, 6]


def test_the_review_offers_ones_own_mistakes_and_the_others(as_ada: Client, finished: str) -> None:
    page = html_of(as_ada.get(f"/games/{finished}/review/"))
    assert f'href="/games/{finished}/retry/X/">Retry my mistake</a>' in page
    assert f'href="/games/{finished}/retry/O/">Retry O’s mistakes (2)</a>' in page


def test_a_better_move_is_recognised_and_leads_on(client: Client, finished: str) -> None:
    here = f"/games/{finished}/retry/O/"
    page = html_of(client.get(here))
    assert "mistake 1 of 2" in page
    assert "O played a3: blunder" in page
    wrong = html_of(client.get(here, {"n": "1", "cell": "a1"}))
    assert "a1 is no better." in wrong
    assert "It lets X force a win in 5 plies." in wrong
    right = html_of(client.get(here, {"n": "1", "cell": "b2"}))
    assert "Yes, that is better." in right
    assert 'href="?n=2"' in right
    last = html_of(client.get(here, {"n": "2", "cell": "b3"}))
    assert "That was the last mistake." in last
    assert f'href="/games/{finished}/review/"' in last


def test_a_smaller_mistake_is_said_to_be_better(client: Client, ada: User, grace: User) -> None:
    game = played_game(ada, grace, 0, 3, 1, 4, 8, 5)  # X could win with c1, c2 still holds
    page = html_of(client.get(f"/games/{game}/retry/X/", {"n": "2", "cell": "c2"}))
    assert "X played c3: blunder" in page
    assert "c2 is better, but not good enough." in page
    assert "is no better." in html_of(
        client.get(f"/games/{game}/retry/X/", {"n": "2", "cell": "a3"})
    )


def test_a_game_that_nobody_has_solved_is_not_judged(client: Client, ada: User) -> None:
    match = open_game(ada, "local", "ultimate", X=ada, O=ada)
    action = Action("place", match.version, None, 40, ada.pk)
    match = services.act(game_id=match.id, action=action).match
    services.act(game_id=match.id, action=Action("resign", match.version, None, user=ada.pk))
    page = html_of(client.get(f"/games/{match.id}/retry/X/"))
    assert "its moves are not judged" in " ".join(page.split())


@pytest.mark.parametrize("cell", ["z9", "c1", "<b>"])
def test_what_cannot_be_played_is_quoted(client: Client, finished: str, cell: str) -> None:
    page = client.get(f"/games/{finished}/retry/O/", {"cell": cell})
    assert "cannot be played here" in html_of(page)
    assert "<b>&#x27;" not in html_of(page)


@pytest.mark.parametrize("number", ["0", "99", "-1", "x", "9" * 5000])
def test_a_mistake_there_is_not_is_the_first(client: Client, finished: str, number: str) -> None:
    assert "mistake 1 of 2" in html_of(client.get(f"/games/{finished}/retry/O/", {"n": number}))


def test_only_seats_of_a_finished_game(client: Client, finished: str, ada: User) -> None:
    assert client.get(f"/games/{finished}/retry/Tres/").status_code == 404
    assert client.get("/games/AAAAAAAAAAAA/retry/X/").status_code == 404
