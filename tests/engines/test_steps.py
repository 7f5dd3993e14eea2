"""A search that is asked for any of its steps says what a search that runs from the start says."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from math import inf
from random import Random
from typing import NamedTuple

import pytest

from games.engines import engine
from games.engines.classic.tablebase import table
from games.engines.steps import Moment, SteppedSearch, TreeNode
from games.engines.subtrees import ending, in_order, is_high, levels, size
from games.engines.techniques import saving
from games.rules import Board, ClassicBoard
from tests.engines.positions import at

LIVE = [b for b in table().boards() if not b.is_game_over() and b.ply >= 4]
SAMPLE = Random(3).sample(LIVE, 60)
LESSON = "X.O.X...O X"

SEARCHES = {
    "minimax": SteppedSearch(),
    "alphabeta": SteppedSearch(saving("pruning")),
    "ordered": SteppedSearch(saving("pruning", "ordering")),
}


class Event(NamedTuple):
    """A step as the plain search below writes it down."""

    kind: str
    path: tuple[int, ...]
    cell: int | None
    alpha: float
    beta: float


def run(board: Board, search: SteppedSearch) -> Iterator[Event]:
    """The steps of a search written down as it runs, without anything that is kept."""
    yield from _run(board, (), -inf, inf, search)
    yield Event("done", (), None, 0, 0)


def _run(
    board: Board, path: tuple[int, ...], alpha: float, beta: float, search: SteppedSearch
) -> Generator[Event, None, float]:
    value = ending(board)
    if value is not None:
        yield Event("end", path, None, alpha, beta)
        return value
    yield Event("enter" if path else "start", path, None, alpha, beta)
    moves = in_order(board) if search.techniques.ordering else board.available_moves()
    sign, best = (1 if is_high(board) else -1), -inf
    for tried, cell in enumerate(moves, 1):
        handed = (alpha, beta) if search.pruning else (-inf, inf)
        child = yield from _run(board.make_move(cell), (*path, cell), *handed, search)
        best = max(best, sign * child)
        if is_high(board):
            alpha = max(alpha, child)
        else:
            beta = min(beta, child)
        yield Event("back", path, cell, alpha, beta)
        if search.pruning and alpha >= beta and tried < len(moves):
            yield Event("cut", path, cell, alpha, beta)
            break
    return sign * best


def told(moment: Moment) -> Event:
    frame = moment.frame
    if moment.kind == "done":
        return Event("done", (), None, 0, 0)
    cell = moment.branch.cell if moment.branch else None
    return Event(moment.kind, frame.path, cell, frame.alpha.value, frame.beta.value)


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_every_step_is_the_one_of_a_search_that_runs(search: SteppedSearch) -> None:
    for board in SAMPLE:
        events = list(run(board, search))
        assert search.steps(board) == len(events)
        assert [told(search.moment(board, n)) for n in range(1, len(events) + 1)] == events


@pytest.mark.long
@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_counts_grow_to_those_of_the_whole_search(search: SteppedSearch) -> None:
    for board in SAMPLE:
        found, last = search.found(board), search.moment(board, search.steps(board))
        assert (last.nodes, last.cutoffs, last.skipped) == (
            found.nodes,
            found.cutoffs,
            found.skipped,
        )
        assert found.nodes + found.skipped == size(board) == sum(levels(board))
        counted = [search.moment(board, n) for n in range(1, search.steps(board))]
        reads = [moment.nodes for moment in counted]
        assert reads == sorted(reads)
        entered = sum(moment.kind in ("start", "enter", "end") for moment in counted)
        assert entered == found.nodes


def test_the_value_is_exact_and_a_bound_holds() -> None:
    for search in SEARCHES.values():
        for board in SAMPLE:
            assert search.found(board).value == _true(board)
            assert search.found(board).bound == "exact"
            for frame in search.best_line(board):
                for branch in frame.branches:
                    if branch.found is None:
                        continue
                    value, true = branch.found.value, _true(branch.board)
                    bound = branch.found.bound
                    fits = {"exact": value == true, "upper": value >= true, "lower": value <= true}
                    assert fits[bound], (board.notation, branch.board.notation)


def _true(board: Board) -> int:
    """The value for X by the solution."""
    assert isinstance(board, ClassicBoard)
    score = table().score(board) * (1 if board.to_move == "X" else -1)
    return 10 * ((score > 0) - (score < 0))


def test_minimax_reads_what_the_engine_reads() -> None:
    for board in SAMPLE[:20]:
        nodes = engine("classic", "minimax").choose(board, Random(0)).nodes
        assert SEARCHES["minimax"].found(board).nodes == nodes


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_the_next_cut_is_the_first_one_that_follows(search: SteppedSearch) -> None:
    for board in SAMPLE[:20]:
        steps = range(1, search.steps(board) + 1)
        cuts = [n for n in steps if search.moment(board, n).kind == "cut"]
        for step in steps:
            assert search.next_cut(board, step) == next((n for n in cuts if n > step), None)


def test_stepping_over_leaves_the_position_in_hand() -> None:
    search, board = SEARCHES["alphabeta"], at(LESSON)
    for step in range(1, search.steps(board)):
        moment = search.moment(board, step)
        after = search.moment(board, search.over(moment))
        assert after.step > step
        if len(moment.stack) == 1:
            assert after.kind == "done"
        else:
            assert after.kind == "back"
            assert after.branch is not None
            assert (*after.frame.path, after.branch.cell) == moment.frame.path


def test_the_lesson_is_read_as_in_the_textbook() -> None:
    board = at(LESSON)
    counts = {
        name: (found.nodes, found.cutoffs, found.moves_cut, found.skipped, search.steps(board))
        for name, search in SEARCHES.items()
        for found in [search.found(board)]
    }
    assert counts == {
        "minimax": (186, 0, 0, 0, 372),
        "alphabeta": (88, 21, 27, 98, 197),
        "ordered": (120, 18, 22, 66, 258),
    }
    root = SEARCHES["alphabeta"].best_line(board)[0]
    values = {
        branch.board.cell_name(branch.cell): (branch.found.bound, branch.found.value)
        for branch in root.branches
        if branch.found
    }
    assert values == {
        "b1": ("exact", -10),
        "a2": ("upper", -10),
        "c2": ("exact", 0),
        "a3": ("upper", 0),
        "b3": ("upper", 0),
    }


def test_the_empty_board_needs_no_more_than_its_positions() -> None:
    board = ClassicBoard.start()
    reads = {name: search.found(board).nodes for name, search in SEARCHES.items()}
    assert reads == {"minimax": 549_946, "alphabeta": 18_297, "ordered": 7_275}
    assert SEARCHES["minimax"].steps(board) == 2 * 549_946
    middle = SEARCHES["minimax"].moment(board, 549_946)
    branches = [branch for frame in middle.stack for branch in frame.branches]
    to_come = sum(size(branch.board) for branch in branches if not branch.entered)
    assert middle.nodes + to_come == 549_946


def nodes(search: SteppedSearch, node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for one in search.children(node):
        yield from nodes(search, one)


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
def test_the_finished_tree_holds_every_position_at_the_step_it_says(
    search: SteppedSearch,
) -> None:
    for board in SAMPLE[:25]:
        every = list(nodes(search, search.tree(board)))
        assert len(every) == len({node.path for node in every}) == size(board)
        assert sum(node.found is not None for node in every) == search.found(board).nodes
        for node in every:
            moment = search.moment(board, node.step)
            if node.found is not None:
                assert moment.kind in ("start", "enter", "end")
                assert moment.frame.path == node.path
            elif node.cut:
                assert moment.kind == "cut"
                assert moment.frame.path == node.path[:-1]
                assert node.path[-1] in [one.cell for one in moment.frame.branches if one.cut]


def test_a_line_that_cannot_be_played_is_refused() -> None:
    search, board = SEARCHES["alphabeta"], at(LESSON)
    assert search.at_path(board, (1, 3))[-1].board.notation == "XXOOX...O X"
    with pytest.raises(ValueError, match="'a1' is no line of moves"):
        search.at_path(board, (0,))


@pytest.mark.parametrize("step", [0, -1, 198])
def test_a_step_that_there_is_not_is_refused(step: int) -> None:
    with pytest.raises(ValueError, match=f"Step {step} is not between 1 and 197"):
        SEARCHES["alphabeta"].moment(at(LESSON), step)
