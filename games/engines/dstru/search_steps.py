"""A search with chance nodes written down as it runs, step by step.

It is the search of ``games.engines.dstru.search`` itself: what is written down is what it did.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from games.engines.dstru.objectives import NEUTRAL, Objective, Role
from games.engines.dstru.search import DEPTH, EQUAL, HASTE, ChanceSearch, Group, Kind, alike, folded
from games.rules import DstruBoard


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

    def found(self, kind: Kind, value: float) -> float:
        self.events.append(SearchEvent(kind, tuple(self.path), value, self.nodes + 1))
        return value

    def moves(self, board: DstruBoard, depth: int) -> dict[Group, float]:
        values = {}
        for group in alike(board):
            self.path.append(group)
            value = self.value(board.make_move(group[0]), depth - 1)
            values[group] = self.found("back", value)
            self.path.pop()
        return values


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
    search.found("start", 0)
    values = search.moves(board, depth)
    value = search.found("done", folded(NEUTRAL.role[board.to_move], values))
    return SearchTrace(
        board, NEUTRAL, depth, tuple(search.events), value, search.guesses, search.hits
    )


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
