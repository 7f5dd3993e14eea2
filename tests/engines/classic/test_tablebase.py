"""The complete table: when it is built, what it holds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from games.engines.classic.bitboards import cell_of, sides
from games.engines.classic.tablebase import board_of, key_of, table
from games.rules import ClassicBoard
from tests.engines.positions import live, reachable


def test_it_is_not_built_by_importing_the_engines() -> None:
    code = (
        "import games.engines as s, games.engines.classic.tablebase as t;"
        "print(t.table.cache_info().currsize); s.solve('classic');"
        "print(t.table.cache_info().currsize)"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "1"]


def test_keys_read_back() -> None:
    for board in reachable():
        assert board_of(key_of(board)) == board


def test_layers_hold_the_positions_ply_by_ply() -> None:
    sizes = [len(layer) for layer in table().layers]
    assert sizes == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    for ply, layer in enumerate(table().layers):
        assert {board_of(key).ply for key in layer.tolist()} == {ply}


def test_best_moves_are_exactly_those_of_the_highest_score() -> None:
    for board in live():
        scores = {m: -table().score(board.make_move(m)) for m in board.available_moves()}
        best = {m for m, score in scores.items() if score == max(scores.values())}
        mask = table().best[key_of(board)]
        assert {cell_of(1 << m) for m in range(9) if mask >> m & 1} == best


def test_finished_positions_have_no_best_move() -> None:
    for board in reachable():
        own, other = sides(board)
        assert (table().best[own << 9 | other] == 0) == board.is_game_over()


def test_the_empty_board_is_a_draw_by_every_move() -> None:
    assert table().score(ClassicBoard()) == 0
    assert table().best[0] == 511
