"""What every engine of every game promises."""

from __future__ import annotations

import json
from random import Random

import pytest

from games.engines import Engine, EngineError, engine, engines_for, rival_engines, solution_of
from games.engines.answers import as_data
from games.rules import VARIANTS, Board
from tests.conformance.positions import small

FEW = 6
"""Positions that each engine is asked in: some of them search."""


def asked(game: type[Board], one: Engine) -> list[Board]:
    boards = [board for board in small(game) if one.holds(board.to_move)]
    return boards[:: max(1, len(boards) // FEW)]


def test_every_seat_can_be_held_by_an_engine(game: type[Board]) -> None:
    assert rival_engines(game.VARIANT)
    assert all(engines_for(game.VARIANT, seat) for seat in game.SEATS)


def test_every_engine_is_found_by_its_name(game: type[Board]) -> None:
    for slug, one in engines_for(game.VARIANT).items():
        assert engine(game.VARIANT, slug) is one
        assert (one.slug, one.name, one.variant) == (slug, slug, game.VARIANT)
        assert all(text and "\n" not in text for text in (one.title, one.idea, one.strength))


@pytest.mark.long
def test_every_engine_plays_legal_moves_and_the_same_with_the_same_generator(
    game: type[Board],
) -> None:
    solution_of(game).make_ready(game.start())
    for one in engines_for(game.VARIANT).values():
        boards = asked(game, one)
        assert boards
        for board in boards:
            choice = one.choose(board, Random(3))
            assert set(choice.candidates) <= set(board.available_moves())
            assert choice.move == Random(3).choice(choice.candidates)
            assert choice.line[0] == choice.move
            assert set(choice.values) <= set(board.available_moves())
            assert one.choose(board, Random(3)) == choice
            assert json.loads(json.dumps(as_data(choice)))


def test_every_engine_refuses_what_it_cannot_play(game: type[Board]) -> None:
    others = [other for other in VARIANTS.values() if other is not game]
    over = game.start()
    for cell in game.EXAMPLE:
        over = over.make_move(cell)
    for one in engines_for(game.VARIANT).values():
        with pytest.raises(EngineError, match="is over"):
            one.choose(over, Random(1))
        for other in others:
            with pytest.raises(EngineError, match=f"plays {game.VARIANT}, not {other.VARIANT}"):
                one.choose(other.start(), Random(1))
