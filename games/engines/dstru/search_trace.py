"""Any step of a search with chance as an event of its trace."""

from __future__ import annotations

from typing import Any

from games.engines.dstru.objectives import Role
from games.engines.dstru.search import Group, folded
from games.engines.dstru.search_steps import (
    ChanceFrame,
    ChanceMoment,
    SearchTrace,
    delayed,
    is_equal,
)
from games.engines.trace import TraceEvent, TreeItem, TreeRow

EVEN = 0.0005
"""A value below this is shown as 0, so neither side is called ahead."""

CODES = {Role.RAISE: "high", Role.LOWER: "low", Role.CHANCE: "average"}


def event_at(trace: SearchTrace, moment: ChanceMoment) -> TraceEvent:
    """What happens at ``moment``."""
    event, frame = moment.event, moment.frame
    code, numbers = _said(trace, moment)
    found: dict[str, Any] = {
        "path": [group[0] for group in frame.path],
        "mover": frame.board.to_move,
        "value": event.value,
        "entered": event.read,
        "counted": frame.counted,
        "pieces": frame.cells,
    }
    live = "none"
    if frame.values:
        live = "average" if frame.role is Role.CHANCE else "best"
        found["best"] = folded(frame.role, frame.values)
    return TraceEvent(
        kind=event.kind,
        line=None,
        code=code,
        numbers={**found, **numbers},
        rows=_rows(trace, moment),
        path=tuple(group[0] for group in frame.path),
        live=live,
    )


def _said(trace: SearchTrace, moment: ChanceMoment) -> tuple[str, dict[str, Any]]:
    event, frame = moment.event, moment.frame
    match event.kind:
        case "start":
            return "start", {"depth": trace.depth}
        case "enter":
            return "enter", _tried(moment.stack[-2], event.path[-1])
        case "guess" | "known":
            return event.kind, _tried(frame, event.path[-1])
        case "end":
            cell = event.path[-1][0]
            after = frame.board.make_move(cell)
            assert after.outcome is not None
            code = "end full" if after.outcome.reason == "full" else "end"
            return code, {"cell": cell, "winner": after.outcome.winner, "board": after}
        case "back":
            return _back(frame, event.path[-1], event.value)
        case "fold":
            best = folded(frame.role, frame.values)
            cells = [group[0] for group, value in frame.values.items() if is_equal(value, best)]
            numbers = {"total": _total(frame), "best": best, "kept": delayed(best), "cells": cells}
            return f"fold {CODES[frame.role]}", numbers
        case "done":
            best_groups = [g for g, value in frame.values.items() if is_equal(value, trace.value)]
            numbers = {
                "value": trace.value,
                "cells": tuple(sorted(cell for group in best_groups for cell in group)),
                "side": trace.objective.side,
                "guesses": trace.guesses,
                "hits": trace.hits,
            }
            return "done average" if frame.role is Role.CHANCE else "done", numbers


def _tried(frame: ChanceFrame, group: Group) -> dict[str, Any]:
    """The move that is tried from ``frame``, with those that are like it."""
    supposes = "supposes" if len(group) > 1 else "supposes one"
    return {
        "tried": supposes if frame.role is Role.CHANCE else "tries",
        "mover": frame.board.to_move,
        "cell": group[0],
        "alike": len(group),
        "group": group,
        "pieces": frame.cells,
    }


def _back(frame: ChanceFrame, group: Group, value: float) -> tuple[str, dict[str, Any]]:
    numbers: dict[str, Any] = {"cell": group[0]}
    if frame.role is Role.CHANCE:
        code = "back average" if len(group) == 1 else "back averages"
        return code, numbers | {"times": len(group), "total": _total(frame)}
    side = CODES[frame.role]
    before = [one for other, one in frame.values.items() if other != group]
    if not before:
        return "back first", numbers
    best = max if frame.role is Role.RAISE else min
    numbers["had"] = had = best(before)
    if is_equal(had, value):
        return f"back equal {side}", numbers
    return "back worse" if best(had, value) == had else f"back better {side}", numbers


def _total(frame: ChanceFrame) -> float:
    return sum(len(group) * value for group, value in frame.values.items())


def _rows(trace: SearchTrace, moment: ChanceMoment) -> tuple[TreeRow, ...]:
    root, done = trace.root, moment.event.kind == "done"
    numbers = _worth(trace.value) if done else {}
    now = len(moment.stack) == 1 and not done
    item = TreeItem(root, None, "done" if done else "hand", "", numbers, 1, on_path=True, now=now)
    code = "takes" if root.action == "remove" else "root"
    found = [TreeRow(0, root.to_move, code, (item,))]
    for at, frame in enumerate(moment.stack):
        below = moment.stack[at + 1].path if at + 1 < len(moment.stack) else None
        items = tuple(_item(moment, frame, group, below) for group in frame.groups)
        seat = frame.board.to_move
        found.append(TreeRow(len(frame.path) + 1, seat, CODES[frame.role], items))
    return tuple(found)


def _worth(value: float) -> dict[str, float]:
    return {"value": value, "first": 0 if abs(value) < EVEN else value}


def _item(
    moment: ChanceMoment, frame: ChanceFrame, group: Group, on_path: tuple[Group, ...] | None
) -> TreeItem:
    event, path = moment.event, (*frame.path, group)
    leaf = event.kind in ("end", "guess", "known") and path == event.path
    value = event.value if leaf else frame.values.get(group)
    below = next((one for one in moment.stack if one.path == path), None)
    state = "done" if value is not None else "hand" if group in frame.entered else "later"
    numbers: dict[str, Any] = {"alike": len(group)} | ({} if value is None else _worth(value))
    code = "alike" if len(group) > 1 else ""
    if value is None and below is not None and below.values:
        code = "" if below.role is Role.CHANCE else "so far"
        numbers["best"] = delayed(folded(below.role, below.values))
    return TreeItem(
        frame.board.make_move(group[0]),
        group[0],
        state,
        code,
        numbers,
        frame.entered.get(group, 0),
        on_path=path == on_path or leaf,
        now=leaf or (below is not None and below is moment.frame),
    )
