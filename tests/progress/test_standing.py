"""What follows from somebody's stars, and how the pages say it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import ClassicBoard
from progress.campaign import catalog, presenters, sentences
from progress.campaign.catalog import STAGES, at
from progress.campaign.sentences import AttemptResult
from progress.campaign.standing import Standing

KEYS = [stage.key for stage in STAGES]
star_maps = st.dictionaries(st.sampled_from(KEYS), st.integers(0, 3))


def upto(count: int, stars: int = 1) -> Standing:
    """Somebody who has cleared the first ``count`` stages of the map."""
    return Standing(dict.fromkeys(KEYS[:count], stars))


def test_next_stage_is_the_first_not_cleared() -> None:
    assert Standing().next_stage == at(1, 1)
    assert upto(7).next_stage == at(1, 8)
    assert upto(15).next_stage == at(2, 1)
    assert Standing({(1, 1): 0}).next_stage == at(1, 1)


def test_the_exam_and_level_2_are_gone_on_from() -> None:
    passed = {(1, 1): 2, (1, 15): 1}
    assert Standing(passed).next_stage == at(2, 1)
    assert Standing(passed | {(2, 1): 1}).next_stage == at(2, 2)
    rest = dict.fromkeys(KEYS[14:], 1)
    assert Standing(rest).next_stage == at(1, 1)


def test_a_level_that_opened_early_is_offered_beside_the_next_stage() -> None:
    twice = Standing({(1, 1): 3, (1, 2): 3})
    assert (twice.next_stage, twice.ahead_of(twice.next_stage, STAGES)) == (at(1, 3), at(2, 1))
    for other in (Standing(), upto(7, 2), upto(15), upto(45), Standing({(1, 15): 1})):
        assert other.ahead_of(other.next_stage, STAGES) is None


def test_with_all_cleared_it_is_the_first_with_more_to_give() -> None:
    assert upto(45).next_stage == at(1, 1)
    assert Standing({stage.key: stage.most for stage in STAGES}).next_stage is None


@pytest.mark.parametrize("count", range(45))
def test_climbing_in_order_opens_exactly_one_more_beside_the_exam(count: int) -> None:
    standing = upto(count)
    opened = [stage for stage in STAGES if standing.is_open(stage)]
    assert opened == [*STAGES[: count + 1], *([at(1, 15)] if count < 14 else [])]
    assert standing.next_stage == STAGES[count]


@given(star_maps)
def test_what_is_next_is_open(stars: dict[tuple[int, int], int]) -> None:
    standing = Standing(stars)
    following = standing.next_stage
    assert following is None or standing.best(following) < following.most
    cleared_all = all(standing.is_cleared(stage) for stage in STAGES)
    assert cleared_all or (following is not None and standing.is_open(following))


@given(star_maps)
def test_locked_stages_say_why_and_open_ones_do_not(stars: dict[tuple[int, int], int]) -> None:
    standing = Standing(stars)
    for stage in STAGES:
        assert bool(standing.what_opens(stage)) != standing.is_open(stage)


def test_what_opens() -> None:
    assert upto(3).what_opens(at(1, 6)) == "Stage 6 opens when you clear stage 5, The corner."
    assert upto(3).what_opens(at(2, 1)) == (
        "Level 2 opens when you have a star on every stage of level 1, three stars on two stages "
        "in a row, or a star in the exam. You have 3 of 15."
    )


def test_states_on_the_map() -> None:
    drawn = presenters.campaign(upto(2), {(1, 3): "abcdefghjkmn"}, "classic")
    states = [card.state for level in drawn for card in level.stages]
    assert states == ["done", "done", "now", *["locked"] * 11, "open"] + ["locked"] * 30
    assert drawn[0].stages[2].game == "/campaign/games/abcdefghjkmn/"
    assert [level.open for level in drawn] == [True, False, False]


def test_figures() -> None:
    figures = presenters.figures(upto(2, stars=3))
    assert (figures.total, figures.cleared, figures.stages) == (6, 2, 45)
    assert (figures.maximum, figures.printed) == (133, 135)


# --- words -------------------------------------------------------------------------------


def brought(stage: tuple[int, int], result: str, stars: int, before: int = 0, **more: object):  # type: ignore[no-untyped-def]
    moves = {3: 3, 2: 4, 1: 5}.get(stars, 4)
    best = max(stars, before)
    return AttemptResult(at(*stage), result, moves, stars, before, best, **more)  # type: ignore[arg-type]


def test_a_first_win() -> None:
    won = brought((1, 1), "won", 2, opened=at(1, 2), onward=at(1, 2))
    assert won.headline == "Two stars"
    assert won.sentence == "You won in four moves."
    assert won.kept == ""
    assert won.news == "Stage 2, The centre, is open."
    assert won.again == "Try for three stars"


def test_a_better_win() -> None:
    won = brought((1, 1), "won", 3, before=1)
    assert won.headline == "Three stars, your best here"
    assert won.kept == "Your best was one star."
    assert won.again == "Play again"


def test_a_poorer_result_keeps_the_best() -> None:
    lost = brought((1, 1), "lost", 0, before=2)
    assert lost.headline == "No stars"
    assert lost.kept == "You keep your best result here: two stars."
    assert lost.again == "Try for three stars"


def test_losses_and_draws() -> None:
    assert brought((1, 1), "lost", 0).again == "Try again"
    assert "only a win" in brought((2, 1), "drawn", 0).sentence
    assert "only a win" in brought((3, 14), "drawn", 0).sentence
    assert brought((3, 15), "drawn", 1).sentence.startswith("A draw clears")
    assert brought((3, 15), "drawn", 1).again == "Play again"


def test_a_new_level() -> None:
    won = brought((1, 15), "won", 1, opened=at(2, 1), opened_level=catalog.level(2))
    assert won.news == "Level 2 is open: your opponent takes wins and blocks yours."


def test_the_end_of_the_road() -> None:
    held = brought((3, 15), "drawn", 1, all_cleared=True)
    assert held.news == "That was the last board. You have cleared the campaign."
    assert brought((3, 15), "drawn", 1, before=1, all_cleared=True).news == ""
    assert brought((3, 15), "drawn", 1).news == ""


@pytest.mark.parametrize(
    ("notation", "spoken"),
    [
        ("......... X", "an empty board"),
        ("X........ O", "X on a1"),
        ("XX...O.O. X", "X on a1 and b1, O on c2 and b3"),
        ("XXO.O...X O", "X on a1, b1 and c3, O on c1 and b2"),
    ],
)
def test_positions_read_out(notation: str, spoken: str) -> None:
    assert sentences.position(ClassicBoard.from_notation(notation)) == spoken
