"""The rules of DSTRU-TAC-TOE against a literal transcription of document 002."""

from __future__ import annotations

import copy
import itertools
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import (
    BadNotation,
    DstruBoard,
    IllegalMove,
    Outcome,
    Shape,
    board_class,
    read_notation,
)
from games.rules.dstru import (
    LINES,
    PATTERNS,
    cell_at,
    coordinate_name,
    coordinates,
)
from tests.rules.dstru_games import LONGEST_GAME, cells, play, random_game
from tests.rules.naive_dstru import Naive, W, can_arise

READINGS = pytest.mark.parametrize("exact", [False, True], ids=["contains", "exact"])

PERFT = (1, 16, 240, 480, 7200, 100800, 302400)
"""Games by plies from the empty board: 16, ×15, ×2, ×15, ×14, ×3."""


seeds = st.integers(0, 2**32 - 1)


def as_naive(board):
    state = board.formal()
    return Naive(
        frozenset(state["Uno"]), frozenset(state["Tres"]), board.turn, board.go, board.exact
    )


def assert_agree(board, naive):
    assert as_naive(board) == naive
    assert board.over == naive.over == board.is_game_over() == board.formal()["over"]
    assert (board.outcome.winner if board.outcome else None) == naive.result
    assert {coordinates(cell) for cell in board.available_moves()} == naive.selectable()
    assert set(board.formal()["F"]) == naive.f


def test_patterns_are_c_without_the_main_diagonal():
    assert {frozenset(pattern) for pattern in PATTERNS} == W
    assert LINES == ((0, 1, 2, 3), (3, 6, 9, 12), (12, 13, 14, 15))


def test_start_is_the_initial_state():
    assert DstruBoard.start().formal() == {
        "Uno": (),
        "Dos": (),
        "Tres": (),
        "F": tuple(itertools.product(range(1, 5), repeat=2)),
        "turn": True,
        "go": False,
        "over": False,
    }


def test_cells_coordinates_and_names():
    assert [coordinates(cell) for cell in (0, 3, 12, 15)] == [(1, 1), (1, 4), (4, 1), (4, 4)]
    assert all(cell_at(*coordinates(cell)) == cell for cell in range(16))
    assert [DstruBoard.cell_name(cell) for cell in (0, 3, 12, 15)] == ["a1", "d1", "a4", "d4"]
    assert coordinate_name(6) == "2,3"


def test_a_cycle_is_tres_uno_dos():
    board = DstruBoard.start()
    seen = []
    for move in (0, 1, 0, 0, 2, 2):
        seen.append((board.to_move, board.action, board.turn, board.go, board.ply))
        board = board.make_move(move)
    assert seen[:3] == [
        ("Tres", "place", True, False, 0),
        ("Uno", "place", True, True, 1),
        ("Dos", "remove", False, False, 2),
    ]
    assert [entry[:4] for entry in seen[3:]] == [entry[:4] for entry in seen[:3]]
    assert [entry[4] for entry in seen] == list(range(6))


@READINGS
def test_perft_and_agreement_on_all_short_play(exact):
    """Every position of the first six plies, counted with multiplicity."""
    level = {(DstruBoard.start(exact=exact), Naive(exact=exact)): 1}
    for games in PERFT[:-1]:
        assert sum(level.values()) == games
        after = {}
        for (board, naive), count in level.items():
            assert_agree(board, naive)
            for move in board.available_moves():
                pair = board.make_move(move), naive.select(coordinates(move))
                after[pair] = after.get(pair, 0) + count
        level = after
    assert sum(level.values()) == PERFT[-1]
    for board, naive in level:
        assert_agree(board, naive)


@pytest.mark.long
@READINGS
@given(seed=seeds)
def test_agreement_along_random_games(exact, seed):
    rng, board, naive = Random(seed), DstruBoard.start(exact=exact), Naive(exact=exact)
    while not naive.over:
        assert_agree(board, naive)
        move = rng.choice(board.available_moves())
        board, naive = board.make_move(move), naive.select(coordinates(move))
    assert_agree(board, naive)


@READINGS
@given(tres=st.integers(0, 2**16 - 1), uno=st.integers(0, 2**16 - 1), phase=st.integers(0, 2))
def test_agreement_on_any_state(exact, tres, uno, phase):
    """Far from legal play too: the transitions and results are functions of the state alone."""
    turn, go = ((True, False), (True, True), (False, False))[phase]
    board = DstruBoard(tres, uno & ~tres, turn, go, exact)
    naive = as_naive(board)
    assert_agree(board, naive)
    for move in board.available_moves():
        assert_agree(board.make_move(move), naive.select(coordinates(move)))


@READINGS
@given(seed=seeds)
def test_notation_round_trip(exact, seed):
    for ply, board in enumerate(random_game(seed, exact=exact)):
        assert DstruBoard.from_notation(board.notation) == board
        assert read_notation(board.notation) == board
        assert board.ply == ply


def test_notation_is_x_by_x():
    board = play(cells("a1 d3"))
    assert board.notation == "T..........U.... D"
    assert play(cells("a1 d3"), exact=True).notation == "T..........U.... D ="
    assert DstruBoard.from_notation("T..........U.... D =").exact


@pytest.mark.parametrize(
    "text",
    [
        "",
        "................",
        "................ X",
        "................ t",
        "............... T",
        "X............... U",
        "................  T",
        "................ T ",
        "................ T  =",
        "................ T = ",
        "................ T !",
        "................ T==",
    ],
)
def test_text_that_is_no_position(text):
    with pytest.raises(BadNotation, match="is no DSTRU position") as refusal:
        DstruBoard.from_notation(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "................ U",  # Tres has placed by then
        "................ D",
        "T............... D",  # so has Uno
        "U............... U",
        "TT.............. D",
        "TUTUTUTUTUTUTU.T T",  # fifteen pieces: the sixteenth had ended the game
        "TUTTUTTUTUTUTUTU U",
    ],
)
def test_counts_that_cannot_arise(text):
    with pytest.raises(BadNotation, match="there are never") as refusal:
        DstruBoard.from_notation(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        "TTTT.UUU........ T",  # a removal completes nothing
        "TTTT.......U.UUU D",  # Uno went on after Tres's pattern
        "TTTTUUUU...UTTTT U",  # two patterns without a common cell need two last moves
        "TTTT............ T =",  # Dos acts only after a piece of Uno's
        "TTTT.......UUUUU D =",  # Tres's pattern stood before Uno's last piece
    ],
)
def test_positions_after_an_end(text):
    with pytest.raises(BadNotation, match="play would have stopped") as refusal:
        DstruBoard.from_notation(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("TTTT.UUU........ U", Outcome("Tres", "line", (0, 1, 2, 3))),
        ("TTTTUUT.UT..TUUU U", Outcome("Tres", "line", (0, 1, 2, 3, 6, 9, 12))),
        ("UUUU.TTT........ D", Outcome("Uno", "line", (0, 1, 2, 3))),
        ("TTTTTUUU........ U =", None),
        ("TTTT.UUU........ U =", Outcome("Tres", "line", (0, 1, 2, 3))),
        ("TTTT.UUU........ T =", Outcome("Tres", "line", (0, 1, 2, 3))),
        ("TUTTUTTUTUTUTUTU D", Outcome("Dos", "full")),
        ("UUUUTTTTTTTTTTTT D =", Outcome("Uno", "line", (0, 1, 2, 3))),
    ],
)
def test_results(text, outcome):
    board = DstruBoard.from_notation(text)
    assert board.outcome == outcome
    assert board.is_game_over() == (outcome is not None)
    assert as_naive(board).result == (outcome.winner if outcome else None)


@READINGS
@given(tres=st.integers(0, 2**16 - 1), uno=st.integers(0, 2**16 - 1))
def test_winning_cells_complete_a_pattern(exact, tres, uno):
    board = DstruBoard(tres & ~uno, uno, exact=exact)
    naive = as_naive(board)
    for seat, held in (("Tres", naive.tres), ("Uno", naive.uno), ("Dos", frozenset())):
        expected = {cell_at(x, y) for x, y in naive.f if naive.has_pattern(held | {(x, y)})}
        assert board.winning_cells(seat) == tuple(sorted(expected))


def test_both_patterns_and_a_full_grid_go_in_the_printed_order():
    """No play leads here, but the order is the document's: Uno, then full, then Tres."""
    uno, tres = 0b1111, 0b1111 << 12
    assert DstruBoard(tres, uno).outcome.winner == "Uno"
    assert DstruBoard(0xFFFF & ~uno, uno).outcome.winner == "Uno"
    assert DstruBoard(tres | 0x0FF0, 0b1111, exact=True).outcome.winner == "Uno"
    assert DstruBoard(0xFFFF & ~0b1001, 0b1001).outcome.winner == "Dos"


@READINGS
@given(
    marks=st.lists(st.sampled_from("TU"), max_size=16).flatmap(
        lambda pieces: st.permutations(pieces + ["."] * (16 - len(pieces)))
    ),
    side=st.sampled_from("TUD"),
)
def test_notation_is_valid_exactly_if_some_play_leads_there(exact, marks, side):
    text = "".join(marks) + f" {side}" + " =" * exact
    uno, tres = ({coordinates(i) for i, mark in enumerate(marks) if mark == m} for m in "UT")
    naive = Naive(frozenset(uno), frozenset(tres), side != "D", side == "U", exact)
    if can_arise(naive):
        assert as_naive(DstruBoard.from_notation(text)) == naive
    else:
        with pytest.raises(BadNotation, match="cannot arise"):
            DstruBoard.from_notation(text)


@READINGS
@given(seed=seeds)
def test_any_game_ends_within_44_plies(exact, seed):
    *_, last = random_game(seed, exact=exact)
    assert last.ply <= DstruBoard.LONGEST
    assert (last.ply == 44) == (not last.free)


def test_the_longest_game():
    moves = cells(LONGEST_GAME)
    board = play(moves)
    assert (board.ply, len(moves)) == (44, 44)
    assert board.outcome == Outcome("Dos", "full")
    removals = moves[2::3]
    assert (len(removals), len(moves) - len(removals)) == (14, 30)


@pytest.mark.parametrize(
    ("text", "move", "code"),
    [
        ("................ T", 16, "bad_cell"),
        ("................ T", -1, "bad_cell"),
        ("................ T", True, "bad_cell"),
        ("................ T", "a1", "bad_cell"),
        ("T............... U", 0, "cell_taken"),
        ("TU.............. D", 2, "cell_empty"),
        ("TU.............. D", 16, "bad_cell"),
        ("TTTT.UUU........ U", 4, "game_over"),
    ],
)
def test_illegal_moves(text, move, code):
    with pytest.raises(IllegalMove) as refusal:
        DstruBoard.from_notation(text).make_move(move)
    assert refusal.value.code == code


def test_a_refusal_names_cell_and_position():
    with pytest.raises(IllegalMove, match=r"c1 is empty in 'TU\.{14} D'"):
        DstruBoard.from_notation("TU.............. D").make_move(2)


def test_a_finished_game_has_no_moves():
    assert DstruBoard.from_notation("TTTT.UUU........ U").available_moves() == ()


def test_picture_and_numbers():
    board = play(cells("d1 a4"))
    assert board.matrix() == ((0, 0, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0), (-1, 0, 0, 0))
    assert board.marks == ("", "", "", "Tres", *[""] * 8, "Uno", *[""] * 3)
    assert board.display() == "\n".join(
        ["  0 1 2 3", "0  | | |T", "1  | | | ", "2  | | | ", "3 U| | | "]
    )


def test_a_board_is_a_value():
    board = play(cells("d1 a4"), exact=True)
    assert board == copy.deepcopy(board) == pickle.loads(pickle.dumps(board))
    assert len({board, play(cells("d1 a4"), exact=True)}) == 1
    assert board != play(cells("d1 a4"))


def test_the_registry_knows_the_game():
    assert board_class("dstru") is DstruBoard
    assert DstruBoard.SEATS == ("Tres", "Uno", "Dos")
    assert Shape(4, 4) == DstruBoard.SHAPE
    assert DstruBoard.CELLS == 16
