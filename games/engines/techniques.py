"""The techniques of a search: one set of switches, whoever asks for them.

Options of engines, commands, the pages that count, the step-by-step player and the classes of
document 004 all name the same ones.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

SAVING = ("pruning", "ordering", "memo", "symmetry", "early", "best_first")
"""Those that save positions and change nothing that is found, in the order they are named."""


@dataclass(frozen=True)
class Techniques:
    """What a search does beside plain minimax, which has none of them.

    ``pruning`` is alpha-beta. ``ordering`` tries cells on most lines first, ``best_first`` the best
    move, which only a solution knows. ``early`` settles wins, blocks and double threats at sight.
    ``memo`` enters a position once, with ``symmetry`` one of those that are alike.

    ``depth`` are the plies looked ahead, None for all. There ``heuristics`` estimate; ``unbounded``
    lets the estimate outrank a certain result, as its printed sum does. ``find`` is ``best``, every
    best move and of these the soonest win, or ``value``: formula 1's bare value and the first move
    that has it, as textbooks count positions.
    """

    pruning: bool = False
    heuristics: bool = False
    ordering: bool = False
    early: bool = False
    memo: bool = False
    depth: int | None = None
    find: str = "best"
    unbounded: bool = False
    symmetry: bool = False
    best_first: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of those that save positions and are on."""
        return tuple(name for name in SAVING if getattr(self, name))

    def settings(self) -> dict[str, bool | int | str | None]:
        """Those that an engine has a switch for, as plain data."""
        found = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: found[name] for name in found if name not in ("symmetry", "best_first")}


def saving(*names: str) -> Techniques:
    """Plain minimax with the techniques called ``names``."""
    on: dict[str, Any] = dict.fromkeys(names, True)
    return Techniques(**on)


PLAIN = Techniques()
STEPS = tuple(saving(*SAVING[:many]) for many in range(5))
"""From plain minimax to all that keeps the order of the board or its lines, one more each time."""

EXTRA = saving("pruning", "ordering", "memo", "early")
"""All that the engine ``alphabeta`` can do; it knows no symmetry."""

BEST_FIRST = saving("pruning", "best_first")
"""The best move first at every node. It mostly enters fewest, but not where a best move has more
positions below it than another that cuts as well."""
