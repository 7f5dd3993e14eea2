"""A search that looks a few plies ahead and guesses from there.

Values lie between -1 and 1: the payoff of the aim, a little less for each ply it takes, or the
guess at the horizon. Where Dos is neutral its removals are averaged (expectimax). Cells that
the symmetry makes alike are looked at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from games.engines.base import Choice, Engine, EngineError
from games.engines.dstru.aims import NEUTRAL, Aim, Role
from games.engines.dstru.classes import classes
from games.engines.dstru.simple import PLACERS
from games.engines.dstru.symmetry import symmetry
from games.rules import DstruBoard
from games.rules.dstru import MASKS, cells_of

DEPTH = 4
HASTE = 0.99
"""What a ply's delay leaves of a value: the sooner of two wins is the better."""

PROMISE = (0.0, 0.01, 0.05, 0.25, 0.25)
"""What a pattern is worth by own pieces on it. Three patterns stay below a win."""

EQUAL = 1e-9


@dataclass(slots=True)
class Search:
    """One look at one position: the memo and the counters live as long as it does."""

    aim: Aim
    nodes: int = 0
    hits: int = 0
    skipped: int = 0
    memo: dict[tuple[str, int], float] = field(default_factory=dict)

    def value(self, board: DstruBoard, depth: int) -> float:
        """The value of ``board``, ``depth`` plies deep, from the side of those who raise it.

        One instance looks at every position of a ply to the same depth, so the memo need not
        know it.
        """
        self.nodes += 1
        outcome = board.outcome
        if outcome is not None:
            return float(self.aim.payoff[outcome.winner or "Dos"])
        if not depth:
            return guess(board, self.aim)
        key = board.to_move, classes().of(board.tres, board.uno)
        if key in self.memo:
            self.hits += 1
        else:
            self.memo[key] = HASTE * self._fold(board, depth)
        return self.memo[key]

    def moves(self, board: DstruBoard, depth: int) -> dict[tuple[int, ...], float]:
        """The value after each move, by the cells that make it."""
        groups = alike(board)
        self.skipped += sum(len(group) - 1 for group in groups)
        return {group: self.value(board.make_move(group[0]), depth - 1) for group in groups}

    def _fold(self, board: DstruBoard, depth: int) -> float:
        after = self.moves(board, depth)
        role = self.aim.role[board.to_move]
        if role is Role.CHANCE:
            total = sum(len(group) * value for group, value in after.items())
            return total / sum(len(group) for group in after)
        return max(after.values()) if role is Role.RAISE else min(after.values())


class SearchEngine(Engine):
    """Looks past its own next move, averages over a neutral Dos, and guesses from there."""

    slug = "search"
    title = "Search"
    variant = "dstru"
    idea = "Looks four plies ahead, averages over what Dos may take, then counts open patterns."
    strength = "strong"
    seats = PLACERS

    def __init__(self, depth: int = DEPTH) -> None:
        self.depth = depth

    def with_options(self, **options: Any) -> SearchEngine:
        """``depth`` in plies, 1 to 44; each one more takes about twice as long."""
        for name in options.keys() - {"depth"}:
            raise EngineError(f"{name!r} is no option of {self.slug}: expected depth")
        depth = options.get("depth", self.depth)
        if type(depth) is not int or not 1 <= depth <= DstruBoard.LONGEST:
            raise EngineError(f"'depth={depth}' does not fit: expected plies from 1 to 44")
        return SearchEngine(depth)

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        return look(board, rng, NEUTRAL, self.depth)


def look(board: DstruBoard, rng: Random, aim: Aim, depth: int = DEPTH) -> Choice:
    """The best move of a search for ``aim``; values from the side of the seat to move."""
    search, sign = Search(aim), aim.sign(board.to_move)
    values = {
        cell: sign * value for group, value in search.moves(board, depth).items() for cell in group
    }
    top = max(values.values())
    candidates = tuple(sorted(cell for cell, value in values.items() if value > top - EQUAL))
    move = rng.choice(candidates)
    return Choice(
        move,
        candidates,
        values=dict(sorted(values.items())),
        nodes=search.nodes + 1,
        cutoffs=search.skipped,
        table_hits=search.hits,
        depth=depth,
        line=(move,),
        view={"rule": "search", "aim": aim.title, "guess": guess(board, aim)},
    )


def alike(board: DstruBoard) -> list[tuple[int, ...]]:
    """The legal cells in groups whose moves lead to positions that are alike."""
    sets = [board.free] if board.turn else [board.tres, board.uno]
    groups = (cells_of(held & block) for block in blocks() for held in sets)
    return [group for group in groups if group]


@cache
def blocks() -> tuple[int, ...]:
    """The blocks of twins as 16-bit sets."""
    return tuple(sum(1 << cell for cell in block) for block in symmetry().blocks)


def guess(board: DstruBoard, aim: Aim) -> float:
    """What the open patterns promise, from the side of those who raise the value."""
    tres = promise(board.tres, board.uno, board.exact)
    uno = promise(board.uno, board.tres, board.exact)
    return aim.payoff["Tres"] * tres + aim.payoff["Uno"] * uno


def promise(own: int, other: int, exact: bool) -> float:
    """The sum of PROMISE over the patterns that ``other`` does not block.

    Where only an exact pattern wins, each piece beside it must go first and halves its worth.
    """
    total = 0.0
    for mask in MASKS:
        if not other & mask:
            beside = (own & ~mask).bit_count() if exact else 0
            total += PROMISE[(own & mask).bit_count()] / (1 << beside)
    return total
