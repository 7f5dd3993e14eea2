"""The whole tree is counted exactly: as plain counting of every move does, where it can."""

from __future__ import annotations

import pytest

from games.analysis import compute_tasks
from games.engines import solution_of
from games.engines.dstru.counts import levels, plies, size, sizes, tree
from games.engines.dstru.search import alike
from games.engines.subtrees import levels as plain
from games.rules import DstruBoard, read_notation

START = DstruBoard.start()
LATE = [
    read_notation("TUTUUT.TU.UUTT.T U"),
    read_notation("TT.UTUTU.TTUT.UU U ="),
    read_notation("TUTUUT.TU.UUTT.T U").make_move(9),
]


def games(board: DstruBoard) -> dict[str, int]:
    """The complete games from ``board`` by winner, one by one."""
    if (outcome := board.outcome) is not None:
        return {outcome.winner or "": 1}
    found: dict[str, int] = {}
    for cell in board.available_moves():
        for winner, count in games(board.make_move(cell)).items():
            found[winner] = found.get(winner, 0) + count
    return found


@pytest.mark.long
def test_levels_are_those_of_plain_counting() -> None:
    for board in LATE:
        found = levels(board)
        assert tuple(level.positions for level in found) == plain(board), board.notation
        assert [level.ply for level in found] == list(range(board.ply, board.ply + len(found)))
        ended = {seat: sum(level.ended[seat] for level in found) for seat in board.SEATS}
        assert {seat: count for seat, count in ended.items() if count} == games(board)
        assert size(board) == sum(plain(board))


def test_the_first_levels_count_cells_kinds_and_positions_that_differ() -> None:
    found = levels(START)
    assert [level.positions for level in found[:6]] == [1, 16, 240, 480, 7200, 100800]
    boards = {START}
    kinds = [START]
    for level in found[:5]:
        alike_boards = {solution_of(START).canonical(board) for board in boards}
        assert level.distinct == len(alike_boards)
        assert level.kinds == len(kinds)
        boards = {one.make_move(cell) for one in alike_boards for cell in one.available_moves()}
        kinds = [one.make_move(group[0]) for one in kinds for group in alike(one)]


def test_the_whole_game_is_counted() -> None:
    found = tree(START)
    assert found.size == size(START) == 66127029459779770613776701444955097537
    assert sum(level.distinct for level in found.levels) == 204550
    assert [level.read for level in found.levels[:6]] == [1, 4, 19, 8, 46, 0]
    for level, after in zip(found.levels, found.levels[1:], strict=False):
        assert after.positions % level.live == 0, "each position has as many moves"
    assert found.levels[-1].live == 0
    assert found.size == 1 + sum(len(one.cells) * one.size for one in found.branches)


def test_a_worker_that_is_ready_makes_nothing_for_its_first_tree() -> None:
    for made in (plies, sizes):
        made.cache_clear()
    compute_tasks.get_ready()
    before = plies.cache_info().misses, sizes.cache_info().misses
    compute_tasks.count_tree(DstruBoard, "TU....T......... U")
    assert before == (1, 1) == (plies.cache_info().misses, sizes.cache_info().misses)
