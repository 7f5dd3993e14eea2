"""The rule that chose a move, for engines that do not search."""

from __future__ import annotations

from dataclasses import dataclass

from games.analysis.position.figures.figure import Figure
from games.analysis.wording import cells
from games.engines.answers import Answer
from games.engines.view import View
from games.rules import Board


@dataclass(frozen=True, slots=True)
class NamedCells:
    """Some cells in words, and what they are."""

    name: str
    cells: str


@dataclass(frozen=True, slots=True)
class Rule(Figure):
    """The ``rule`` that fired, the cells that the rules looked at, and how many it left."""

    template = "analysis/figures/rule.html"

    rule: str
    found: list[NamedCells]
    count: int


def rule(board: Board, answer: Answer) -> Rule | None:
    view = answer["view"]
    if view["rule"] in ("table", "search"):
        return None  # those have figures of their own
    found = []
    if "wins" in view:
        found.append(NamedCells("Wins at", cells(board, view["wins"]) or "none"))
    if "blocks" in view:
        found.append(NamedCells(_block_name(view), cells(board, view["blocks"]) or "none"))
    return Rule(view["rule"], found, len(answer["candidates"]))


def _block_name(view: View) -> str:
    """A win at once ends the game, so beside one nothing has to be blocked."""
    return "No need to block at" if view.get("wins") else "Must block at"
