"""The tree around a step: a row for each position in hand, with all of its moves as boards.

Never the whole tree: a row has at most as many boards as there are cells, in fixed places, and the
rows below it follow the path that the search is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.analysis.player.show import DrawnRow, piece
from games.analysis.tree.sentences import name
from games.analysis.wording import SPOKEN_BOUNDS, bounded, number, positions, signed
from games.engines.steps import Branch, Moment, StackFrame, SteppedSearch
from games.engines.subtrees import Found, size
from games.rules import Board

WIDTH = 1000
"""Units across the lines between two rows."""


@dataclass(frozen=True, slots=True)
class TreeBoard:
    """A move as a small board.

    ``last`` is the cell just played. ``state`` is ``later``, ``hand``, ``done`` or ``cut``;
    ``side`` is the sign of its value (empty while it has none), ``open`` says that the value is
    only a bound. ``step`` is where a click leads, 0 where nothing has happened yet; ``label`` is
    what is read out.
    """

    name: str
    notation: str
    lines: tuple[int, ...]
    last: int | None
    state: str
    on_path: bool
    now: bool
    folded: bool
    side: str
    open: bool
    value: str
    note: str
    step: int
    label: str


@dataclass(frozen=True, slots=True)
class Row:
    """The moves at one position: ``who`` chooses among them, ``edges`` lead to them.

    ``across`` is how many boards the widest row has.
    """

    ply: int
    who: str
    boards: tuple[TreeBoard, ...]
    edges: str
    hand: str
    across: int


def rows(moment: Moment, search: SteppedSearch, query: str) -> list[DrawnRow]:
    """The rows at ``moment``. ``query`` begins every link."""
    stack = search.best_line(moment.stack[0].board) if moment.kind == "done" else moment.stack
    across = len(stack[0].branches)
    found = [_root(moment, stack[0], search, across)]
    from_x = WIDTH / 2
    for at, frame in enumerate(stack):
        if not frame.branches:
            break
        path = stack[at + 1].path[-1] if at + 1 < len(stack) else None
        row, from_x = _row(frame, path, moment, search, from_x, across)
        found.append(row)
    return [
        DrawnRow(
            piece("analysis/_tree_row.html", row=replace(row, boards=())),
            tuple(piece("analysis/_tree_board.html", board=one, query=query) for one in row.boards),
        )
        for row in found
    ]


def _root(moment: Moment, frame: StackFrame, search: SteppedSearch, across: int) -> Row:
    done = moment.kind == "done"
    found = search.found(frame.board) if done else None
    board = _board(
        "",
        frame.board,
        last=None,
        state="done" if done else "hand",
        on_path=True,
        now=len(moment.stack) == 1 and not done,
        found=found,
        note=f"so far {signed(frame.best)}" if frame.best is not None and not done else "",
        step=1,
        sign=search.sign,
    )
    return Row(0, f"{frame.board.to_move} to move", (board,), "", "", across)


def _row(
    frame: StackFrame,
    path: int | None,
    moment: Moment,
    search: SteppedSearch,
    from_x: float,
    across: int,
) -> tuple[Row, float]:
    """The row below ``hand``, and where the board on the path stands in it."""
    high, low = search.sides(frame.board)
    who = f"{high} takes the highest" if frame.high else f"{low} takes the lowest"
    boards, edges, in_hand, at_x = [], [], "", from_x
    for branch, x in zip(frame.branches, places(len(frame.branches), across), strict=True):
        on_path = branch.cell == path
        line = edge(from_x, x)
        if on_path:
            in_hand, at_x = line, x
        else:
            edges.append(line)
        boards.append(_branch(branch, frame, moment, search.sign, on_path=on_path))
    row = Row(len(frame.path) + 1, who, tuple(boards), "".join(edges), in_hand, across)
    return row, at_x


def places(count: int, across: int) -> list[float]:
    """The middles of ``count`` boards in a row where ``across`` have room."""
    return [((across - count) / 2 + at + 0.5) * WIDTH / across for at in range(count)]


def edge(start: float, end: float) -> str:
    """An elbow from the board above at ``start`` to the one below at ``end``, 20 units high."""
    if abs(start - end) < 1:
        return f"M{start:.0f} 0V20"
    turn = 8 if end > start else -8
    return (
        f"M{start:.0f} 0V4Q{start:.0f} 10 {start + turn:.0f} 10H{end - turn:.0f}"
        f"Q{end:.0f} 10 {end:.0f} 16V20"
    )


def _branch(
    branch: Branch, frame: StackFrame, moment: Moment, sign: int, *, on_path: bool
) -> TreeBoard:
    """A move at ``hand``. On the path of a search that is done it has a value of its own.

    ``sign`` turns values of MAX to the side of the first seat.
    """
    state = "later"
    if branch.cut:
        state = "cut"
    elif branch.found is not None:
        state = "done"
    elif branch.entered:
        state = "hand"
    below = next((one for one in moment.stack if one.path == (*frame.path, branch.cell)), None)
    note = _note(branch, state)
    if state == "hand" and below is not None and below.best is not None:
        note = f"so far {signed(below.best)}"
    return _board(
        name(branch),
        branch.board,
        last=branch.cell,
        state=state,
        on_path=on_path,
        now=below is moment.frame and below is not None,
        found=branch.found,
        note=note,
        step=branch.cut or branch.entered,
        sign=sign,
    )


def _note(branch: Branch, state: str) -> str:
    if state == "cut":
        return f"{number(size(branch.board))} skipped"
    if state == "done" and branch.found is not None and not branch.board.is_game_over():
        return f"{number(branch.found.nodes)} entered"
    return ""


def _board(
    cell: str,
    board: Board,
    *,
    last: int | None,
    state: str,
    on_path: bool,
    now: bool,
    found: Found | None,
    note: str,
    step: int,
    sign: int,
) -> TreeBoard:
    outcome = board.outcome
    return TreeBoard(
        name=cell,
        notation=board.notation,
        lines=outcome.cells if outcome else (),
        last=last,
        state=state,
        on_path=on_path,
        now=now,
        folded=state in ("done", "cut") and not on_path and not board.is_game_over(),
        side=side_of(sign * found.value) if found else "",
        open=found is not None and found.bound != "exact",
        value=bounded(found.value, found.bound) if found else "",
        note=note,
        step=step,
        label=label(cell or "the root", board, state, found, note),
    )


def side_of(value: float) -> str:
    """Whose colour and shape a value has: ``first``, ``second`` or ``even``."""
    return "first" if value > 0 else "second" if value < 0 else "even"


def label(cell: str, board: Board, state: str, found: Found | None, note: str) -> str:
    """A board read out: ``b1, at most −10, 19 positions entered``."""
    if state == "cut":
        return f"{cell}, cut, {positions(size(board))} skipped"
    if state == "skipped":
        return f"{cell}, skipped, {positions(size(board))}"
    if found is not None:
        entered = positions(found.nodes)
        return f"{cell}, {SPOKEN_BOUNDS[found.bound]}{signed(found.value)}, {entered} entered"
    if state == "later":
        return f"{cell}, not entered yet"
    return ", ".join(filter(None, (f"{cell}, in hand", note)))


def crumbs(board: Board, path: Sequence[int]) -> str:
    """The moves to the position in hand: ``start › a3 › b1``."""
    return " › ".join(["start", *(board.cell_name(cell) for cell in path)])
