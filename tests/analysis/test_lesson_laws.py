"""What holds for every exercise that any seed can draw, checked against the engines themselves."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.learn import facts
from games.analysis.learn.course import learning, pool, weights
from games.analysis.learn.course.weights import Weights
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.lessons import LESSONS
from games.analysis.learn.questions import NONE, Question, grade
from games.engines import engine, solution_of
from games.engines.proofs import prove
from games.engines.subtrees import size
from games.rules import Board, ClassicBoard
from games.rules.shape import parse_cell

each = pytest.mark.parametrize("lesson", LESSONS, ids=[lesson.slug for lesson in LESSONS])


def right_answer(question: Question) -> dict[str, list[str]]:
    return {
        group.key: [one.key for one in (group.right if group.several else group.right[:1])]
        or [NONE]
        for group in question.groups
    }


@pytest.mark.long
@each
@given(seed=st.text("abcdefghjkmnpqrstuvwxyz23456789", min_size=1, max_size=6))
@settings(max_examples=12, deadline=None)
def test_every_exercise_has_a_right_and_a_wrong_answer(lesson: Lesson, seed: str) -> None:
    sheet = lesson.sheet(seed)
    assert len({(one.board, one.ask, one.numbers) for one in sheet}) == len(sheet) == 5
    for question in sheet:
        assert len(set(question.hints)) == 3
        assert question.because
        if question.judge is not None:
            continue
        assert grade(question, right_answer(question)).mark == "right"
        group = question.groups[0]
        wrong = [one.key for one in group.options if not one.right]
        given_wrong = {**right_answer(question), group.key: wrong[:1] or [NONE]}
        assert grade(question, given_wrong).mark == "wrong"
        if group.several and group.right:
            both = {group.key: [group.right[0].key, NONE]}
            assert grade(question, {**right_answer(question), **both}).mark == "unclear"


@pytest.mark.parametrize("draw", [learning.bead_chance, learning.next_chance])
def test_only_one_answer_is_the_right_part(draw: Callable[[Random], Question]) -> None:
    for seed in range(300):
        (group,) = draw(Random(seed)).groups
        parts = [Fraction(*map(int, one.label.split(" of "))) for one in group.options]
        (right,) = [part for part, one in zip(parts, group.options, strict=True) if one.right]
        assert parts.count(right) == 1


@pytest.mark.long
@each
@given(seed=st.integers(0, 10_000))
@settings(max_examples=6, deadline=None)
def test_numbers_to_set_can_be_right_and_wrong(lesson: Lesson, seed: int) -> None:
    for question in lesson.sheet(str(seed)):
        if question.judge is None:
            continue
        first, second = question.groups
        marks = {
            question.judge({first.key: one.key, second.key: other.key})[0]
            for one in first.options
            for other in second.options
        }
        assert marks == {True, False}


@pytest.mark.parametrize("seed", ["112", "272", "353"])
def test_a_board_on_which_every_move_wins_is_no_exercise_in_counting(seed: str) -> None:
    (depth,) = [lesson for lesson in LESSONS if lesson.slug == "depth"]
    counted = [one for one in depth.sheet(seed) if "How many positions" in one.ask]
    assert len(counted) == 2
    for question in counted:
        assert question.board.available_moves()
        assert any(
            not question.board.make_move(cell).is_game_over()
            for cell in question.board.available_moves()
        )


def positions_of_x() -> list[Board]:
    return [board for board in pool.where(pool.differs) if board.to_move == "X"]


@pytest.mark.long
def test_the_cuts_of_exercises_are_those_of_the_search() -> None:
    """In every position of the exercises, for each move that does not end the game."""
    checked = 0
    for board in positions_of_x():
        values = {cell: facts.points(board.make_move(cell)) for cell in board.available_moves()}
        for at, cell in enumerate(board.available_moves()):
            after = board.make_move(cell)
            if not at or after.is_game_over():
                continue
            alpha = max(list(values.values())[:at])
            _, cut = facts.replies(after, after.available_moves(), alpha)
            node = facts.ALPHA_BETA.at_path(board, (cell,))[-1]
            below = facts.ALPHA_BETA.children(node)
            assert cut == [one.path[-1] for one in below if one.cut], board.notation
            checked += 1
    assert checked > 2000


@pytest.mark.long
def test_the_best_order_reads_least_and_finds_the_same() -> None:
    boards = Random(7).sample(positions_of_x(), 60)
    for board in boards:
        found = [
            search.found(board) for search in (facts.BEST_FIRST, facts.ALPHA_BETA, facts.MINIMAX)
        ]
        assert {one.value for one in found} == {facts.points(board)}
        assert found[0].nodes <= found[1].nodes <= found[2].nodes == size(board)


def test_with_the_printed_numbers_the_engine_is_the_one_of_the_site() -> None:
    linear = engine("classic", "linear")
    for board in pool.where(pool.can_fork):
        assert isinstance(board, ClassicBoard)
        assert weights.choices(board, Weights()) == linear.choose(board, Random(0)).candidates


@pytest.mark.parametrize("seat", ["X", "O"])
def test_a_losing_line_is_one_that_the_proof_finds(seat: str) -> None:
    line = weights.losing_line(Weights(), seat, ClassicBoard())
    lost = prove(engine("classic", "linear"), seat, ClassicBoard()).losing_lines
    assert (line is None) == (not lost)
    if line is not None:
        assert line in lost
        assert len(line) == min(map(len, lost))


@pytest.mark.long
def test_known_answers_of_the_lessons() -> None:
    told = {lesson.slug: lesson.content.question.solution for lesson in LESSONS}
    assert told["lines"] == "a2 or a3"
    assert told["minimax"] == "At the top: 0; After c2: −10; After b3: 0; After c3: −10"
    assert told["depth"] == "186"
    assert told["alpha"] == "b1, c2"
    assert told["alpha-beta"] == "c2, b3"
    assert told["ordering"] == "120"
    assert told["heuristics"] == "+9"  # not 10, as document 004 says
    assert told["bitboards"] == "a1, b2, c3"
    assert told["linear"] == "c1 or a3"
    assert told["solved"] == "958"
    assert told["horizon"] == "b7"
    assert told["playouts"] == "675"


def test_a_fork_is_what_the_lesson_says() -> None:
    board = facts.position("XO..X...O X")
    cell = parse_cell("a2", board.SHAPE)
    assert solution_of(board).values(board)[cell] == 10
    assert facts.consequence(board, cell) == (
        "X plays a2 and threatens c2 and a3. O can block only one of them: a fork."
    )
