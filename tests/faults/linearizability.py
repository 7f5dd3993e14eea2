"""Whether what clients saw of one register can have happened in one order: Wing, Gong and Lowe.

The register is a game's version. An operation takes effect at one moment between its invocation and
its return, and a history is linearizable if such moments can be chosen so that every answer is
right. The search tries the orders and never looks at the same state twice: Wing and Gong, "Testing
and verifying concurrent objects" (1993); Lowe, "Testing for linearizability" (2017).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf


class Kind(StrEnum):
    READ = "read"
    """The register was seen at ``version``."""

    WRITE = "write"
    """The register went from ``version`` to ``after``."""

    MISS = "miss"
    """A write was turned down because the register was not at ``version``."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One call of one client; ``returned`` is infinite for a call that was never answered."""

    kind: Kind
    version: int
    invoked: float
    returned: float = inf
    after: int = 0
    label: str = ""

    def apply(self, value: int) -> int | None:
        """The register's value after this call on ``value``; None if it cannot happen there."""
        if self.kind == Kind.MISS:
            return None if value == self.version else value
        if value != self.version:
            return None
        return self.after if self.kind == Kind.WRITE else value

    def __str__(self) -> str:
        shown = f"{self.version} → {self.after}" if self.kind == Kind.WRITE else f"{self.version}"
        return f"{self.kind} {shown} [{self.invoked:.3f}, {self.returned:.3f}] {self.label}".strip()


def violation(history: Sequence[Operation], initial: int) -> str | None:
    """None if ``history`` is linearizable from ``initial`` on; else the call that fits nowhere.

    A call that was never answered may take effect at any time after its invocation, or not at all.
    """
    return _Search(history).run(initial)


class _Search:
    def __init__(self, history: Sequence[Operation]) -> None:
        self.operations = sorted(history, key=lambda one: one.invoked)
        self.answered = sum(1 << i for i, one in enumerate(self.operations) if one.returned < inf)
        self.furthest, self.stuck = -1, ""

    def run(self, initial: int) -> str | None:
        seen: set[tuple[int, int]] = set()
        waiting = [(0, initial)]
        while waiting:
            done, value = self._settle(*waiting.pop())
            if done & self.answered == self.answered:
                return None
            if (done, value) in seen:
                continue
            seen.add((done, value))
            candidates = self._candidates(done)
            self._note(done, value, candidates)
            waiting += self._next(done, value, candidates)
        return self.stuck

    def _next(self, done: int, value: int, candidates: list[int]) -> Iterator[tuple[int, int]]:
        for index in candidates:
            if (after := self.operations[index].apply(value)) is not None:
                yield done | 1 << index, after

    def _settle(self, done: int, value: int) -> tuple[int, int]:
        """Place every call that may come next and leaves the register alone.

        None of them can be in the way of another, so no other order needs to be tried for them.
        """
        while True:
            now = done
            for index in self._candidates(done):
                if self.operations[index].apply(value) == value:
                    now |= 1 << index
            if now == done:
                return done, value
            done = now

    def _candidates(self, done: int) -> list[int]:
        """The calls that may come next: invoked before any of those left has returned."""
        left, horizon = [], inf
        first = (~done & (done + 1)).bit_length() - 1  # all before it are done
        for index in range(first, len(self.operations)):
            one = self.operations[index]
            if one.invoked > horizon:
                break
            if not done >> index & 1:
                left.append(index)
                horizon = min(horizon, one.returned)
        return [index for index in left if self.operations[index].invoked <= horizon]

    def _note(self, done: int, value: int, candidates: list[int]) -> None:
        """Keep what stood in the way where the search came furthest."""
        reached = (done & self.answered).bit_count()
        if reached > self.furthest:
            self.furthest = reached
            first = min(candidates, key=lambda index: self.operations[index].returned)
            self.stuck = f"at version {value} there is no place for {self.operations[first]}"
