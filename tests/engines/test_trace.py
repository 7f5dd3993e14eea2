"""The search that keeps a diary finds what the engines find, and cuts only what cannot matter."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import engine
from games.engines.table import table
from games.engines.trace import Node, Trace
from games.rules import ClassicBoard

LIVE = [b for b in table().boards() if not b.is_game_over() and b.ply >= 4]
SAMPLE = Random(3).sample(LIVE, 200)


def walk(node: Node) -> list[Node]:
    return [node, *(found for child in node.children for found in walk(child))]


@pytest.mark.parametrize("pruning", [False, True])
def test_the_root_has_the_exact_value(pruning: bool) -> None:
    for board in SAMPLE:
        score = table().score(board)
        value = 10 * ((score > 0) - (score < 0))
        assert Trace(board, 2, pruning).root.value == value
        assert Trace(board, 9, pruning).root.value == value


def test_plain_minimax_visits_what_the_engine_visits() -> None:
    for board in SAMPLE[:40]:
        nodes = engine("classic", "minimax").choose(board, Random(0)).nodes
        for plies in (0, 2, 9):
            trace = Trace(board, plies, pruning=False)
            assert (trace.visited, trace.cutoffs) == (nodes, 0)


def test_depth_of_the_diary_changes_no_count() -> None:
    for board in SAMPLE[:40]:
        counts = {(t.visited, t.cutoffs) for t in (Trace(board, p, True) for p in (1, 2, 5))}
        assert len(counts) == 1


def test_a_cut_has_its_reason_and_every_step_its_number() -> None:
    for board in SAMPLE[:40]:
        trace = Trace(board, 9, pruning=True)
        nodes = walk(trace.root)
        numbers = sorted(n for node in nodes for n in (node.entered, node.left))
        assert numbers == list(range(1, trace.steps + 1))
        for node in nodes:
            legal = node.board.available_moves()
            assert (*(child.cell for child in node.children), *node.cut) == legal
            if node.cut:
                assert node.reason is not None
                assert node.reason[0] <= node.reason[1]


def test_the_start_board_is_only_folded() -> None:
    trace = Trace(ClassicBoard(0b1, 0b10000), 0, pruning=True)
    assert trace.root.inside == trace.visited - 1
