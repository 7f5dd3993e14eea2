"""The search that keeps a diary finds what the engines find, and cuts only what cannot matter."""

from __future__ import annotations

from random import Random

import pytest

from games.engines import engine
from games.engines.classic.tablebase import table
from games.engines.trace import Node, Trace
from games.rules import ClassicBoard
from tests.engines.positions import at, exact

LIVE = [b for b in table().boards() if not b.is_game_over() and b.ply >= 4]
SAMPLE = Random(3).sample(LIVE, 200)
FEW_FREE = [b for b in LIVE if b.ply >= 5]


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


def test_every_step_has_its_number_and_every_move_is_read_or_cut() -> None:
    for board in SAMPLE[:40]:
        trace = Trace(board, 9, pruning=True)
        nodes = walk(trace.root)
        numbers = sorted(n for node in nodes for n in (node.entered, node.left))
        assert numbers == list(range(1, trace.steps + 1))
        for node in nodes:
            legal = node.board.available_moves() if not node.board.is_game_over() else ()
            cut = node.cut.moves if node.cut else ()
            assert (*(child.cell for child in node.children), *cut) == legal
        assert trace.visited + trace.unread == Trace(board, 0, pruning=False).visited


def test_every_value_is_what_its_bound_says_for_the_side_at_the_root() -> None:
    for board in (*FEW_FREE, *SAMPLE):
        for node in walk(Trace(board, 9, pruning=True).root):
            true = exact(node.board) * (1 if node.high else -1)
            fits = {
                "exact": node.value == true,
                "upper": node.value >= true,
                "lower": node.value <= true,
            }
            assert fits[node.bound], (board.notation, node.board.notation, node.value, node.bound)
            inside = node.alpha.value < node.value < node.beta.value
            assert node.bound == "exact" or not inside


def test_without_pruning_every_value_is_exact() -> None:
    for board in SAMPLE[:40]:
        nodes = walk(Trace(board, 9, pruning=False).root)
        assert {node.bound for node in nodes} == {"exact"}


def test_a_cut_names_the_ancestor_whose_window_it_left() -> None:
    found = 0
    for board in SAMPLE:
        trace = Trace(board, 9, pruning=True)
        parents = {id(child): node for node in walk(trace.root) for child in node.children}
        for node in walk(trace.root):
            if node.cut is None:
                continue
            found += 1
            limit, owner = node.cut.limit, node.cut.limit.at
            assert owner is not None
            assert limit.by in owner.children
            assert limit.by is not None
            assert limit.by.value == limit.value
            assert owner.high != node.high  # alpha is MAX's and cuts where MIN moves
            above, seen = node, []
            while (up := parents.get(id(above))) is not None:
                seen.append(up)
                above = up
            assert any(one is owner for one in seen)
            reached = node.cut.by.value
            assert reached >= limit.value if node.high else reached <= limit.value
    assert found > 100


def test_the_lesson_is_read_as_in_the_textbook() -> None:
    trace = Trace(at("X.O.X...O X"), 9, pruning=True)
    cuts = [node for node in walk(trace.root) if node.cut]
    assert (trace.visited, len(cuts), trace.cutoffs, trace.unread) == (88, 21, 27, 98)
    told = {n.board.cell_name(n.cell or 0): (n.bound, n.value) for n in trace.root.children}
    assert told == {
        "b1": ("exact", -10),
        "a2": ("upper", -10),
        "c2": ("exact", 0),
        "a3": ("upper", 0),
        "b3": ("upper", 0),
    }


def test_the_start_board_is_only_folded() -> None:
    trace = Trace(ClassicBoard(0b1, 0b10000), 0, pruning=True)
    assert trace.root.inside == trace.visited - 1
