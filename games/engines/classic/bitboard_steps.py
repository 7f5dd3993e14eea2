"""The bitboard engine as numbered steps: an OR makes each move, a mask or a search values it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from games.engines.classic.bitboard import BitSearch
from games.engines.classic.bitboards import FREE, WON, cell_of, sides
from games.engines.classic.scores import best_of
from games.rules import ClassicBoard
from games.rules.classic import FULL, MASKS

Kind = Literal["start", "move", "won", "full", "search", "done"]
"""The position as integers; a move as an OR; a mask fits; no bit is free; the search below a move;
the best score is found."""


@dataclass(frozen=True, slots=True)
class BitStep:
    """A step about ``cell``: ``own`` are the mover's bits with it, ``mask`` the one that fits.

    ``score`` counts for the mover; the search below entered ``nodes`` positions and left out
    ``cutoffs`` moves.
    """

    kind: Kind
    cell: int = -1
    own: int = 0
    mask: int = 0
    score: int = 0
    nodes: int = 0
    cutoffs: int = 0


@dataclass(frozen=True, slots=True)
class BitTrace:
    """How the engine comes to its ``candidates`` in ``board``; ``own`` are the mover's bits.

    ``nodes`` and ``cutoffs`` are counted over all moves, ``board`` itself included.
    """

    board: ClassicBoard
    own: int
    other: int
    scores: dict[int, int]
    nodes: int
    cutoffs: int
    candidates: tuple[int, ...]
    steps: tuple[BitStep, ...]


@lru_cache(maxsize=256)
def trace(board: ClassicBoard) -> BitTrace:
    """The steps in a live ``board``."""
    own, other = sides(board)
    steps, scores = [BitStep("start", own=own)], {}
    nodes, cutoffs = 1, 0
    for bit in FREE[own | other]:
        cell, with_it = cell_of(bit), own | bit
        search = BitSearch()
        scores[cell] = search.after(with_it, other)
        mask = next((one for one in MASKS if with_it & one == one), 0)
        kind: Kind = "won" if WON[with_it] else "full" if with_it | other == FULL else "search"
        steps.append(BitStep("move", cell, with_it))
        steps.append(BitStep(kind, cell, with_it, mask, scores[cell], search.nodes, search.cutoffs))
        nodes, cutoffs = nodes + search.nodes, cutoffs + search.cutoffs
    steps.append(BitStep("done", own=own))
    return BitTrace(board, own, other, scores, nodes, cutoffs, best_of(scores), tuple(steps))
