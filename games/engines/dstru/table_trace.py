"""The trace of an engine that plays from the table: preference by preference, move by move."""

from __future__ import annotations

from random import Random
from typing import Any

from games.engines.dstru.classes import classes
from games.engines.dstru.perfect import TableEngine
from games.engines.dstru.search import EQUAL, alike
from games.engines.sides import read
from games.engines.trace import EngineTrace, Item, TraceWriter
from games.rules import DstruBoard

EVEN = 0.00005
"""A value below this is nobody's."""


def preferences(board: DstruBoard, engine: TableEngine) -> EngineTrace:
    """The steps of ``engine`` in a live ``board``, whose table is at hand."""
    choice = engine.choose(board, Random(0))
    wishes, groups = choice.view["wishes"], sorted(alike(board))
    writer = TraceWriter(board)
    for at, wish in enumerate(wishes):
        writer.draw(
            f"preference {at}",
            {
                group: Item(
                    numbers={"cell": group[0], "alike": len(group), "wish": wish},
                    board=board.make_move(group[0]),
                    last=group[0],
                )
                for group in groups
            },
        )
    writer.tell("start", 0, "start" if len(wishes) == 1 else "preferences", count=len(wishes))
    left = groups
    for at, wish in enumerate(wishes):
        band, asked, side = f"preference {at}", left, wish["side"]
        values = {group: wish["values"][str(group[0])] for group in groups}
        expects = not wish["ends_at_ply"]
        for group in left:
            after, value = board.make_move(group[0]), read(board, side, values[group])
            shown: dict[str, Any] = {"worth": (wish, str(group[0]))}
            shown["row"] = classes().of(after.tres, after.uno) + 1
            if side in board.RIVALS:
                shown["first"] = 0 if abs(value) < EVEN else value
            writer.mark(band, group, "row", **shown)
            code = "expects" if expects else "look"
            writer.tell("look", 2, code, cell=group[0], alike=len(group), **shown, wish=wish)
        top = max(values[group] for group in left)
        left = [group for group in left if values[group] > top - EQUAL]
        for group in groups:
            if group not in left:
                for later in range(at, len(wishes)):
                    writer.settle(f"preference {later}", group, "refused")
        cells = tuple(sorted(cell for group in left for cell in group))
        code = "keep one" if len(cells) == 1 else "keep"
        if len(asked) == 1:
            code = "keep the last"
        elif len(left) == len(asked):
            code = "keep all"
        worth = (wish, str(left[0][0]))
        writer.tell("keep", 3, code, begins=True, side=side, worth=worth, cells=cells)
    for group in left:
        writer.settle(f"preference {len(wishes) - 1}", group, "best")
    found = choice.candidates
    code = "done" if len(found) == 1 else "equals" if len(found) <= 4 else "many equals"
    writer.tell("done", 4, code, begins=True, cells=found, count=len(found))
    return writer.finish(found)
