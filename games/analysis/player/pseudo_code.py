"""Minimax in the player as document 003 prints it: O is the maximiser, a leaf has a heuristic.

The document does not say what ``heuristic`` returns. Here it is formula 1 from the side of O: +10
if O has won, -10 if X has, 0 for a draw.
"""

from __future__ import annotations

import sys
from math import inf, isinf

from games.analysis.tree.search_show import SearchShow
from games.analysis.tree.sentences import cell_of, name
from games.analysis.wording import MINUS, lines_made, positions, signed
from games.engines.steps import Moment, StackFrame, SteppedSearch, shared
from games.rules import Board, ClassicBoard

CODE = (
    "function minimax(node, currentPlayer) {",
    "  if (isLeaf(node)) { return heuristic(node); }",
    "  var value; var children = getChildren(node);",
    "  var childrenCount = children.length;",
    "  if (currentPlayer == 'O') { value = -inf;",
    "    for (var i = 0; i < childrenCount; i++) {",
    "      value = Math.max(value, minimax(children[i], 'X')); }",
    "  } else if (currentPlayer == 'X') { value = +inf;",
    "    for (var i = 0; i < childrenCount; i++) {",
    "      value = Math.min(value, minimax(children[i], 'O')); }",
    "  } return value; }",
)
"""As printed, in fewer lines, so that the one that runs is in sight."""

LEAF, RETURN = 1, 10
BEGINS = {True: 4, False: 7}
"""Where ``value`` begins, by whether O is ``currentPlayer``."""
COMPARES = {True: 6, False: 9}
"""Where it is compared with what a child returned."""

HEADING = {
    "start": "minimax is called",
    "enter": "One call deeper",
    "end": "A leaf",
    "done": "The first call returns",
}

MAXIMISER = ClassicBoard.SEATS.index("O")


def show(board: Board, title: str) -> SearchShow:
    """The pseudo-code in a live ``board``."""
    search = shared(maximiser=MAXIMISER)
    return SearchShow(search, board, title, words=sys.modules[__name__])


def code(search: SteppedSearch, board: Board) -> tuple[str, ...]:
    """The lines as they are printed."""
    return CODE


def running(moment: Moment, pruning: bool) -> int:
    """The line that runs at ``moment``, counted from 0."""
    if moment.kind == "back":
        return COMPARES[moment.frame.high]
    if moment.kind in ("start", "enter"):
        return BEGINS[moment.frame.high]
    return LEAF if moment.kind == "end" else RETURN


def live_values(moment: Moment) -> str:
    """The variable there: ``value −10``."""
    return "" if moment.kind == "end" else f"value {limit(best(moment.frame))}"


def heading(moment: Moment, pruning: bool) -> str:
    """A step in a few words."""
    return HEADING[moment.kind] if moment.kind != "back" else f"Math.{chooses(moment.frame)}"


def sentence(moment: Moment, search: SteppedSearch) -> str:
    """What happens at ``moment``."""
    match moment.kind:
        case "start":
            return (
                f"{call(moment)} is called. {begins(moment.frame)} "
                f"A leaf counts +10 if O has won, {MINUS}10 if X has, 0 for a draw."
            )
        case "enter":
            return f"{call(moment)} is called for {cell_of(moment)}. {begins(moment.frame)}"
        case "end":
            return _leaf(moment, search)
        case "back":
            return _back(moment)
    return _done(moment, search)


def call(moment: Moment) -> str:
    """The call in hand: ``minimax(children[1], 'O')``."""
    node = "node"
    if moment.frame.path:
        cells = [branch.cell for branch in moment.stack[-2].branches]
        node = f"children[{cells.index(moment.frame.path[-1])}]"
    return f"minimax({node}, '{moment.frame.board.to_move}')"


def begins(frame: StackFrame) -> str:
    """What a call knows before its loop."""
    count = len(frame.branches)
    return (
        f"childrenCount is {count}, and since currentPlayer is {frame.board.to_move}, "
        f"value begins at {limit(worst(frame))}."
    )


def best(frame: StackFrame) -> float:
    """``value`` by now."""
    return worst(frame) if frame.best is None else frame.best


def worst(frame: StackFrame) -> float:
    """What ``value`` begins at."""
    return -inf if frame.high else inf


def chooses(frame: StackFrame) -> str:
    return "max" if frame.high else "min"


def limit(value: float) -> str:
    """A value as the pseudo-code writes it, its infinity included."""
    return f"{'+' if value > 0 else MINUS}inf" if isinf(value) else signed(value)


def _leaf(moment: Moment, search: SteppedSearch) -> str:
    board, cell = moment.frame.board, cell_of(moment)
    outcome = board.outcome
    assert outcome is not None
    why = (
        "no square is free"
        if outcome.winner is None
        else f"{outcome.winner} has {lines_made(board)}"
    )
    value = signed(search.found(board).value)
    return f"{call(moment)} is called for {cell}. isLeaf: {why}. heuristic(node) returns {value}."


def _back(moment: Moment) -> str:
    frame, branch = moment.frame, moment.branch
    assert branch is not None
    assert branch.found is not None
    at = frame.branches.index(branch)
    before, value = limit(branch.before), signed(branch.found.value)
    return (
        f"children[{at}], {name(branch)}, returned {value}. "
        f"value = Math.{chooses(frame)}({before}, {value}) = {limit(best(frame))}."
    )


def _done(moment: Moment, search: SteppedSearch) -> str:
    root = moment.stack[0]
    found = search.found(root.board)
    at = root.branches.index(search.best_branch(root))
    return (
        f"minimax(node, '{root.board.to_move}') returns {signed(found.value)} after "
        f"{positions(found.nodes)}. It returns no move: {root.board.to_move} plays children[{at}], "
        f"{name(root.branches[at])}, the first with this value."
    )
