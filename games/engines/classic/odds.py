"""How a classic game ends if one side plays perfectly and the other at random: exact shares."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from games.engines.classic.tablebase import key_of, table
from games.rules import ClassicBoard
from games.rules.classic import cells_of


class Odds(NamedTuple):
    """Probabilities that sum to 1: the player wins, nobody wins, the AI wins."""

    player: Fraction
    draw: Fraction
    ai: Fraction


@cache
def against_chance(board: ClassicBoard, ai: str) -> Odds:
    """The odds from a reachable ``board``.

    The AI, seat ``ai``, draws among the moves that win soonest, else draw, else lose latest; the
    player picks every free cell with the same probability.
    """
    if (outcome := board.outcome) is not None:
        won = outcome.winner
        return Odds(Fraction(won not in (None, ai)), Fraction(won is None), Fraction(won == ai))
    perfect = board.to_move == ai
    moves = cells_of(table().best[key_of(board)]) if perfect else board.available_moves()
    after = [against_chance(board.make_move(move), ai) for move in moves]
    return Odds(*(sum(column, Fraction(0)) / len(moves) for column in zip(*after, strict=True)))
