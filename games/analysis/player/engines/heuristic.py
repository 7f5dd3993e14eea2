"""One ply with the heuristic in the player: the eight lines with their points, move by move."""

from __future__ import annotations

from games.analysis.player.bands import Band, BandShow, Item, Told, over
from games.analysis.wording import cells, line_name, signed
from games.engines.classic.heuristic_steps import HeuristicStep, HeuristicTrace, trace
from games.engines.sides import rival_of
from games.rules import Board, ClassicBoard

CODE = (
    "for each move:",
    "  if it ends the game: +10 for a win, 0 for a draw",
    "  for each line: +5 for two own marks and a free cell,",
    "    +1 for one own, −4 for two of the rival's",
    "  +1 for the centre; no guess counts beyond ±9",
    "play the move with the highest value",
)
LINE = {"start": 0, "move": 0, "line": 2, "total": 4, "done": 5}
HEADING = {
    "start": "The search begins",
    "move": "One move deeper",
    "line": "A line gets its points",
    "total": "The sum is made",
    "done": "The move is found",
}


def show(board: Board, title: str) -> BandShow:
    """One ply deep in a live ``board``."""
    assert isinstance(board, ClassicBoard)
    found = trace(board)
    told = [
        Told(
            kind=step.kind,
            heading=HEADING[step.kind],
            sentence=sentence(found, step),
            line=1 if _ends(found, step) else LINE[step.kind],
            bands=_bands(found, at),
            over=over(found.steps, at, "move", "done"),
        )
        for at, step in enumerate(found.steps)
    ]
    return BandShow(board, title, CODE, told)


def _ends(found: HeuristicTrace, step: HeuristicStep) -> bool:
    return step.kind == "move" and step.cell not in found.terms


def sentence(found: HeuristicTrace, step: HeuristicStep) -> str:
    """What happens at ``step``."""
    board = found.board
    match step.kind:
        case "start":
            return f"{board.to_move} looks one move ahead and counts what its lines promise."
        case "move":
            return _move(found, step.cell)
        case "line":
            return _line(found, step)
        case "total":
            return _total(found, step.cell)
        case "done":
            best = signed(found.values[found.candidates[0]])
            named = cells(board, found.candidates)
            if len(found.candidates) == 1:
                return f"The highest value is {best}: {board.to_move} plays {named}."
            return f"The highest value is {best}, at {named}: one of them is drawn by lot."


def _move(found: HeuristicTrace, cell: int) -> str:
    board, name = found.board, found.board.cell_name(cell)
    if cell in found.terms:
        return f"{board.to_move} tries {name}. The game goes on, so its lines are counted."
    if found.values[cell]:
        return f"{board.to_move} tries {name} and wins: {signed(found.values[cell])}."
    return f"{board.to_move} tries {name} and fills the board: a draw, 0."


def _line(found: HeuristicTrace, step: HeuristicStep) -> str:
    board, one = found.board, found.terms[step.cell]["lines"][step.line]
    own, other = one["own"], one["other"]
    held = f"{own} of {board.to_move}, {other} of {rival_of(board)}"
    points = f"{signed(one['term'])} points" if one["term"] else "nothing"
    name = line_name(board, one["cells"])
    return f"{name} has {held}: {points}, {signed(step.sum)} so far."


def _total(found: HeuristicTrace, cell: int) -> str:
    name, terms = found.board.cell_name(cell), found.terms[cell]
    lines = terms["total"] - terms["centre"]
    centre = " and +1 for the centre" if terms["centre"] else ""
    value = found.values[cell]
    if value == terms["total"]:
        return f"{name}: {signed(lines)} from the lines{centre}. It is worth {signed(value)}."
    return (
        f"{name}: {signed(lines)} from the lines{centre} make {signed(terms['total'])}. "
        f"No guess counts beyond ±9: {signed(value)}."
    )


def _bands(found: HeuristicTrace, at: int) -> list[Band]:
    board, here = found.board, found.steps[at]
    done = {step.cell for step in found.steps[: at + 1] if _is_valued(found, step)}
    moves = tuple(_tried(found, cell, here, done) for cell in board.available_moves())
    bands = [Band("Moves", "boards", moves)]
    if here.cell in found.terms:
        lines = tuple(_points(found, here, line) for line in range(8))
        title = f"The eight lines after {board.cell_name(here.cell)}"
        bands.append(Band(title, "lines", lines))
    return bands


def _is_valued(found: HeuristicTrace, step: HeuristicStep) -> bool:
    return step.kind == "total" or _ends(found, step)


def _tried(found: HeuristicTrace, cell: int, here: HeuristicStep, done: set[int]) -> Item:
    after = found.board.make_move(cell)
    outcome = after.outcome
    state = "now" if here.cell == cell else "done" if cell in done else "later"
    if here.kind == "done" and cell in found.candidates:
        state = "best"
    return Item(
        name=found.board.cell_name(cell),
        state=state,
        value=signed(found.values[cell]) if cell in done else "",
        notation=after.notation,
        lines=outcome.cells if outcome else (),
        last=cell,
    )


def _points(found: HeuristicTrace, here: HeuristicStep, line: int) -> Item:
    one = found.terms[here.cell]["lines"][line]
    name = line_name(found.board, one["cells"])
    counted = line <= here.line or here.kind == "total"
    if not counted:
        return Item(name, "later")
    state = "now" if here.kind == "line" and line == here.line else "done"
    rival = rival_of(found.board)
    held = f"{one['own']} of {found.board.to_move}, {one['other']} of {rival}"
    return Item(name, state, held, signed(one["term"]))
