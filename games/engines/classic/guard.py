"""``linear`` behind a guard that makes good on document 001's promise of never losing.

The guard looks one move and one reply ahead and no further, for all of them at once: it
multiplies the boards after every move and reply by the same path matrix P. There is no
recursion, no value passed up and no search in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.engines.classic.linear import Boards, Flags, Floats, LinearEngine, P, occupancies
from games.engines.view import View

_EACH: Floats = np.eye(9, dtype=np.float32)
"""One mark on each cell in turn, (9, 9): added it is a move, taken away a reply."""


@dataclass(frozen=True)
class GuardVerdict:
    """For each move on n boards, shape (n, 9): does it win, may the opponent win at once,
    may the opponent reach two open threats that we cannot forestall by winning ourselves.
    """

    wins: Flags
    loses: Flags
    forked: Flags

    @property
    def safe(self) -> Flags:
        """The moves that lose neither at once nor to a fork."""
        return self.wins | ~(self.loses | self.forked)


def judge(boards: Boards) -> GuardVerdict:
    """Judge all nine moves on a batch of boards, shape (n, 9); see ``linear`` for the encoding."""
    moved, own, total = _after(boards)
    return GuardVerdict(
        wins=(own == 3).any(axis=-1),
        loses=((own == -2) & (total == 2)).any(axis=-1),
        forked=np.asarray(_forking(moved, own, total).any(axis=-1)),
    )


def feared(boards: Boards) -> tuple[Flags, Flags]:
    """The replies to each move, (n, 9 moves, 9 replies): those that win, those that fork.

    They are why a ``GuardVerdict`` says ``loses`` and ``forked``.
    """
    moved, own, total = _after(boards)
    wins: Flags = gaps(own, total, -2) & (moved == 0)
    return wins, _forking(moved, own, total)


def _after(boards: Boards) -> tuple[Floats, Floats, Floats]:
    """The boards after each of the nine moves, (n, 9, 9), and their occupancies."""
    moved: Floats = boards.astype(np.float32)[:, None, :] + _EACH
    return (moved, *occupancies(moved))


def _forking(moved: Floats, own: Floats, total: Floats) -> Flags:
    """The replies that the mover's threats leave to the opponent and that make two threats."""
    empty = moved == 0
    threats = gaps(own, total, 2) & empty
    forced = threats.any(axis=-1, keepdims=True)
    forking: Flags = empty & (threats | ~forced) & _forks(moved)
    return forking


def gaps(own: Floats, total: Floats, side: int) -> Flags:
    """Cells on a path that holds two marks of a side (2 ours, -2 theirs) and nothing else."""
    found: Flags = ((own == side) & (total == 2)).astype(np.float32) @ P > 0
    return found


def _forks(moved: Floats) -> Flags:
    """Which replies to boards (n, 9 moves, 9 cells) leave us two cells to block and no win."""
    replied = moved[..., None, :] - _EACH
    own, total = occupancies(replied)
    open_threats = (gaps(own, total, -2) & (replied == 0)).sum(axis=-1)
    forks: Flags = (open_threats >= 2) & ~((own == 2) & (total == 2)).any(axis=-1)
    return forks


def allowed(boards: Boards, verdict: GuardVerdict | None = None) -> Flags:
    """The cells the guard lets ``linear`` choose from, (n, 9).

    The safe ones; where a board has none, those that do not lose at once; else all free cells.
    """
    verdict = verdict or judge(boards)
    free = boards == 0
    choice: Flags = free & verdict.safe
    for weaker in (free & ~verdict.loses, free):
        choice = np.where(choice.any(axis=1, keepdims=True), choice, weaker)
    return choice


class GuardedLinearEngine(LinearEngine):
    """The printed scores, restricted to the moves the guard lets through."""

    slug = "linear-guarded"
    title = "Linear, guarded"
    idea = "The linear engine behind a check for wins and forks made of the same matrices."
    strength = "never loses"
    difficulty = "hard"

    def _guard(self, boards: Boards) -> tuple[Flags | None, View]:
        verdict = judge(boards)
        free = boards[0] == 0
        refused = {
            "opponent wins at once": free & verdict.loses[0] & ~verdict.wins[0],
            "opponent gets two threats": free
            & verdict.forked[0]
            & ~verdict.loses[0]
            & ~verdict.wins[0],
        }
        shown = {reason: np.flatnonzero(cells).tolist() for reason, cells in refused.items()}
        return allowed(boards, verdict), {"refused": shown}
