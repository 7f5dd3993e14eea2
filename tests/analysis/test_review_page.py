"""The review on the game's own page: the score sheet, reasons to show, and playing on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games import services
from games.analysis.reasons import reason_of
from games.analysis.reasons.on_board import moves_data, proof_of
from games.analysis.review import what_if
from games.drawing.marks import line_path
from games.match import Action
from games.rules import ClassicBoard, DstruBoard
from tests.markup import html_of
from tests.opening import open_game


def proofs(html: str) -> dict[str, Any]:
    found = re.search(r'id="review-proofs" type="application/json">(.*?)</script>', html)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


def test_the_address_of_a_review_is_the_page_of_the_game_with_its_board(
    client: Client, finished: str
) -> None:
    html = html_of(client.get(f"/games/{finished}/review/"))
    assert html.count('role="gridcell"') == 9
    assert f'href="/games/{finished}/"' in html
    assert "Review: ada – grace" in html
    assert html.count('data-row="') == 5


def test_a_step_of_the_review_shows_the_position_without_scripts(
    client: Client, finished: str
) -> None:
    html = html_of(client.get(f"/games/{finished}/review/?ply=1"))
    assert re.findall(r'value="(\d)"[^>]*aria-label="a1, X', html) == ["0"]
    assert 'aria-label="a2, empty"' in html
    first = r'href="\?ply=1" data-ply="1" aria-current="step"><span class="n[^"]*">1'
    assert re.search(first, html)


def test_the_page_of_a_finished_game_fetches_the_same_review(client: Client, finished: str) -> None:
    page = html_of(client.get(f"/games/{finished}/"))
    assert f'data-review="/games/{finished}/review/panel/"' in page
    assert "data-open-review" in page
    panel = html_of(client.get(f"/games/{finished}/review/panel/"))
    assert proofs(panel) == proofs(html_of(client.get(f"/games/{finished}/review/")))
    assert "<html" not in panel


def test_a_game_that_goes_on_has_no_review(client: Client, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="perfect")
    assert client.get(f"/games/{match.id}/review/panel/").status_code == 404
    assert client.get(f"/games/{match.id}/review/").status_code == 302


def test_a_proof_starts_where_its_reason_does() -> None:
    """O leaves c1 open: the line is drawn and X completes it, after the move."""
    before = ClassicBoard.from_notation("XX.O..... O")
    assert proof_of(before, 4, 4, reason_of(before, 4)) == {
        "ply": 4,
        "said": "O at b2 leaves c1 open to a win.",
        "lines": [{"seat": "X", "path": line_path((0, 1, 2), ClassicBoard.SHAPE)}],
        "moves": [{"cell": 2, "seat": "X", "taken": ""}],
    }
    later = ClassicBoard.from_notation("XX.OO.... X")
    missed = proof_of(later, 8, 5, reason_of(later, 8))
    assert missed is not None
    assert (missed["ply"], missed["said"]) == (4, "X at c3 misses a win at c1.")
    assert missed["moves"] == [{"cell": 2, "seat": "X", "taken": ""}]


def test_a_removal_in_a_proof_names_whose_mark_goes() -> None:
    board = DstruBoard.from_notation("TTT.U.U.U....... U")
    data = moves_data(board, (15, 0, 3))
    assert data == [
        {"cell": 15, "seat": "Uno", "taken": ""},
        {"cell": 0, "seat": "Dos", "taken": "Tres"},
        {"cell": 3, "seat": "Tres", "taken": ""},
    ]


# --- what if ---


def asked(client: Client, game: str, **query: object) -> Any:
    return client.get(f"/games/{game}/what-if/", query)


def test_playing_on_takes_the_line_and_the_reply(client: Client, finished: str) -> None:
    """From a1 a2 b1: O now closes c1, where the game went on with b2."""
    begun = asked(client, finished, ply=3, engine="perfect").json()
    assert (begun["you"], begun["line"], begun["said"]) == ("O", "", "")
    assert begun["result"] == "O to move: X wins with best play."
    assert begun["sign"] == "first"
    assert begun["legal"] == [2, 4, 5, 6, 7, 8]
    heard = asked(client, finished, ply=3, engine="perfect", line="c1").json()
    assert heard["moves"][0] == 2
    assert len(heard["moves"]) == 2
    assert heard["movers"] == ["O", "X"]
    assert heard["said"].startswith("O at c1 blocks X at c1, but allows a fork on ")
    assert "Sable answers: " in heard["said"]
    assert heard["labels"][2] == "c1, O"


def test_playing_on_from_the_end_begins_before_the_move_that_ended_it(
    client: Client, finished: str
) -> None:
    heard = asked(client, finished, ply=5, engine="perfect").json()
    assert heard == asked(client, finished, ply=4, engine="perfect").json()
    assert (heard["ply"], heard["you"], heard["legal"]) == (4, "X", [2, 5, 6, 7, 8])


def test_playing_on_from_the_end_of_a_game_that_was_given_up_begins_there(
    client: Client, ada: User, grace: User
) -> None:
    match = open_game(ada, X=ada, O=grace)
    for action, cell, who in (("place", 4, ada), ("place", 0, grace), ("resign", None, ada)):
        match = services.act(
            game_id=match.id, action=Action(action, match.version, None, cell, who.pk)
        ).match
    heard = asked(client, match.id, ply=2, engine="perfect").json()
    assert (heard["ply"], heard["you"], heard["moves"]) == (2, "X", [])
    assert heard["legal"] == [1, 2, 3, 5, 6, 7, 8]


def test_a_line_that_is_asked_for_again_has_the_same_reply(client: Client, finished: str) -> None:
    answers = {
        asked(client, finished, ply=1, engine="random", line="b2").json()["line"] for _ in range(5)
    }
    assert len(answers) == 1


def test_a_line_can_be_played_to_its_end(client: Client, finished: str) -> None:
    heard = asked(client, finished, ply=4, engine="random", line="c1").json()
    assert heard["legal"] == []
    assert heard["won"] == [0, 1, 2]
    assert heard["result"] == "X has won."


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ({"ply": 6, "engine": "perfect"}, "Choose a position of a finished game."),
        ({"ply": "x", "engine": "perfect"}, "Choose a position of a finished game."),
        ({"ply": 3, "engine": "deep <b>"}, "'deep <b>' is no engine here."),
        ({"ply": 3, "engine": "perfect", "line": "a1"}, "a1 is taken in 'XX.O..... O'."),
        (
            {"ply": 3, "engine": "perfect", "line": "z9"},
            "'z9' is no cell: expected a1 to c3, letter for the column first.",
        ),
    ],
)
def test_what_cannot_be_played_on_is_quoted(
    client: Client, finished: str, query: dict[str, Any], message: str
) -> None:
    answer = asked(client, finished, **query)
    assert (answer.status_code, answer.json()) == (422, {"message": message})


def test_a_slow_engine_answers_out_of_the_process_that_plays(
    client: Client, ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_game(ada, variant="ultimate", X=ada, O=grace)
    for action in (
        Action("place", match.version, None, 40, ada.pk),
        Action("resign", match.version + 1, None, user=grace.pk),
    ):
        services.act(game_id=match.id, action=action)
    asked_of: list[str] = []

    def compute(function: Callable[..., Any], *args: Any) -> int:
        asked_of.append(args[1])
        return 30

    monkeypatch.setattr(what_if, "compute", compute)
    for slug in ("greedy", "deepening", "mcts"):
        answer = asked(client, match.id, ply=0, engine=slug, line="e5").json()
        assert len(answer["moves"]) == 2
    assert asked_of == ["deepening", "mcts"]


def test_every_rival_engine_can_be_played_on_against() -> None:
    assert list(what_if.opponents(ClassicBoard))[-1] == "perfect"
    assert {one.variant for one in what_if.opponents(DstruBoard).values()} == {"dstru"}
