"""Alpha, beta and the order of moves: what a search need not enter."""

from __future__ import annotations

from games.analysis.learn import ask, facts, texts
from games.analysis.learn.course import cut_exercises
from games.analysis.learn.course.moves import MAIN
from games.analysis.learn.facts import (
    ALPHA_BETA,
    BEST_FIRST,
    LINES_FIRST,
    MINIMAX,
    points,
    position,
    positions,
    valued,
    worth,
)
from games.analysis.learn.lesson import Content, Course
from games.analysis.wording import cells, number
from games.engines.subtrees import size
from games.rules import Board
from games.rules.shape import parse_cell


def _after(board: Board, name: str) -> Board:
    return board.make_move(parse_cell(name, board.SHAPE))


# --- alpha ---


def alpha() -> Content:
    board = position(MAIN)
    values = {cell: points(board.make_move(cell)) for cell in board.available_moves()}
    top = max(values.values())

    def tell(cell: int) -> str:
        end = (
            "After this move X has something to hold on to."
            if values[cell] == top
            else "A better move raises that number, any other changes nothing."
        )
        known = f"If X enters only this move, α is {worth(values[cell])}."
        return f"{valued(board, cell)} {known} {end}"

    return texts.content(
        "alpha",
        cut_exercises.raising(board, texts.question("alpha").ask),
        board,
        board.available_moves(),
        tell,
        best=board.cell_name(next(cell for cell, value in values.items() if value == top)),
        top=worth(top),
    )


# --- beta, and cuts ---


def cutting() -> Content:
    board = position(MAIN)
    refuted = _after(board, "a3")
    order = refuted.available_moves()
    searched, cut = facts.replies(refuted, order, 0)
    found = ALPHA_BETA.found(board)
    return texts.content(
        "alpha-beta",
        ask.branches(refuted, texts.question("alpha-beta").ask, order, 0, "c2"),
        refuted,
        refuted.available_moves(),
        lambda cell: _beta(refuted, cell),
        entered=number(len(searched)),
        replies=number(len(order)),
        cut=cells(refuted, cut),
        nodes=number(found.nodes),
        whole=positions(size(board)),
        cutoffs=number(found.cutoffs),
    )


def _beta(board: Board, cell: int) -> str:
    value, name = points(board.make_move(cell)), board.cell_name(cell)
    if value <= 0:
        end = f"β would be {worth(value)}, not above α 0: a3 is refuted, and the rest is cut."
    else:
        end = f"β would be {worth(value)}, above α 0: the next reply has to be entered."
    return f"{name} is worth {worth(value)}. {end}"


# --- the order of moves ---


def ordering() -> Content:
    board, start = position(MAIN), position("......... X")
    refuted = _after(board, "a3")
    searches = {"rows": ALPHA_BETA, "lines": LINES_FIRST, "best": BEST_FIRST}
    entered = {name: search.found(board).nodes for name, search in searches.items()}
    words = texts.question(
        "ordering",
        whole=positions(size(board)),
        **{name: number(count) for name, count in entered.items()},
    )

    def first(cell: int) -> str:
        rest = [one for one in refuted.available_moves() if one != cell]
        searched, cut = facts.replies(refuted, [cell, *rest], 0)
        below = facts.below(refuted, refuted.available_moves())
        said = (
            f"{refuted.cell_name(cell)} first ({worth(points(refuted.make_move(cell)))}): "
            f"{number(len(searched))} of {number(len(rest) + 1)} replies "
            f"{'is' if len(searched) == 1 else 'are'} entered, "
            f"{number(facts.below(refuted, cut))} of {positions(below)} skipped."
        )
        return f"{said} The first reply refutes the move." if len(searched) == 1 else said

    counts = [number(one) for one in sorted({*entered.values(), size(board)})]
    return texts.content(
        "ordering",
        ask.choice(board, words, counts, number(entered["lines"])),
        refuted,
        refuted.available_moves(),
        first,
        start_rows=number(ALPHA_BETA.found(start).nodes),
        start_lines=number(LINES_FIRST.found(start).nodes),
        start_all=number(MINIMAX.found(start).nodes),
    )


COURSE: Course = {
    "alpha": (alpha, cut_exercises.ON_ALPHA),
    "alpha-beta": (cutting, cut_exercises.ON_CUTS),
    "ordering": (ordering, cut_exercises.ON_ORDER),
}
