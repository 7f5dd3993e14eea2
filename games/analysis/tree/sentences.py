"""What a search does at each step: one sentence in plain words with its numbers."""

from __future__ import annotations

from math import isinf

from games.analysis.tree import file_lines
from games.analysis.wording import (
    MINUS,
    SPOKEN_BOUNDS,
    limit,
    lines_made,
    listed,
    number,
    positions,
    signed,
)
from games.engines.steps import Branch, Limit, Moment, StackFrame, SteppedSearch
from games.engines.subtrees import size
from games.rules import Board

CODE = {
    True: (
        "value(position, α, β)",
        "  if the game is over: return its value",
        "  for each move, in order:",
        "    v = value(position after it, α, β)",
        "    {high} to move: best = max(best, v)  α = max(α, best)",
        "    {low} to move: best = min(best, v)  β = min(β, best)",
        "    if α ≥ β: cut the moves that are left",
        "  return best",
    ),
    False: (
        "value(position)",
        "  if the game is over: return its value",
        "  for each move, in order:",
        "    v = value(position after it)",
        "    {high} to move: best = max(best, v)",
        "    {low} to move: best = min(best, v)",
        "  return best",
    ),
}
"""The algorithm with alpha-beta and without, for games whose lessons have no file of it."""


def code(search: SteppedSearch, board: Board) -> list[str]:
    """The lines of the algorithm: of its lesson's file, else in words with the seats that move."""
    if file_lines.covers(board):
        return file_lines.code(search)
    high, low = sides(board)
    return [line.format(high=high, low=low) for line in CODE[search.pruning]]


def running(moment: Moment, pruning: bool) -> int:
    """The line of the algorithm that runs at ``moment``, counted from 0."""
    if file_lines.covers(moment.frame.board):
        return file_lines.running(moment, pruning)
    if moment.kind == "back":
        return 4 if moment.frame.high else 5
    at = {"start": 0, "enter": 0, "end": 1, "cut": 6}
    return at.get(moment.kind, 7 if pruning else 6)


def live_values(moment: Moment) -> str:
    """Where that line runs and the best value there so far: ``at b3: best −10``."""
    frame = moment.frame
    place = f"at {cell_of(moment)}" if frame.path else "at the root"
    return place if frame.best is None else f"{place}: best {signed(frame.best)}"


def heading(moment: Moment, pruning: bool) -> str:
    """A step in a few words."""
    frame = moment.frame
    if moment.kind == "cut":
        return f"Cut, because α {limit(frame.alpha.value)} ≥ β {limit(frame.beta.value)}"
    if moment.branch and moment.kind == "back" and moment.branch.moved:
        return "The window gets narrower" if pruning else "The best so far"
    words = {
        "start": "The search begins",
        "enter": "One move deeper",
        "end": "A finished game",
        "back": "Nothing changes",
        "done": "The search is done",
    }
    return words[moment.kind]


def sentence(moment: Moment, search: SteppedSearch) -> str:
    """What happens at ``moment``."""
    match moment.kind:
        case "start":
            return _start(moment.frame.board, search.pruning)
        case "enter":
            return _enter(moment, search.pruning)
        case "end":
            return _end(moment)
        case "back":
            return _back(moment, search.pruning)
        case "cut":
            return _cut(moment)
        case "done":
            return _done(moment.stack[0].board, search)


def _start(board: Board, pruning: bool) -> str:
    free = len(board.available_moves())
    cells = f"{free} cell{'' if free == 1 else 's'} free"
    known = f"Nothing is known yet{': α is −∞, β is +∞' if pruning else ''}."
    return f"{board.to_move} to move, {cells}. {known}"


def _enter(moment: Moment, pruning: bool) -> str:
    parent, mover = moment.stack[-2], moment.stack[-2].board.to_move
    verb = "tries" if mover == moment.stack[0].board.to_move else "replies"
    said = f"{mover} {verb} {cell_of(moment)}."
    high, low = sides(parent.board)
    known = (parent.alpha if parent.high else parent.beta).value
    if isinf(known):
        return f"{said} There is nothing to compare it with yet."
    value = signed(known)
    if not pruning:
        return f"{said} The {'best' if parent.high else 'lowest'} so far is {value}."
    if parent.high:
        return f"{said} Only more than {value} would help: {high} has {value} already."
    return f"{said} Only less than {value} would help: {low} can hold {high} to {value} already."


def _end(moment: Moment) -> str:
    board, mover, cell = moment.frame.board, moment.stack[-2].board.to_move, cell_of(moment)
    outcome = board.outcome
    assert outcome is not None
    if outcome.winner is None:
        last = "" if any(not mark for mark in board.marks) else "the last cell, "
        return f"{mover} {'fills' if last else 'plays'} {last}{cell}: a draw, 0."
    high, _ = sides(board)
    value = "+10" if outcome.winner == high else f"{MINUS}10"
    return f"{mover} plays {cell} and completes {lines_made(board)}: {value}."


def _back(moment: Moment, pruning: bool) -> str:
    frame, branch = moment.frame, moment.branch
    assert branch is not None
    assert branch.found is not None
    high, low = sides(frame.board)
    worth = (
        f"{name(branch)} is worth {SPOKEN_BOUNDS[branch.found.bound]}{signed(branch.found.value)}."
    )
    value = signed(branch.found.value)
    if not branch.moved:
        known, where = signed(branch.before), _elsewhere(frame)
        has = f"{high} already has" if frame.high else f"{low} can already hold {high} to"
        return f"{worth} {has} {known}{where}, so nothing changes."
    if not pruning:
        return f"{worth} That is the {'best for ' + high if frame.high else 'lowest'} here so far."
    before = limit(branch.before)
    if frame.high:
        return f"{worth} {high} now has {value}: α rises from {before} to {value}."
    return f"{worth} {low} can now hold {high} to {value}: β falls from {before} to {value}."


def _elsewhere(frame: StackFrame) -> str:
    path = (frame.alpha if frame.high else frame.beta).path
    return "" if path is None or path[:-1] == frame.path else " elsewhere"


def _cut(moment: Moment) -> str:
    frame, branch = moment.frame, moment.branch
    assert branch is not None
    assert branch.found is not None
    high, low = sides(frame.board)
    held = f"{signed(branch.found.value)} or {'more' if frame.high else 'less'} here"
    root = moment.stack[0].board
    if frame.high:
        why = f"{high} gets {held}, and {low} can hold {high} to {_met(root, frame.beta)}"
    else:
        why = f"{low} can hold {high} to {held}, and {high} has {_met(root, frame.alpha)}"
    rest = [one for one in frame.branches if one.cut]
    moves = listed([name(one) for one in rest])
    verb = "is" if len(rest) == 1 else "are"
    skipped = positions(sum(size(one.board) for one in rest))
    return (
        f"{why}: {low if frame.high else high} will not come this way. "
        f"So {moves} {verb} cut ({skipped} skipped)."
    )


def _met(root: Board, met: Limit) -> str:
    """A limit and where it was found: ``0 with c2``, ``0 with c2 after b3``."""
    assert met.path, "the window of the root is open, so a cut has an owner"
    *before, last = (root.cell_name(cell) for cell in met.path)
    return f"{signed(met.value)} with {last}{f' after {listed(before)}' if before else ''}"


def _done(board: Board, search: SteppedSearch) -> str:
    found, all_of = search.found(board), size(board)
    best = board.cell_name(search.best_line(board)[1].path[0])
    said = f"{board.to_move} plays {best}, worth {signed(found.value)}."
    if not found.cutoffs:
        return f"{said} The search entered all {positions(all_of)}."
    times = "once" if found.cutoffs == 1 else f"{number(found.cutoffs)} times"
    return (
        f"{said} The search entered {number(found.nodes)} of {positions(all_of)}, cut {times} and "
        f"skipped {number(found.skipped)}."
    )


def sides(board: Board) -> tuple[str, str]:
    """The seat that wants a high value, and the one that wants a low one."""
    first, second = board.RIVALS
    return first, second


def name(branch: Branch) -> str:
    return branch.board.cell_name(branch.cell)


def cell_of(moment: Moment) -> str:
    """The cell of the move that led to the position where ``moment`` happens."""
    return moment.frame.board.cell_name(moment.frame.path[-1])
