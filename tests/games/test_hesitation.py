"""How characters hesitate: within bounds, at cells that are there, and the same every time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.characters import CAST, Character, breath, character
from games.match import Clock, Match, Seat
from games.presenters.breaths import breath_of
from games.rules import VARIANTS, ClassicBoard


def cast(name: str) -> Character:
    return next(one for one in CAST if one.name == name)


@pytest.mark.parametrize("one", CAST, ids=lambda one: one.name)
def test_a_breath_takes_400_to_700_ms_and_looks_at_cells_that_can_be_used(one: Character) -> None:
    board = VARIANTS[one.variant].start()
    if not one.strokes:
        board = board.make_move(0).make_move(5)
    move = board.available_moves()[0]
    for key in ("a", "b", "c"):
        taken = breath(one.hesitation, board, move, key)
        assert 400 <= taken.ms <= 700
        assert set(taken.cells) <= set(board.available_moves())
        assert taken == breath(one.hesitation, board, move, key)


def test_bruno_looks_at_the_square_he_guards() -> None:
    board = ClassicBoard.from_notation("XX..O.... O")
    assert breath(cast("Bruno").hesitation, board, 2, "key").cells == (2,)


def test_sable_does_not_hesitate_with_a_move_that_threatens() -> None:
    board = ClassicBoard.from_notation("X...O...X O")
    assert breath(cast("Sable").hesitation, board, 1, "key").ms == 400
    assert breath(cast("Sable").hesitation, board, 1, "key").cells == ()


SEATS = (Seat("X", "person", 1, "ada"), Seat("O", "engine", engine="random"))


def reply(**fields: object) -> Match:
    board = ClassicBoard().make_move(4).make_move(0)
    match = Match("g", board, SEATS, "engine", status="active", moves=(4, 0))
    return replace(match, **fields)  # type: ignore[arg-type]


def test_only_the_move_of_an_engine_has_a_breath() -> None:
    found = breath_of(reply())
    assert found is not None
    pip = character("classic", "random")
    assert pip is not None
    assert pip.hesitation.least <= found["ms"] <= pip.hesitation.most
    assert len(found["cells"]) == 2
    people = (SEATS[0], Seat("O", "person", 2, "grace"))
    assert breath_of(reply(seats=people)) is None
    assert breath_of(reply(board=ClassicBoard().make_move(4), moves=(4,))) is None


def test_nothing_hesitates_under_a_clock_or_in_an_opening() -> None:
    assert breath_of(reply(clock=Clock(60_000, 0, {"X": 60_000, "O": 60_000}))) is None
    assert breath_of(reply(opening=2)) is None


def test_the_breath_says_nothing_about_the_secret_seed() -> None:
    assert breath_of(reply(seed=1)) == breath_of(reply(seed=2))
