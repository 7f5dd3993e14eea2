"""What a snapshot says to each seat, in words and in what it allows."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.match import Match, Seat, apply_move
from games.presenters import snapshot
from games.presenters.phrases import phrases
from games.rules import Board, ClassicBoard, DstruBoard

ADA, GRACE, HEDY, NOBODY = 1, 2, 3, None
NAMES = {ADA: "ada", GRACE: "grace", HEDY: "hedy"}
T0 = 1_700_000_000_000


def played(board: type[Board], *cells: int, **fields: Any) -> Match:
    seats = tuple(
        Seat(name, "person", user, NAMES[user])
        for name, user in zip(board.SEATS, NAMES, strict=False)
    )
    match = Match("game", board.start(), seats, "friend", status="active")
    for cell in cells:
        match, _ = apply_move(match, cell)
    return replace(match, **fields)


def told(match: Match, viewer: int | None, *fields: str, **presence: str) -> tuple[Any, ...]:
    said: Any = snapshot(match, viewer, T0, presence)
    return tuple(said[name] for name in fields)


@pytest.mark.parametrize(
    ("viewer", "headline", "detail"),
    [
        (ADA, "Your move", "grace played a1."),
        (GRACE, "ada to move", "You played a1."),
        (NOBODY, "ada to move", "grace played a1."),
    ],
)
def test_each_seat_gets_its_own_sentences(viewer: int | None, headline: str, detail: str) -> None:
    match = played(ClassicBoard, 4, 0)
    assert told(match, viewer, "headline", "detail") == (headline, detail)
    assert told(match, viewer, "said") == (["X plays b2.", "O plays a1."],)


def test_the_labels_name_each_cell_its_mark_and_the_last_move() -> None:
    (labels,) = told(played(ClassicBoard, 4, 0), ADA, "labels")
    assert labels[:2] == ["a1, O, last move", "b1, empty"]
    assert (labels[4], len(labels)) == ("b2, X", 9)


def test_the_labels_of_a_won_game_name_the_winning_line() -> None:
    match = played(ClassicBoard, 0, 3, 1, 4, 2)
    match = replace(match, status="finished", outcome=match.board.outcome)
    labels, headline, detail = told(match, GRACE, "labels", "headline", "detail")
    assert labels[:3] == [
        "a1, X, winning line",
        "b1, X, winning line",
        "c1, X, last move, winning line",
    ]
    assert (headline, detail) == ("You lose", "X completed a line.")


def test_only_the_seat_that_removes_hears_what_it_can_take() -> None:
    match = played(DstruBoard, 3, 0)
    for viewer, label in (
        (HEDY, "d1, Tres, can be taken"),
        (ADA, "d1, Tres"),
        (NOBODY, "d1, Tres"),
    ):
        assert told(match, viewer, "labels")[0][3] == label


def test_a_move_that_takes_says_whose_piece_and_who_did() -> None:
    match = played(DstruBoard, 3, 0, 3)
    assert told(match, HEDY, "movers", "taken", "detail") == (
        ["Tres", "Uno", "Dos"],
        {3: "Tres"},
        "You took Tres from d1.",
    )
    assert told(match, ADA, "detail", "headline") == (
        "grace played a1. hedy took Tres from d1.",
        "Place a piece",
    )
    said, labels = told(match, ADA, "said", "labels")
    assert said[-1] == "Dos takes Tres from d1."
    assert labels[3] == "d1, empty, last move took Tres away"


@pytest.mark.parametrize(
    ("viewer", "gone", "actions"),
    [
        (ADA, {}, {"place", "resign", "offer_draw"}),
        (GRACE, {}, {"resign", "offer_draw"}),
        (GRACE, {"X": "unstable"}, {"resign", "offer_draw"}),
        (GRACE, {"X": "gone"}, {"resign", "offer_draw", "claim_win", "claim_draw"}),
        (HEDY, {}, set()),
        (NOBODY, {"X": "gone"}, set()),
    ],
)
def test_the_actions_are_those_that_would_be_accepted(
    viewer: int | None, gone: dict[str, str], actions: set[str]
) -> None:
    assert set(told(played(ClassicBoard, 4, 0), viewer, "actions", **gone)[0]) == actions


def test_the_phrases_of_a_game_name_its_cells_and_what_a_move_asks_for() -> None:
    classic, dstru = phrases(ClassicBoard), phrases(DstruBoard)
    assert (classic["columns"], classic["cells"][-1]) == (3, "c3")
    assert (dstru["columns"], dstru["cells"][-1]) == (4, "d4")
    assert dstru["tasks"]["place"]["not_here"].startswith("That cell is taken")
    assert "{mark} from {cell}" in dstru["tasks"]["remove"]["confirm"]


@pytest.mark.parametrize(
    ("fields", "viewer", "blocked"),
    [
        ({}, ADA, ""),
        ({}, GRACE, "It is not your turn. Wait for ada."),
        ({}, NOBODY, "You are watching this game. Only its players can move."),
        ({"status": "open"}, ADA, "The game starts when every seat is taken."),
        ({"status": "aborted"}, ADA, "The game is over: Game cancelled."),
    ],
)
def test_a_snapshot_says_why_no_cell_can_be_used(
    fields: dict[str, Any], viewer: int | None, blocked: str
) -> None:
    assert told(played(ClassicBoard, 4, 0, **fields), viewer, "blocked") == (blocked,)


def declined_at(offered: int, *cells: int) -> tuple[Any, ...]:
    """What X (ada) is told after ``cells`` of an offer at ply ``offered`` that is gone."""
    match = played(ClassicBoard, *cells, draw_offered_at=offered, draw_offered_by="X")
    return told(match, ADA, "detail")


def test_a_declined_draw_is_told_to_who_offered_until_they_have_moved_on() -> None:
    declined = " Your draw offer was declined."
    in_own_turn = [(4, 0), (4, 0, 8), (4, 0, 8, 2)]
    assert all(declined_at(2, *cells)[0].endswith(declined) for cells in in_own_turn)
    assert declined_at(2, 4, 0, 8, 2, 1) == ("You played b1.",)
    assert declined_at(3, 4, 0, 8) == (f"You played c3.{declined}",)
    assert declined_at(3, 4, 0, 8, 2) == (f"grace played c1.{declined}",)
    assert declined_at(3, 4, 0, 8, 2, 1) == ("You played b1.",)


def test_only_who_offered_a_draw_reads_that_it_was_declined() -> None:
    match = played(ClassicBoard, 4, 0, draw_offered_at=2, draw_offered_by="X")
    assert told(match, GRACE, "detail") == ("You played a1.",)
    assert told(replace(match, draw_offer="X"), ADA, "detail") == ("You offered a draw.",)


@pytest.mark.parametrize(("status", "title"), [("open", "free seat"), ("aborted", "nobody")])
def test_a_seat_is_free_only_while_it_can_be_taken(status: str, title: str) -> None:
    seats = (Seat("X", "person", ADA, "ada"), Seat("O"))
    (facts,) = told(played(ClassicBoard, seats=seats, status=status), ADA, "seats")
    assert (facts["O"]["name"], facts["O"]["title"]) == (None, title)
    assert (facts["X"]["name"], facts["X"]["title"]) == ("ada", "ada")
