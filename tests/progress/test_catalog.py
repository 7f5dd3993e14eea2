"""Every stage is what it says it is, by exhaustive search."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.analysis.learn import lessons
from games.engines import engines_for
from games.rules import ClassicBoard
from progress.campaign import catalog, scoring
from progress.campaign.catalog import STAGES, Stage
from progress.campaign.facts import facts_of
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
LAST = catalog.at(3, 15)
LEVELS = {level: [s for s in STAGES if s.level == level] for level in scoring.LEVELS}
BY_FORCE = [stage for stage in STAGES if stage.level > 1 and stage != LAST]


def kind(board: ClassicBoard) -> tuple[str, ...]:
    """One board to stand for all that are the same but for turning and mirroring."""
    return min(tuple(board.marks[cell] or "." for cell in image) for image in SYMMETRIES)


def test_there_are_45_stages_in_order() -> None:
    assert [stage.key for stage in STAGES] == [(lv, n) for lv in (1, 2, 3) for n in range(1, 16)]
    assert len({(stage.level, stage.name) for stage in STAGES}) == 45


@every_stage
def test_stage_waits_for_the_player_on_every_board_but_the_last(stage: Stage) -> None:
    assert stage.engine in engines_for(stage.variant)
    assert stage.engine == catalog.level(stage.level).engine
    assert not stage.board.is_game_over()
    assert stage.first == ("engine" if stage == LAST else "player")
    assert {stage.player, stage.opponent} == {"X", "O"}


def test_campaign_begins_and_ends_on_the_empty_board() -> None:
    assert STAGES[0].board == LAST.board == ClassicBoard()
    assert (STAGES[0].player, LAST.player) == ("X", "O")


@every_stage
def test_words_fit_their_place(stage: Stage) -> None:
    assert 0 < len(stage.name) <= 16
    assert max(len(word) for word in stage.name.split()) <= 10  # a tile is narrow on a telephone
    assert 0 < len(stage.question) <= 84
    assert stage.question.endswith("?")
    assert len(stage.title) <= 80  # games.Game.event


@pytest.mark.parametrize("level", scoring.LEVELS)
def test_no_two_stages_of_a_level_are_one_board_under_symmetry(level: int) -> None:
    kinds = {kind(stage.board) for stage in LEVELS[level]}
    assert len(kinds) == 15


@pytest.mark.parametrize("level", scoring.LEVELS)
def test_number_of_moves_that_keep_the_win_never_rises(level: int) -> None:
    counts = [len(facts_of(stage).winning_moves) for stage in LEVELS[level]]
    assert counts == sorted(counts, reverse=True)


def test_best_play_wins_level_1_with_a_probability_of_nine_tenths_or_more() -> None:
    chances = [facts_of(stage).win_probability for stage in LEVELS[1]]
    assert min(chances) == Fraction(14, 15)
    assert chances[0] == Fraction(191, 192)


@pytest.mark.parametrize("stage", BY_FORCE, ids=lambda s: f"{s.level}.{s.number}")
def test_levels_2_and_3_are_won_by_force_in_three_moves(stage: Stage) -> None:
    win_in = facts_of(stage).win_in
    assert win_in is not None
    assert win_in == oracle.forced_in(stage.board, stage.player) <= 3
    assert facts_of(stage).win_probability == 1


def test_no_win_is_immediate_after_the_first_third_of_level_2() -> None:
    immediate = [stage.key for stage in BY_FORCE if facts_of(stage).win_in == 1]
    assert immediate == [(2, 1), (2, 2)]


def test_one_move_alone_wins_the_last_stages_of_level_3() -> None:
    assert [len(facts_of(stage).winning_moves) for stage in LEVELS[3]][7:14] == [1] * 7


@pytest.mark.long
def test_nobody_wins_the_last_stage() -> None:
    facts = facts_of(LAST)
    assert (facts.win_in, facts.winning_moves, facts.win_probability) == (None, (), 0)


@pytest.mark.long
@every_stage
def test_facts_agree_with_a_search_of_their_own(stage: Stage) -> None:
    facts, board = facts_of(stage), stage.board
    assert facts.stars == stage.most == oracle.most_stars(board, stage)
    assert float(facts.win_probability) == pytest.approx(oracle.chance(board, stage), abs=1e-12)
    if stage != LAST:
        names = {board.cell_name(cell) for cell in facts.winning_moves}
        assert names == oracle.moves_worth(board, 1)


def test_the_maximum_is_what_the_boards_and_engines_allow() -> None:
    levels = [sum(facts_of(stage).stars for stage in LEVELS[level]) for level in scoring.LEVELS]
    assert levels == [45, 45, 43]
    assert catalog.MAXIMUM == sum(levels) == 133


@pytest.mark.parametrize(
    ("notation", "seat", "opening", "made"),
    [
        ("XXXOO.... O", "X", 0, 3),
        ("XXXOO.... O", "X", 4, 1),
        ("XXXOO.... O", "O", 3, 1),
        ("XXXOO.... O", "O", 4, 0),
    ],
)
def test_moves_made_leave_the_opening_out(
    notation: str, seat: str, opening: int, made: int
) -> None:
    assert catalog.moves_made(ClassicBoard.from_notation(notation), seat, opening) == made


def test_find_knows_the_addresses() -> None:
    assert catalog.find(2, 7) is STAGES[21]
    for level, number in ((0, 1), (1, 0), (1, 16), (9, 1), (-1, -1)):
        assert catalog.find(level, number) is None
    assert catalog.find(4, 10) is not None
    assert catalog.find(4, 11) is None


def test_following_walks_the_whole_map() -> None:
    walk = [STAGES[0]]
    while (after := catalog.following(walk[-1])) is not None:
        walk.append(after)
    assert tuple(walk) == STAGES


@every_stage
def test_there_is_a_lesson_for_it(stage: Stage) -> None:
    assert stage.learn in lessons.BY_SLUG
