"""What each technique of document 004 saves: the same search, with one more switch each time.

Every rung is the engine itself with other options, so its count is the one that the engine
shows wherever it runs with these options. All rungs look for the value and the first move that
has it (``find=value``). The opponent also wants every other move as good as that, and the sooner
win; what that costs is the ``opponent``'s count.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.engines.classic.minimax import AlphaBetaEngine
from games.rules import Board

SWITCHES: tuple[tuple[str, str], ...] = (
    ("pruning", "alpha-beta, in the order a1 to c3"),
    ("ordering", "the centre first, then corners, then edges"),
    ("early", "early termination at wins, blocks and double threats"),
    ("memo", "a memo of the positions read"),
)


@dataclass(frozen=True, slots=True)
class Rung:
    """One search: what it ``adds`` to the one before, its ``options``, and what it counted.

    ``ratio`` is how many times more positions the step before reads; 1 for the first.
    """

    adds: str
    options: str
    nodes: int
    cutoffs: int
    table_hits: int
    ratio: float


def has_ladder(board: Board) -> bool:
    """Whether the engine of the rungs plays the game of ``board``."""
    return AlphaBetaEngine.variant == board.VARIANT


def ladder(board: Board) -> tuple[Rung, ...]:
    """The rungs for a live position, from the whole tree to all techniques at once."""
    rungs = [_rung(board, "the whole tree", 0, None)]
    for count, (_, adds) in enumerate(SWITCHES, 1):
        rungs.append(_rung(board, adds, count, rungs[-1]))
    return tuple(rungs)


def opponent(board: Board) -> int:
    """The positions that ``alphabeta`` reads as people play it, with every equal move found."""
    return AlphaBetaEngine().choose(board, Random(0)).nodes


def climb(board: Board) -> tuple[tuple[Rung, ...], int]:
    """The ladder of a position, and the positions that the opponent reads there."""
    return ladder(board), opponent(board)


def _rung(board: Board, adds: str, count: int, before: Rung | None) -> Rung:
    """The search with the first ``count`` of SWITCHES on."""
    on = {name: at < count for at, (name, _) in enumerate(SWITCHES)}
    engine = AlphaBetaEngine().with_options(**on, find="value")
    seen = engine.choose(board, Random(0))
    return Rung(
        adds,
        engine.name,
        seen.nodes,
        seen.cutoffs,
        seen.table_hits,
        before.nodes / seen.nodes if before else 1.0,
    )
