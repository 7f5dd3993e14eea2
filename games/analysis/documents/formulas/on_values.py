"""Live examples of the formulas that value positions: 1, 4 and 5."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from games.analysis.documents.address import marks
from games.analysis.documents.formulas import workings
from games.analysis.documents.formulas.example import Detail, Live, ResultRow
from games.analysis.documents.formulas.on_boards import SEATS, cell, editor, named, seats
from games.analysis.documents.formulas.values import Examples
from games.analysis.wording import limit
from games.compute.pool import compute
from games.engines.classic import formulas
from games.engines.classic.scores import best_of
from games.engines.classic.tablebase import table
from games.rules import BadNotation, ClassicBoard
from games.rules.classic import LINES

QUICK = 5
"""Empty cells whose game tree is read in a few milliseconds."""


def minimax(examples: Examples) -> Live:
    """Formula 1: V of the board and of what each move leads to."""
    cells, mover, ai = examples.states[1]
    board = marks(cells)
    value, moves = _away(workings.minimax, board, mover, ai)
    rows = [
        ResultRow(
            rf"V(s,\text{{{mover}}})", f"V of s and {mover}", f"for {ai} as the AI", limit(value)
        )
    ]
    details = []
    if moves:
        worst_or_best = max if mover == ai else min
        name = worst_or_best.__name__
        top = [move for move, one in moves.items() if one == value]
        rows.append(
            ResultRow(
                rf"\{name}_m V(s\,m,p')",
                f"{name}imum over m",
                "reached at",
                named(sorted(top)),
            )
        )
        rows += _sooner(cells, mover, top)
        head = ("Move", "V after it")
        body = tuple((cell(move), limit(one)) for move, one in moves.items())
        details.append(Detail("The value of each move", head, body))
    return Live(
        f"V is {limit(value)} for {ai} as the AI, with {mover} to move.",
        tuple(rows),
        board=editor(examples, 1),
        choices=(seats(examples, 1, 1, "To move"), seats(examples, 1, 2, "The AI")),
        details=tuple(details),
    )


Found = TypeVar("Found")


@lru_cache(4096)
def _away(function: Callable[..., Found], board: formulas.Cells, *seats: str) -> Found:
    """``function`` of a board: a worker's part where many cells are empty. Raises Busy."""
    if len(formulas.empty(board)) <= QUICK:
        return function(board, *seats)
    return compute(function, board, *seats)


def _sooner(cells: str, mover: str, equals: list[int]) -> list[ResultRow]:
    """What Oxo makes of equals, where the position is one that play can reach."""
    try:
        board = ClassicBoard.from_notation(f"{cells} {mover}")
    except BadNotation:
        return []
    scores = {move: -table().score(board.make_move(move)) for move in equals}
    return [
        ResultRow(
            r"\text{played}",
            "played",
            "of these, by distance to the end",
            named(best_of(scores)),
        )
    ]


def evaluation(examples: Examples) -> Live:
    """Formula 4 for either side, as printed and with the size of the weight."""
    (cells,) = examples.states[4]
    board = marks(cells)
    rows = tuple(
        ResultRow(
            rf"E(s),\ \text{{AI}}=\text{{{ai}}}",
            f"E of s with {ai} as the AI",
            "",
            limit(formulas.state_evaluation(board, ai)),
            limit(formulas.state_evaluation_printed(board, ai)),
        )
        for ai in SEATS
    )
    body = tuple(
        (
            " ".join(cell(at) for at in line),
            str(own),
            str(other),
            limit(weight),
            limit(weight * (own - other)),
            limit(abs(weight) * (own - other)),
        )
        for line, (own, other, weight) in zip(LINES, formulas.line_terms(board, "X"), strict=True)
    )
    head = ("Line", "X", "O", "w", "printed", "|w|")
    both = all(formulas.state_evaluation_printed(board, ai) > 0 for ai in SEATS)
    said = (
        "As printed, this board is good for both sides at once."
        if both
        else f"For X the sum is {rows[0].holds}; the print makes it {rows[0].printed}."
        if rows[0].differs
        else f"For X the sum is {rows[0].holds}, as printed too."
    )
    return Live(
        said,
        rows,
        board=editor(examples, 4),
        details=(Detail("Line by line, with X as the AI", head, body),),
    )


def best_move(examples: Examples) -> Live:
    """Formula 5: the minimum for each move and the argmax, as printed and as it is meant."""
    cells, ai = examples.states[5]
    board = marks(cells)
    choices = (seats(examples, 5, 1, "The AI, to move"),)
    if workings.over(board):
        row = ResultRow("m^*", "m star", "best moves", "∅", "∅")
        return Live("The game is over: there is no move.", (row,), editor(examples, 5), (), choices)
    holds, printed = _away(workings.replies, board, ai)
    best, best_printed = best_of(holds), best_of(printed)
    body = tuple((cell(move), limit(printed[move]), limit(holds[move])) for move in holds)
    wrong = sorted(set(best_printed) - set(best))
    said = (
        f"As printed {named(wrong)} would be among the best. What holds is {named(best)}."
        if wrong
        else "Here the print chooses no worse move."
    )
    return Live(
        said,
        (ResultRow("m^*", "m star", "best moves", named(best), named(best_printed)),),
        board=editor(examples, 5),
        choices=choices,
        details=(Detail("The minimum for each move", ("Move", "printed", "holds"), body),),
    )


ON_VALUES: dict[int, Callable[[Examples], Live]] = {1: minimax, 4: evaluation, 5: best_move}
