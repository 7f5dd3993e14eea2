"""A search to a few plies that estimates positions at its horizon.

Values lie between -1 and 1: the payoff of the objective, a little less for each ply it takes, or
the guess at the horizon. Where Dos is neutral its removals are averaged (expectimax). Cells that
the symmetry makes alike are searched once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, Literal, cast

from games.engines import options
from games.engines.base import Among, Choice, Engine, Replies, all_of
from games.engines.dstru.classes import classes
from games.engines.dstru.objectives import NEUTRAL, Objective, Role
from games.engines.dstru.symmetry import symmetry
from games.rules import DstruBoard
from games.rules.dstru import MASKS, cells_of

DEPTH = 4
LIVE_DEPTH = 5
"""The most for games on a site: 0.1 s a move, where six plies take 0.4 s and eight 1.3 s."""

HASTE = 0.99
"""What a ply's delay leaves of a value: the sooner of two wins is the better."""

PROMISE = (0.0, 0.01, 0.05, 0.25, 0.25)
"""What a pattern is worth by own pieces on it. Three patterns stay below a win."""

EQUAL = 1e-9


Kind = Literal["start", "enter", "end", "guess", "known", "back", "fold", "done"]
"""The search begins; a position is entered; the game is over there; the horizon is reached and the
value guessed; a position like it was entered before; a value comes back to the position before; all
values there are made into one; the search is done."""

Group = tuple[int, ...]
"""Cells whose moves lead to positions that are alike. The first one stands for all."""


@dataclass(slots=True)
class ChanceSearch:
    """One search of one position, with its memo and counters."""

    objective: Objective
    nodes: int = 0
    hits: int = 0
    guesses: int = 0
    skipped: int = 0
    memo: dict[tuple[int, str, int], float] = field(default_factory=dict)

    def value(self, board: DstruBoard, depth: int) -> float:
        """The value of ``board``, ``depth`` plies deep, from the side of those who raise it.

        Several searches of one game may share a memo, so it knows the depth.
        """
        key = (depth, board.to_move, classes().of(board.tres, board.uno)) if depth else None
        if key in self.memo:
            self.hits += 1
            return self.found("known", self.memo[key])
        self.nodes += 1
        if (outcome := board.outcome) is not None:
            return self.found("end", float(self.objective.payoff[outcome.winner or "Dos"]))
        if key is None:
            self.guesses += 1
            return self.found("guess", guess(board, self.objective))
        self.found("enter", 0)
        self.memo[key] = HASTE * self._fold(board, depth)
        return self.found("fold", self.memo[key])

    def found(self, kind: Kind, value: float) -> float:
        """A value, and how it is found; a search that is traced writes it down."""
        return value

    def moves(self, board: DstruBoard, depth: int) -> dict[Group, float]:
        """The value after each move, by the cells that make it."""
        groups = alike(board)
        self.skipped += sum(len(group) - 1 for group in groups)
        return {group: self.value(board.make_move(group[0]), depth - 1) for group in groups}

    def _fold(self, board: DstruBoard, depth: int) -> float:
        return folded(self.objective.role[board.to_move], self.moves(board, depth))


def folded(role: Role, values: dict[Group, float]) -> float:
    """The one value that a seat with ``role`` makes of those of its moves."""
    if role is Role.CHANCE:
        total = sum(len(group) * value for group, value in values.items())
        return total / sum(map(len, values))
    return max(values.values()) if role is Role.RAISE else min(values.values())


class SearchEngine(Engine):
    """Looks past its own next move, averages over a neutral Dos, and guesses from there."""

    slug = "search"
    title = "Search"
    variant = "dstru"
    idea = "Looks four plies ahead, averages over what Dos may take, then counts open patterns."
    strength = "strong"
    seats = DstruBoard.RIVALS
    OPTIONS = (options.depth(DstruBoard.LONGEST, default=DEPTH, live=LIVE_DEPTH), options.TIES)

    def _choose(self, board: DstruBoard, rng: Random) -> Choice:
        return look_ahead(board, rng, NEUTRAL, cast(int, self.setting("depth")), self.equals)

    def candidates(self, board: DstruBoard, memo: dict[Any, float]) -> tuple[int, ...]:
        depth, search = cast(int, self.setting("depth")), ChanceSearch(NEUTRAL, memo=memo)
        return look_ahead(board, Random(0), NEUTRAL, depth, self.equals, search).candidates

    def replies_to(self, board: DstruBoard, cell: int) -> Replies | None:
        after, depth = board.make_move(cell), cast(int, self.setting("depth"))
        if after.is_game_over() or depth < 2:
            return None
        return Replies(ChanceSearch(NEUTRAL).moves(after, depth - 1), NEUTRAL.side, HASTE)

    def counts(self, board: DstruBoard) -> dict[tuple[int, ...], int]:
        search, depth, found = ChanceSearch(NEUTRAL), cast(int, self.setting("depth")), {}
        for group in alike(board):
            before = search.nodes
            search.value(board.make_move(group[0]), depth - 1)
            found[group] = search.nodes - before
        return found


def look_ahead(
    board: DstruBoard,
    rng: Random,
    objective: Objective,
    depth: int = DEPTH,
    among: Among = all_of,
    search: ChanceSearch | None = None,
) -> Choice:
    """The best move of a search for ``objective``; values from the side of the seat to move."""
    search, sign = search or ChanceSearch(objective), objective.sign(board.to_move)
    values = {
        cell: sign * value for group, value in search.moves(board, depth).items() for cell in group
    }
    top = max(values.values())
    equals = sorted(cell for cell, value in values.items() if value > top - EQUAL)
    candidates = among(tuple(equals))
    move = rng.choice(candidates)
    return Choice(
        move,
        candidates,
        values=dict(sorted(values.items())),
        estimated=search.guesses > 0,
        nodes=search.nodes + 1,
        cutoffs=search.skipped,
        table_hits=search.hits,
        depth=depth,
        line=(move,),
        view={
            "rule": "search",
            "aim": objective.title,
            "guess": guess(board, objective),
            "guess_for": objective.side,
            "values_for": objective.side if sign > 0 else board.to_move,
        },
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


def guess(board: DstruBoard, objective: Objective) -> float:
    """The estimate from open patterns, from the side of those who raise the value."""
    tres = promise(board.tres, board.uno, board.exact)
    uno = promise(board.uno, board.tres, board.exact)
    return objective.payoff["Tres"] * tres + objective.payoff["Uno"] * uno


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
