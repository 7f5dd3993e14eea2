"""The traces of engines that know a few rules or none: cell by cell until a rule finds one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engines.sides import rival_of
from games.engines.trace import EngineTrace, Item, TraceWriter
from games.rules import Board

MANY = 4
"""More cells than that are counted, not named."""


def lot(board: Board) -> EngineTrace:
    """A draw among all legal cells of a live ``board``."""
    legal = board.available_moves()
    writer = TraceWriter(board)
    writer.draw_moves("moves", lit=False)
    code = "only" if len(legal) == 1 else "start"
    writer.tell("start", 0, code, count=len(legal), cells=legal)
    for cell in legal:
        writer.settle("moves", cell, "best", "odds", odds=len(legal))
    _draw_lots(writer, 0, legal)
    return writer.finish(legal)


def _draw_lots(writer: TraceWriter, line: int, cells: tuple[int, ...], **part: bool) -> None:
    code = "done" if len(cells) == 1 else "lots" if len(cells) <= MANY else "many lots"
    writer.tell("done", line, code, cells=cells, count=len(cells), **part)


def rules(board: Board, found: Mapping[str, tuple[int, ...]]) -> EngineTrace:
    """The rules of ``smart`` in a live ``board``.

    ``found`` are the cells that each rule finds, in order: the first rule seeks a win of the seat
    to move, the second one of its rival; the last takes any legal cell.
    """
    own, rival, last = found.values()
    writer = TraceWriter(board)
    writer.draw("position", {0: Item("done", board=board)})
    writer.draw_cells("wins")
    writer.draw_cells("blocks")
    if not own and not rival:
        writer.draw_cells("rest")
    writer.tell("start", 0)
    _ask(writer, 0, "wins", board.to_move, own)
    if not own:
        _ask(writer, 2, "blocks", rival_of(board), rival)
    if not own and not rival:
        for cell in last:
            writer.settle("rest", cell, "best")
        writer.tell("rule", 4, "any", begins=True, count=len(last))
    candidates = own or rival or last
    _draw_lots(writer, 1 if own else 3 if rival else 4, candidates, begins=True)
    return writer.finish(candidates)


def _ask(writer: TraceWriter, line: int, rule: str, side: str, wins: tuple[int, ...]) -> None:
    """A rule looks at each cell, then answers with those where ``side`` wins."""
    board = writer.board
    for cell in board.available_moves():
        held = {
            at: 1 + sum(board.marks[one] == side for one in line_of)
            for at, line_of in enumerate(board.LINES)
            if cell in line_of
        }
        if not held:
            writer.mark(rule, cell, "nowhere")
            writer.tell("look", line, "nowhere", cell=cell, side=side)
            continue
        fullest = max(held, key=lambda at: held[at])
        numbers: dict[str, Any] = {
            "line": board.LINES[fullest],
            "held": held[fullest],
            "side": side,
        }
        numbers["of"] = len(board.LINES[fullest])
        completes = cell in wins
        writer.mark(rule, cell, rule if completes else "held", **numbers)
        code = f"none.{rule}"
        if completes:
            code = f"look.{rule}"
        elif held[fullest] == numbers["of"]:
            code = "beside"
        writer.tell("look", line, code, cell=cell, **numbers)
    for cell in wins:
        writer.settle(rule, cell, "best")
    answer = "finds" if wins else "fails"
    writer.tell("rule", line + 1, f"{rule}.{answer}", begins=True, cells=wins)
