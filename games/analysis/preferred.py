"""The preferences of an engine that plays from a table, and the values of cells by them."""

from __future__ import annotations

from games.analysis.wording import signed
from games.engines.sides import read, reader
from games.engines.view import PreferenceValues
from games.rules import Board


def title(board: Board, preference: PreferenceValues) -> str:
    """An expectation says for whom; where nothing is left to chance the endings name the winner."""
    if preference["ends_at_ply"]:
        return preference["title"]
    return f"Expected for {reader(board, preference['side'])}, Dos neutral"


def value(board: Board, preference: PreferenceValues, cell: str) -> str:
    """``+0.0343`` where chance takes part, else ``Uno wins, ply 23``."""
    found, side = preference["values"][cell], preference["side"]
    if not preference["ends_at_ply"]:
        return signed(read(board, side, found), 4)
    return f"{_winner(board, side, found)}, ply {preference['ends_at_ply'][cell]}"


def _winner(board: Board, side: str, value: float) -> str:
    """How the game ends that is worth ``value`` to ``side``; Dos wants a full grid."""
    players = board.RIVALS
    if side not in players:
        return "full grid" if value > 0 else "a pattern"
    if not value:
        return "full grid"
    return f"{side if value > 0 else players[1 - players.index(side)]} wins"
