"""Bring a game up to date: end it if its deadline passed, let engines answer.

Every read that shows a game calls this, so a reply that a killed process still owed,
or a flag that fell while nobody watched, is made up for by the next person who looks.
"""

from __future__ import annotations

from games import match as table
from games import selectors, store
from games.chance import generator
from games.engines import engine, engines_for
from games.match import Action, Match, Progress, Seat
from games.services.now import now_ms


def settle(match: Match) -> Match:
    """The match after all that the server owes it has been done and kept."""
    while (progress := _due(match)) is not None:
        match = progress.after if store.commit(progress) else selectors.match(match.id)
    return match


def owes(match: Match) -> bool:
    """Whether the server itself has something to do in this match by now."""
    seat = match.acting_seat
    late = match.deadline is not None and now_ms() >= match.deadline
    return late or (seat is not None and plays(match, seat))


def plays(match: Match, seat: Seat) -> bool:
    """Whether the server acts for ``seat``. For an engine that is no longer here it cannot:
    such a game waits, and its people can end it.
    """
    known = engines_for(match.board.VARIANT)
    return seat.kind in (table.ENGINE, table.NEUTRAL) and seat.engine in known


def _due(match: Match) -> Progress | None:
    """What the server itself has to do next in this match, if anything."""
    now = now_ms()
    expired = table.expire(match, now)
    if expired is not None:
        return expired
    seat = match.acting_seat
    if seat is None or not plays(match, seat):
        return None
    cell = reply(match)
    return table.decide(
        match, Action(match.board.action, match.version, cell=cell, seat=seat.name), now
    )


def reply(match: Match) -> int:
    """The cell that the engine to act chooses. The same game at the same ply gives the same."""
    seat = match.acting_seat
    assert seat is not None
    rng = generator(match.seed, match.board.ply)
    return engine(match.board.VARIANT, seat.engine).choose(match.board, rng).move
