"""What a hint says, step by step. Each sentence holds for the facts of ``hints.Found``."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules import Board
from progress.hints import Found, Idea

EXACT = 1e-9
"""To this the chances are exact: 0.9 may be a little less in binary."""

NUMBERS = ("no", "one", "two", "three", "four")
ROWS = {3: ("top", "middle", "bottom")}
COLUMNS = {3: ("left", "middle", "right")}


def steps(found: Found) -> tuple[str, str, str]:
    """The three steps, each a sentence or two."""
    return look_for(found), where(found), move(found)


def look_for(found: Found) -> str:
    """Step 1: what to look for. Names no cell."""
    line, rival = _line_word(found.board), found.rival
    forced = found.win_in is not None
    said = {
        Idea.WIN: f"You can win at once. Which {line} lacks only one of your {_pieces(found)}?",
        Idea.BLOCK_AND_FORK: f"{rival} can win next, so block. Your block can do more than that.",
        Idea.BLOCK_AND_THREATEN: f"{rival} can win next, so block. Your block also threatens.",
        Idea.BLOCK: f"{rival} can win with the next move. What comes first?",
        Idea.LOST: _lost(found),
        Idea.FORK: "Look for a move that makes two threats at once.",
        Idea.THREATEN: _threat(found)
        if forced
        else "Nobody can force a win yet. A threat still asks for an answer.",
        Idea.HOLD: "Nobody can force a win here. Which moves keep the draw?",
        Idea.STOP: f"You have no chance to win against the best defence. How do you stop {rival}?",
        Idea.QUIET: f"Count the {line}s that are open to you."
        if forced
        else f"Nobody can force a win yet. Count the {line}s that are open to you.",
        Idea.BREAK: f"A full board is your win. Which {line} lacks only one cell?",
        Idea.TAKE: f"A full board is your win, and no {line} lacks just one cell. Plan ahead.",
    }
    return said[found.idea]


def _lost(found: Found) -> str:
    if found.idea is not Idea.LOST:
        return ""
    hope = " Set a task, and hope for a mistake." if found.can_go_wrong else ""
    return f"With best play {found.rival} wins from here.{hope}"


def _threat(found: Found) -> str:
    kind = "a threat" if found.board.CHANCE_SEAT else "a threat that must be answered"
    return f"Look for {kind}, and for what it prepares."


def where(found: Found) -> str:
    """Step 2: where to look. Names a line or a kind of cell."""
    board, cell = found.board, found.cell
    if found.seat == board.CHANCE_SEAT:
        return f"Take a piece of {board.marks[cell]}’s {_on_lines(board, cell)}."
    if found.idea is Idea.WIN:
        lines = _through(found.after, cell, found.seat, missing=0)
        return f"Look at the {_names(board, lines)}."
    if cell in found.needed:
        lines = _through(board, cell, found.rival, missing=1)
        return f"Look at the {_names(board, lines)}, where {found.rival} lacks one cell."
    if board.PATTERN_NAMES:
        return f"The cell lies {_on_lines(board, cell)}."
    return f"It is {_kind(board, cell)}."


def move(found: Found) -> str:
    """Step 3: the move, and why."""
    return f"{found.board.cell_name(found.cell)}. {_why(found)}{_outlook(found)}"


def _why(found: Found) -> str:
    board, rival, line = found.board, found.rival, _line_word(found.board)
    threats = _cells(board, found.threats)
    stops = "can spoil only one of them" if board.CHANCE_SEAT else "can block only one of them"
    open_lines = sum(
        all(board.marks[one] in ("", found.seat) for one in cells)
        for cells in board.LINES
        if found.cell in cells
    )
    counted = f"{NUMBERS[open_lines]} {line}{'s' if open_lines != 1 else ''}"
    said = {
        Idea.WIN: f"It completes the {_names(board, _completed(found))}.",
        Idea.BLOCK_AND_FORK: f"It stops {rival}, and threatens {threats}. {rival} {stops}.",
        Idea.BLOCK_AND_THREATEN: f"It stops {rival}, and threatens {threats} as well.",
        Idea.BLOCK: f"Otherwise {rival} could win there.",
        Idea.LOST: f"{rival} can still win after it, but only without a mistake."
        if found.idea is Idea.LOST and found.can_go_wrong
        else f"Whatever {rival} replies, {rival} wins.",
        Idea.FORK: f"It threatens {threats}. {rival} {stops}.",
        Idea.THREATEN: f"It threatens {threats}. {rival} can spoil that, and so can chance."
        if board.CHANCE_SEAT
        else f"It threatens {threats}, so {rival} has to answer there.",
        Idea.HOLD: "It keeps the draw.",
        Idea.STOP: f"Every move leaves {rival} a cell to win on."
        if found.after.winning_cells(rival)
        else f"It leaves {rival} no cell to win on at once.",
        Idea.QUIET: f"It lies on {counted} open to you.",
        Idea.BREAK: _relief(found),
        Idea.TAKE: _relief(found),
    }
    return said[found.idea]


def _outlook(found: Found) -> str:
    """What best play makes of the move, where the move does not end the game."""
    if found.idea is Idea.WIN:
        return ""
    if found.win_in is not None:
        left = found.win_in - 1
        if not left:
            return " Then the board fills up, and you win."
        return f" From there you win in {NUMBERS[left] if left < 5 else left} more, whatever comes."
    hundred = int(100 * found.chance + EXACT)
    if not hundred:
        return ""
    return f" From there best play wins at least {hundred} times in a hundred."


def _relief(found: Found) -> str:
    rivals = " nor ".join(found.board.RIVALS)
    after = found.after
    free = not any(after.winning_cells(seat) for seat in found.board.RIVALS)
    if free:
        return f"Without it neither {rivals} can complete a pattern at once."
    return "No other piece leaves you a better chance."


def _completed(found: Found) -> list[Sequence[int]]:
    return _through(found.after, found.cell, found.seat, missing=0)


def _through(board: Board, cell: int, seat: str, *, missing: int) -> list[Sequence[int]]:
    """The lines through ``cell`` of which ``seat`` lacks that many cells, and nobody holds one."""
    return [
        line
        for line in board.LINES
        if cell in line
        and sum(board.marks[one] == seat for one in line) == len(line) - missing
        and sum(not board.marks[one] for one in line) == missing
    ]


def _names(board: Board, lines: Sequence[Sequence[int]]) -> str:
    return " and the ".join(line_name(board, line) for line in lines)


def line_name(board: Board, line: Sequence[int]) -> str:
    """What people call a line: ``top row``, ``left column``, ``diagonal from a1 to c3``."""
    if board.PATTERN_NAMES:
        return board.PATTERN_NAMES[board.LINES.index(tuple(line))]
    places = [board.SHAPE.place(cell) for cell in line]
    columns, rows = {column for column, _ in places}, {row for _, row in places}
    if len(rows) == 1 and board.SHAPE.rows in ROWS:
        return f"{ROWS[board.SHAPE.rows][rows.pop()]} row"
    if len(columns) == 1 and board.SHAPE.columns in COLUMNS:
        return f"{COLUMNS[board.SHAPE.columns][columns.pop()]} column"
    return f"diagonal from {board.cell_name(line[0])} to {board.cell_name(line[-1])}"


def _on_lines(board: Board, cell: int) -> str:
    """Which patterns a cell lies on."""
    lines = [line for line in board.LINES if cell in line]
    return f"on the {_names(board, lines)}" if lines else "on no pattern"


def _kind(board: Board, cell: int) -> str:
    column, row = board.SHAPE.place(cell)
    ends = (column in (0, board.SHAPE.columns - 1)) + (row in (0, board.SHAPE.rows - 1))
    return ("the centre", "the middle of a side", "a corner")[ends]


def _cells(board: Board, cells: Sequence[int]) -> str:
    *most, last = [board.cell_name(cell) for cell in cells] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def _line_word(board: Board) -> str:
    return "pattern" if board.PATTERN_NAMES else "line"


def _pieces(found: Found) -> str:
    return "pieces" if found.board.CHANCE_SEAT else "marks"
