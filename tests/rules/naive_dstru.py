"""Document 002 word for word: sets of pairs and three booleans, nothing clever.

Written from the document alone. The tests hold the fast board against it, so it shares
neither code nor data with ``games.rules.dstru``.
"""

from __future__ import annotations

from dataclasses import dataclass

A = {1, 2, 3, 4}
P = frozenset((x, y) for x in A for y in A)
T = frozenset((x, x) for x in A)
C = {
    frozenset((1, y) for y in A),
    T,
    frozenset((x, 5 - x) for x in A),
    frozenset((4, y) for y in A),
}
W = C - {T}


@dataclass(frozen=True)
class Naive:
    """One state of the formal system. ``exact``: membership in W as printed, ``Uno ∈ W``."""

    uno: frozenset = frozenset()
    tres: frozenset = frozenset()
    turn: bool = True
    go: bool = False
    exact: bool = False

    @property
    def f(self):
        return P - (self.uno | self.tres)

    def has_pattern(self, held):
        return held in W if self.exact else any(pattern <= held for pattern in W)

    @property
    def over(self):
        return self.has_pattern(self.uno) or self.has_pattern(self.tres) or self.f == set()

    @property
    def result(self):
        if self.over and self.has_pattern(self.uno):
            return "Uno"
        if self.over and self.f == set():
            return "Dos"
        if self.over and self.has_pattern(self.tres):
            return "Tres"
        return None

    def selectable(self):
        """Every pos for which one of the three conditions holds."""
        return {pos for pos in P if not self.over and self.select(pos) is not None}

    def select(self, pos):
        """NextPlayerMove: the state after ``pos``, or None if no condition holds."""
        if self.turn and self.go and pos in self.f:
            return Naive(self.uno | {pos}, self.tres, not self.turn, not self.go, self.exact)
        if not self.turn and pos in self.uno | self.tres:
            return Naive(self.uno - {pos}, self.tres - {pos}, not self.turn, self.go, self.exact)
        if self.turn and not self.go and pos in self.f:
            return Naive(self.uno, self.tres | {pos}, self.turn, not self.go, self.exact)
        return None


def before(naive):
    """Every state of the formal system that one transition turns into ``naive``."""
    if not naive.turn:
        yield from (Naive(naive.uno - {p}, naive.tres, True, True, naive.exact) for p in naive.uno)
    elif naive.go:
        yield from (
            Naive(naive.uno, naive.tres - {p}, True, False, naive.exact) for p in naive.tres
        )
    else:
        for p in sorted(naive.f):
            yield Naive(naive.uno | {p}, naive.tres, False, False, naive.exact)
            yield Naive(naive.uno, naive.tres | {p}, False, False, naive.exact)


def can_arise(naive):
    """Whether transitions lead from the initial state to ``naive``, none of them after ``over``."""
    if naive == Naive(exact=naive.exact):
        return True
    return any(not earlier.over and can_arise(earlier) for earlier in before(naive))
