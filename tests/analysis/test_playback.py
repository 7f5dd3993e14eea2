"""An answer to a puzzle is played out: its moves are legal, they end, and prove what is said."""

from __future__ import annotations

from random import Random

import pytest

from games.analysis.puzzles.collection import THEMES, Puzzle, SolutionPath, find, of_theme, play
from games.analysis.puzzles.playback import SOLUTION, Playback, data, playbacks, shown
from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules.shape import parse_cell

FORK = "fork-OXOX....._X"


def solved(puzzle: Puzzle) -> SolutionPath:
    own: list[int] = []
    while not (way := play(puzzle, tuple(own))).solved:
        own.append(puzzle.theme.right(way.board)[0])
    return way


def played(puzzle: Puzzle, *wrong: str) -> list[Playback]:
    cells = [(puzzle.board, parse_cell(name, puzzle.board.SHAPE)) for name in wrong]
    return playbacks(puzzle, solved(puzzle), cells)


def test_a_fork_is_played_to_the_win_with_its_lines() -> None:
    (solution,) = played(find(FORK))
    assert [step.said for step in solution.steps] == [
        "X at b2 makes a fork: c2 and b3 both win.",
        "O answers c2.",
        "X at b3 completes b1, b2 and b3.",
    ]
    assert [len(step.lines) for step in solution.steps] == [2, 0, 1]


def test_a_wrong_answer_is_refuted_to_the_loss() -> None:
    _, refutation = played(find(FORK), "c2", "c2")
    assert (refutation.slug, refutation.title) == ("c2", "Why not c2?")
    assert refutation.steps[0].said == "c2 allows a fork on b2."
    assert refutation.steps[-1].said == "O at c3 completes a1, b2 and c3."


def test_before_a_puzzle_is_solved_no_playback_shows_the_answer() -> None:
    puzzle = find("win-XO......._X")
    start = play(puzzle, ())
    wrong = [(puzzle.board, parse_cell(name, puzzle.board.SHAPE)) for name in ("c1", "c2")]
    (refutation,) = playbacks(puzzle, start, wrong)
    assert refutation.slug == "c2"
    assert len(refutation.steps) == 2  # the move and the reply that gives the win away


def test_a_cell_of_the_4x4_game_is_explained_by_its_patterns() -> None:
    said = {
        step.said: step.lines
        for puzzle in of_theme(THEMES["strong"])
        for step in played(puzzle)[0].steps[:1]
    }
    assert any("lies on two patterns still open to" in one for one in said)
    for words, lines in said.items():
        assert bool(lines) == ("patterns" in words or "pattern" in words or "threatens" in words)


def test_a_wrong_answer_in_the_4x4_game_is_answered_on_the_board() -> None:
    puzzle = next(one for one in of_theme(THEMES["strong"]) if one.board.to_move == "Tres")
    board = puzzle.board
    wrong = min(
        (one for one in board.available_moves() if one not in puzzle.right),
        key=solution_of(board).values(board).__getitem__,
    )
    _, refutation = played(puzzle, board.cell_name(wrong))
    move, reply = refutation.steps
    assert "still open to Tres" in move.said or "that Uno wanted" in move.said
    assert "has an expected result of" in move.said
    assert reply.said.startswith("Uno answers ")
    best = solution_of(move.line.board).best_moves(move.line.board)
    assert reply.line.last in best


@pytest.mark.long
@pytest.mark.parametrize("slug", THEMES)
def test_every_playback_is_a_line_of_legal_moves_that_ends(slug: str) -> None:
    some = of_theme(THEMES[slug])
    for puzzle in Random(slug).sample(some, min(20, len(some))):
        board = puzzle.board
        names = [board.cell_name(c) for c in board.available_moves() if c not in puzzle.right][:3]
        for one in played(puzzle, *names):
            seats = {puzzle.board.to_move, rival_of(board), "Dos"}
            for number, step in enumerate(one.steps, 1):
                assert len(step.line.cells) == number  # each step makes one legal move more
                assert {line.seat for line in step.lines} <= seats
            assert len(one.steps) <= board.CELLS


def test_an_address_names_a_step_and_whatever_else_it_says_is_the_first() -> None:
    every = played(find(FORK), "c2")
    assert shown(every, "", "") is None
    assert shown(every, "c9", "1") is None
    for number, at in (("1", 1), ("2", 2), ("99", 3), ("x" * 900, 1), ("0", 1)):
        step = shown(every, SOLUTION, number)
        assert step is not None
        assert (step.at, step.count) == (at, 3)
    assert set(data(every)) == {SOLUTION, "c2"}
