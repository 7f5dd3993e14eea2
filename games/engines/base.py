"""What every engine promises: ``choose(board, rng) -> Choice``.

Engines are pure. They do no input or output, know no Django, keep no state that
changes an answer, and are deterministic given a position and a generator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar

from games.rules import Board


class EngineError(ValueError):
    """An engine was asked what it cannot answer; the message quotes the position or the name."""


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine's answer and what it saw on the way. Plain data, ready for JSON.

    ``move``        the cell played.
    ``candidates``  the cells it held for equally good and drew ``move`` from, rising.
    ``values``      value of each legal cell from the side of the player to move, as far
                    as the engine assigns one; the engine's own unit.
    ``nodes``       positions visited, the root included; 0 for engines that do not search.
    ``cutoffs``     branches left unvisited; ``table_hits`` answers taken from a memo.
    ``depth``       plies looked ahead at the deepest point.
    ``line``        principal variation as cells, beginning with ``move``.
    ``view``        the engine's own picture: its arrays, masks, scores, the rule that fired.
    """

    move: int
    candidates: tuple[int, ...]
    values: Mapping[int, float] = field(default_factory=dict)
    nodes: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    depth: int = 0
    line: tuple[int, ...] = ()
    view: Mapping[str, Any] = field(default_factory=dict)


class Engine(ABC):
    """One opponent for one game. ``idea`` and ``strength`` are a line each, for people.

    ``seats`` names the seats it can hold; empty means every seat of the game.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    variant: ClassVar[str]
    idea: ClassVar[str]
    strength: ClassVar[str]
    seats: ClassVar[tuple[str, ...]] = ()

    def choose(self, board: Board, rng: Random) -> Choice:
        """The engine's move in ``board``, drawing among equals with ``rng``.

        Raises EngineError for a finished position, another game's board or a seat it cannot hold.
        """
        if self.variant != board.VARIANT:
            raise EngineError(f"{self.slug} plays {self.variant}, not {board.VARIANT}")
        if board.is_game_over():
            raise EngineError(f"{self.slug} has no move: {board.notation!r} is over")
        if not self.holds(board.to_move):
            raise EngineError(f"{self.slug} does not act for {board.to_move}: {board.notation!r}")
        return self._choose(board, rng)

    def holds(self, seat: str) -> bool:
        """Whether it can act for ``seat``."""
        return not self.seats or seat in self.seats

    def notice(self, board: Board) -> str:
        """What people should know about how it plays just now; empty most of the time."""
        return ""

    def with_options(self, **options: Any) -> Engine:
        """The same engine with other settings. Raises EngineError for one it does not have."""
        raise EngineError(f"{self.slug} takes no options, got {', '.join(options)}")

    @abstractmethod
    def _choose(self, board: Any, rng: Random) -> Choice:
        """Answer for a live position of this engine's own game."""
