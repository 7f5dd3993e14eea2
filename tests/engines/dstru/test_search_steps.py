"""The steps of a search with chance are those of the engine's own search."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from games.engines.dstru.objectives import NEUTRAL, Role
from games.engines.dstru.search import DEPTH, HASTE, ChanceSearch, folded, look_ahead
from games.engines.dstru.search_steps import moment, over, trace
from games.rules import DstruBoard


def played(seed: int, plies: int) -> DstruBoard:
    rng, board = Random(seed), DstruBoard.start()
    for _ in range(plies):
        after = board.make_move(rng.choice(board.available_moves()))
        if after.is_game_over():
            return board
        board = after
    return board


SAMPLE = [played(seed, plies) for seed, plies in enumerate((0, 1, 2, 4, 7, 9, 14, 20, 26, 31))]


def test_it_reads_and_finds_what_the_engine_does() -> None:
    for board in SAMPLE:
        search = ChanceSearch(NEUTRAL)
        values = search.moves(board, DEPTH)
        found = trace(board)
        last = moment(found, len(found.events)).frame
        assert last.values == values
        assert found.value == folded(NEUTRAL.role[board.to_move], values)
        assert found.events[-1].read == search.nodes + 1
        assert (found.guesses, found.hits) == (search.guesses, search.hits)
        if board.to_move != "Dos":
            choice = look_ahead(board, Random(0), NEUTRAL)
            assert found.value == NEUTRAL.sign(board.to_move) * choice.values[choice.move]


@pytest.mark.long
def test_every_value_is_made_of_those_below_it() -> None:
    for board in SAMPLE:
        found = trace(board)
        for step, event in enumerate(found.events, 1):
            if event.kind != "fold":
                continue
            frame = moment(found, step).frame
            assert list(frame.values) == frame.groups
            assert event.value == HASTE * folded(frame.role, frame.values)
            if frame.role is Role.CHANCE:
                pieces = [cell for group in frame.groups for cell in group]
                assert sorted(pieces) == list(frame.board.available_moves())
                each = [frame.values[group] for group in frame.groups for _ in group]
                assert abs(event.value - HASTE * sum(each) / len(each)) < 1e-12


def test_a_value_comes_back_right_after_it_was_found() -> None:
    for board in SAMPLE:
        events = trace(board).events
        for before, event in pairwise(events):
            if before.kind in ("end", "guess", "known", "fold"):
                assert event.kind == "back"
                assert (event.path, event.value) == (before.path, before.value)
        reads = [event.read for event in events]
        assert reads == sorted(reads)
        entered = sum(event.kind in ("start", "enter", "end", "guess") for event in events)
        assert entered == events[-1].read


def test_stepping_over_brings_the_value_of_what_is_in_hand() -> None:
    board = SAMPLE[3]
    found = trace(board)
    for step in range(1, len(found.events), 7):
        path = moment(found, step).frame.path
        after = found.events[over(found, step) - 1]
        assert over(found, step) > step
        assert (after.kind, after.path) == (("back", path) if path else ("done", ()))


@pytest.mark.parametrize("step", [0, -1, 100_000])
def test_a_step_that_there_is_not_is_refused(step: int) -> None:
    with pytest.raises(ValueError, match=f"Step {step} is not between 1 and"):
        moment(trace(SAMPLE[0]), step)
