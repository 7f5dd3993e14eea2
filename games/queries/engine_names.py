"""Finds the engines that somebody means by a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.characters import character
from games.engines import ENGINES, EngineError, engine


def engines_there_are() -> Iterator[tuple[str, str]]:
    """Every engine as (game, engine's name)."""
    return ((variant, slug) for variant, found in ENGINES.items() for slug in found)


def engines_called(name: str, met: Iterable[tuple[str, str]]) -> set[str]:
    """The engines that ``name`` may mean, out of (game, engine's name) pairs.

    Names on pages, parts of them, and names in addresses all count.
    """
    meant = name.casefold()
    return {
        one
        for variant, one in met
        if meant in (one, one.partition(":")[0]) or meant in _label(variant, one).casefold()
    }


def _label(variant: str, name: str) -> str:
    """All names of an engine on pages, joined."""
    known = character(variant, name)
    return f"{_formal(variant, name)} {known.name if known else ''}"


def _formal(variant: str, name: str) -> str:
    try:
        return engine(variant, name).label
    except EngineError:  # an engine that no longer exists, of an old game
        return name
