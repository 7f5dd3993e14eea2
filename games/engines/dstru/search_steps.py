"""A search with chance nodes written down as it runs, step by step.

It is the search of ``games.engines.dstru.search`` itself: what is written down is what it did.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from games.engines.dstru.objectives import NEUTRAL, Objective, Role
from games.engines.dstru.search import DEPTH, EQUAL, HASTE, ChanceSearch, alike
from games.rules import DstruBoard

Kind = Literal["start", "enter", "end", "guess", "known", "back", "fold", "done"]
"""The search begins; a position is entered; the game is over there; the horizon is reached and the
value guessed; a position like it was entered before; a value comes back to the position before; all
values there are made into one; the search is done."""

Group = tuple[int, ...]
"""Cells whose moves lead to positions that are alike. The first one stands for all."""


@dataclass(frozen=True, slots=True)
class SearchEvent:
    """A step: ``path`` leads to where it happens, for ``back`` to where the value comes from.

    ``value`` is the value that is found there, from the side of those who raise it; 0 for ``start``
    and ``enter``. ``read`` counts the positions entered by now.
    """

    kind: Kind
    path: tuple[Group, ...]
    value: float
    read: int


@dataclass(slots=True)
class TracedSearch(ChanceSearch):
    """A search that writes its events down."""

    events: list[SearchEvent] = field(default_factory=list)
    path: list[Group] = field(default_factory=list)

    def value(self, board: DstruBoard, depth: int) -> float:
        hits, guesses, began = self.hits, self.guesses, len(self.events)
        live = depth > 0 and not board.is_game_over()
        if live:
            self._write("enter", 0, 1)
        # The zero-argument super() does not know a class that slots have made anew.
        value = ChanceSearch.value(self, board, depth)
        if self.hits > hits and len(self.events) == began + live and live:
            self.events[began] = SearchEvent("known", tuple(self.path), value, self._count())
        elif live:
            self._write("fold", value)
        else:
            self._write("guess" if self.guesses > guesses else "end", value)
        return value

    def moves(self, board: DstruBoard, depth: int) -> dict[Group, float]:
        found = {}
        groups = alike(board)
        self.skipped += sum(len(group) - 1 for group in groups)
        for group in groups:
            self.path.append(group)
            found[group] = self.value(board.make_move(group[0]), depth - 1)
            self._write("back", found[group])
            self.path.pop()
        return found

    def _count(self) -> int:
        return self.nodes + 1

    def _write(self, kind: Kind, value: float, ahead: int = 0) -> None:
        self.events.append(SearchEvent(kind, tuple(self.path), value, self._count() + ahead))


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """A search of ``root`` that is done: its ``events``, and what it counted.

    ``value`` is the value of ``root``, the ply's delay apart.
    """

    root: DstruBoard
    objective: Objective
    depth: int
    events: tuple[SearchEvent, ...]
    value: float
    guesses: int
    hits: int


@lru_cache(maxsize=64)
def trace(board: DstruBoard, depth: int = DEPTH) -> SearchTrace:
    """The search of a live ``board``, ``depth`` plies deep, with Dos neutral."""
    search = TracedSearch(NEUTRAL)
    search.events.append(SearchEvent("start", (), 0, 1))
    values = search.moves(board, depth)
    value = folded(NEUTRAL.role[board.to_move], values)
    search.events.append(SearchEvent("done", (), value, search.nodes + 1))
    return SearchTrace(
        board, NEUTRAL, depth, tuple(search.events), value, search.guesses, search.hits
    )


def folded(role: Role, values: dict[Group, float]) -> float:
    """The one value that a seat with ``role`` makes of those of its moves."""
    if role is Role.CHANCE:
        total = sum(len(group) * value for group, value in values.items())
        return total / sum(map(len, values))
    return max(values.values()) if role is Role.RAISE else min(values.values())


@dataclass(slots=True)
class ChanceFrame:
    """A position that has been entered and not yet left; ``values`` are its moves' by now."""

    board: DstruBoard
    path: tuple[Group, ...]
    role: Role
    groups: list[Group]
    values: dict[Group, float] = field(default_factory=dict)
    entered: dict[Group, int] = field(default_factory=dict)

    @property
    def counted(self) -> int:
        """How many cells have a value."""
        return sum(map(len, self.values))

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return sum(map(len, self.groups))


@dataclass(slots=True)
class ChanceMoment:
    """The search at ``step``: its ``event``, and the ``stack`` of positions, the root first.

    At an end, a guess or a known position the last frame is the position before it.
    """

    step: int
    event: SearchEvent
    stack: list[ChanceFrame]

    @property
    def frame(self) -> ChanceFrame:
        """The position at the top."""
        return self.stack[-1]


def moment(found: SearchTrace, step: int) -> ChanceMoment:
    """The search at ``step``, 1 up to the number of events. Raises ValueError for others."""
    last = len(found.events)
    if not 1 <= step <= last:
        raise ValueError(f"Step {step} is not between 1 and {last}.")
    stack = [_frame(found, found.root, ())]
    for number, event in enumerate(found.events[:step], 1):
        if event.kind == "back":
            stack = stack[: len(event.path)]
            stack[-1].values[event.path[-1]] = event.value
        elif event.path and event.kind != "fold":
            stack[len(event.path) - 1].entered[event.path[-1]] = number
            if event.kind == "enter":
                board = stack[len(event.path) - 1].board.make_move(event.path[-1][0])
                stack = [*stack[: len(event.path)], _frame(found, board, event.path)]
    return ChanceMoment(step, found.events[step - 1], stack)


def _frame(found: SearchTrace, board: DstruBoard, path: tuple[Group, ...]) -> ChanceFrame:
    return ChanceFrame(board, path, found.objective.role[board.to_move], alike(board))


def over(found: SearchTrace, step: int) -> int:
    """The step at which the value of the position in hand at ``step`` comes back, or the last."""
    path = moment(found, step).frame.path
    after = range(step, len(found.events))
    return next(
        (
            at + 1
            for at in after
            if found.events[at].kind == "back" and found.events[at].path == path
        ),
        len(found.events),
    )


def delayed(value: float) -> float:
    """What a ply's delay leaves of a value."""
    return HASTE * value


def is_equal(one: float, other: float) -> bool:
    """Whether two values are the same."""
    return abs(one - other) < EQUAL
