"""The breath that a page lets an engine take before it draws the engine's mark."""

from __future__ import annotations

from typing import TypedDict

from games.characters import Breath, Hesitation, breath, character
from games.match import ENGINE, NEUTRAL, PERSON, Match, Seat
from games.presenters.positions import moves_of, replay


class BreathFacts(TypedDict):
    """``ms`` from the move before to the beginning of the drawing; ``cells`` looked at in order."""

    ms: int
    cells: list[int]


def breath_of(match: Match) -> BreathFacts | None:
    """The hesitation before the last move, if an engine made it; None under a clock.

    It comes from the game and the ply alone, so it says nothing about the secret seed.
    """
    if match.clock is not None or len(match.moves) <= match.opening:
        return None
    if all(seat.kind == PERSON for seat in match.seats):
        return None
    last = moves_of(match)[-1]
    seat = match.seat(last.seat)
    if seat.kind not in (ENGINE, NEUTRAL):
        return None
    taken = _breath(match, seat, last.ply, last.cell)
    return {"ms": taken.ms, "cells": list(taken.cells)}


def _breath(match: Match, seat: Seat, ply: int, cell: int) -> Breath:
    known = character(match.board.VARIANT, seat.engine)
    hesitation = known.hesitation if known else Hesitation()
    return breath(hesitation, replay(match, ply - 1), cell, f"{match.id}:{ply}")
