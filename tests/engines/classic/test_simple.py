"""``random`` and ``smart`` (document 000, formula 9)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.engines import engine
from games.rules import ClassicBoard
from tests.engines.positions import at, live

SMART = engine("classic", "smart")


def test_random_may_play_every_free_cell_about_as_often() -> None:
    rng = Random(7)
    drawn = Counter(
        engine("classic", "random").choose(ClassicBoard(), rng).move for _ in range(900)
    )
    assert set(drawn) == set(range(9))
    assert all(60 <= count <= 140 for count in drawn.values())


@pytest.mark.parametrize(
    ("notation", "rule", "cells"),
    [
        ("XX.OO.... X", "win", [2]),
        ("XX.O..... O", "block", [2]),
        ("X..OX.O.. X", "win", [8]),
        ("X...O.... X", "random", [1, 2, 3, 5, 6, 7, 8]),
        ("XOX.X.O.. O", "block", [8]),
        ("X.XOO.X.. O", "win", [5]),
    ],
)
def test_smart_wins_then_blocks_then_draws_lots(notation: str, rule: str, cells: list[int]) -> None:
    choice = SMART.choose(at(notation), Random(0))
    assert (choice.view["rule"], list(choice.candidates)) == (rule, cells)


def test_smart_never_passes_over_a_win_or_a_needed_block() -> None:
    for board in live():
        own, other = ("X", "O") if board.to_move == "X" else ("O", "X")
        needed = board.winning_cells(own) or board.winning_cells(other)
        expected = needed or board.available_moves()
        assert SMART.choose(board, Random(0)).candidates == expected
