"""The Ultimate engines that do not search: ``random`` and ``greedy``."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.engines.base import Choice, Engine
from games.engines.sides import rival_of
from games.engines.view import View
from games.rules import UltimateBoard
from games.rules.ultimate import ANYWHERE, FULL, PLACES, WON


class UltimateRandomEngine(Engine):
    """Any legal cell, all equally likely."""

    slug = "random"
    title = "Random"
    variant = "ultimate"
    idea = "Any cell it may play, all equally likely."
    strength = "beginner"

    def _choose(self, board: UltimateBoard, rng: Random) -> Choice:
        cells = board.available_moves()
        move = rng.choice(cells)
        return Choice(move, cells, line=(move,), view={"rule": "random", "cells": list(cells)})


GAME, BOARD, BLOCK, FREEDOM, GIFT = 1000, 40, 20, -12, -15
"""What a move counts that wins the game, that wins a board, that takes a place where the other
side would have won one; that lets the other side choose its board, that sends it where it wins one.
"""


class GreedyEngine(Engine):
    """Board by board: take one, stop one, give none away."""

    slug = "greedy"
    title = "Greedy"
    variant = "ultimate"
    idea = "Takes a board if it can, blocks one, and sends you where you cannot win one."
    strength = "casual"

    def _choose(self, board: UltimateBoard, rng: Random) -> Choice:
        values = {cell: sum(merits(board, cell)) for cell in board.available_moves()}
        best = max(values.values())
        candidates = tuple(cell for cell, value in values.items() if value == best)
        move = rng.choice(candidates)
        view: View = {"rule": "boards", "cells": list(candidates)}
        return Choice(move, candidates, values=dict(values), depth=1, line=(move,), view=view)


def merits(board: UltimateBoard, cell: int) -> Iterator[int]:
    """What speaks for and against a legal move, as numbers that add up."""
    after, (small, place) = board.make_move(cell), PLACES[cell]
    x_won, o_won = after.x_boards != board.x_boards, after.o_boards != board.o_boards
    rival = rival_of(board)
    if after.outcome is not None and after.outcome.winner == board.to_move:
        yield GAME
    if x_won or o_won:
        yield BOARD
    elif place in wins_in(board, rival, small):
        yield BLOCK
    if after.sent == ANYWHERE:
        yield FREEDOM
    elif wins_in(after, rival, after.sent):
        yield GIFT


def wins_in(board: UltimateBoard, seat: str, small: int) -> list[int]:
    """The free places of a small board with which ``seat`` would win it."""
    own, other = (part >> 9 * small & FULL for part in (board.x, board.o))
    if seat == "O":
        own, other = other, own
    return [place for place in range(9) if not (own | other) >> place & 1 and WON[own | 1 << place]]
