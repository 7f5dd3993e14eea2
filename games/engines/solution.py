"""The solution of a solved game: one ``Solution`` for each game.

``games.engines.solution_of`` finds it. **Perspective**: every value speaks for the seat to move,
in the unit of its game (``win`` is what a certain win is worth, 0 a draw, ``-win`` a certain
loss). A chance seat has no side of its own, so where it moves values speak for the first seat;
``games.engines.sides.valued_for`` names the seat. Where chance takes part values are
expectations.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from numpy.typing import NDArray

from games.engines.options import EngineError
from games.rules import Board

B = TypeVar("B", bound=Board)

Progress = Callable[[int, int], None]
"""Called with (done, of all) now and then."""

EQUAL = 1e-9
"""Values that differ by less are the same; expectations are floats."""


@dataclass(frozen=True, slots=True)
class SymmetryClass(Generic[B]):
    """The positions that are alike by symmetry: how many, and the ``canonical`` one of them.

    ``text`` says it to people.
    """

    canonical: B
    size: int
    text: str


@dataclass(frozen=True, slots=True)
class GameCounts:
    """Complete games by result: won by the first seat, by the second, drawn."""

    first: int
    second: int
    drawn: int

    @property
    def total(self) -> int:
        """How many games there are."""
        return self.first + self.second + self.drawn


@dataclass(frozen=True, slots=True)
class TreeLevel:
    """The positions of a whole tree at one ``ply``, where ``seat`` acts.

    ``positions`` counts every move that leads here, ``kinds`` only one of those that are alike, and
    ``distinct`` only one of the positions that are. ``ended`` are the games that are over there, by
    winner, out of ``positions``. ``read`` is what the game's own search enters.
    """

    ply: int
    seat: str
    positions: int
    kinds: int
    distinct: int
    ended: Mapping[str, int]
    read: int = 0

    @property
    def live(self) -> int:
        """The positions from which the game goes on."""
        return self.positions - sum(self.ended.values())


@dataclass(frozen=True, slots=True)
class MoveGroup:
    """The moves on ``cells``, which are alike, and how many positions the tree of one has."""

    cells: tuple[int, ...]
    size: int


@dataclass(frozen=True, slots=True)
class WholeTree:
    """A whole tree level by level, its own position first, and the moves there.

    ``depth`` is how many plies the game's own search looks ahead.
    """

    levels: tuple[TreeLevel, ...]
    branches: tuple[MoveGroup, ...]
    depth: int

    @property
    def size(self) -> int:
        """All positions of the tree."""
        return sum(level.positions for level in self.levels)


@dataclass(frozen=True, slots=True)
class ProofAttempt:
    """What a search that guesses nothing found in a position, with ``nodes`` positions valued.

    If it is proven, ``value`` is the result for the seat to move, in the unit of its game, and
    ``plies`` is how soon best play ends a game that is not drawn, beginning with ``move``.
    """

    nodes: int
    value: int | None
    plies: int | None
    move: int | None


@dataclass(frozen=True, slots=True)
class Forced:
    """What play without chance leads to if ``sides`` oppose each other; both are for people."""

    sides: str
    result: str


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A line about a solved game: a count, an expectation (a float), or words.

    ``cells`` are those that the name speaks of.
    """

    name: str
    value: int | float | str
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a complete table: ``values`` has an entry for each position, in one order.

    ``says`` explains it to a reader of the file.
    """

    name: str
    says: str
    values: NDArray[Any]


class Solution(ABC, Generic[B]):
    """The solution of one game. What is not known, or not known yet, is None or empty.

    Of a game that is only solved from some positions on, these alone have values; all that can
    follow a position with values has values, too.
    """

    variant: ClassVar[str]
    win: ClassVar[float]
    """What a certain win is worth."""

    is_instant: ClassVar[bool] = True
    """Whether it is at hand at once; else ``make_ready`` takes seconds the first time."""

    proves_engines: ClassVar[bool] = False
    """Whether the game is so small that all games of one of its engines are counted in seconds."""

    respected: ClassVar[bool] = False
    """Whether every engine of the game, its generator apart, treats alike what ``canonical``
    joins, so that positions may be counted by their canonical ones."""

    counts_trees: ClassVar[bool] = False
    """Whether ``tree`` counts the whole tree of every live position."""

    def alike(self, board: B) -> Sequence[tuple[int, ...]]:
        """The legal moves in groups that ``canonical`` joins, as far as that is seen at once."""
        return [(cell,) for cell in board.available_moves()]

    def ready(self, board: B) -> bool:
        """Whether the solution for the rules of ``board`` is loaded; if not, start loading it."""
        return True

    def at_hand(self, board: B) -> bool:
        """``ready`` without starting anything."""
        return True

    def make_ready(self, board: B) -> None:
        """Load or compute the solution for the rules of ``board``, and wait for it."""
        return

    def keep_tables_in(self, directory: Path) -> None:
        """Store what takes long to compute in ``directory`` from now on."""
        return

    @abstractmethod
    def value(self, board: B) -> float | None:
        """The exact value of ``board``, or None while the solution is not at hand."""

    @abstractmethod
    def values(self, board: B) -> Mapping[int, float]:
        """The exact value of each legal move for the seat to move in ``board``, by cell.

        Empty once the game is over and while the solution is not at hand.
        """

    def ranks(self, board: B) -> Mapping[int, float]:
        """The rank of each legal move, the best highest.

        Ranks refine ``values`` where equal values are not equally good, as when one wins sooner.
        """
        return self.values(board)

    def best_moves(self, board: B) -> tuple[int, ...]:
        """The cells of the highest rank, rising; those a chance seat would take for the first."""
        return _top(self.ranks(board))

    def keeping_moves(self, board: B) -> tuple[int, ...]:
        """The cells that keep the value of ``board``, however long they take, rising."""
        return _top(self.values(board))

    def distance(self, board: B) -> int | None:
        """Plies until best play ends the game; None where chance takes part."""
        return None

    def forced_win(self, board: B, seat: str) -> int | None:
        """Plies in which ``seat`` wins by force, whatever all the others do.

        None if it cannot, and while the solution is not at hand.
        """
        return None

    def win_chance(self, board: B, seat: str) -> float | None:
        """The probability that ``seat`` wins by best play against the best defence.

        A chance seat that nobody holds moves by chance; who holds it wins by force or not at all.
        None while the solution is not at hand.
        """
        return None

    def attempt(self, board: B) -> ProofAttempt | None:
        """What a search of up to a second proves of a live ``board`` of an unsolved game.

        None where no search is needed or none can prove anything.
        """
        return None

    def canonical(self, board: B) -> B:
        """The position that stands for all that are like ``board`` by symmetry; often itself."""
        return board

    def symmetry_class(self, board: B) -> SymmetryClass[B] | None:
        """The class of ``board``; None for a game without a symmetry."""
        return None

    def positions(self) -> Sequence[B]:
        """Every position that play can reach, by plies; empty where they are too many to list."""
        return ()

    def games_from(self, board: B) -> GameCounts | None:
        """The ways to play on from ``board`` to an end; None where they are not counted."""
        return None

    def games_through(self, board: B) -> GameCounts | None:
        """The complete games that pass through ``board``; None where they are not counted.

        These are the games from ``board``, once for each order of moves that leads to it.
        """
        return None

    def forced(self, board: B) -> Sequence[Forced]:
        """What alliances can force from a live ``board``, in a game where they are solved."""
        return ()

    def tree(self, board: B) -> WholeTree | None:
        """The whole tree of a live ``board`` counted exactly, in a game where chance takes part.

        None where it is not counted.
        """
        return None

    def report(self, *, exact: bool) -> Sequence[ReportLine]:
        """The whole solution in a few lines for people, computed on the spot."""
        return ()

    def columns(self, *, exact: bool) -> list[Column]:
        """The complete table, for others to compute with; empty if there is none.

        Takes as long as solving the game does. ``exact`` is the literal reading of "won".
        """
        return []

    @abstractmethod
    def solve(self, *, exact: bool, save: bool, progress: Progress) -> Mapping[str, object]:
        """The whole solution in figures, computed on the spot, ready for JSON.

        ``exact`` picks the literal reading of "won", ``save`` stores the table for the engines.
        Raises RulesError or EngineError for what the game does not have.
        """


class Unsolved(Solution[B]):
    """The solution of an unsolved game: it knows no position."""

    variant = ""
    win = 1

    def at_hand(self, board: B) -> bool:
        return False

    def value(self, board: B) -> float | None:
        return None

    def values(self, board: B) -> Mapping[int, float]:
        return {}

    def solve(self, *, exact: bool, save: bool, progress: Progress) -> Mapping[str, object]:
        raise EngineError("this game is not solved")


def _top(ranks: Mapping[int, float]) -> tuple[int, ...]:
    if not ranks:
        return ()
    top = max(ranks.values()) - EQUAL
    return tuple([cell for cell, rank in ranks.items() if rank > top])
