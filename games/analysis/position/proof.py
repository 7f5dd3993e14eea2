"""Proves the value of a move: the line of play, or the average, that it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from games.analysis import results
from games.analysis.reasons import why
from games.analysis.reasons.on_board import ShownData, shown_line, shown_notes
from games.analysis.variations import Variation
from games.analysis.wording import MINUS, listed
from games.engines import solution_of
from games.engines.sides import has_side
from games.rules import Board, RulesError
from games.rules.shape import parse_cell


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A move of the proof, the position after it, and what the move does or leads to.

    ``side`` and ``number`` are what it leads to, as a sign and as a number; empty where the steps
    are one line of play.
    """

    seat: str
    name: str
    url: str
    side: str
    number: str
    why: str


@dataclass(frozen=True, slots=True)
class MoveProof:
    """Why the move ``name`` has its ``number``: the ``steps`` or the ``terms``, as ``said`` says.

    ``side`` is the sign of the number, empty for an engine's own. ``follows`` says that the steps
    are one line of play, and else that they are the answers to the move beside each other.
    ``terms`` add up to the number. ``more`` is what has to be said after them. ``shown`` plays it
    on the board.
    """

    seat: str
    name: str
    number: str
    said: str
    shown: ShownData | None
    side: str = ""
    follows: bool = False
    steps: list[ProofStep] = field(default_factory=list)
    terms: list[dict[str, Any]] = field(default_factory=list)
    more: str = ""

    @property
    def about(self) -> str:
        """What is proved, in few words: no other button to show something is called so."""
        return f"{self.name}: {self.number}" if self.name else self.number


def cell_called(board: Board, name: str) -> int | None:
    """The cell ``name`` of ``board``; None if there is none."""
    try:
        return parse_cell(name, board.SHAPE)
    except RulesError:
        return None


def proof(variation: Variation, name: str) -> MoveProof | None:
    """The proof for the move on the cell ``name``; None if that is none, or the game not solved."""
    board = variation.board
    cell = cell_called(board, name)
    move = None if cell is None else results.moves(board).get(cell)
    if cell is None or move is None:
        return None
    result = move.result
    number = f"{result.number} for {board.SEATS[0]}" if result.number else result.word
    return by_solution(variation, cell, result.side, number)


def by_solution(variation: Variation, cell: int, side: str, number: str) -> MoveProof:
    """What proves ``number``, the exact value of the legal move ``cell``, shown with ``side``."""
    board, after = variation.board, variation.after(cell)
    name, shown = board.cell_name(cell), None
    if board.CHANCE_SEAT and not after.board.is_game_over():
        said, steps = _answers(after)
        follows = False
        notes = {one: move.result.number for one, move in results.moves(after.board).items()}
        shown = shown_notes(after.board, said, notes, cell)
    else:
        line = _best_play(board, cell)
        count = len(line)
        said = "It ends the game." if count == 1 else f"Best play from both sides, {count} moves:"
        follows, steps = True, line_steps(variation, line)
        shown = shown_line(board, f"{board.to_move} at {name}. {said.replace(':', '.')}", line)
    return MoveProof(board.to_move, name, number, said, shown, side, follows, steps)


def _best_play(board: Board, cell: int) -> tuple[int, ...]:
    """Best play from the move to the end of the game."""
    cells = [cell]
    while not (board := board.make_move(cells[-1])).is_game_over():
        cells.append(solution_of(board).best_moves(board)[0])
    return tuple(cells)


def line_steps(variation: Variation, line: tuple[int, ...], focus: str = "") -> list[ProofStep]:
    """The moves of ``line`` from here, each with its reason; ``focus`` stays the engine on show.

    In a game with chance, reasons are about a chance seat that nobody plays: a line of play, in
    which it chooses, has only the one for the move that ends the game.
    """
    way, at = variation.after(*line), variation.at
    return [_step(way, at + offset, cell, focus) for offset, cell in enumerate(line)]


def _step(way: Variation, at: int, cell: int, focus: str) -> ProofStep:
    board = way.boards[at]
    sure = not board.CHANCE_SEAT or way.boards[at + 1].is_game_over()
    text = why(board, cell) if sure and solution_of(board).values(board) else ""
    url = way.address(at + 1, engine=focus)
    return ProofStep(board.to_move, board.cell_name(cell), url, "", "", text)


def _answers(after: Variation) -> tuple[str, list[ProofStep]]:
    """What follows the move: of a rival's answers the best counts, of chance's the average."""
    board = after.board
    found = sorted(results.moves(board).items(), key=lambda one: -one[1].result.value)
    if has_side(board) and board.to_move == board.RIVALS[1]:
        found.reverse()
    steps = [
        ProofStep(
            seat=board.to_move,
            name=board.cell_name(cell),
            url=after.after(cell).address(after.at + 1),
            side=move.result.side,
            number=move.result.number,
            why=why(board, cell),
        )
        for cell, move in found
    ]
    if not has_side(board):
        level = results.ExactResult(results.level(board), board.SEATS).number
        terms = average([(1, step.number) for step in steps], level)
        said = f"{board.to_move} takes each of {len(found)} pieces with equal chance. The average: "
        said += f"{terms}."
    else:
        best = f"the best of {len(found)} cells" if len(found) > 1 else "the only cell"
        said = f"{board.to_move} answers with {best}, {steps[0].name}."
    return said, steps


def average(terms: Iterable[tuple[int, str]], mean: str) -> str:
    """``(3 × 0.74 + 1.00 − 0.20) ÷ 5 = +0.60``, of values and how often each counts."""
    found = [
        (sum(count for count, _ in group), value)
        for value, group in groupby(terms, key=lambda term: term[1])
    ]
    said = ""
    for count, value in found:
        times = f"{count} × " if count > 1 else ""
        sign = f" {MINUS} " if value.startswith(MINUS) else " + "
        said += f"{sign}{times}{value.lstrip('+' + MINUS)}"
    said = said.removeprefix(" + ").lstrip()
    return f"({said}) ÷ {sum(count for count, _ in found)} = {mean}"


NAMED = 4
"""Cells of alike moves that are named; more are counted."""


def named(board: Board, group: tuple[int, ...], joint: str = "and") -> str:
    """Cells whose moves are alike."""
    if len(group) > NAMED:
        return f"{board.cell_name(group[0])} {joint} {len(group) - 1} like it"
    return listed([board.cell_name(cell) for cell in group], joint)
