"""Why a move is worth what the board says: the line, or the average, that proves the number."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis import results
from games.analysis.reasons import why
from games.analysis.variations import Variation
from games.engines import solution_of
from games.engines.sides import has_side
from games.rules import Board, RulesError
from games.rules.shape import parse_cell


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A move of the proof, the position after it, and what the move does or leads to."""

    seat: str
    name: str
    url: str
    result: results.Result
    why: str


@dataclass(frozen=True, slots=True)
class Proof:
    """Why the move ``name`` has its ``result``. ``said`` says how the ``steps`` prove it.

    ``follows`` says that the steps are one line of play, and else that they are the answers to the
    move beside each other.
    """

    seat: str
    name: str
    result: results.Result
    said: str
    follows: bool
    steps: list[ProofStep]


def proof(variation: Variation, name: str) -> Proof | None:
    """The proof for the move on the cell ``name``; None if that is none, or the game not solved."""
    board = variation.board
    try:
        cell = parse_cell(name, board.SHAPE)
    except RulesError:
        return None
    move = results.moves(board).get(cell)
    if move is None:
        return None
    after = variation.after(cell)
    if board.CHANCE_SEAT and not after.board.is_game_over():
        said, follows, steps = _answers(after)
    else:
        said, follows, steps = _line(variation, cell)
    return Proof(board.to_move, board.cell_name(cell), move.result, said, follows, steps)


def _line(variation: Variation, cell: int) -> tuple[str, bool, list[ProofStep]]:
    """Best play from the move to the end of the game, each move with its reason."""
    way, at = variation.after(cell), variation.at
    cells = [cell]
    while not (board := way.board).is_game_over():
        cells.append(solution_of(board).best_moves(board)[0])
        way = way.after(cells[-1])
    steps = [_step(way, at + offset, one) for offset, one in enumerate(cells)]
    count = len(steps)
    said = "It ends the game." if count == 1 else f"Best play from both sides, {count} moves:"
    return said, True, steps


def _step(way: Variation, at: int, cell: int) -> ProofStep:
    board, after = way.boards[at], way.boards[at + 1]
    return ProofStep(
        board.to_move, board.cell_name(cell), way.address(at + 1), _result(after), why(board, cell)
    )


def _answers(after: Variation) -> tuple[str, bool, list[ProofStep]]:
    """What follows the move: of a rival's answers the best counts, of chance's the average."""
    board = after.board
    found = []
    for cell, move in results.moves(board).items():
        url = after.after(cell).address(after.at + 1)
        text = why(board, cell)
        found.append(ProofStep(board.to_move, board.cell_name(cell), url, move.result, text))
    if not has_side(board):
        said = f"{board.to_move} takes each of {len(found)} pieces with equal chance. The average:"
        return said, False, sorted(found, key=lambda one: -one.result.value)
    found.sort(key=lambda one: one.result.value * (1 if board.to_move == board.RIVALS[1] else -1))
    said = f"{board.to_move} answers with the best of {len(found)} cells, {found[0].name}:"
    return said, False, found


def _result(board: Board) -> results.Result:
    return results.Result(results.level(board), board.SEATS)
