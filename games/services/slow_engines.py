"""Moves of engines that think for long: a worker finds them, so that nobody else's move waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from games.compute import pool
from games.compute.moves import Key, PendingMoves, engine_move, tell
from games.compute.turns import Busy
from games.engines import Engine
from games.match import Match

logger = logging.getLogger(__name__)

LONGEST = 20.0
"""Seconds after which the worker is replaced: a move takes one of a busy core."""

_moves = PendingMoves[int]()


def find(match: Match, playing: Engine, when_known: Callable[[], None]) -> int | None:
    """The cell that ``playing`` chooses in ``match``; None while it is being found.

    Then ``when_known`` is called once, from another thread, and it can be asked again.
    """
    board = match.board
    key = playing.name, f"{board.notation} {match.seed}"
    if (found := _moves.get(key, keep=True)) is not None:
        return found
    if _moves.wait(key, when_known):
        try:
            future = pool.apart("moves", LONGEST).submit(
                engine_move, board.VARIANT, playing.name, board.notation, match.seed
            )
        except Busy:
            _moves.ask_again(key)
        else:
            future.add_done_callback(partial(_settle, key))
    return None


def _settle(key: Key, future: Future[int]) -> None:
    """Tell those who wait; if the worker was lost they ask again."""
    try:
        found = future.result()
    except (pool.Lost, Busy):
        logger.warning("a move of %s was lost and is asked for again", key[0])
        _moves.ask_again(key)
    except Exception:  # whatever it is, those who wait must not wait for ever
        logger.exception("a move of %s is asked for again", key[0])
        _moves.ask_again(key)
    else:
        tell(_moves.settle(key, found))
