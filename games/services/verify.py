"""Replay a game from its kept moves and compare what comes out with what is kept."""

from __future__ import annotations

from games.chance import generator
from games.engines import engine
from games.match import FINISHED, NEUTRAL
from games.models import Game, Move
from games.rules import Board, IllegalMove, board_class

ON_THE_BOARD = ("line", "full")
"""Endings that the position itself shows; the others were decided at the table."""


DECIDED = ("line", "resign", "time")
"""Endings that have a winner."""


def verify(game: Game) -> list[str]:
    """Every difference between a game and the replay of its moves, in words; [] if sound."""
    board = board_class(game.variant).start(exact=game.exact)
    seats = drawing_seats(game)
    for expected, move in enumerate(game.moves.order_by("ply"), start=1):
        if move.ply != expected:
            return [f"move {expected} is missing: the next one kept is {move.ply}"]
        if move.seat != board.to_move:
            return [f"move {move.ply} is kept as {move.seat}'s, but {board.to_move} was to act"]
        if (drawn := _drawn(game, board, move, seats)) not in (None, move.cell):
            return [
                f"move {move.ply} is kept as {move.cell}, but chance drew {drawn} from the seed"
            ]
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
    if game.status == FINISHED and not game.reason:
        differences.append("the game is kept as finished, but without a reason")
    if game.reason in DECIDED and not game.winner:
        differences.append(f"{game.reason!r} decides a game, but no winner is kept")
    if outcome and game.status != FINISHED:
        differences.append(f"the board is over, but the game is kept as {game.status}")
    return differences


def drawing_seats(game: Game) -> dict[str, str]:
    """The seats for which the server draws, with the engine that does."""
    return {seat.name: seat.engine for seat in game.seats.all() if seat.kind == NEUTRAL}


def is_draw(game: Game, move: Move, seats: dict[str, str]) -> bool:
    """Whether the server drew the move: it has no id, which people's actions have."""
    return move.seat in seats and move.action_id is None and move.ply > game.opening


def _drawn(game: Game, board: Board, move: Move, seats: dict[str, str]) -> int | None:
    """The cell that the seed draws where the server drew one, else None."""
    if not is_draw(game, move, seats) or board.is_game_over():
        return None
    drawing = engine(game.variant, seats[move.seat])
    return drawing.choose(board, generator(game.seed, board.ply)).move
