"""The opponents and the solution of each game: a new engine or solution is one line here.

It may import the rules and numpy, and loads without Django.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from games.engines.base import Choice, Engine
from games.engines.classic.bitboard_engine import BitboardEngine
from games.engines.classic.guard import GuardedLinearEngine
from games.engines.classic.linear import LinearEngine
from games.engines.classic.perfect import PerfectEngine
from games.engines.classic.search_engines import AlphaBetaEngine, MinimaxEngine
from games.engines.classic.simple import RandomEngine, SmartEngine
from games.engines.classic.solution import ClassicSolution
from games.engines.dstru import ENGINES as DSTRU_ENGINES
from games.engines.dstru.solution import DstruSolution
from games.engines.learning.players import ENGINES as LEARNED_ENGINES
from games.engines.options import EngineError, GivesUp, parse
from games.engines.solution import B, Progress, Solution, Unsolved
from games.engines.ultimate import ENGINES as ULTIMATE_ENGINES
from games.engines.ultimate import STRENGTHS as ULTIMATE_STRENGTHS
from games.engines.ultimate.endings import UltimateEndings
from games.rules import Board, board_class
from games.rules.errors import quoted

_ALL: tuple[Engine, ...] = (
    RandomEngine(),
    SmartEngine(),
    LinearEngine(),
    GuardedLinearEngine(),
    MinimaxEngine(),
    AlphaBetaEngine(),
    BitboardEngine(),
    PerfectEngine(),
    *DSTRU_ENGINES,
    *ULTIMATE_ENGINES,
)
"""Weakest first, game by game."""

ENGINES: dict[str, dict[str, Engine]] = {}
for _engine in _ALL:
    ENGINES.setdefault(_engine.variant, {})[_engine.slug] = _engine

LEARNED: dict[str, dict[str, Engine]] = {}
"""Engines that came of a training, by game and slug. They play and are proven; pages that explain
how engines think do not show them, since a learner has pages of its own."""
for _engine in LEARNED_ENGINES:
    LEARNED.setdefault(_engine.variant, {})[_engine.slug] = _engine

SOLUTIONS: dict[str, Solution[Any]] = {
    solution.variant: solution for solution in (ClassicSolution(), DstruSolution())
}
"""The solved games. Each solution takes the boards of its own game, which no type here can say."""

ENDINGS: dict[str, Solution[Any]] = {UltimateEndings.variant: UltimateEndings()}
"""What is known of games that are solved only from some positions on."""


STRENGTHS: dict[str, Mapping[str, int]] = {UltimateEndings.variant: ULTIMATE_STRENGTHS}
"""The ratings of some engines, by game."""


def engines_for(variant: str, seat: str | None = None) -> dict[str, Engine]:
    """The engines that play ``variant``, by slug, weakest first; empty for an unknown game.

    With ``seat`` only those that can hold it.
    """
    engines = ENGINES.get(variant, {})
    return {slug: one for slug, one in engines.items() if seat is None or one.holds(seat)}


def playing_engines(variant: str) -> dict[str, Engine]:
    """All engines that play ``variant``, those that have learned it among them, weakest first."""
    last = list(engines_for(variant).items())
    learned = LEARNED.get(variant, {})
    first = [one for one in last if not one[1].strength.startswith("perfect")]
    return dict([*first, *learned.items(), *last[len(first) :]]) if learned else dict(last)


def rival_engines(variant: str) -> dict[str, Engine]:
    """The engines that can sit opposite, whichever of the two rivals' seats one takes."""
    rivals = board_class(variant).RIVALS
    playing = playing_engines(variant)
    return {slug: one for slug, one in playing.items() if all(map(one.holds, rivals))}


def opposing_engines(variant: str) -> dict[str, Engine]:
    """The engines that a person can play against: they can hold one of the rivals' seats."""
    rivals = board_class(variant).RIVALS
    playing = playing_engines(variant)
    return {slug: one for slug, one in playing.items() if any(map(one.holds, rivals))}


def seats_against(one: Engine) -> tuple[str, ...]:
    """The rivals' seats that somebody can take against the engine ``one``."""
    first, second = board_class(one.variant).RIVALS
    return tuple(own for own, other in ((first, second), (second, first)) if one.holds(other))


def engines_on_pages(board: Board) -> dict[str, Engine]:
    """The engines that could act in a position, as pages ask them that show all at once."""
    found = engines_for(board.VARIANT, board.to_move)
    return {slug: one.on_pages for slug, one in found.items()}


def known_strengths(variant: str) -> Mapping[str, int]:
    """Engines of ``variant`` by name with their ratings, to rate others by; empty if it has none.

    Games need it that are not solved: elsewhere an engine is proven or refuted.
    """
    return STRENGTHS.get(variant, {})


Finder = Callable[[str, str], Engine | None]
"""Finds an engine by its game and its slug."""

_finders: list[Finder] = []


def find_also(finder: Finder) -> None:
    """Ask ``finder`` for engines that are not registered here, from now on."""
    if finder not in _finders:
        _finders.append(finder)


def _found_elsewhere(variant: str, slug: str) -> Engine | None:
    return next(filter(None, (finder(variant, slug) for finder in _finders)), None)


def engine(variant: str, name: str) -> Engine:
    """The engine called ``name`` for ``variant``: a slug or a difficulty (easy, medium, hard),
    then perhaps ``:`` and options, as in ``alphabeta:depth=2,heuristics=off``.

    It may be private: whoever names an engine for a new game asks ``engine_for``. Raises
    EngineError, quoting the name, with what there is instead.
    """
    slug = name.partition(":")[0]
    engines = engines_for(variant)
    named = {one.difficulty: one for one in engines.values() if one.difficulty}
    learned = LEARNED.get(variant, {}).get(slug)
    found = engines.get(slug) or named.get(slug) or learned or _found_elsewhere(variant, slug)
    return _configured(variant, name, found)


def engine_for(user_id: int | None, variant: str, name: str) -> Engine:
    """The engine called ``name`` that the person ``user_id`` can play in a new game.

    Raises EngineError, for an engine of somebody else as for one that does not exist.
    """
    found = engine(variant, name.partition(":")[0])
    allowed = found.owner in (None, user_id)
    return _configured(variant, name, found if allowed else None)


def _configured(variant: str, name: str, found: Engine | None) -> Engine:
    """``found`` with the options in ``name``. Raises EngineError if it is None."""
    slug, colon, _ = name.partition(":")
    if found is None:
        known = ", ".join(engines_for(variant)) or "none"
        raise EngineError(f"{quoted(slug)} is no engine for {variant}: expected one of {known}")
    return found.with_options(**dict(parse(name))) if colon else found


def is_known(variant: str, name: str) -> bool:
    """Whether there is an engine for ``variant`` with this name and these options."""
    try:
        engine(variant, name)
    except EngineError:
        return False
    return True


def solution_of(game: B | type[B]) -> Solution[B]:
    """What is known of the positions of a game, named by its board or the class of it.

    An unsolved game has a solution that says nothing, but perhaps of its endings.
    """
    return SOLUTIONS.get(game.VARIANT) or ENDINGS.get(game.VARIANT) or Unsolved()


def solve(
    variant: str, *, exact: bool = False, save: bool = False, progress: Progress | None = None
) -> Mapping[str, object]:
    """The complete solution of ``variant`` in figures (``Solution.solve``).

    Raises EngineError for a game that nobody has solved.
    """
    if variant not in SOLUTIONS:
        raise EngineError(f"{variant!r} is not solved: expected one of {', '.join(SOLUTIONS)}")
    report = progress or (lambda done, of_all: None)
    return SOLUTIONS[variant].solve(exact=exact, save=save, progress=report)


def keep_tables_in(directory: Path) -> None:
    """Store the tables of all games in ``directory`` from now on; to be called once, early."""
    for solution in SOLUTIONS.values():
        solution.keep_tables_in(directory)


__all__ = [
    "ENGINES",
    "LEARNED",
    "SOLUTIONS",
    "Choice",
    "Engine",
    "EngineError",
    "GivesUp",
    "engine",
    "engine_for",
    "engines_for",
    "engines_on_pages",
    "find_also",
    "is_known",
    "keep_tables_in",
    "known_strengths",
    "opposing_engines",
    "playing_engines",
    "rival_engines",
    "seats_against",
    "solution_of",
    "solve",
]
