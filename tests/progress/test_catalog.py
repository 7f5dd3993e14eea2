"""Every stage is what it says it is, by exhaustive search."""

from __future__ import annotations

import pytest

from games.analysis.learn import lessons
from games.engines import engines_for
from games.rules import ClassicBoard
from progress import catalog, scoring
from progress.catalog import STAGES, Stage
from tests.progress import oracle

SYMMETRIES = [
    tuple(3 * row + column for row, column in image)
    for flip in (False, True)
    for image in (
        [(r, c) if not flip else (c, r) for r in range(3) for c in range(3)],
        [(c, 2 - r) if not flip else (2 - r, c) for r in range(3) for c in range(3)],
        [(2 - r, 2 - c) if not flip else (2 - c, 2 - r) for r in range(3) for c in range(3)],
        [(2 - c, r) if not flip else (r, 2 - c) for r in range(3) for c in range(3)],
    )
]

every_stage = pytest.mark.parametrize("stage", STAGES, ids=lambda s: f"{s.level}.{s.number}")
winnable = pytest.mark.parametrize(
    "stage", [s for s in STAGES if s.level < 3], ids=lambda s: f"{s.level}.{s.number}"
)


def kind(opening: tuple[int, ...]) -> tuple[int, ...]:
    """One opening to stand for all that are the same but for turning the board."""
    return min(tuple(image[cell] for cell in opening) for image in SYMMETRIES)


def boards(stage: Stage) -> list[ClassicBoard]:
    """The positions a player can find when the stage begins."""
    board = stage.board
    if not stage.engine_replies_first:
        return [board]
    return [board.make_move(move) for move in oracle.replies(board, stage.engine)]


def test_there_are_45_stages_in_order() -> None:
    assert [stage.key for stage in STAGES] == [(lv, n) for lv in (1, 2, 3) for n in range(1, 16)]
    assert len({(stage.level, stage.name) for stage in STAGES}) == 45
    assert len({(stage.level, stage.opening) for stage in STAGES if stage.key != (3, 15)}) == 44


@every_stage
def test_stage_waits_for_the_player(stage: Stage) -> None:
    assert stage.engine in engines_for(stage.variant)
    assert stage.engine == catalog.level(stage.level).engine
    for board in boards(stage):
        assert not board.is_game_over()
        assert board.to_move == stage.player


@every_stage
def test_player_moves_first_everywhere_but_at_the_very_end(stage: Stage) -> None:
    first = stage.key != (3, 15)
    assert stage.starts == ("player" if first else "engine")
    assert {stage.player, stage.opponent} == {"X", "O"}


@every_stage
def test_words_fit_their_place(stage: Stage) -> None:
    assert 0 < len(stage.name) <= 16
    assert max(len(word) for word in stage.name.split()) <= 9  # a tile is narrow on a telephone
    assert 0 < len(stage.lesson) <= 84
    assert stage.lesson.endswith(".")
    assert len(stage.title) <= 80  # games.Game.event


@winnable
def test_levels_1_and_2_can_be_won_with_the_stars_promised(stage: Stage) -> None:
    fewest = oracle.fewest_marks(stage.board, stage.engine, forced=False)
    assert scoring.stars_for_win(fewest) == stage.most


def test_level_1_gives_three_stars_everywhere() -> None:
    assert {stage.most for stage in STAGES if stage.level == 1} == {3}


def test_level_2_gives_three_only_where_the_third_mark_wins_at_once() -> None:
    for stage in STAGES:
        if stage.level == 2:
            wins_now = bool(oracle.winning(stage.board, "X"))
            assert stage.most == (3 if wins_now and len(stage.opening) == 4 else 2)


def test_no_opening_of_two_marks_or_fewer_allows_more_on_level_2() -> None:
    """Why the catalog says two stars: a blocker never lets a third mark win."""
    start = ClassicBoard()
    assert oracle.fewest_marks(start, "smart", forced=False) == 4
    for first in range(9):
        for second in start.make_move(first).available_moves():
            board = start.make_move(first).make_move(second)
            assert oracle.fewest_marks(board, "smart", forced=False) >= 4


@pytest.mark.parametrize("number", range(1, 16))
def test_level_3_is_drawn_from_the_opening_on(number: int) -> None:
    stage = catalog.find(3, number)
    assert stage is not None
    assert stage.most == 1
    assert oracle.value(stage.board) == 0
    for board in boards(stage):
        assert oracle.value(board) == 0
    if stage.player == "X":
        assert oracle.fewest_marks(stage.board, "minimax", forced=False) == oracle.NEVER


def test_level_3_holds_all_nine_first_moves() -> None:
    openings = [stage.opening for stage in STAGES if stage.level == 3]
    assert openings[:9] == [(cell,) for cell in range(9)]


def test_level_3_then_holds_every_kind_of_answer_that_draws() -> None:
    start = ClassicBoard()
    drawn = {
        kind((first, second))
        for first in range(9)
        for second in start.make_move(first).available_moves()
        if oracle.value(start.make_move(first).make_move(second)) == 0
    }
    openings = [stage.opening for stage in STAGES if stage.level == 3][9:14]
    assert {kind(opening) for opening in openings} == drawn
    assert len(drawn) == 5


@every_stage
def test_no_play_earns_more_stars_than_a_stage_promises_and_some_earns_them(stage: Stage) -> None:
    assert oracle.most_stars(stage.board, stage) == stage.most


def test_the_maximum_is_what_the_boards_and_engines_allow() -> None:
    levels = [
        sum(oracle.most_stars(stage.board, stage) for stage in STAGES if stage.level == level)
        for level in scoring.LEVELS
    ]
    assert levels == [45, 31, 15]
    assert catalog.MAXIMUM == sum(levels) == 91


def test_find_knows_45_addresses() -> None:
    assert catalog.find(2, 7) is STAGES[21]
    for level, number in ((0, 1), (1, 0), (1, 16), (4, 1), (-1, -1)):
        assert catalog.find(level, number) is None


def test_following_walks_the_whole_map() -> None:
    walk = [STAGES[0]]
    while (after := catalog.following(walk[-1])) is not None:
        walk.append(after)
    assert tuple(walk) == STAGES


@every_stage
def test_there_is_a_lesson_for_it(stage: Stage) -> None:
    assert stage.learn in lessons.BY_SLUG
