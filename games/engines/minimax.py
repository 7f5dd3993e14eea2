"""The two engines made of ``AIPlayer``: ``minimax`` and ``alphabeta`` (document 004)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from games.engines import formulas, heuristic
from games.engines.ai_player import AIPlayer
from games.engines.base import Choice, Engine, EngineError
from games.engines.bits import holdings
from games.rules import ClassicBoard


class MinimaxEngine(Engine):
    """Visits every continuation to the end and takes the best of the worst."""

    slug = "minimax"
    title = "Minimax"
    variant = "classic"
    idea = "Reads every game to its end and assumes the best reply each time."
    strength = "perfect"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        choice = AIPlayer(board.to_move).choose(board, rng)
        return replace(choice, view={**choice.view, "evaluation": _evaluations(board)})


@dataclass(frozen=True)
class Techniques:
    """Document 004's switches for ``alphabeta``; ``depth`` in plies, None for no limit."""

    pruning: bool = True
    heuristics: bool = True
    ordering: bool = True
    early: bool = True
    memo: bool = False
    depth: int | None = None

    def __post_init__(self) -> None:
        for name, setting in asdict(self).items():
            if name == "depth":
                fits = setting is None or (type(setting) is int and setting >= 1)
                expected = "a whole number of plies from 1 up, or none"
            else:
                fits, expected = type(setting) is bool, "yes or no"
            if not fits:
                raise EngineError(f"'{name}={setting}' does not fit: expected {expected}")


class AlphaBetaEngine(Engine):
    """Minimax that skips what cannot matter; with a depth limit it guesses from there on."""

    slug = "alphabeta"
    title = "Alpha-beta"
    variant = "classic"
    idea = "Minimax that stops reading a branch once it cannot change the answer."
    strength = "perfect"

    def __init__(self, techniques: Techniques | None = None) -> None:
        self.techniques = techniques or Techniques()

    def with_options(self, **options: Any) -> AlphaBetaEngine:
        known = asdict(self.techniques)
        for name in options.keys() - known.keys():
            raise EngineError(f"{name!r} is no option of {self.slug}: expected {', '.join(known)}")
        return AlphaBetaEngine(replace(self.techniques, **options))

    def player(self, seat: str) -> AIPlayer:
        """The ``AIPlayer`` that thinks for ``seat`` with these techniques."""
        use = self.techniques
        return AIPlayer(
            seat, use.pruning, use.heuristics, use.depth, use.ordering, use.early, use.memo
        )

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        choice = self.player(board.to_move).choose(board, rng)
        terms = {seat: heuristic.explain(*holdings(board, seat)) for seat in board.SEATS}
        return replace(
            choice, view={**choice.view, "techniques": asdict(self.techniques), "heuristic": terms}
        )


def _evaluations(board: ClassicBoard) -> dict[str, dict[str, int]]:
    """Formula 4 for each side, as it should be and as printed."""
    return {
        seat: {
            "corrected": formulas.state_evaluation(board.marks, seat),
            "printed": formulas.state_evaluation_printed(board.marks, seat),
        }
        for seat in board.SEATS
    }
