"""Replay a game from its stored moves and compare the result with what is stored."""

from __future__ import annotations

from games.engines import engine, is_known
from games.match import ENGINE, FINISHED, NEUTRAL, Reason
from games.models import Game, seed_of
from games.rules import Board, IllegalMove, board_class
from games.services.advance import choice_of
from games.storage import log
from games.storage.log import StoredMove

ON_THE_BOARD = (Reason.LINE, Reason.FULL)
"""Endings that the position itself shows; the match decides the others."""


DECIDED = (Reason.LINE, Reason.RESIGN, Reason.TIME)
"""Endings that have a winner."""


def verify(game: Game, *, quickly: bool = False) -> list[str]:
    """Every difference between a game and the replay of its log, in words; [] if sound.

    ``quickly`` takes the moves of slow engines as they are: only whether they are legal is asked.
    """
    try:
        version, stored = log.newest(game.log), log.moves_of(game)
    except (IndexError, ValueError) as error:
        return [f"the log cannot be read: {error}"]
    if version != game.version:
        return [f"the log leads to version {version}, stored is {game.version}"]
    board = board_class(game.variant).start(exact=game.exact)
    drawing, playing = drawing_seats(game), engine_seats(game)
    if quickly:
        playing = {seat: playing[seat] for seat in playing.keys() - slow_seats(game)}
    for move in stored:
        if move.seat != board.to_move:
            return [f"move {move.ply} is stored as {move.seat}'s, but {board.to_move} was to act"]
        if wrong := _not_drawn(game, board, move, drawing):
            return [wrong]
        if (chosen := _chosen(game, board, move, playing)) not in (None, move.cell):
            label = engine(game.variant, playing[move.seat]).label
            return [f"move {move.ply} is stored as {move.cell}, but {label} plays {chosen} there"]
        try:
            board = board.make_move(move.cell)
        except IllegalMove as error:
            return [f"move {move.ply} is illegal: {error}"]
    return _result_differences(game, board)


def _not_drawn(game: Game, board: Board, move: StoredMove, seats: dict[str, str]) -> str:
    """Why a move of the chance seat is not the one that the seed draws; empty if it is."""
    since = draws_from(game)
    if move.seat in seats and move.ply >= since and move.sent is not None:
        return (
            f"move {move.ply} is stored as a person's, but chance plays {move.seat} "
            f"from move {since} on"
        )
    if (drawn := _chosen(game, board, move, seats)) not in (None, move.cell):
        return f"move {move.ply} is stored as {move.cell}, but chance drew {drawn} from the seed"
    return ""


def _result_differences(game: Game, board: Board) -> list[str]:
    """What differs between a stored game and the ``board`` that its moves lead to."""
    differences = []
    if board.notation != game.position:
        differences.append(f"the moves lead to {board.notation!r}, stored is {game.position!r}")
    outcome = board.outcome
    shown = (outcome.winner or "", outcome.reason) if outcome else ("", "")
    stored = (game.winner, game.reason) if game.reason in ON_THE_BOARD else ("", "")
    if shown != stored and game.reason != Reason.ANNULLED:
        differences.append(f"the board shows the result {shown}, stored is {stored}")
    if game.status == FINISHED and not game.reason:
        differences.append("the game is stored as finished, but without a reason")
    if game.reason in DECIDED and not game.winner:
        differences.append(f"{game.reason!r} decides a game, but no winner is stored")
    if outcome and game.status != FINISHED and game.reason != Reason.ANNULLED:
        differences.append(f"the board is over, but the game is stored as {game.status}")
    return differences


def drawing_seats(game: Game) -> dict[str, str]:
    """The seats for which the server draws, with the engine that does."""
    return {seat.name: seat.engine for seat in game.seats.all() if seat.kind == NEUTRAL}


def engine_seats(game: Game) -> dict[str, str]:
    """The seats of engines whose replies can be repeated, with the engine's name."""
    held = {seat.name: seat.engine for seat in game.seats.all() if seat.kind == ENGINE}
    return {
        seat: name
        for seat, name in held.items()
        if is_known(game.variant, name) and engine(game.variant, name).repeatable
    }


def slow_seats(game: Game) -> dict[str, str]:
    """Those of ``engine_seats`` whose engines are not asked where it has to be quick."""
    return {
        seat: name
        for seat, name in engine_seats(game).items()
        if engine(game.variant, name).equivalent.is_slow
    }


def draws_from(game: Game) -> int:
    """The first ply at which chance can draw; later in a game where it replaced a person."""
    return int(game.table.get("chance_from") or game.opening + 1)


def is_chance_move(game: Game, move: StoredMove, seats: dict[str, str]) -> bool:
    """Whether the server chose the move: it has no id, which people's actions have."""
    first = game.opening + 1 if seats.get(move.seat) != NEUTRAL else draws_from(game)
    return move.seat in seats and move.sent is None and move.ply >= first


def _chosen(game: Game, board: Board, move: StoredMove, seats: dict[str, str]) -> int | None:
    """The cell that the engine of one of ``seats`` plays with the game's seed, else None."""
    if not is_chance_move(game, move, seats) or board.is_game_over():
        return None
    numbers = game.table.get("numbers") if seats[move.seat] == NEUTRAL else None
    return choice_of(seats[move.seat], board, seed_of(game), numbers)
