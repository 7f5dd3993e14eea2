"""The page that plays without the server chooses as the server's engine does, everywhere."""

from __future__ import annotations

import json
import subprocess
from random import Random

import pytest

from games import engines
from games.engines.classic.bitboards import sides
from tests.engines.positions import live
from tests.js.test_in_node import HERE, NODE


def positions() -> list[tuple[int, int]]:
    """Every position in which the game goes on: the squares of the side to move, the other's."""
    return [sides(board) for board in live()]


def choices() -> list[list[list[int]]]:
    """What the engine chooses among in each of them: its best moves, and the first as printed."""
    ours = engines.engine("classic", "bitboard")
    printed = engines.engine("classic", "bitboard:ties=first")
    return [
        [list(one.choose(board, Random(0)).candidates) for one in (ours, printed)]
        for board in live()
    ]


@pytest.mark.long
@pytest.mark.skipif(NODE is None, reason="no Node here: test_solo.py asks the same of a browser")
def test_its_choice_is_that_of_bitboard_in_all_4520_positions() -> None:
    command = [str(NODE), "--import", "./node.mjs", "solo_moves.mjs"]
    asked = json.dumps(positions())
    ran = subprocess.run(command, cwd=HERE, input=asked, capture_output=True, text=True, check=True)
    assert len(positions()) == 4520
    assert json.loads(ran.stdout) == choices()
