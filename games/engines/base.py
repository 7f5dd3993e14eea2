"""The interface of engines: ``choose(board, rng) -> Choice``.

Engines are pure. They do no input or output, know no Django, keep no state that
changes an answer, and are deterministic given a position and a generator.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Self

from games.engines.options import EngineError, Option, Setting
from games.engines.view import View
from games.rules import Board
from games.rules.errors import quoted

Among = Callable[[tuple[int, ...]], tuple[int, ...]]
"""Narrows equally good cells, in rising order, down to those that a move is drawn from."""


def all_of(cells: tuple[int, ...]) -> tuple[int, ...]:
    """Draw from all of them."""
    return cells


@dataclass(frozen=True, slots=True)
class Bound:
    """What an engine knows of a value it gives.

    ``bound`` is ``exact``, ``upper`` (the true value is at most that) or ``lower`` (at least).
    A value is exact only if all that could change it was entered; ``reason`` says why it is not.
    """

    bound: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """An engine's move and how it found it. Plain data, ready for JSON.

    ``move``        the cell played.
    ``candidates`` the cells that it considers equally good and drew ``move`` from, rising.
    ``values``      value of each legal cell from the side of the player to move, as far
                    as the engine assigns one; the engine's own unit.
    ``bounds``      what each of the values is; empty for engines whose values are scores of
                    their own and no result of the game.
    ``estimated``   whether positions were guessed at a horizon: then values and bounds speak
                    of a game that ends there.
    ``nodes``       positions entered, the root included; 0 for engines that do not search.
    ``cutoffs``     moves cut; ``table_hits`` answers taken from a memo, not entered.
    ``depth``       plies looked ahead at the deepest point.
    ``line``        principal variation as cells, beginning with ``move``.
    ``view``        the engine's own picture (``games.engines.view``).
    """

    move: int
    candidates: tuple[int, ...]
    values: Mapping[int, float] = field(default_factory=dict)
    bounds: Mapping[int, Bound] = field(default_factory=dict)
    estimated: bool = False
    nodes: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    depth: int = 0
    line: tuple[int, ...] = ()
    view: View = field(default_factory=View)


@dataclass(frozen=True, slots=True)
class Replies:
    """The values that are folded into the value of a move: those of what follows it.

    ``values`` are by the cells whose moves lead to positions that are alike, for the seat ``side``.
    Chance makes the average of them, a player takes the best; ``delay`` is what is left of that.
    """

    values: Mapping[tuple[int, ...], float]
    side: str
    delay: float


EXACT = Bound("exact")


def exactly(cells: Iterable[int]) -> dict[int, Bound]:
    """``bounds`` for exact values."""
    return dict.fromkeys(cells, EXACT)


class Engine(ABC):
    """One opponent for one game. ``idea`` and ``strength`` are a line each, for people.

    ``seats`` names the seats it can hold; empty means every seat of the game. ``difficulty`` is
    document 001's word for it, if it has one. ``OPTIONS`` are its switches, in canonical order.
    """

    slug: str
    title: str
    variant: str
    idea: str
    strength: str
    seats: tuple[str, ...] = ()
    difficulty: ClassVar[str] = ""
    repeatable: ClassVar[bool] = True
    """Whether the same position and generator give the same move in every process."""

    samples: ClassVar[bool] = False
    """Whether its candidates depend on the generator, too, as when it plays random games."""

    thinks_long: ClassVar[bool] = False
    """Whether each move costs a set number of positions or playouts: a game takes seconds."""

    owner: int | None = None
    """The only person who can choose it for a new game; None if everybody can."""

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    changed: Mapping[str, str] = MappingProxyType({})
    """The words of the options that are not at their default, in canonical order."""

    @property
    def name(self) -> str:
        """The canonical name: the slug, then the options that differ from their defaults."""
        words = ",".join(f"{name}={word}" for name, word in self.changed.items())
        return f"{self.slug}:{words}" if words else self.slug

    @property
    def label(self) -> str:
        """What people call it: the title, then what its options change."""
        said = [option.phrases[word] for option, word in self._changes()]
        return f"{self.title} ({', '.join(said)})" if said else self.title

    @property
    def too_slow(self) -> str:
        """Which option makes it too slow for games on a site, with what is possible; or nothing."""
        for option, word in self._changes():
            if word in option.slow:
                text = f"{option.name}={word}"
                return f"{text!r} takes too long in games here: expected {option.expected_live}"
        return ""

    @property
    def on_pages(self) -> Engine:
        """It as a page asks it that shows all engines at once, where it may not think long."""
        return self

    @property
    def is_slow(self) -> bool:
        """Whether a move takes so long that those who play elsewhere must not wait for it."""
        return False

    @property
    def equivalent(self) -> Engine:
        """The fastest engine with the same candidates in every position."""
        return self

    def setting(self, name: str) -> Setting:
        """The setting of the option ``name``."""
        option = next(option for option in self.OPTIONS if option.name == name)
        return option.settings[self.changed.get(name, option.default)]

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

    def candidates(self, board: Any, memo: dict[Any, Any]) -> tuple[int, ...]:
        """The moves it may choose in a live position that it can hold.

        A caller with many positions of one game passes the same ``memo``, to be filled.
        """
        return self.choose(board, Random(0)).candidates

    def reply(self, board: Board, rng: Random, when_known: Callable[[], None]) -> Choice | None:
        """The engine's move; None while it is being found elsewhere.

        Then ``when_known`` is called once, from any thread, and it can be asked again. Raises
        GivesUp if it has no move.
        """
        return self.choose(board, rng)

    def line_of(self, board: Any, cell: int) -> tuple[int, ...]:
        """The line of play from ``board`` that gives the engine its value of ``cell``.

        It begins with ``cell``. Where the value is only a bound, the line shows the reply that
        holds it down. Empty for an engine whose values come from no single line.
        """
        return ()

    def replies_to(self, board: Any, cell: int) -> Replies | None:
        """What the engine folds into its value of ``cell``.

        None if the value comes from a line of play or from no search, and if ``cell`` ends the
        game.
        """
        return None

    def counts(self, board: Any) -> Mapping[tuple[int, ...], int]:
        """How many positions the engine enters below each move of ``board``, in its order.

        Moves that lead to positions that are alike are entered once, as one. With ``board`` itself
        they make up ``Choice.nodes``. Empty for an engine that does not search.
        """
        return {}

    @property
    def explains_values(self) -> bool:
        """Whether ``line_of`` or ``replies_to`` says where its values come from."""
        return self._has_own("line_of") or self._has_own("replies_to")

    @property
    def explains_nodes(self) -> bool:
        """Whether ``counts`` says what makes up the positions it enters."""
        return self._has_own("counts")

    def _has_own(self, method: str) -> bool:
        return getattr(type(self), method) is not getattr(Engine, method)

    def holds(self, seat: str) -> bool:
        """Whether it can hold ``seat``."""
        return not self.seats or seat in self.seats

    def notice(self, board: Any) -> str:
        """What people should know about how it plays at the moment; usually empty."""
        return ""

    def with_options(self, /, **options: Setting) -> Self:
        """The same engine with other settings, given as words or as values.

        Raises EngineError, quoting it, for an option or a setting that it does not have.
        """
        known = {option.name: option for option in self.OPTIONS}
        words = dict(self.changed)
        for name, setting in options.items():
            if name not in known:
                expected = ", ".join(known) or "none, it has no options"
                raise EngineError(
                    f"{quoted(name)} is no option of {self.slug}: expected {expected}"
                )
            word = known[name].word(str(setting))
            if word is None:
                text = quoted(f"{name}={setting}")
                raise EngineError(f"{text} does not fit: expected {known[name].expected}")
            words[name] = word
        other = copy(self)
        other.changed = {
            option.name: words[option.name]
            for option in self.OPTIONS
            if words.get(option.name, option.default) != option.default
        }
        return other

    @property
    def takes_first(self) -> bool:
        """Whether ``ties=first`` is set: it plays the first cell of the highest value it gives."""
        return self.changed.get("ties") == "first"

    def equals(self, candidates: tuple[int, ...]) -> tuple[int, ...]:
        """Those of equally good cells to draw from: all, or with ``ties=first`` the first."""
        return candidates[:1] if self.takes_first else candidates

    @property
    def is_symmetric(self) -> bool:
        """Whether it treats symmetric cells alike."""
        return not self.takes_first

    def _changes(self) -> list[tuple[Option, str]]:
        return [(o, self.changed[o.name]) for o in self.OPTIONS if o.name in self.changed]

    @abstractmethod
    def _choose(self, board: Any, rng: Random) -> Choice:
        """Answer for a live position of this engine's own game.

        Each engine declares the board of its game; ``choose`` has checked that it is one.
        """
