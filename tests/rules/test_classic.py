"""Classic 3×3: exact counts of the whole game, and the laws of its notation."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import (
    BadNotation,
    ClassicBoard,
    IllegalMove,
    Outcome,
    RulesError,
    board_class,
    read_notation,
)
from games.rules.classic import LINES, MASKS

PERFT = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


@cache
def perft(board: ClassicBoard, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(board.make_move(move), depth - 1) for move in board.available_moves())


@cache
def games(board: ClassicBoard) -> Counter[str | None]:
    """Complete games from a position, by winner; a draw counts under None."""
    if board.outcome:
        return Counter({board.outcome.winner: 1})
    return sum((games(board.make_move(move)) for move in board.available_moves()), Counter())


@cache
def nodes(board: ClassicBoard) -> int:
    return 1 + sum(nodes(board.make_move(move)) for move in board.available_moves())


@cache
def reachable() -> frozenset[ClassicBoard]:
    found, todo = {ClassicBoard()}, [ClassicBoard()]
    while todo:
        board = todo.pop()
        after = {board.make_move(move) for move in board.available_moves()} - found
        found |= after
        todo += after
    return frozenset(found)


@cache
def notations() -> frozenset[str]:
    return frozenset(board.notation for board in reachable())


def naive_winner(marks: tuple[str, ...]) -> str | None:
    for a, b, c in LINES:
        if marks[a] and marks[a] == marks[b] == marks[c]:
            return marks[a]
    return None


def played(*cells: int) -> ClassicBoard:
    board = ClassicBoard()
    for cell in cells:
        board = board.make_move(cell)
    return board


@pytest.mark.parametrize(("depth", "count"), list(enumerate(PERFT)))
def test_perft_counts_every_ply(depth: int, count: int) -> None:
    assert perft(ClassicBoard(), depth) == count


def test_there_are_255168_complete_games() -> None:
    assert games(ClassicBoard()) == {"X": 131_184, "O": 77_904, None: 46_080}


def test_the_whole_tree_has_549946_nodes() -> None:
    assert nodes(ClassicBoard()) == 549_946


def test_5478_positions_can_be_reached_and_958_are_final() -> None:
    assert len(reachable()) == 5_478
    assert sum(board.is_game_over() for board in reachable()) == 958


def test_the_masks_are_those_of_the_eight_lines() -> None:
    assert MASKS == (7, 56, 448, 73, 146, 292, 273, 84)
    assert tuple(sum(1 << cell for cell in line) for line in LINES) == MASKS


def test_outcomes_agree_with_a_naive_reading_of_the_marks_everywhere() -> None:
    for board in reachable():
        winner, full = naive_winner(board.marks), all(board.marks)
        assert (board.outcome is not None) == (winner is not None or full)
        assert board.is_game_over() == (board.outcome is not None)
        if board.outcome:
            assert board.outcome.winner == winner
            assert board.outcome.reason == ("line" if winner else "full")


def test_notation_names_exactly_the_reachable_positions() -> None:
    named = set()
    for cells in product("XO.", repeat=9):
        for side in "XO":
            try:
                named.add(ClassicBoard.from_notation(f"{''.join(cells)} {side}"))
            except BadNotation:
                continue
    assert named == reachable()


def test_notation_round_trips_on_every_position() -> None:
    for board in reachable():
        assert ClassicBoard.from_notation(board.notation) == board
        assert read_notation(board.notation) == board


@given(st.text(max_size=14))
def test_any_other_text_is_refused_with_the_text_quoted(text: str) -> None:
    assume(text not in notations())
    with pytest.raises(BadNotation) as refusal:
        ClassicBoard.from_notation(text)
    assert repr(text) in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("XXX...... O", "X has 3 marks"),
        ("X...O.... O", "X is to move"),
        ("XXXOOO... X", "stopped at the first line"),
        ("X...O....", "nine characters"),
        ("x...o.... X", "nine characters"),
        ("X...O.... Z", "nine characters"),
    ],
)
def test_a_position_that_cannot_be_is_explained(text: str, why: str) -> None:
    with pytest.raises(BadNotation, match=why) as refusal:
        ClassicBoard.from_notation(text)
    assert text in str(refusal.value)


def test_x_moves_first_and_they_alternate() -> None:
    assert [played(*range(n)).to_move for n in range(5)] == ["X", "O", "X", "O", "X"]


def test_a_won_game_names_each_completed_line_in_turn() -> None:
    board = played(0, 1, 2, 3, 6, 5, 8, 7, 4)
    assert board.outcome == Outcome("X", "line", (0, 4, 8, 2, 4, 6))


def test_winning_cells_are_those_that_complete_a_line() -> None:
    for board in reachable():
        for seat in board.RIVALS if board.outcome is None else ():
            held = {cell for cell, mark in enumerate(board.marks) if mark == seat}
            free = {cell for cell, mark in enumerate(board.marks) if not mark}
            missing = [set(line) - held for line in LINES]
            expected = {cell for cell in free if {cell} in missing}
            assert board.winning_cells(seat) == tuple(sorted(expected))


def test_boards_are_values_that_moves_leave_alone() -> None:
    before = played(4)
    after = before.make_move(0)
    assert before == played(4)
    assert after.marks[0] == "O"
    with pytest.raises(AttributeError):
        before.x = 3  # type: ignore[misc]


@pytest.mark.parametrize("cell", [9, -1, 1.5, "4", None, True])
def test_a_cell_off_the_board_is_refused(cell: object) -> None:
    with pytest.raises(IllegalMove) as refusal:
        ClassicBoard().make_move(cell)  # type: ignore[arg-type]
    assert refusal.value.code == "bad_cell"
    assert repr(cell) in str(refusal.value)


def test_a_taken_cell_is_refused_by_name() -> None:
    with pytest.raises(IllegalMove, match="b2 is taken") as refusal:
        played(4).make_move(4)
    assert refusal.value.code == "cell_taken"


def test_no_move_is_legal_after_the_end() -> None:
    won = played(0, 3, 1, 4, 2)
    assert won.available_moves() == ()
    with pytest.raises(IllegalMove) as refusal:
        won.make_move(8)
    assert refusal.value.code == "game_over"


def test_the_matrix_and_the_display_show_the_same_board() -> None:
    board = ClassicBoard.from_notation("X...O.... X")
    assert board.matrix() == ((1, 0, 0), (0, -1, 0), (0, 0, 0))
    assert board.display() == "  0 1 2\n0 X| | \n1  |O| \n2  | | "


def test_classic_has_no_exact_reading() -> None:
    with pytest.raises(RulesError, match="exact"):
        ClassicBoard.start(exact=True)


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"'go' .* classic"):
        board_class("go")
    with pytest.raises(BadNotation, match="nonsense"):
        read_notation("nonsense")
