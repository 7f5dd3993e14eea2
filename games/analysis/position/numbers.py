"""Why an engine gives a move its number: the line of play, the sum or the average it comes from."""

from __future__ import annotations

from typing import Any

from games.analysis.position.compare import whose_number
from games.analysis.position.proof import (
    MoveProof,
    ProofStep,
    average,
    by_solution,
    cell_called,
    line_steps,
    named,
)
from games.analysis.reasons import forks
from games.analysis.reasons.on_board import ShownData, shown_line, shown_notes
from games.analysis.reasons.sentence import DrawnLine
from games.analysis.variations import Variation
from games.analysis.wording import cells, line_name, listed, number, signed
from games.engines import Engine
from games.engines.answers import Answer
from games.engines.base import Replies
from games.engines.sides import has_side, rival_of
from games.engines.solution import EQUAL
from games.engines.view import View
from games.rules import Board

PLAYED = 9
"""Moves of a line that are played on the board: a second each, and all of a classic game."""


def number_proof(
    variation: Variation, engine: Engine, answer: Answer, name: str
) -> MoveProof | None:
    """What gives ``engine`` its number for the cell ``name``; None if it has none there."""
    board = variation.board
    cell = cell_called(board, name)
    if cell is None or str(cell) not in answer["values"]:
        return None
    view, title = answer["view"], f"{engine.title} {whose_number(board, answer, cell)}"
    if "path_scores" in view:
        return _sum(board, view, cell, title)
    if line := engine.line_of(board, cell):
        return _line(variation, engine, answer, cell, line, title)
    if (replies := engine.replies_to(board, cell)) is not None:
        return _replies(variation, engine, cell, replies, title)
    if board.make_move(cell).is_game_over():
        return _line(variation, engine, answer, cell, (cell,), title)
    if "wishes" in view:
        return by_solution(variation, cell, "", title)
    return None


# --- a line of play ---


def _line(
    variation: Variation,
    engine: Engine,
    answer: Answer,
    cell: int,
    line: tuple[int, ...],
    title: str,
) -> MoveProof:
    board = variation.board
    known = answer["bounds"].get(str(cell), {"bound": "exact"})
    end = variation.after(*line).board
    said = f"{_how_it_ends(engine, end, len(line))}."
    if reason := known.get("reason", ""):
        held = reason.removeprefix("cut: ")
        said = f"{held}. So the search goes no further. The line goes on with best play."
    return MoveProof(
        seat=board.to_move,
        name=board.cell_name(cell),
        number=title,
        said=said,
        follows=True,
        steps=line_steps(variation, line, engine.slug),
        shown=shown_line(board, f"{title} at {board.cell_name(cell)}. {said}", line[:PLAYED]),
    )


def _how_it_ends(engine: Engine, end: Board, count: int) -> str:
    outcome = end.outcome
    if outcome is None:
        return f"{engine.title} looks {count} moves ahead and guesses at the board they lead to"
    how = f"{outcome.winner} wins" if outcome.winner else "it is a draw"
    if count == 1:
        return f"The game ends at once: {how}"
    return f"The line that {engine.title} expects, {count} moves, and then {how}"


# --- a sum of lines ---


def _sum(board: Board, view: View, cell: int, title: str) -> MoveProof:
    paths = [path for path, row in enumerate(view["P"]) if row[cell]]
    terms = [_term(board, view, path) for path in paths]
    more, moves = _refusal(board, view, cell)
    sums = " + ".join(term["score"] for term in terms)
    said = f"The scores of the lines through {board.cell_name(cell)}, added up: {sums}."
    return MoveProof(
        seat=board.to_move,
        name=board.cell_name(cell),
        number=title,
        said=said,
        terms=terms,
        more=more,
        shown=_shown_sum(board, view, paths, f"{said} {more}".strip(), moves),
    )


def _term(board: Board, view: View, path: int) -> dict[str, Any]:
    """A line that adds ``score`` to a sum, with what stands on it; scripts light its ``cells``."""
    on = _on(view, path)
    own, total = view["own_occupancy"][path], view["total_occupancy"][path]
    mine, theirs = round((total + own) / 2), round((total - own) / 2)
    held = ((mine, board.to_move), (theirs, rival_of(board)))
    return {
        "name": line_name(board, on),
        "says": listed([f"{count} of {seat}" for count, seat in held if count]) or "empty",
        "score": number(view["path_scores"][path]),
        "cells": " ".join(map(str, on)),
        "path": path,
    }


def _on(view: View, path: int) -> tuple[int, ...]:
    return tuple(cell for cell, bit in enumerate(view["P"][path]) if bit)


def _refusal(board: Board, view: View, cell: int) -> tuple[str, tuple[int, ...]]:
    """What the guard says of a cell, if it refuses it, and the moves that show why."""
    if not any(cell in refused for refused in view.get("refused", {}).values()):
        return "", ()
    after, rival, name = board.make_move(cell), rival_of(board), board.cell_name(cell)
    if wins := after.winning_cells(rival):
        reply = after.cell_name(wins[0])
        return f"The guard refuses {name}: {rival} wins at once with {reply}.", (cell, wins[0])
    fork = forks(after)[0]
    threats = after.make_move(fork).winning_cells(rival)
    said = f"The guard refuses {name}: {rival} answers {after.cell_name(fork)}"
    return f"{said} and threatens {cells(board, threats)}.", (cell, fork)


def _shown_sum(
    board: Board, view: View, paths: list[int], said: str, moves: tuple[int, ...]
) -> ShownData:
    own, rival = view["own_occupancy"], rival_of(board)
    lines = [
        DrawnLine(rival if own[path] < 0 else board.to_move, _on(view, path))
        for path in paths
        if view["path_scores"][path]
    ]
    return shown_line(board, said, moves, lines)


# --- an average, or the best reply ---


def _replies(
    variation: Variation, engine: Engine, cell: int, replies: Replies, title: str
) -> MoveProof:
    board, after = variation.board, variation.after(cell)
    here = after.board
    high = here.to_move == replies.side
    order = sorted(replies.values.items(), key=lambda one: -one[1])
    if has_side(here) and not high:
        order.reverse()
    said = _folded(here, replies, order)
    notes = {one: signed(value, 2) for group, value in order for one in group}
    return MoveProof(
        seat=board.to_move,
        name=board.cell_name(cell),
        number=title,
        said=said,
        steps=[
            ProofStep(
                seat=here.to_move,
                name=named(here, group),
                url=after.after(group[0]).address(after.at + 1, engine=engine.slug),
                side="",
                number=signed(value),
                why="",
            )
            for group, value in order
        ],
        shown=shown_notes(here, said, notes, cell),
    )


def _folded(board: Board, replies: Replies, order: list[tuple[tuple[int, ...], float]]) -> str:
    count = sum(len(group) for group, _ in order)
    if not has_side(board):
        value = sum(len(group) * one for group, one in order) / count
        said = f"{board.to_move} takes each of {count} pieces with equal chance"
        terms = average([(len(group), signed(one)) for group, one in order], signed(value))
        said = f"{said}. The average: {terms}"
    else:
        value = order[0][1]
        best = [cell for group, one in order if abs(one - value) < EQUAL for cell in group]
        of = f"the best of {count} cells" if count > 1 else "the only cell"
        said = f"{board.to_move} answers with {of}"
        said = f"{said}, {named(board, tuple(best), 'or')}: {signed(value)}"
    left = f"{number(replies.delay)} × {signed(value)} = {signed(replies.delay * value)}"
    return f"{said}. What comes a ply later counts a little less: {left}."
