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


@pytest.mark.skipif(NODE is None, reason="no Node here: test_solo.py plays some games in a browser")
def test_its_choice_is_that_of_bitboard_in_all_4520_positions() -> None:
    command = [str(NODE), "--import", "./node.mjs", "solo_moves.mjs"]
    asked = json.dumps([sides(board) for board in live()])
    ran = subprocess.run(command, cwd=HERE, input=asked, capture_output=True, text=True, check=True)
    ours = engines.engine("classic", "bitboard")
    printed = engines.engine("classic", "bitboard:ties=first")
    expected = [
        [list(one.choose(board, Random(0)).candidates) for one in (ours, printed)]
        for board in live()
    ]
    assert len(expected) == 4520
    assert json.loads(ran.stdout) == expected
