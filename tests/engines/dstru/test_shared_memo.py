"""Searches of many positions of one game, for a proof of all its games."""

from __future__ import annotations

from random import Random

import pytest

from games.engines.dstru.search import SearchEngine
from games.rules import DstruBoard


@pytest.mark.long
def test_searches_that_share_a_memo_choose_as_each_does_alone() -> None:
    engine, memo, rng = SearchEngine(), dict[object, float](), Random(3)
    asked = 0
    for _ in range(25):
        board = DstruBoard.start()
        while not board.over:
            if board.to_move != "Dos":
                alone = engine.choose(board, Random(0)).candidates
                assert engine.candidates(board, memo) == alone, board.notation
                asked += 1
            board = board.make_move(rng.choice(board.available_moves()))
    assert asked > 200
