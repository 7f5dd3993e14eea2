"""Random moves that players can check: one seed, committed to before the first move.

Whatever the server draws in a game comes from its seed and from the numbers that players add. While
the game runs the seed is secret, or everybody could foresee the draws. Its hash is public from the
start, so the seed cannot be exchanged for another; the seed is shown when the game is over. Players
add their numbers after that and before the first draw, so that the server cannot have chosen what
comes, either. ``docs/dstru.md`` says how to check a game without this code.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from random import Random

from games.match.enums import Event, RefusalCode, Verb
from games.match.state import ACTIVE, ENGINE, Action, Match, Progress, Refused, changed

SEED = 16
"""Bytes of a seed."""

LARGEST = 2**53 - 1
"""The largest number that a player can add: one that every program reads exactly from JSON."""

Numbers = Mapping[str, int]
"""The numbers that players added, by their seats."""


def new_seed() -> int:
    """A new seed for a game's random choices: ties of engines, and the server's draws."""
    return secrets.randbits(8 * SEED)


def generator(seed: int, ply: int, numbers: Numbers | None = None) -> Random:
    """The random generator for the server's choice after ``ply`` moves.

    Draws of chance come from the players' ``numbers``, too, choices of engines from the seed alone.
    """
    return Random(f"{seed}{added(numbers or {})}:{ply}")


def added(numbers: Numbers) -> str:
    """The players' numbers as the draws are made from them, such as ``:Tres=5:Uno=7``."""
    return "".join(f":{seat}={number}" for seat, number in sorted(numbers.items()))


@lru_cache(4096)
def commitment(game_id: str, seed: int) -> str:
    """The hash that commits to a seed, as 64 hexadecimal digits."""
    return sha256(f"{game_id}:{seed}".encode()).hexdigest()


def may_draw(match: Match) -> bool:
    """Whether the server draws for a seat beyond the rivals', or can come to."""
    return any(seat.kind != ENGINE for seat in match.seats[2:])


def add_number(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Add the number of ``action`` for ``seat``, once."""
    require_number_addable(match, action, seat)
    if action.number is None or not 0 <= action.number <= LARGEST:
        raise Refused(
            RefusalCode.NOT_ALLOWED,
            f"{action.number} cannot be added: name a whole number from 0 to {LARGEST}.",
        )
    numbers = {**(match.numbers or {}), seat: action.number}
    return changed(match, Event.NUMBER_ADDED, now, numbers=numbers)


def may_add_number(match: Match, user: int | None) -> bool:
    """Whether ``user`` can add a number now."""
    seat = match.seat_of(user)
    if seat is None or match.status != ACTIVE:
        return False
    try:
        require_number_addable(match, Action(Verb.ADD_NUMBER, match.version), seat)
    except Refused:
        return False
    return True


def require_number_addable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless ``seat`` can add a number: none yet, and nothing is drawn yet."""
    if not may_draw(match):
        raise Refused(RefusalCode.NOT_ALLOWED, "Nothing is drawn by chance in this game.")
    seats, rivals = match.board.SEATS, match.board.RIVALS
    acted = {seats[ply % len(seats)] for ply in range(match.opening, len(match.moves))}
    if not acted <= set(rivals):
        third = next(name for name in seats if name not in rivals)
        raise Refused(
            RefusalCode.NOT_ALLOWED, f"It is too late: add numbers before {third} has moved."
        )
    if seat in (match.numbers or {}):
        raise Refused(RefusalCode.NOT_ALLOWED, "You have added a number already.")
