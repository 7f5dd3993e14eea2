"""Which game it is, only the registries ask: everything else reads facts of the board."""

from __future__ import annotations

import pytest

from games.engines import EngineError, solution_of, solve
from games.rules import VARIANTS, ClassicBoard
from tests.sources import MODULES, ROOT, source_of

MAY_NAME_A_GAME = (
    "games.rules",
    "games.engines",
    "games.characters",
    "games.analysis.learn.course",
    "games.analysis.learn.first_steps",
    "games.analysis.learn.lessons",
    "games.analysis.puzzles",
    "games.services.exhibit",
    "progress.demo.engine",
    "progress.demo.games",
    "progress.campaign.catalog",
)
"""The registries, and what is about one game by its nature: lessons, puzzles, campaign."""


def test_no_code_outside_the_registries_names_a_game() -> None:
    named = [
        f"{module}:{line}: {text}"
        for module, path in sorted(MODULES.items())
        if not module.startswith(MAY_NAME_A_GAME)
        for line, text in source_of(path).strings
        if text in VARIANTS
    ]
    assert named == []


MAY_KNOW_A_GAME = (
    *MAY_NAME_A_GAME,
    "games.analysis.documents",
    "games.analysis.player.chance",
    "games.analysis.player.methods",
    "games.arena.grading.functions",
    "games.arena.grading.program",
    "games.main",
    "games.management.commands.play",
    "games.web.solo",
    "progress.campaign.formula_examples",
    "progress.campaign.sentences",
)
"""Also what is about a document or a technique of one game."""

GAMES = ("games.rules", "games.engines")
ROOMS = tuple(f"{room}.{variant}" for room in GAMES for variant in VARIANTS)
BOARDS = tuple(f"games.rules.{board.__name__}" for board in VARIANTS.values())


def test_other_code_imports_no_game_and_so_cannot_ask_which_it_is() -> None:
    known = [
        f"{module} imports {name}"
        for module, path in sorted(MODULES.items())
        if not module.startswith(MAY_KNOW_A_GAME)
        for name in source_of(path).imports
        if name.startswith((*ROOMS, *BOARDS))
    ]
    assert known == []


@pytest.mark.parametrize("folder", ["templates", "games/static", "progress/static"])
def test_no_page_and_no_script_names_a_game(folder: str) -> None:
    said = {
        str(path.relative_to(ROOT)): slug
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".html", ".js", ".css") and "lessons" not in path.parts
        for slug in VARIANTS
        if slug in path.read_text()
    }
    assert said == {}


def test_an_unsolved_game_has_a_solution_that_says_nothing() -> None:
    class Unknown(ClassicBoard):
        VARIANT = "unknown"

    position = Unknown()
    solution = solution_of(position)
    assert solution.value(position) is None
    assert solution.best_moves(position) == ()
    assert solution.canonical(position) == position
    with pytest.raises(EngineError, match="'unknown' is not solved"):
        solve("unknown")
