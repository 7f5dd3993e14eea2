"""Any step of a search as an event of its trace: what is said of it, and the tree around it."""

from __future__ import annotations

from math import inf, isinf
from typing import Any

from games.engines.steps import Branch, Moment, StackFrame, SteppedSearch, WindowLimit
from games.engines.subtrees import SubtreeResult, size
from games.engines.trace import TraceEvent, TreeItem, TreeRow
from games.rules import Board


def event_at(search: SteppedSearch, moment: Moment) -> TraceEvent:
    """What happens at ``moment`` of a ``search``."""
    frame = moment.frame
    code, numbers = _said(search, moment)
    live = "leaf" if moment.kind == "end" else "none" if frame.best is None else "best"
    return TraceEvent(
        kind=moment.kind,
        line=None,
        code=code,
        numbers={**_frame(moment), **numbers},
        rows=_rows(search, moment),
        path=frame.path,
        live=live,
    )


def _frame(moment: Moment) -> dict[str, Any]:
    """The numbers of the position where it happens."""
    frame, worst = moment.frame, -inf if moment.frame.high else inf
    found: dict[str, Any] = {
        "path": frame.path,
        "turn": frame.board.to_move,
        "alpha": frame.alpha.value,
        "beta": frame.beta.value,
        "count": len(frame.branches),
        "chooses": "max" if frame.high else "min",
        "worst": worst,
        "best": worst if frame.best is None else frame.best,
        "node": "root",
    }
    if frame.path:
        parent = moment.stack[-2]
        tried = [branch.cell for branch in parent.branches].index(frame.path[-1])
        found |= {"node": "child", "number": tried, "cell": frame.path[-1]}
        found["mover"] = parent.board.to_move
    return found


def _said(search: SteppedSearch, moment: Moment) -> tuple[str, dict[str, Any]]:
    frame, branch, root = moment.frame, moment.branch, moment.stack[0].board
    side = "high" if frame.high else "low"
    match moment.kind:
        case "start":
            return "start", {"free": len(root.available_moves())}
        case "enter":
            parent = moment.stack[-2]
            known = (parent.alpha if parent.high else parent.beta).value
            verb = "tries" if parent.board.to_move == root.to_move else "replies"
            better = "first" if isinf(known) else "high" if parent.high else "low"
            return f"enter {better}", {"known": known, "verb": verb}
        case "end":
            return _end(search, frame.board)
        case "back":
            assert branch is not None
            return _back(frame, branch)
        case "cut":
            assert branch is not None
            rest = [one for one in frame.branches if one.cut]
            numbers = {
                **_worth(frame, branch),
                "met": _met(frame.beta if frame.high else frame.alpha),
                "moves": [one.cell for one in rest],
                "is": "is" if len(rest) == 1 else "are",
                "skipped": sum(size(one.board) for one in rest),
            }
            return f"cut {side}", numbers
        case "done":
            found = search.found(root)
            best = search.best_line(root)[1].path[0]
            numbers = {
                "branch": best,
                "at": [one.cell for one in frame.branches].index(best),
                "value": found.value,
                "nodes": found.nodes,
                "size": size(root),
                "cutoffs": found.cutoffs,
                "skipped": found.skipped,
            }
            return "done" if found.cutoffs else "done all", numbers


def _end(search: SteppedSearch, board: Board) -> tuple[str, dict[str, Any]]:
    outcome = board.outcome
    assert outcome is not None
    numbers = {"value": search.found(board).value, "winner": outcome.winner, "board": board}
    if outcome.winner is not None:
        return "end won", numbers
    return "end full" if all(board.marks) else "end drawn", numbers


def _back(frame: StackFrame, branch: Branch) -> tuple[str, dict[str, Any]]:
    side = "high" if frame.high else "low"
    path = (frame.alpha if frame.high else frame.beta).path
    worth = _worth(frame, branch)
    sign, value = 1 if frame.high else -1, worth["value"]
    earlier = [one.found.value for one in frame.branches if one.found and one is not branch]
    numbers = worth | {
        "before": branch.before,
        # Better than those before it, inside the window or not.
        "improves": all(sign * value > sign * one for one in earlier),
        "elsewhere": "" if path is None or path[:-1] == frame.path else "elsewhere",
    }
    return f"{'moved' if branch.moved else 'same'} {side}", numbers


def _worth(frame: StackFrame, branch: Branch) -> dict[str, Any]:
    """The value that comes back."""
    assert branch.found is not None
    number = frame.branches.index(branch)
    found = branch.found
    return {"branch": branch.cell, "at": number, "value": found.value, "bound": found.bound}


def _met(limit: WindowLimit) -> tuple[float, tuple[int, ...]]:
    assert limit.path, "the window of the root is open, so a cut has an owner"
    return limit.value, limit.path


def _rows(search: SteppedSearch, moment: Moment) -> tuple[TreeRow, ...]:
    """A row for each position of the stack, or of best play once the search is done."""
    root, done = moment.stack[0], moment.kind == "done"
    stack = search.best_line(root.board) if done else moment.stack
    found = [TreeRow(0, root.board.to_move, "root", (_root(search, moment),))]
    for at, frame in enumerate(stack):
        if not frame.branches:
            break
        below = stack[at + 1].path if at + 1 < len(stack) else None
        high, low = search.sides(frame.board)
        items = [_item(search, moment, frame, branch, below) for branch in frame.branches]
        seat, code = (high, "high") if frame.high else (low, "low")
        found.append(TreeRow(len(frame.path) + 1, seat, code, tuple(items)))
    return tuple(found)


def _root(search: SteppedSearch, moment: Moment) -> TreeItem:
    root, numbers, code = moment.stack[0], dict[str, Any](), ""
    done = moment.kind == "done"
    if done:
        numbers = _found(search, search.found(root.board))
    elif root.best is not None:
        code, numbers = "so far", {"best": root.best}
    state, now = "done" if done else "hand", len(moment.stack) == 1 and not done
    return TreeItem(root.board, None, state, code, numbers, 1, on_path=True, now=now)


def _found(search: SteppedSearch, found: SubtreeResult) -> dict[str, Any]:
    """The value of a move, and what it is for the first seat."""
    first = search.sign * found.value
    return {"value": found.value, "first": first, "bound": found.bound, "nodes": found.nodes}


def _item(
    search: SteppedSearch,
    moment: Moment,
    frame: StackFrame,
    branch: Branch,
    on_path: tuple[int, ...] | None,
) -> TreeItem:
    """A move at ``frame``. On the path of a search that is done it has a value of its own."""
    path, state, code = (*frame.path, branch.cell), "later", ""
    below = next((one for one in moment.stack if one.path == path), None)
    numbers: dict[str, Any] = {}
    if branch.cut:
        state, code, numbers = "cut", "skipped", {"skipped": size(branch.board)}
    elif (found := branch.found) is not None:
        state, code = "done", "" if branch.board.is_game_over() else "entered"
        numbers = _found(search, found)
    elif branch.entered:
        state = "hand"
        if below is not None and below.best is not None:
            code, numbers = "so far", {"best": below.best}
    return TreeItem(
        branch.board,
        branch.cell,
        state,
        code,
        numbers,
        branch.cut or branch.entered,
        on_path=path == on_path,
        now=below is not None and below is moment.frame,
    )
