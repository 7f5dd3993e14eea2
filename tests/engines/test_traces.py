"""The traces of engines: what they write down is what the engines come to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.engines import engine, solution_of
from games.engines.base import Choice
from games.engines.classic import traces
from games.engines.classic.bitboards import WON
from games.engines.classic.simple import SmartEngine
from games.engines.dstru.simple import DstruSmartEngine
from games.engines.dstru.table_trace import preferences
from games.engines.sides import rival_of
from games.engines.simple_traces import rules
from games.engines.trace import EngineTrace, Numbers
from games.rules import Board
from games.rules.classic import LINES
from tests.engines.dstru.test_search_steps import SAMPLE as DSTRU
from tests.engines.positions import at, live

SAMPLE = Random(11).sample(live(), 300)
GUARDED = pytest.mark.parametrize("guarded", [False, True])


def chosen(board: Board, name: str) -> Choice:
    return engine(board.VARIANT, name).choose(board, Random(0))


def told(trace: EngineTrace, *kinds: str) -> list[Numbers]:
    """The numbers of all events of these kinds."""
    return [event.numbers for event in trace.events if event.kind in kinds]


def shown(trace: EngineTrace, band: str, number: str) -> dict[Any, Any]:
    """A number of every item of a band at the end."""
    items = trace.events[-1].bands[band].items()
    return {key: item.numbers[number] for key, item in items if number in item.numbers}


def states(trace: EngineTrace, band: str) -> dict[Any, str]:
    return {key: item.state for key, item in trace.events[-1].bands[band].items()}


@pytest.mark.parametrize(
    ("name", "trace", "band"),
    [
        ("alphabeta:depth=1,pruning=off,early=off", traces.heuristic, "moves"),
        ("bitboard", traces.bitboard, "moves"),
        ("linear", lambda board: traces.linear(board, guarded=False), "cells"),
        ("linear-guarded", lambda board: traces.linear(board, guarded=True), "cells"),
        ("perfect", traces.perfect, "table"),
    ],
)
def test_a_trace_comes_to_the_candidates_of_its_engine(name: str, trace: Any, band: str) -> None:
    for board in SAMPLE:
        found, choice = trace(board), chosen(board, name)
        assert found.candidates == choice.candidates
        best = [cell for cell, state in states(found, band).items() if state == "best"]
        assert best == list(choice.candidates)


def test_the_points_of_the_lines_add_up_to_the_heuristic() -> None:
    for board in SAMPLE:
        found = traces.heuristic(board)
        values = chosen(board, "alphabeta:depth=1,pruning=off,early=off").values
        assert shown(found, "moves", "value") == values
        for total in told(found, "total"):
            sums = [one["sum"] for one in told(found, "line") if one["cell"] == total["cell"]]
            assert len(sums) == 8
            assert sums[-1] + bool(total["centre"]) == total["total"]


@pytest.mark.long
@GUARDED
def test_the_sums_of_the_linear_engine_are_those_it_computes(guarded: bool) -> None:
    for board in SAMPLE[:100]:
        found = traces.linear(board, guarded=guarded)
        choice = chosen(board, "linear-guarded" if guarded else "linear")
        lines = told(found, "line")
        assert [one["line"] for one in lines] == list(LINES)
        for name, key in (
            ("own", "own_occupancy"),
            ("taken", "total_occupancy"),
            ("score", "path_scores"),
        ):
            assert [one[name] for one in lines] == choice.view[key]  # type: ignore[literal-required]
        assert shown(found, "cells", "total") == choice.values
        added = [(one["cell"], one["line"]) for one in told(found, "add")]
        assert added == [(c, line) for c in board.available_moves() for line in LINES if c in line]


def test_the_guard_names_a_reply_that_does_what_it_fears() -> None:
    reasons = {"opponent wins at once": "loses", "opponent gets two threats": "forked"}
    for board in SAMPLE:
        found = traces.linear(board, guarded=True)
        judged = {event.numbers["cell"]: event for event in found.events if event.kind == "guard"}
        for reason, cells in chosen(board, "linear-guarded").view["refused"].items():
            feared = [cell for cell, event in judged.items() if event.code == reasons[reason]]
            assert feared == cells
        for cell, event in judged.items():
            after, reply = board.make_move(cell), event.numbers["reply"]
            assert (event.code == "wins") == (after.outcome is not None and WON[_own(after)])
            if event.code == "loses":
                assert reply in after.winning_cells(rival_of(board))
            elif event.code == "forked":
                assert len(after.make_move(reply).winning_cells(rival_of(board))) >= 2


def _own(board: Any) -> int:
    """The cells of the side that has just moved."""
    return int(board.o if board.to_move == "X" else board.x)


def test_the_trap_of_two_corners_is_refused() -> None:
    found = traces.linear(at("X...O...X O"), guarded=True)
    fears = {
        event.numbers["cell"]: (event.code, event.numbers["reply"])
        for event in found.events
        if event.kind == "guard" and event.code != "safe"
    }
    assert fears == {2: ("forked", 6), 6: ("forked", 2)}
    refused = [cell for cell, state in states(found, "cells").items() if state == "refused"]
    assert refused == [2, 6]


def test_the_bitboard_counts_what_the_engine_counts() -> None:
    for board in SAMPLE[:80]:
        found, choice = traces.bitboard(board), chosen(board, "bitboard")
        last = found.events[-1].numbers
        assert (last["nodes"], last["cutoffs"]) == (choice.nodes, choice.cutoffs)
        for event in found.events:
            if event.kind in ("won", "full", "search"):
                assert bool(WON[event.numbers["own"]]) == (event.kind == "won")


def test_every_row_of_the_table_says_what_the_solution_knows() -> None:
    for board in SAMPLE[:120]:
        found, solution = traces.perfect(board), solution_of(board)
        exact = solution.values(board)
        for one in told(found, "look"):
            value, after = exact[one["cell"]], board.make_move(one["cell"])
            assert one["result"] == ("wins" if value > 0 else "loses" if value else "draws")
            assert one["losing"] == sum(value < 0 for value in solution.values(after).values())
        [kept] = told(found, "keep")
        assert kept["cells"] == solution.keeping_moves(board)


def test_the_rules_come_to_the_moves_of_the_engine() -> None:
    for board in [*SAMPLE[:80], *DSTRU]:
        if board.to_move == "Dos":
            continue
        smart: Any = SmartEngine if board.VARIANT == "classic" else DstruSmartEngine
        found = rules(board, smart.rules(board))
        assert found.candidates == chosen(board, "smart").candidates
        for look in told(found, "look"):
            seat, cell = look["side"], look["cell"]
            held = [
                1 + [board.marks[one] for one in line].count(seat)
                for line in board.LINES
                if cell in line
            ]
            assert look.get("held", 0) == max(held, default=0)
        wins = [event for event in found.events if event.code in ("look.wins", "look.blocks")]
        for event in wins:
            assert event.numbers["cell"] in board.winning_cells(event.numbers["side"])


@pytest.mark.parametrize("slug", ["perfect", "dos-for-tres", "dos-saboteur"])
def test_the_preferences_keep_the_moves_of_the_engine(slug: str) -> None:
    one: Any = engine("dstru", slug)
    for board in DSTRU:
        if one.holds(board.to_move):
            solution_of(board).make_ready(board)
            found = preferences(board, one)
            assert found.candidates == one.choose(board, Random(0)).candidates
            assert told(found, "keep")[-1]["cells"] == found.candidates
            groups = found.events[-1].bands["preference 0"]
            assert sorted(sum(groups, ())) == list(board.available_moves())
