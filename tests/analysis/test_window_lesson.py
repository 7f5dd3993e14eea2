"""The lesson on both sides of alpha-beta: β-cuts, any numbers, windows passed down, equality."""

from __future__ import annotations

from html import unescape
from random import Random

import pytest
from django.test import Client

from games.analysis.learn import facts
from games.analysis.learn.course import cut_exercises, pool, windows
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.learn.number_trees import alpha_beta
from games.analysis.learn.questions import grade

pytestmark = pytest.mark.django_db

SEEDS = range(40)


@pytest.mark.long
def test_beta_cuts_are_those_of_the_search() -> None:
    """In every position of O, for each move that does not end the game."""
    checked = 0
    for board in pool.where(pool.differs_for_o):
        moves = board.available_moves()
        values = [facts.points(board.make_move(cell)) for cell in moves]
        for at, cell in enumerate(moves):
            after = board.make_move(cell)
            if not at or after.is_game_over():
                continue
            _, cut = facts.replies(after, after.available_moves(), min(values[:at]))
            node = facts.ALPHA_BETA.at_path(board, (cell,))[-1]
            below = facts.ALPHA_BETA.children(node)
            assert cut == [one.path[-1] for one in below if one.cut], board.notation
            checked += 1
    assert checked > 2000


@pytest.mark.parametrize("seed", SEEDS)
def test_a_beta_exercise_is_about_a_cut_of_x(seed: int) -> None:
    question = cut_exercises.beta_cuts(Random(seed))
    assert question.board.to_move == "X"
    assert question.groups[0].right
    assert question.limits is not None
    before, after = question.limits
    assert before.alpha == -float("inf")
    assert after.alpha >= after.beta == before.beta


@pytest.mark.parametrize("seed", SEEDS)
def test_a_window_exercise_has_a_limit_from_two_levels_above(seed: int) -> None:
    question = windows.passed_down(Random(seed))
    tree = question.numbers
    assert tree is not None
    name = question.ask.removesuffix("?")[-1]
    visit = alpha_beta(tree).visit(name)
    assert visit is not None
    path = windows.path_to(tree, name)
    assert len(path) >= 3
    assert abs(visit.alpha if path[-3].maximises else visit.beta) <= 9
    right = {group.key: [group.right[0].key] for group in question.groups}
    assert grade(question, right).mark == "right"
    wrong = next(one for one in question.groups[0].options if not one.right)
    assert grade(question, {**right, "alpha": [wrong.key]}).mark == "wrong"


@pytest.mark.parametrize("seed", SEEDS)
def test_an_exercise_on_equality_has_two_counts(seed: int) -> None:
    question = windows.equality(Random(seed))
    counts = [int(group.right[0].key) for group in question.groups]
    assert counts[0] < counts[1]
    assert question.numbers is not None
    assert counts[1] == len(question.numbers.leaves()) - len(
        alpha_beta(question.numbers, at_equality=False).skipped
    )


def test_the_lesson_says_what_its_tree_does() -> None:
    content = BY_SLUG["window"].content
    assert content.question.solution == "Leaf 4, Leaf 7"
    assert content.meaning[0] == (
        "E, MIN, is entered with α +5 and β +∞ and finds +2. +2 < α +5: leaf 4 is skipped. That +5 "
        "was found at B, on the other side of the tree, and came down from A through C and D. F, "
        "MAX, is entered with α +5 and β +8 and finds +9. +9 > β +8: leaf 7 is skipped. There the "
        "limit is one of MIN, found just before: a β-cut."
    )
    assert content.meaning[1].endswith("the first enters 5 leaves and the second 6.")
    assert content.touch.say(3) == (
        "a2 is worth 0. α would be 0, not below β 0: O does without a3, a β-cut."
    )


def test_a_tree_shows_windows_and_bounds_once_it_is_answered(client: Client) -> None:
    asked = unescape(client.get("/learn/window/").content.decode())
    assert "(+5, +8)" not in asked
    told = unescape(client.get("/learn/window/", {"a": ["4", "7"], "check": "1"}).content.decode())
    assert "Right." in told
    for text in ("(−∞, +∞)", "(+5, +∞)", "(+5, +8)", "≤ +2", "≥ +9"):
        assert text in told


def test_lesson_five_opens_with_its_board(client: Client) -> None:
    text = unescape(client.get("/learn/alpha-beta/").content.decode())
    idea = text[text.index('id="idea"') : text.index('id="touch"')]
    assert 'class="opening"' in idea
    assert "Board: X on a1 and b2, O on c1 and c3. X to move." in idea


@pytest.mark.parametrize("slug", list(BY_SLUG))
def test_on_a_wall_every_part_stands_with_a_board(client: Client, slug: str) -> None:
    query = {"projector": "1", "show": "1"}
    text = client.get(f"/learn/{slug}/", query).content.decode()
    parts = text.split("data-part")[1:]
    assert len(parts) == 4
    for part in parts:
        assert 'class="mini' in part or 'class="board"' in part or "number-tree" in part
