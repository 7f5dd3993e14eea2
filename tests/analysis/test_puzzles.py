"""Every puzzle is what its theme says, by a search that shares nothing with the table."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from games.analysis.puzzles import collection
from games.analysis.puzzles.collection import GRADES, THEMES, Puzzle
from games.engines import solution_of
from games.rules import ClassicBoard, DstruBoard, IllegalMove

CLASSIC = [one for one in collection.pool().values() if isinstance(one.board, ClassicBoard)]
DSTRU = [one for one in collection.pool().values() if isinstance(one.board, DstruBoard)]


@cache
def result(board: ClassicBoard) -> tuple[int, int]:
    """(1, 0 or -1 for the side to move, plies to the end), both sides at their best."""
    if board.outcome is not None:
        return (-1 if board.outcome.winner else 0), 0
    return best([(-one, plies + 1) for one, plies in map(result, children(board).values())])


def best(results: list[tuple[int, int]]) -> tuple[int, int]:
    """Win soon, else draw, else lose late."""
    return max(results, key=lambda one: (one[0], -one[0] * one[1]))


def children(board: ClassicBoard) -> dict[int, ClassicBoard]:
    return {cell: board.make_move(cell) for cell in board.available_moves()}


def after(board: ClassicBoard) -> dict[int, tuple[int, int]]:
    """What each move comes to for its mover."""
    return {cell: (-result(b)[0], result(b)[1] + 1) for cell, b in children(board).items()}


def test_every_theme_has_puzzles_and_every_id_leads_back() -> None:
    assert {one.theme.slug for one in collection.pool().values()} == set(THEMES)
    for name, puzzle in collection.pool().items():
        assert collection.find(name) is puzzle
        assert len(name) <= 80
        assert puzzle.right
        assert puzzle.wrong > 0


@pytest.mark.parametrize("puzzle", [one for one in CLASSIC if one.theme.slug in ("fork", "win")])
def test_the_right_moves_of_a_win_are_those_that_win_soonest(puzzle: Puzzle) -> None:
    assert isinstance(puzzle.board, ClassicBoard)
    results = after(puzzle.board)
    won, plies = best(list(results.values()))
    assert won == 1
    assert set(puzzle.right) == {cell for cell, one in results.items() if one == (1, plies)}
    if puzzle.theme.slug == "win":
        assert plies == 2 * puzzle.moves - 1


def test_a_fork_leaves_two_cells_to_win_on_and_no_threat_to_meet() -> None:
    for puzzle in collection.of_theme(THEMES["fork"]):
        for cell in puzzle.right:
            there = puzzle.board.make_move(cell)
            rivals = [there.make_move(one) for one in there.available_moves()]
            assert all(board.outcome is None for board in rivals)
            assert all(
                any(b.make_move(c).outcome is not None for c in b.available_moves()) for b in rivals
            )


@pytest.mark.parametrize("puzzle", collection.of_theme(THEMES["only"]), ids=lambda one: one.id)
def test_only_one_move_holds_the_draw(puzzle: Puzzle) -> None:
    assert isinstance(puzzle.board, ClassicBoard)
    results = {cell: one for cell, (one, _) in after(puzzle.board).items()}
    assert {cell for cell, one in results.items() if one >= 0} == set(puzzle.right)
    assert [results[cell] for cell in puzzle.right] == [0]


def test_the_move_to_refute_turned_a_draw_into_a_loss() -> None:
    for puzzle in collection.of_theme(THEMES["refute"]):
        assert puzzle.blunder is not None
        before, move = puzzle.blunder
        assert isinstance(before, ClassicBoard)
        assert isinstance(puzzle.board, ClassicBoard)
        assert before.make_move(move) == puzzle.board
        assert result(before)[0] == 0
        assert result(puzzle.board)[0] == 1
        won = {cell for cell, (one, _) in after(puzzle.board).items() if one == 1}
        assert set(puzzle.right) == won


def test_right_cells_of_the_4x4_game_stand_out_by_what_the_definition_says() -> None:
    for puzzle in DSTRU:
        board = puzzle.board
        values = {}
        for cell in board.available_moves():
            there = board.make_move(cell)
            assert there.outcome is None, "nothing can be completed at once"
            told = solution_of(there).value(there)
            assert told is not None
            own = board.to_move == there.to_move or (board.to_move, there.to_move) == (
                "Tres",
                "Dos",
            )
            values[cell] = told if own else -told
        right = [values[cell] for cell in puzzle.right]
        wrong = [one for cell, one in values.items() if cell not in puzzle.right]
        margin = 0.1 if puzzle.theme.slug == "strong" else 0.25
        assert max(right) - min(right) < 1e-9
        assert min(right) - max(wrong) >= margin


def solve(puzzle: Puzzle) -> collection.SolutionPath:
    """Play the first right move until it is solved."""
    way, own = collection.play(puzzle, ()), ()
    while not way.solved:
        own = (*own, puzzle.theme.right(way.board)[0])
        way = collection.play(puzzle, own)
    return way


def test_every_puzzle_can_be_solved_in_the_moves_it_says() -> None:
    for puzzle in collection.pool().values():
        way = solve(puzzle)
        if puzzle.theme.slug == "refute":
            assert way.made >= puzzle.moves  # any way that keeps the win is right, slower ones too
        else:
            assert way.made == puzzle.moves
        if puzzle.moves > 1:
            assert way.board.outcome is not None
            assert way.board.outcome.winner == puzzle.board.to_move


def test_no_two_puzzles_of_a_theme_are_one_board_turned_or_mirrored() -> None:
    from games.engines.classic.symmetry import canonical

    for slug in ("fork", "win", "only", "refute"):
        boards = [canonical(one.board) for one in CLASSIC if one.theme.slug == slug]
        assert len(boards) == len(set(boards))


def test_a_theme_goes_from_few_moves_and_few_wrong_ones_to_many() -> None:
    for theme in THEMES.values():
        them = collection.of_theme(theme)
        for one, other in pairwise(them):
            assert (one.moves, one.wrong) <= (other.moves, other.wrong)
    assert {one.grade for one in collection.pool().values()} == set(GRADES)


def test_a_wrong_or_impossible_line_is_refused() -> None:
    puzzle = collection.of_theme(THEMES["win"])[0]
    wrong = next(c for c in puzzle.board.available_moves() if c not in puzzle.right)
    with pytest.raises(ValueError, match="is not the way"):
        collection.play(puzzle, (wrong,))
    taken = next(cell for cell, mark in enumerate(puzzle.board.marks) if mark)
    with pytest.raises(IllegalMove):
        collection.play(puzzle, (taken,))


def test_an_unknown_id_is_quoted() -> None:
    with pytest.raises(collection.NoSuchPuzzle, match="'fork-X'"):
        collection.find("fork-X")
