"""How a finished game is told: each sentence is true of the moves that were played."""

from __future__ import annotations

from random import Random

import pytest

from games.characters import CAST, says, voice
from games.drawing.faces import expressive_face_svg
from games.drawing.marks import line_path
from games.engines import solution_of
from games.match import Match, Reason, Seat
from games.presenters.endings import ending, is_faultless, missed, ordinal, stopped
from games.rules import ClassicBoard, DstruBoard, Outcome, UltimateBoard

ADA, GRACE = Seat("X", "person", 1, "ada"), Seat("O", "person", 2, "grace")
BRUNO = Seat("O", "engine", engine="smart")


def finished(
    *cells: int, seats: tuple[Seat, ...] = (ADA, BRUNO), opening: int = 0, **facts: object
) -> Match:
    board = ClassicBoard()
    for cell in cells:
        board = board.make_move(cell)
    fields = {
        "board": board,
        "kind": "engine",
        "status": "finished",
        "outcome": board.outcome,
        "moves": cells,
        "seed": 7,
        **facts,
    }
    return Match("g", seats=seats, opening=opening, **fields)  # type: ignore[arg-type]


def told(match: Match, you: str | None = "X") -> str:
    found = ending(match, you)
    assert found is not None
    return found["tale"]


def test_a_game_that_goes_on_has_no_ending() -> None:
    board = ClassicBoard().make_move(4)
    assert ending(Match("g", board, (ADA, BRUNO), "engine", "active", moves=(4,)), "X") is None


FORK = (0, 8, 2, 1, 6, 3, 4)
"""X holds three corners, and both a2 and b2 win; O closes a2."""


def test_a_fork_is_told_to_its_winner_and_to_its_loser() -> None:
    match = finished(*FORK)
    forked = "mark at a3 made two threats at once. Bruno could close only one."
    assert told(match) == f"Your {forked}"
    assert told(match, None) == f"ada’s {forked}"
    held = "Playing b2 would have held the draw with your first move. You played c3."
    assert told(match, "O") == held


def test_a_line_left_open_is_told() -> None:
    match = finished(0, 4, 1, 8, 2)
    assert told(match) == "Bruno left c1 open, and you took it."
    assert told(match, "O") == "Playing c1 would have closed ada’s line. You played c3."


def test_a_win_that_was_passed_by_is_told_to_both() -> None:
    match = finished(0, 3, 1, 4, 8, 5)
    assert told(match) == "Playing c1 would have won at once with your third move. You played c3."
    assert told(match, None) == "ada could have won at c1. Bruno completed a2, b2 and c2."


def test_a_loss_from_a_lost_opening_is_nobodys_fault() -> None:
    match = finished(*FORK, opening=5)
    assert told(match, "O") == "There was nothing better: from where you began, best play loses."
    assert missed(match, "O") is None


@pytest.mark.parametrize(
    ("you", "tale"),
    [
        ("X", "grace threatened twice. You answered at a2 and c3."),
        ("O", "ada threatened three times. You answered at a3, c2 and b3."),
        (None, "Neither side gave anything away."),
    ],
)
def test_a_draw_names_the_threats_that_were_answered(you: str | None, tale: str) -> None:
    match = finished(4, 0, 2, 6, 3, 5, 1, 7, 8, seats=(ADA, GRACE))
    assert told(match, you) == tale


def test_nobody_is_blamed_for_luck() -> None:
    """Pip answers each threat without knowing; Bruno knows what he does."""
    drawn = (4, 0, 2, 6, 3, 5, 1, 7, 8)
    pip = Seat("O", "engine", engine="random")
    assert told(finished(*drawn, seats=(ADA, pip))) == "You made no mistake. Pip was lucky."
    assert told(finished(*drawn)).startswith("Bruno threatened twice.")
    assert is_faultless(finished(*drawn), "X")
    assert not is_faultless(finished(*FORK), "O")
    assert not is_faultless(finished(4, 0, 2, 6, seats=(ADA, pip), outcome=None), "Tres")


def test_a_draw_that_could_have_been_won_says_so() -> None:
    match = finished(0, 1, 3, 4, 7, 6, 2, 5, 8, seats=(ADA, GRACE))
    assert match.outcome == Outcome(None, "full")
    assert told(match) == "Playing a3 would have won at once with your third move. You played b3."
    assert told(match, "O") == "ada had a win with a3 and passed it by."


def ultimate(winner: str | None, reason: str, *, most: bool = False, opening: int = 0) -> Match:
    """The first random game of two people that ends so."""
    seed, board, moves = 0, UltimateBoard.start(exact=most), list[int]()
    while board.outcome is None or (board.outcome.winner, board.outcome.reason) != (winner, reason):
        rng, board, moves = Random(seed), UltimateBoard.start(exact=most), []
        seed += 1
        while cells := board.available_moves():
            moves.append(rng.choice(cells))
            board = board.make_move(moves[-1])
    return finished(
        seats=(ADA, GRACE),
        opening=opening,
        board=board,
        moves=tuple(moves),
        outcome=board.outcome,
    )


def test_nothing_is_claimed_about_best_play_where_it_is_not_known() -> None:
    lost = told(ultimate("X", "line", opening=4), "O")
    assert lost.startswith("ada won the ")
    assert lost.endswith(" boards.")
    drawn = ultimate(None, "full")
    assert told(drawn, None) == "All nine boards are closed."
    assert not is_faultless(drawn, "X")


def test_a_win_by_most_boards_is_told_as_one() -> None:
    match = ultimate("X", "full", most=True)
    for you in ("X", "O", None):
        assert told(match, you) == "All nine boards are closed, and X has more of them."


@pytest.mark.parametrize(
    ("number", "word"),
    [(3, "third"), (16, "16th"), (21, "21st"), (32, "32nd"), (43, "43rd"), (111, "111th")],
)
def test_moves_have_the_endings_of_their_numbers(number: int, word: str) -> None:
    assert ordinal(number) == word


@pytest.mark.parametrize(
    ("reason", "winner", "you", "tale"),
    [
        ("resign", "O", "X", "You resigned after your second move. Bruno was winning."),
        ("resign", "X", "O", "You resigned after your first move. You were winning."),
        ("time", "O", None, "ada ran out of time after 3 moves. Bruno was winning."),
        ("abandoned", "O", "O", "ada left after your first move. You were winning."),
        ("agreement", None, "X", "You agreed after your second move. Bruno was winning."),
        ("abandoned", None, None, "The game stopped after 3 moves. Bruno was winning."),
    ],
)
def test_a_game_that_stopped_is_told_with_how_it_stood(
    reason: str, winner: str | None, you: str | None, tale: str
) -> None:
    match = finished(1, 0, 5, outcome=Outcome(winner, reason))
    assert told(match, you) == tale


@pytest.mark.parametrize(
    ("reason", "winner", "drawing"),
    [
        ("resign", "O", "flag"),
        ("time", "O", "hourglass"),
        ("abandoned", "X", "chair"),
        ("agreement", None, "hands"),
    ],
)
def test_what_stopped_a_game_is_drawn_in_the_free_cell_nearest_to_the_middle(
    reason: str, winner: str | None, drawing: str
) -> None:
    found = stopped(finished(4, 0, outcome=Outcome(winner, reason)))
    assert found is not None
    assert (found["drawing"], found["cell"]) == (drawing, 1)
    marked = [css for css, _ in found["paths"] if css.startswith("by-")]
    assert set(marked) == ({"by-X"} if drawing == "flag" else set())
    assert stopped(finished(status="aborted", outcome=None))["drawing"] == "eraser"  # type: ignore[index]
    assert stopped(finished(*FORK)) is None


def test_at_one_screen_the_sides_have_no_names() -> None:
    seats = (Seat("X", "person", 1, "ada"), Seat("O", "person", 1, "ada"))
    match = finished(0, 4, 1, 8, 2, seats=seats, kind="local")
    assert told(match, "X") == "O left c1 open, and X took it."
    found = ending(match, "X")
    assert found is not None
    assert (found["mood"], found["missed"], found["lines"]) == ("over", None, [])


@pytest.mark.parametrize(("you", "mood"), [("X", "won"), ("O", "lost"), (None, "over")])
def test_an_ending_has_its_mood_and_a_ring_with_its_rays(you: str | None, mood: str) -> None:
    found = ending(finished(0, 4, 1, 8, 2), you)
    assert found is not None
    assert (found["mood"], len(found["rings"]), len(found["rays"])) == (mood, 1, 10)
    assert (found["missed"] is not None) == (mood == "lost")


def test_the_missed_square_comes_with_the_lines_it_was_about() -> None:
    found = ending(finished(0, 4, 1, 8, 2), "O")
    assert found is not None
    assert found["missed"] == {
        "ply": 4,
        "cell": 2,
        "seat": "O",
        "paths": [line_path((0, 1, 2), ClassicBoard.SHAPE)],
    }


def test_the_opponent_speaks_in_character_and_in_an_order_of_this_game() -> None:
    found = ending(finished(0, 4, 1, 8, 2), "X")
    assert found is not None
    assert (found["speaker"], found["lines"]) == ("O", list(says("Bruno", "lost", 7)))
    orders = {says("Bruno", "lost", seed) for seed in range(20)}
    assert len(orders) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_people_and_engines_without_a_face_say_nothing() -> None:
    for seats in ((ADA, GRACE), (ADA, Seat("O", "engine", engine="alphabeta"))):
        found = ending(finished(0, 4, 1, 8, 2, seats=seats), "X")
        assert found is not None
        assert (found["speaker"], found["lines"]) == (None, [])


PATTERN = (0, 15, 15, 1, 14, 14, 2, 13, 13, 3)
"""Tres fills the top row while Dos takes each piece of Uno's."""

DSTRU_SEATS = (
    Seat("Tres", "person", 1, "ada"),
    Seat("Uno", "engine", engine="search"),
    Seat("Dos", "neutral", engine="neutral"),
)


def three_seats() -> Match:
    board = DstruBoard()
    for cell in PATTERN:
        board = board.make_move(cell)
    return finished(seats=DSTRU_SEATS, board=board, moves=PATTERN, outcome=board.outcome)


def test_with_three_seats_the_pattern_is_named() -> None:
    match = three_seats()
    assert told(match, "Tres") == "You completed the top row with your fourth move."
    assert told(match, None) == "ada completed the top row."


def test_with_three_seats_the_loser_hears_what_the_best_cell_expected() -> None:
    match = three_seats()
    solution_of(DstruBoard).make_ready(match.board)
    gone = missed(match, "Uno")
    assert gone is not None
    assert (gone.ply, gone.cell, gone.played) == (8, 3, 13)
    assert told(match, "Uno") == "With your third move, d1 was better than b4."


@pytest.mark.parametrize("seed", range(12))
def test_with_three_seats_the_end_is_told_in_two_lines_of_a_phone(seed: int) -> None:
    """Some 40 letters a line, whoever reads it, with names of ten letters."""
    rng = Random(seed)
    long = [Seat(name, "person", at, name[0] * 10) for at, name in enumerate(DstruBoard.SEATS)]
    seats = (*long[:2], Seat("Dos", "neutral", engine="neutral")) if seed % 2 else tuple(long)
    board, moves = DstruBoard(), list[int]()
    solution_of(DstruBoard).make_ready(board)
    while not board.is_game_over() and len(moves) < 30 + seed:
        moves.append(rng.choice(board.available_moves()))
        board = board.make_move(moves[-1])
    ends = (
        [board.outcome]
        if board.outcome
        else [
            Outcome(None, Reason.AGREEMENT),
            Outcome("Tres", Reason.TIME),
            Outcome("Uno", Reason.RESIGN),
        ]
    )
    for outcome in ends:
        match = finished(seats=seats, board=board, moves=tuple(moves), outcome=outcome)
        for you in (*DstruBoard.SEATS, None):
            assert 0 < len(told(match, you)) <= 80


@pytest.mark.parametrize(
    ("engine", "cells", "mood"),
    [
        ("random", (0, 3, 1, 4, 2), "sad"),
        ("random", (0, 3, 1, 4, 8, 5), "surprised"),
        ("smart", (0, 3, 1, 4, 8, 5), "glad"),
        ("perfect", (0, 3, 1, 4, 2), "surprised"),
        ("smart", (0, 4, 8, 2, 6, 3, 5, 7, 1), None),
    ],
)
def test_the_face_of_a_character_changes_with_the_result(
    engine: str, cells: tuple[int, ...], mood: str | None
) -> None:
    match = finished(*cells, seats=(ADA, Seat("O", "engine", engine=engine)))
    found = ending(match, "X")
    assert found
    assert found["faces"] == ({"O": mood} if mood else {})
    assert ending(match, None) is not None


def test_every_character_that_speaks_has_a_face_for_what_it_says() -> None:
    for one in CAST:
        drawn = expressive_face_svg(one.face, "glad")
        speaks = bool(voice(one.name)) and one.name != "Chance"
        assert ('data-mood="glad"' in drawn) == speaks, one.name
        assert drawn.count('<g class="') == (4 if speaks else 1), one.name
