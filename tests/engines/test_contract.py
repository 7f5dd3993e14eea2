"""What every engine promises, whichever it is."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engines import ENGINES, Engine, EngineError, engine, engines_for
from games.rules import Board, ClassicBoard
from tests.engines.positions import at, live

SLUGS = (
    "random",
    "smart",
    "linear",
    "linear-guarded",
    "minimax",
    "alphabeta",
    "bitboard",
    "perfect",
)

each_engine = pytest.mark.parametrize("slug", SLUGS)


def small(slug: str) -> list[ClassicBoard]:
    """A spread of live positions that even a full-tree search answers at once."""
    return [board for board in live() if board.ply >= 3][::37]


def test_classic_has_the_eight_engines_weakest_first() -> None:
    assert tuple(engines_for("classic")) == SLUGS


def test_an_unknown_engine_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(EngineError, match=r"'deep-blue' is no engine for classic: .*alphabeta"):
        engine("classic", "deep-blue")
    with pytest.raises(EngineError, match="'random' is no engine for chess: expected one of none"):
        engine("chess", "random")


@pytest.mark.parametrize(
    "each", [each for engines in ENGINES.values() for each in engines.values()]
)
def test_every_engine_introduces_itself_in_a_line_each(each: Engine) -> None:
    for text in (each.title, each.idea, each.strength):
        assert text
        assert "\n" not in text
        assert len(text) <= 90


@each_engine
def test_a_finished_game_is_refused(slug: str) -> None:
    for notation in ("XXXOO.... O", "XOXXOOOXX O"):
        with pytest.raises(EngineError, match=f"{slug} has no move: '{notation}' is over"):
            engine("classic", slug).choose(at(notation), Random(1))


@each_engine
def test_a_board_of_another_game_is_refused(slug: str) -> None:
    class Chess(ClassicBoard):
        VARIANT = "chess"

    with pytest.raises(EngineError, match=f"{slug} plays classic, not chess"):
        engine("classic", slug).choose(Chess(), Random(1))


@each_engine
def test_the_move_is_one_draw_from_the_candidates(slug: str) -> None:
    for board in small(slug):
        for seed in range(3):
            choice = engine("classic", slug).choose(board, Random(seed))
            assert choice.move == Random(seed).choice(choice.candidates)


@pytest.mark.long
@each_engine
@given(data=st.data())
def test_candidates_are_legal_rising_and_no_matter_of_chance(
    slug: str, data: st.DataObject
) -> None:
    board = data.draw(st.sampled_from(small(slug)))
    one, two = (engine("classic", slug).choose(board, Random(seed)) for seed in (1, 2))
    assert one.candidates == two.candidates == tuple(sorted(set(one.candidates)))
    assert set(one.candidates) <= set(board.available_moves())


@each_engine
def test_the_same_generator_gives_the_same_choice(slug: str) -> None:
    for board in small(slug)[::4]:
        one, two = (engine("classic", slug).choose(board, Random(5)) for _ in range(2))
        assert one == two


@each_engine
def test_the_line_begins_with_the_move_and_can_be_played(slug: str) -> None:
    for board in small(slug):
        choice = engine("classic", slug).choose(board, Random(3))
        assert choice.line[0] == choice.move
        after: Board = board
        for cell in choice.line:
            after = after.make_move(cell)


@each_engine
def test_the_view_is_plain_json_that_reads_back_the_same(slug: str) -> None:
    for board in small(slug)[::4]:
        view = dict(engine("classic", slug).choose(board, Random(3)).view)
        assert view
        assert json.loads(json.dumps(view)) == view


@pytest.mark.parametrize("slug", SLUGS[2:])
def test_every_legal_cell_has_a_value_and_no_other(slug: str) -> None:
    for board in small(slug):
        choice = engine("classic", slug).choose(board, Random(3))
        assert set(choice.values) == set(board.available_moves())


@pytest.mark.parametrize("slug", ["minimax", "alphabeta", "bitboard", "perfect"])
def test_a_perfect_line_ends_the_game_as_soon_as_promised(slug: str) -> None:
    for board in small(slug):
        choice = engine("classic", slug).choose(board, Random(3))
        after: Board = board
        for cell in choice.line:
            after = after.make_move(cell)
        assert after.is_game_over()
        assert len(choice.line) == choice.view["plies"][str(choice.move)]
