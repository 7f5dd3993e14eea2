"""What the page of formulas lets workers of the compute pool do. It loads without Django."""

from __future__ import annotations

from games.engines.classic import formulas

Values = dict[int, float]


def minimax(cells: formulas.Cells, mover: str, ai: str) -> tuple[int, Values]:
    """V of any nine marks, and of what each move of ``mover`` leads to; no moves in a lost game."""
    value = formulas.minimax_value(cells, mover, ai)
    if over(cells):
        return value, {}
    waiting = formulas.opponent(mover)
    after = {move: formulas.apply(cells, move, mover) for move in formulas.empty(cells)}
    return value, {move: formulas.minimax_value(one, waiting, ai) for move, one in after.items()}


def replies(cells: formulas.Cells, ai: str) -> tuple[Values, Values]:
    """Formula 5's minimum for each move of a live board: what holds, and as printed."""
    return formulas.reply_values(cells, ai), formulas.reply_values_printed(cells, ai)


def over(cells: formulas.Cells) -> bool:
    """Whether some side has a line or no cell is empty."""
    return any(formulas.win(cells, seat) for seat in "XO") or not formulas.empty(cells)
