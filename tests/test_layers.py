"""The order of layers, read from the imports themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tests.sources import MODULES, source_of

LAYERS = (
    ("accounts",),
    ("games.rules", "games.observe"),
    (
        "games.engines",
        "games.match",
        "games.compute",
        "games.drawing",
        "games.characters",
        "games.main",
        "games.arena.grading",
        "games.arena.jail",
    ),
    ("games.models", "games.signals"),
    ("games.storage",),
    ("games.queries", "games.presenters"),
    ("games.services",),
    ("games.live",),
    ("games.web", "games.staff"),
    ("games.analysis", "games.arena"),
    ("games.api", "games.templatetags", "games.management"),
    ("games.admin", "games.apps", "games.receivers", "games.urls"),
    ("progress.models",),
    ("progress.puzzles", "progress.staff"),
    ("progress.campaign",),
    ("progress.people", "progress.home"),
    ("progress.classes",),
    ("progress",),
    ("config.database",),
    ("config.observe",),
    ("config.server",),
    ("config.pages",),
    ("config",),
)
"""From left to right; a module may import from its own layer and from those to the left."""

PURE = {
    "games.rules": {"games.rules"},
    "games.engines": {"games.engines", "games.rules", "numpy"},
    "games.match": {"games.match", "games.rules", "msgspec"},
}
"""Modules that know nothing but these and the standard library."""


def layer_of(module: str) -> int | None:
    for number, prefixes in enumerate(LAYERS):
        if any(module == prefix or module.startswith(prefix + ".") for prefix in prefixes):
            return number
    return None


def test_every_module_has_a_place_in_the_order() -> None:
    assert [module for module in MODULES if layer_of(module) is None] == ["games"]


def offending(module_is_bound: Callable[[str], bool], may: Callable[[str, str], bool]) -> list[str]:
    """What modules that a law binds import though they may not."""
    bound = sorted(filter(module_is_bound, MODULES))
    assert bound
    return [
        f"{module} imports {imported}"
        for module in bound
        for imported in source_of(MODULES[module]).imports
        if not may(module, imported)
    ]


def within(prefixes: tuple[str, ...]) -> Callable[[str], bool]:
    return lambda module: module.startswith(prefixes)


def test_no_module_imports_to_its_right() -> None:
    def may(module: str, imported: str) -> bool:
        own, other = layer_of(module), layer_of(imported)
        return own is None or other is None or other <= own

    assert offending(lambda module: True, may) == []


@pytest.mark.long
def test_people_are_reached_through_the_user_model_setting() -> None:
    rooms = (
        *("acts", "exports", "failures", "guests", "limits", "online", "people", "redirects"),
        *("sealed", "sessions"),
    )
    open_to_others = tuple(
        f"accounts.{room}" for room in (*rooms, "signals", "sweep", "time_zones", "tokens")
    )

    def may(module: str, imported: str) -> bool:
        return not imported.startswith("accounts") or imported.startswith(open_to_others)

    assert offending(within(("games", "progress")), may) == []


@pytest.mark.parametrize(("package", "allowed"), PURE.items())
def test_the_pure_parts_know_only_what_they_may(package: str, allowed: set[str]) -> None:
    def may(module: str, imported: str) -> bool:
        return imported.split(".")[0] in sys.stdlib_module_names or any(
            imported == one or imported.startswith(one + ".") for one in allowed
        )

    def bound(module: str) -> bool:
        return module == package or module.startswith(package + ".")

    assert offending(bound, may) == []
