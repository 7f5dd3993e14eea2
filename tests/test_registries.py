"""Which game it is, only the registries ask: everything else reads facts of the board."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from games.engines import engines_for
from games.rules import VARIANTS
from tests.test_layers import MODULES, ROOT

MAY_NAME_A_GAME = (
    "games.rules",
    "games.engines",
    "games.glass.lessons",
    "games.glass.proof",
    "games.glass.puzzles",
    "progress.management.commands.demo",
    "progress.catalog",
)
"""The registries, and what is about one game by its nature: lessons, proofs, puzzles, campaign."""


def names_a_game(path: Path) -> list[int]:
    """The lines of a module on which a string is the name of a game."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in VARIANTS
    ]


@pytest.mark.parametrize(
    "module",
    sorted(name for name in MODULES if not name.startswith(MAY_NAME_A_GAME)),
)
def test_no_code_outside_the_registries_names_a_game(module: str) -> None:
    assert names_a_game(MODULES[module]) == []


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


@pytest.mark.parametrize("board", VARIANTS.values(), ids=str)
def test_a_board_states_the_facts_that_pages_draw(board: type) -> None:
    assert board.SUMMARY.endswith(".")
    assert len(board.PATTERN_NAMES) in (0, len(board.LINES))
    assert all(engines_for(board.VARIANT, seat) for seat in board.SEATS)


@pytest.mark.parametrize("board", VARIANTS.values(), ids=str)
def test_the_example_of_a_game_is_played_to_its_end(board: type) -> None:
    position = board.start()
    for cell in board.EXAMPLE:
        position = position.make_move(cell)
    assert position.outcome.reason == "line"
    assert position.outcome.winner == board.SEATS[0]
