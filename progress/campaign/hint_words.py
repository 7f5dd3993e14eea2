"""What a hint says, step by step. Each sentence holds for the facts of ``hints.HintedMove``."""

from __future__ import annotations

from collections.abc import Sequence

from games.analysis.wording import called
from games.presenters.phrases import cell_notes
from games.rules import Board
from progress.campaign.hints import HintedMove, threatened

EXACT = 1e-9
"""To this the chances are exact: 0.9 may be a little less in binary."""

NUMBERS = ("no", "one", "two", "three", "four")


def steps(found: HintedMove) -> tuple[str, str, str]:
    """The three steps, each a sentence or two."""
    return look_for(found), where(found), move(found)


def look_for(found: HintedMove) -> str:
    """Step 1: what to look for. Names no cell."""
    if found.seat == found.board.CHANCE_SEAT:
        return _removal(found)
    if found.board.SHAPE.small:
        return _on_small_boards(found)
    return _at_once(found) or _later(found)


def _on_small_boards(found: HintedMove) -> str:
    """What a move is about where it decides in which board the rival plays."""
    if found.played.won:
        return "You can win at once. Which board makes three in a row?"
    if found.win_in is not None:
        moves = NUMBERS[found.win_in] if found.win_in < 5 else found.win_in
        return f"You can win in {moves} moves. Where do you send {found.rival}?"
    if found.is_lost:
        return f"With best play {found.rival} wins from here. Hope for a mistake."
    return "Nobody can force a win here. Which moves keep the draw?"


def _removal(found: HintedMove) -> str:
    line = _line_word(found.board)
    if threatened(found.board):
        return f"A full board is your win. Which {line} lacks only one cell?"
    return f"A full board is your win, and no {line} lacks just one cell. Plan ahead."


def _at_once(found: HintedMove) -> str:
    """What the next two moves are about; empty if nothing is forced."""
    played, rival = found.played, found.rival
    if played.won:
        line = _line_word(found.board)
        return f"You can win at once. Which {line} lacks only one of your {_pieces(found)}?"
    if played.blocks:
        if found.is_lost or not played.own_after:
            return f"{rival} can win with the next move. What comes first?"
        more = "can do more than that" if played.makes_fork else "also threatens"
        return f"{rival} can win next, so block. Your block {more}."
    if found.is_lost:
        hope = " Make a threat, and hope for a mistake." if found.can_go_wrong else ""
        return f"With best play {rival} wins from here.{hope}"
    return "Look for a move that makes two threats at once." if played.makes_fork else ""


def _later(found: HintedMove) -> str:
    """What a move that decides nothing at once is about."""
    if found.played.threatens:
        kind = "a threat" if found.board.CHANCE_SEAT else "a threat that must be answered"
        if found.win_in is not None:
            return f"Look for {kind}, and for what it prepares."
        return "Nobody can force a win yet. A threat still asks for an answer."
    if found.chance:
        return "Nobody can force a win yet. Which cell gives you the best chance?"
    if found.board.CHANCE_SEAT:
        return f"You have no chance to win against the best defence. How do you stop {found.rival}?"
    return "Nobody can force a win here. Which moves keep the draw?"


def where(found: HintedMove) -> str:
    """Step 2: where to look. Names a line or a kind of cell."""
    board, cell = found.board, found.cell
    if found.seat == board.CHANCE_SEAT:
        return f"Take a piece of {board.marks[cell]}’s {_on_lines(board, cell)}."
    if found.played.won:
        return f"Look at the {_names(board, _lines(found))}."
    if cell in found.played.rival_wins:
        names = _names(board, _lines(found))
        return f"Look at the {names}, where {found.rival} lacks one cell."
    if board.SHAPE.small:
        return f"Look for a cell that {cell_notes(board)[cell].replace(', ', ' and ')}."
    if board.PATTERN_NAMES:
        return f"The cell lies {_on_lines(board, cell)}."
    return f"It is {_kind(board, cell)}."


def pointed(found: HintedMove, step: int) -> tuple[int, ...]:
    """The cells that a step is about: of step 2 its lines, or the free cells of its kind."""
    if step != 2:
        return (found.cell,) if step == 3 else ()
    board, lines = found.board, _lines(found)
    if lines or board.PATTERN_NAMES:
        return tuple(sorted({cell for line in lines for cell in line}))
    if board.SHAPE.small:
        notes = cell_notes(board)
        return tuple(cell for cell in board.available_moves() if notes[cell] == notes[found.cell])
    kind = _kind(board, found.cell)
    return tuple(cell for cell in board.available_moves() if _kind(board, cell) == kind)


def _lines(found: HintedMove) -> list[Sequence[int]]:
    """The lines that step 2 names."""
    board, cell = found.board, found.cell
    if found.seat != board.CHANCE_SEAT and found.played.won:
        return _through(found.after, cell, found.seat, missing=0)
    if found.seat != board.CHANCE_SEAT and cell in found.played.rival_wins:
        return _through(board, cell, found.rival, missing=1)
    return [line for line in board.LINES if cell in line] if board.PATTERN_NAMES else []


def move(found: HintedMove) -> str:
    """Step 3: the move, and why."""
    return f"{found.board.cell_name(found.cell)}. {_why(found)}{_outlook(found)}"


def _why(found: HintedMove) -> str:
    if found.reason is None or (found.chance and found.reason.name == "draws"):
        return "No other cell gives you a better chance."
    return f"It {found.reason.text}."


def _outlook(found: HintedMove) -> str:
    """What best play makes of the move, where the move does not end the game."""
    if found.played.won:
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
    return " and the ".join(called(board, line) for line in lines)


def _on_lines(board: Board, cell: int) -> str:
    """Which patterns a cell lies on."""
    lines = [line for line in board.LINES if cell in line]
    return f"on the {_names(board, lines)}" if lines else "on no pattern"


def _kind(board: Board, cell: int) -> str:
    column, row = board.SHAPE.place(cell)
    ends = (column in (0, board.SHAPE.columns - 1)) + (row in (0, board.SHAPE.rows - 1))
    return ("the centre", "the middle of a side", "a corner")[ends]


def _line_word(board: Board) -> str:
    return "pattern" if board.PATTERN_NAMES else "line"


def _pieces(found: HintedMove) -> str:
    return "pieces" if found.board.CHANCE_SEAT else "marks"
