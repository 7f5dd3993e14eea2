"""The linear engine in the player: its matrix product row by row, and what its guard refuses."""

from __future__ import annotations

from games.analysis.player.bands import Band, BandShow, Item, Told
from games.analysis.wording import MINUS, cells, line_name, number
from games.engines.classic.linear_steps import LinearStep, LinearTrace, cells_on, trace
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard

CODE = (
    "for each line, a row of P:",
    "  own = P[line] · x,  taken = P[line] · |x|",
    "  s[line] = table[own, taken]",
    "for each free cell, a column of P:",
    "  c[cell] = the sum of s[line] over its lines",
)
GUARD = (
    "for each free cell:",
    "  refuse it if a reply then wins or makes two threats",
)
CHOICE = ("play the cell with the highest c",)

HEADING = {
    "start": "The board as numbers",
    "line": "A line is scored",
    "add": "The sum in the making",
    "guard": "The guard looks one reply ahead",
    "done": "The move is found",
}


def show(board: Board, title: str) -> BandShow:
    """The engine without a guard."""
    return _show(board, title, guarded=False)


def guarded(board: Board, title: str) -> BandShow:
    """The engine behind its guard."""
    return _show(board, title, guarded=True)


def _show(board: Board, title: str, *, guarded: bool) -> BandShow:
    assert isinstance(board, ClassicBoard)
    found = trace(board, guarded=guarded)
    code = (*CODE, *(GUARD if guarded else ()), *CHOICE)
    told = [
        Told(
            kind=step.kind,
            heading=HEADING[step.kind],
            sentence=sentence(found, step),
            line=_running(step, len(code)),
            bands=_bands(found, at, guarded=guarded),
            over=_over(found, at),
        )
        for at, step in enumerate(found.steps)
    ]
    return BandShow(board, title, code, told)


def _running(step: LinearStep, lines: int) -> int:
    return {"start": 0, "line": 2, "add": 4, "guard": 6, "done": lines - 1}[step.kind]


def _over(found: LinearTrace, at: int) -> int:
    """The first step of what comes next: the next cell while a sum is made, else the next kind."""
    here = found.steps[at]
    for number_of, step in enumerate(found.steps[at + 1 :], at + 2):
        if step.kind != here.kind or (here.kind == "add" and step.cell != here.cell):
            return number_of
    return 0


def sentence(found: LinearTrace, step: LinearStep) -> str:
    """What happens at ``step``."""
    board = found.board
    rival = rival_of(board)
    match step.kind:
        case "start":
            return (
                f"{board.to_move} to move. In x an {board.to_move} is 1, an {rival} is {MINUS}1, "
                "an empty cell 0. Each line is a row of P."
            )
        case "line":
            return f"{line_name(board, cells_on(step.line))}: {_occupied(found, step.line)}."
        case "add":
            return _added(found, step)
        case "guard":
            return _guarded(board, step, rival)
        case "done":
            return _done(found)


def _occupied(found: LinearTrace, line: int) -> str:
    on = [found.state[cell] for cell in cells_on(line)]
    own = f"own {_plus(on)} = {number(found.own[line])}"
    taken = f"taken {_plus([abs(one) for one in on])} = {number(found.taken[line])}"
    return f"{own}, {taken}. The table gives {number(found.scores[line])}"


def _plus(terms: list[int]) -> str:
    first, *rest = terms
    signs = [f"{MINUS if term < 0 else '+'} {abs(term)}" for term in rest]
    return " ".join([number(first), *signs])


def _added(found: LinearTrace, step: LinearStep) -> str:
    name, score = found.board.cell_name(step.cell), found.scores[step.line]
    before = step.total - score
    line = line_name(found.board, cells_on(step.line))
    sums = f"{number(before)} + {number(score)} = {number(step.total)}"
    end = f"Its score is {number(step.total)}" if step.last else f"{number(step.total)} so far"
    return f"{name} gets {number(score)} from {line}: {sums}. {end}."


def _guarded(board: Board, step: LinearStep, rival: str) -> str:
    name = board.cell_name(step.cell)
    match step.fear:
        case "wins":
            return f"{name} wins at once, so the guard lets it through."
        case "loses":
            reply = board.cell_name(step.reply)
            return f"After {name}, {rival} wins at once with {reply}. The guard refuses {name}."
        case "forked":
            reply = board.cell_name(step.reply)
            return (
                f"After {name}, {rival} answers {reply} and has two threats. "
                f"The guard refuses {name}."
            )
        case _:
            return f"After {name} no reply of {rival} wins or makes two threats. {name} is safe."


def _done(found: LinearTrace) -> str:
    board = found.board
    best = number(found.cells[found.candidates[0]])
    feared = [step for step in found.steps if step.fear in ("loses", "forked")]
    of = "The highest score"
    if found.refused:
        of = "The highest score that the guard lets through"
    elif feared and len(feared) == len(board.available_moves()):
        of = "No move is safe, so the guard lets all of them through: the highest score"
    if len(found.candidates) == 1:
        return f"{of} is {best}: {board.to_move} plays {cells(board, found.candidates)}."
    named = cells(board, found.candidates)
    return f"{of} is {best}, at {named}: {board.to_move} plays one of them by lot."


def _bands(found: LinearTrace, at: int, *, guarded: bool) -> list[Band]:
    board, here = found.board, found.steps[at]
    done = found.steps[: at + 1]
    known = {step.line for step in done if step.kind == "line"}
    lines = [_line(found, line, here, known) for line in range(len(found.scores))]
    sums = {step.cell: step for step in done if step.kind == "add"}
    free = [_cell(found, cell, here, sums) for cell in board.available_moves()]
    bands = [
        Band("Lines: s from P · x", "lines", tuple(lines)),
        Band("Free cells: c = Pᵀ s", "cells", tuple(free)),
    ]
    if guarded:
        judged = {step.cell: step for step in done if step.kind == "guard"}
        moves = [_judged(board, cell, here, judged) for cell in board.available_moves()]
        bands.append(Band("The guard: each move with the reply it fears", "boards", tuple(moves)))
    return bands


def _line(found: LinearTrace, line: int, here: LinearStep, known: set[int]) -> Item:
    name = line_name(found.board, cells_on(line))
    if line not in known:
        return Item(name, "later")
    on = [found.state[cell] for cell in cells_on(line)]
    state = "now" if here.line == line else "done"
    sums = f"own {_plus(on)} = {number(found.own[line])}, taken {number(found.taken[line])}"
    return Item(name, state, sums, number(found.scores[line]))


def _cell(found: LinearTrace, cell: int, here: LinearStep, sums: dict[int, LinearStep]) -> Item:
    name = found.board.cell_name(cell)
    if cell not in sums:
        return Item(name, "later")
    step = sums[cell]
    lines = [one.line for one in found.steps if one.kind == "add" and one.cell == cell]
    terms = [found.scores[line] for line in lines if line <= step.line]
    state = "now" if here.kind == "add" and here.cell == cell else "done"
    if here.kind == "done":
        best = cell in found.candidates
        state = "best" if best else "refused" if cell in found.refused else "done"
    return Item(name, state, " + ".join(map(number, terms)), number(step.total))


def _judged(board: Board, cell: int, here: LinearStep, judged: dict[int, LinearStep]) -> Item:
    name = board.cell_name(cell)
    after = board.make_move(cell)
    if cell not in judged:
        return Item(name, "later", notation=after.notation, last=cell)
    step = judged[cell]
    if step.reply < 0:
        state = "now" if here is step else "done"
        outcome = after.outcome
        lines = outcome.cells if outcome else ()
        word = "wins" if step.fear == "wins" else "safe"
        return Item(name, state, value=word, notation=after.notation, lines=lines, last=cell)
    answered = after.make_move(step.reply)
    outcome = answered.outcome
    return Item(
        name,
        "now refused" if here is step else "refused",
        sum=f"{board.cell_name(step.reply)} {'wins' if step.fear == 'loses' else 'forks'}",
        value="refused",
        notation=answered.notation,
        lines=outcome.cells if outcome and outcome.winner else (),
        last=step.reply,
    )
