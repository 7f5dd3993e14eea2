"""The order of layers, read from the imports themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LAYERS = (
    ("games.rules", "games.metrics", "games.trace"),
    (
        "games.engines",
        "games.grading",
        "games.match",
        "games.compute",
        "games.drawing",
        "games.characters",
    ),
    (
        "games.addresses",
        "games.composed",
        "games.ids",
        "games.models",
        "games.engine_models",
        "games.people_models",
        "games.signals",
    ),
    ("games.storage",),
    (
        "games.engine_names",
        "games.selectors",
        "games.people_selectors",
        "games.engine_selectors",
        "games.presenters",
    ),
    ("games.services",),
    (
        "games.challenge_views",
        "games.people_admin",
        "games.people_forms",
        "games.remark_views",
        "games.report_views",
        "games.remarks",
        "games.page_limits",
        "games.paging",
        "games.query",
        "games.views",
        "games.visitor_pages",
        "games.waiting",
        "games.icon_views",
        "games.rule_pages",
        "games.forms",
        "games.player_choices",
        "games.new_game_page",
        "games.api",
        "games.api_urls",
        "games.programs",
        "games.backups",
        "games.context",
        "games.deployment",
        "games.uploads",
        "games.ladder",
        "games.analysis",
        "games.urls",
        "games.admin",
        "games.staff",
        "games.apps",
        "games.receivers",
        "games.live",
        "games.templatetags",
        "games.management",
    ),
    ("progress",),
    ("config",),
)
"""From left to right; a module may import from its own layer and from those to the left."""

PURE = {
    "games.rules": {"games.rules"},
    "games.engines": {"games.engines", "games.rules", "numpy"},
    "games.match": {"games.match", "games.rules", "msgspec"},
}
"""Modules that know nothing but these and the standard library."""


def project_modules() -> Iterator[tuple[str, Path]]:
    for package in ("config", "games", "accounts", "progress"):
        for path in (ROOT / package).rglob("*.py"):
            if "migrations" not in path.parts:
                name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                yield name.removesuffix(".__init__"), path


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_of(module: str) -> int | None:
    for number, prefixes in enumerate(LAYERS):
        if any(module == prefix or module.startswith(prefix + ".") for prefix in prefixes):
            return number
    return None


MODULES = dict(project_modules())


def test_every_module_of_games_has_a_place_in_the_order() -> None:
    homeless = [m for m in MODULES if m.startswith("games.") and layer_of(m) is None]
    assert homeless == []


@pytest.mark.parametrize("module", sorted(MODULES))
def test_no_module_imports_to_its_right(module: str) -> None:
    own = layer_of(module)
    for imported in imports_of(MODULES[module]):
        other = layer_of(imported)
        if own is not None and other is not None:
            assert other <= own, f"{module} imports {imported}, which stands to its right"


@pytest.mark.parametrize("module", sorted(m for m in MODULES if m.startswith("accounts")))
def test_accounts_is_a_leaf(module: str) -> None:
    for imported in imports_of(MODULES[module]):
        assert not imported.startswith(("games", "progress")), f"{module} imports {imported}"


@pytest.mark.parametrize(
    "module", sorted(m for m in MODULES if m.startswith(("games", "progress")))
)
def test_people_are_reached_through_the_user_model_setting(module: str) -> None:
    for imported in imports_of(MODULES[module]):
        rooms = ("acts", "exports", "guests", "limits", "online", "people", "redirects", "sessions")
        open_to_others = tuple(
            f"accounts.{room}" for room in (*rooms, "signals", "sweep", "time_zones", "tokens")
        )
        assert not imported.startswith("accounts") or imported.startswith(open_to_others)


@pytest.mark.parametrize(("package", "allowed"), PURE.items())
def test_the_pure_parts_know_only_what_they_may(package: str, allowed: set[str]) -> None:
    import sys

    for module, path in MODULES.items():
        if module != package and not module.startswith(package + "."):
            continue
        for imported in imports_of(path):
            root = imported.split(".")[0]
            known = root in sys.stdlib_module_names or any(
                imported == one or imported.startswith(one + ".") for one in allowed
            )
            assert known, f"{module} imports {imported}"
