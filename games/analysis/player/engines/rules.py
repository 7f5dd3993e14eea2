"""Engines that know a few rules in the player: cell by cell until a rule finds one, or by lot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.analysis.player.bands import Band, BandShow, Item, Told, over
from games.analysis.wording import cells, line_name, listed, number
from games.engines.classic.simple import SmartEngine
from games.engines.dstru.simple import SmartEngine as DstruSmartEngine
from games.engines.rule_steps import RuleStep, RuleTrace, trace
from games.rules import Board, ClassicBoard, DstruBoard

CODE = (
    "wins = the free cells with which {own} wins",
    "if there are any: play one of them",
    "threats = the free cells with which {rival} would win",
    "if there are any: play one of them",
    "play any free cell",
)
LOT = ("play any of the legal cells, by lot",)
HEADING = {
    "start": "No rule is asked yet",
    "look": "A cell is looked at",
    "rule": "A rule answers",
    "done": "The move is found",
}


def uniform(board: Board, title: str) -> BandShow:
    """An engine that draws lots among all legal cells of a live ``board``."""
    legal = board.available_moves()
    verb = "be taken away" if board.action == "remove" else "be played"
    start = (
        f"{board.to_move} to move. {number(len(legal))} cells can {verb}, and this engine asks "
        "for nothing else."
    )
    if len(legal) == 1:
        start = f"{board.to_move} to move. Only {cells(board, legal)} can {verb}."
    moves = [
        Item(board.cell_name(one), "later", notation=_after(board, one), last=one) for one in legal
    ]
    odds = [replace(one, state="best", value=_odds(len(legal))) for one in moves]
    told = (
        Told("start", "No rule at all", start, 0, [_moves(moves)]),
        Told("done", "The move is drawn", _drawn(board, legal), 0, [_moves(odds)]),
    )
    return BandShow(board, title, LOT, told)


def _moves(items: list[Item]) -> Band:
    return Band("The moves", "boards", tuple(items))


def _after(board: Board, cell: int) -> str:
    return board.make_move(cell).notation


def _odds(many: int) -> str:
    return f"1 in {many}"


def _drawn(board: Board, among: tuple[int, ...]) -> str:
    verb = "takes" if board.action == "remove" else "plays"
    if len(among) == 1:
        return f"{board.to_move} {verb} {cells(board, among)}."
    if len(among) > 4:
        which = f"one of {len(among)} cells"
    else:
        which = listed([board.cell_name(one) for one in among], "or")
    return f"{board.to_move} {verb} {which} by lot: each has a chance of {_odds(len(among))}."


def show(board: Board, title: str) -> BandShow:
    """The rules of ``smart`` in a live ``board``."""
    rules = _rules(board)
    found = trace(board, rules)
    own, rival = found.seats
    code = [line.format(own=own, rival=rival) for line in CODE]
    told = [
        Told(
            kind=step.kind,
            heading=HEADING[step.kind],
            sentence=sentence(found, step),
            line=_running(step),
            bands=_bands(found, at),
            over=over(found.steps, at, "rule", "done"),
        )
        for at, step in enumerate(found.steps)
    ]
    return BandShow(board, title, code, told)


def _rules(board: Board) -> Mapping[str, tuple[int, ...]]:
    if isinstance(board, ClassicBoard):
        return SmartEngine.rules(board)
    assert isinstance(board, DstruBoard)
    return DstruSmartEngine.rules(board)


def _running(step: RuleStep) -> int:
    """The line of the code: two for a rule that seeks a win, one for the last."""
    if step.kind == "start":
        return 0
    return min(4, 2 * step.rule + (step.kind != "look"))


def sentence(found: RuleTrace, step: RuleStep) -> str:
    """What happens at ``step``."""
    board = found.board
    match step.kind:
        case "start":
            own, rival = found.seats
            return (
                f"{own} to move. Rules are asked in turn: can {own} win at once? Does {rival} "
                "threaten to? The first that finds a cell decides."
            )
        case "look":
            return _look(found, step)
        case "rule":
            return _answer(found, step)
        case "done":
            return _drawn(board, found.candidates)


def _look(found: RuleTrace, step: RuleStep) -> str:
    board, seat = found.board, found.seats[step.rule]
    name = board.cell_name(step.cell)
    if step.line < 0:
        return f"{name} lies on no pattern, so {seat} cannot win there."
    line, of = line_name(board, board.LINES[step.line]), len(board.LINES[step.line])
    held = f"With {name} {seat} would have {step.held} of {of} on {line}"
    if step.completes:
        return f"{held}: {'a win' if not step.rule else 'a threat'}."
    if step.held == of:
        return f"{held}, but pieces beside it too, and only the exact pattern wins."
    return f"{held} at most: no {'win' if not step.rule else 'threat'}."


def _answer(found: RuleTrace, step: RuleStep) -> str:
    board, these = found.board, found.found[step.rule]
    own, rival = found.seats
    if step.rule == len(found.seats):
        return f"Neither rule finds a cell, so all {len(these)} free cells will do."
    named = cells(board, these)
    if step.rule:
        if these:
            return f"{rival} threatens to win at {named}, so {own} has to be there first."
        return f"{rival} does not threaten to win. The last rule is left."
    if these:
        return f"{own} can win at {named}. No other rule is asked."
    return f"{own} cannot win at once. The next rule is asked."


def _bands(found: RuleTrace, at: int) -> list[Band]:
    board, here = found.board, found.steps[at]
    done = found.steps[: at + 1]
    position = Item(f"{board.to_move} to move", "done", notation=board.notation)
    bands = [Band("The position", "boards", (position,))]
    for rule, (seat, title) in enumerate(
        zip(found.seats, ("1. Does {} win there?", "2. Would {} win there?"), strict=True)
    ):
        looks = {step.cell: step for step in done if step.kind == "look" and step.rule == rule}
        items = [_cell(found, cell, looks, here) for cell in board.available_moves()]
        bands.append(Band(title.format(seat), "cells", tuple(items)))
    if len(found.found) > len(found.seats):
        state = "best" if here.rule == len(found.seats) else "later"
        rest = [Item(board.cell_name(one), state) for one in board.available_moves()]
        bands.append(Band("3. Any free cell", "cells", tuple(rest)))
    return bands


def _cell(found: RuleTrace, cell: int, looks: dict[int, RuleStep], here: RuleStep) -> Item:
    board, step = found.board, looks.get(cell)
    name = board.cell_name(cell)
    if step is None:
        return Item(name, "later")
    state = "now" if step is here else "done"
    if here.kind in ("rule", "done") and step.completes and here.rule == step.rule:
        state = "best"
    if step.line < 0:
        return Item(name, state, "on no pattern", "–")
    of = len(board.LINES[step.line])
    word = ("wins" if not step.rule else "threat") if step.completes else f"{step.held} of {of}"
    return Item(name, state, line_name(board, board.LINES[step.line]), word)
