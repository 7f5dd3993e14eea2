"""What the rules of every game promise the rest of the house."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from unittest.mock import patch

import pytest

from games.rules import VARIANTS, BadNotation, Board, ClassicBoard, IllegalMove, RulesError, game_of
from games.rules.errors import quoted
from games.rules.shape import parse_cell
from tests.conformance.positions import walks

PERFT: dict[str, list[int]] = json.loads((Path(__file__).parent / "perft.json").read_text())
"""Sequences of moves from the start by their length, the empty one first."""


def test_a_game_states_its_facts(game: type[Board]) -> None:
    assert VARIANTS[game.VARIANT] is game
    assert game.SHAPE.cells == game.CELLS
    third = (game.CHANCE_SEAT,) if game.CHANCE_SEAT else ()
    assert (*game.RIVALS, *third) == game.SEATS
    assert len({seat[0] for seat in game.SEATS}) == len(game.SEATS)
    assert all(set(line) <= set(range(game.CELLS)) for line in game.LINES)
    assert game.SUMMARY.endswith(".")
    assert len(game.PATTERN_NAMES) in (0, len(game.LINES))


def test_games_are_told_apart_by_their_notations(game: type[Board]) -> None:
    for board in walks(game, seeds=2):
        assert game_of(board.notation) is game


def test_a_second_game_with_as_many_cells_leaves_the_old_notations_their_meaning() -> None:
    class Wild(ClassicBoard):
        VARIANT = "wild"

        @classmethod
        def from_notation(cls, text: str) -> ClassicBoard:
            return super().from_notation(text.removesuffix(" wild"))

    with patch.dict(VARIANTS, {"wild": Wild}):
        assert game_of("X...O.... X") is ClassicBoard
        assert game_of("X...O.... X wild") is Wild
        assert game_of("........X O nonsense") is Wild


def test_a_position_reads_back_from_its_notation(game: type[Board]) -> None:
    for board in walks(game):
        again = game.from_notation(board.notation)
        assert again == board
        assert hash(again) == hash(board)
        assert (again.ply, again.to_move, again.action) == (board.ply, board.to_move, board.action)
        assert again.outcome == board.outcome


@pytest.mark.parametrize("spoil", ["{0} ?", "?{0}", "{0}{0}", "", "X"])
def test_text_that_is_no_position_is_quoted(game: type[Board], spoil: str) -> None:
    text = spoil.format(game.start().notation)
    with pytest.raises(BadNotation) as refusal:
        game.from_notation(text)
    assert quoted(text) in str(refusal.value)


def test_every_cell_has_a_name_that_reads_back(game: type[Board]) -> None:
    for cell in range(game.CELLS):
        assert parse_cell(game.cell_name(cell), game.SHAPE) == cell


def test_a_board_never_changes(game: type[Board]) -> None:
    for board in walks(game):
        before, notation = copy.deepcopy(board), board.notation
        for cell in board.available_moves():
            board.make_move(cell)
        assert board == before
        assert board.notation == notation
        with pytest.raises(AttributeError):
            board.to_move = "nobody"  # type: ignore[misc]


@pytest.mark.long
def test_the_outcome_agrees_with_the_moves_there_are(game: type[Board]) -> None:
    for board in walks(game):
        moves = board.available_moves()
        assert bool(moves) == (board.outcome is None) == (not board.is_game_over())
        assert moves == tuple(sorted(moves))
        assert board.to_move in game.SEATS
        assert board.ply <= game.LONGEST
        for cell in set(range(-1, game.CELLS + 1)) - set(moves):
            with pytest.raises(IllegalMove):
                board.make_move(cell)


def test_a_move_changes_its_own_cell_alone(game: type[Board]) -> None:
    for board in walks(game):
        before = board.marks
        for cell in board.available_moves():
            after = board.make_move(cell)
            marks = after.marks
            assert [at for at in range(game.CELLS) if before[at] != marks[at]] == [cell]
            assert after.ply == board.ply + 1
            assert (marks[cell] == board.to_move) == (board.action == "place")
            assert bool(before[cell]) == (board.action == "remove")


def test_a_line_that_won_is_one_of_the_game_and_the_winners(game: type[Board]) -> None:
    for board in walks(game):
        for cell in board.available_moves():
            outcome = board.make_move(cell).outcome
            if outcome is not None and outcome.reason == "line":
                marks = board.make_move(cell).marks
                assert {marks[at] for at in outcome.cells} == {outcome.winner}
                assert any(set(line) <= set(outcome.cells) for line in game.LINES)
            else:
                assert outcome is None or (outcome.reason, outcome.cells) == ("full", ())


def test_winning_cells_are_those_that_win(game: type[Board]) -> None:
    for board in walks(game):
        if board.action != "place" or board.is_game_over():
            continue
        wins = [
            cell
            for cell in board.available_moves()
            if (outcome := board.make_move(cell).outcome)
            and (outcome.winner, outcome.reason) == (board.to_move, "line")
        ]
        assert list(board.winning_cells(board.to_move)) == wins


def test_the_matrix_holds_the_marks_row_by_row(game: type[Board]) -> None:
    first, second = game.RIVALS
    for board in walks(game):
        rows = game.SHAPE.in_rows([{first: 1, second: -1, "": 0}[mark] for mark in board.marks])
        assert board.matrix() == tuple(map(tuple, rows))


def test_a_terminal_shows_every_row(game: type[Board]) -> None:
    shown = [line[0] for line in game.start().display().splitlines() if line[0].isdigit()]
    assert shown == [str(row) for row in range(game.SHAPE.rows)]


def test_a_reading_that_a_game_does_not_have_is_refused(game: type[Board]) -> None:
    if game.OPTION is not None:
        assert game.start(exact=True) != game.start()
        return
    with pytest.raises(RulesError, match="exact"):
        game.start(exact=True)


def test_the_example_is_a_win_of_the_first_seat(game: type[Board]) -> None:
    board = game.start()
    for cell in game.EXAMPLE:
        board = board.make_move(cell)
    assert board.outcome is not None
    assert (board.outcome.winner, board.outcome.reason) == (game.SEATS[0], "line")


FEW = 200_000


def sequences(game: type[Board], most: int) -> list[int]:
    """How many sequences of moves there are, ply by ply, up to the first ply of ``most``."""
    counts, boards = [1], [game.start()]
    while True:
        counts.append(sum(len(board.available_moves()) for board in boards))
        if counts[-1] == most:
            return counts
        boards = [board.make_move(cell) for board in boards for cell in board.available_moves()]


def test_as_many_short_sequences_of_moves_as_counted(game: type[Board]) -> None:
    few = [count for count in PERFT[game.VARIANT] if count < FEW]
    assert sequences(game, few[-1]) == few


@pytest.mark.long
def test_as_many_sequences_of_moves_as_counted(game: type[Board]) -> None:
    assert sequences(game, PERFT[game.VARIANT][-1]) == PERFT[game.VARIANT]
