"""Replay a game from its kept moves and compare what comes out with what is kept."""

from __future__ import annotations

from games.match import FINISHED
from games.models import Game
from games.rules import IllegalMove, board_class

ON_THE_BOARD = ("line", "full")
"""Endings that the position itself shows; the others were decided at the table."""


def verify(game: Game) -> list[str]:
    """Every difference between a game and the replay of its moves, in words; [] if sound."""
    board = board_class(game.variant).start(exact=game.exact)
    for expected, move in enumerate(game.moves.order_by("ply"), start=1):
        if move.ply != expected:
            return [f"move {expected} is missing: the next one kept is {move.ply}"]
        if move.seat != board.to_move:
            return [f"move {move.ply} is kept as {move.seat}'s, but {board.to_move} was to act"]
        try:
            board = board.make_move(move.cell)
        except IllegalMove as error:
            return [f"move {move.ply} is illegal: {error}"]
    differences = []
    if board.notation != game.position:
        differences.append(f"the moves lead to {board.notation!r}, kept is {game.position!r}")
    outcome = board.outcome
    shown = (outcome.winner or "", outcome.reason) if outcome else ("", "")
    kept = (game.winner, game.reason) if game.reason in ON_THE_BOARD else ("", "")
    if shown != kept:
        differences.append(f"the board shows the result {shown}, kept is {kept}")
    if outcome and game.status != FINISHED:
        differences.append(f"the board is over, but the game is kept as {game.status}")
    return differences
