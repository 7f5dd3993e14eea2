"""Bring a game up to date: end it if its deadline passed, let engines answer.

Every read that shows a game calls this. So the next reader completes what a killed process did
not: an engine's reply, or a clock that ran out while nobody watched.
"""

from __future__ import annotations

import logging

from django.db import connection

from games.engines import GivesUp, engine, is_known
from games.match import (
    ENGINE,
    NEUTRAL,
    Action,
    Match,
    Progress,
    Seat,
    Verb,
    decide,
    expire,
    move_verb,
)
from games.match.fairness import Numbers, generator
from games.queries import selectors
from games.rules import Board
from games.services import slow_engines
from games.services.now import now_ms
from games.storage import store

logger = logging.getLogger(__name__)


def advance(match: Match) -> Match:
    """Do and store everything that the server owes the match; return the new state."""
    while (progress := _due(match)) is not None:
        match = progress.after if store.commit(progress) else selectors.match(match.id)
    return match


def current_match(game_id: str) -> Match:
    """Read a match and bring it up to date. Raises NoSuchGame."""
    return advance(selectors.match(game_id))


def owes(match: Match) -> bool:
    """Whether the server has something to do in this match by now."""
    seat = match.acting_seat
    late = match.deadline is not None and now_ms() >= match.deadline
    return late or (seat is not None and plays(match, seat))


def plays(match: Match, seat: Seat) -> bool:
    """Whether the server acts for ``seat``.

    If its engine no longer exists it does not: the game waits, and its players can end it.
    """
    served = seat.kind in (ENGINE, NEUTRAL)
    return served and is_known(match.board.VARIANT, seat.engine)


def _due(match: Match) -> Progress | None:
    """What the server has to do next in this match, if anything."""
    expired = expire(match, now_ms())
    if expired is not None:
        return expired
    seat = match.acting_seat
    if seat is None or not plays(match, seat):
        return None
    verb, cell = move_verb(match.board), None
    try:
        cell = reply(match)
    except GivesUp:  # the author reads why on the engine's page; a log is for others
        logger.warning("game %s: %s gives up", match.id, seat.engine)
        verb = Verb.RESIGN
    else:
        if cell is None:
            return None
    # The next player's clock does not pay for the engine's thinking.
    return decide(match, Action(verb, match.version, cell=cell, seat=seat.name), now_ms())


def reply(match: Match) -> int | None:
    """The cell that the engine to act chooses: always the same one for a game and ply.

    None if finding it takes a while; then the match is brought up to date once the cell is known.
    Raises GivesUp for an engine that cannot go on.
    """
    seat = match.acting_seat
    assert seat is not None
    playing = engine(match.board.VARIANT, seat.engine).equivalent
    if playing.is_slow:
        return slow_engines.find(match, playing, lambda: _go_on(match.id))
    choice = playing.reply(
        match.board,
        generator(match.seed, match.board.ply, match.numbers if seat.kind == NEUTRAL else None),
        lambda: _go_on(match.id),
    )
    return None if choice is None else choice.move


def _go_on(game_id: str) -> None:
    """Bring a game up to date from a thread that belongs to nobody's request."""
    try:
        current_match(game_id)
    except selectors.NoSuchGame:
        return
    finally:
        if not connection.in_atomic_block:
            connection.close()


def choice_of(name: str, board: Board, seed: int, numbers: Numbers | None = None) -> int:
    """The cell that the engine called ``name`` plays in a game with ``seed``.

    ``numbers`` are those that players added, where it draws for chance. Only the cell matters
    here, so the engine's fastest equivalent chooses it.
    """
    playing = engine(board.VARIANT, name).equivalent
    return playing.choose(board, generator(seed, board.ply, numbers)).move
