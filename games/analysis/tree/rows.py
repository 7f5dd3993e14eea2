"""The tree around a step: a row for each position of the stack, with all of its moves as boards.

Never the whole tree: a row has at most as many boards as there are cells, in fixed places, and the
rows below it follow the path that the search is on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.analysis.player.show import DrawnRow, piece
from games.analysis.player.words import TraceWords
from games.analysis.wording import bounded
from games.engines.trace import TreeItem, TreeRow

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
class DrawnMoves:
    """The moves at one position: ``who`` chooses among them, ``edges`` lead to them.

    ``across`` is how many boards the widest row has.
    """

    ply: int
    who: str
    boards: tuple[TreeBoard, ...]
    edges: str
    hand: str
    across: int


def drawn(rows: Sequence[TreeRow], words: TraceWords, query: str) -> list[DrawnRow]:
    """The ``rows`` around a step in ``words``. ``query`` begins every link."""
    across = max(len(row.items) for row in rows[1:])
    found, from_x = [], WIDTH / 2
    for row in rows:
        moves, from_x = _moves(row, words, from_x, across)
        found.append(
            DrawnRow(
                piece("analysis/_tree_row.html", row=replace(moves, boards=())),
                tuple(
                    piece("analysis/_tree_board.html", board=board, query=query)
                    for board in moves.boards
                ),
            )
        )
    return found


def _moves(row: TreeRow, words: TraceWords, from_x: float, across: int) -> tuple[DrawnMoves, float]:
    """A row, and where the board on the path stands in it."""
    edges, in_hand, at_x = [], "", from_x
    if row.ply:  # nothing leads to the root
        for item, x in zip(row.items, places(len(row.items), across), strict=True):
            if item.on_path:
                in_hand, at_x = edge(from_x, x), x
            else:
                edges.append(edge(from_x, x))
    who = words.phrase(words.table["rows"][row.code], {"who": row.seat})
    boards = tuple(_board(item, words) for item in row.items)
    return DrawnMoves(row.ply, who, boards, "".join(edges), in_hand, across), at_x


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


def _board(item: TreeItem, words: TraceWords) -> TreeBoard:
    board, outcome, numbers = item.board, item.board.outcome, item.numbers
    name = "" if item.cell is None else board.cell_name(item.cell)
    note = words.phrase(words.table["notes"][item.code], numbers) if item.code else ""
    valued, bound = "value" in numbers, numbers.get("bound", "exact")
    label = words.table["labels"][item.state]
    return TreeBoard(
        name=name,
        notation=board.notation,
        lines=outcome.cells if outcome else (),
        last=item.cell,
        state=item.state,
        on_path=item.on_path,
        now=item.now,
        folded=item.state in ("done", "cut") and not item.on_path and outcome is None,
        side=side_of(numbers["first"]) if valued else "",
        open=bound != "exact",
        value=bounded(numbers["value"], bound) if valued else "",
        note=note,
        step=item.step,
        label=words.phrase(label, {**numbers, "name": name or "the root", "note": note}),
    )


def side_of(value: float) -> str:
    """Whose colour and shape a value has: ``first``, ``second`` or ``even``."""
    return "first" if value > 0 else "second" if value < 0 else "even"
