"""The two engines made of ``AIPlayer``: ``minimax`` and ``alphabeta`` (document 004)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from games.engines.base import Choice, Engine
from games.engines.classic import formulas, heuristic
from games.engines.classic.ai_player import AIPlayer
from games.engines.classic.bitboards import holdings
from games.engines.classic.scores import LAST_PLY
from games.engines.options import TIES, Option, depth, switch
from games.engines.techniques import PLAIN, Techniques
from games.engines.view import Evaluation
from games.rules import ClassicBoard


class AIPlayerEngine(Engine):
    """An engine made of ``AIPlayer``."""

    variant = "classic"
    strength = "perfect"

    @property
    def techniques(self) -> Techniques:
        """Its switches as values."""
        return PLAIN

    def player(self, seat: str) -> AIPlayer:
        """The ``AIPlayer`` that thinks for ``seat`` with these techniques."""
        return AIPlayer(seat, techniques=self.techniques, first=self.takes_first)

    def line_of(self, board: ClassicBoard, cell: int) -> tuple[int, ...]:
        return self.player(board.to_move).line_of(board, cell)

    def counts(self, board: ClassicBoard) -> dict[tuple[int, ...], int]:
        return self.player(board.to_move).counts(board)


class MinimaxEngine(AIPlayerEngine):
    """Visits every continuation to the end and takes the best of the worst."""

    slug = "minimax"
    title = "Minimax"
    idea = "Plays every game to its end and assumes the best reply each time."
    OPTIONS = (TIES,)

    @property
    def equivalent(self) -> Engine:
        return AlphaBetaEngine().with_options(memo=True, **self.changed)

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        choice = self.player(board.to_move).choose(board, rng)
        return replace(choice, view={**choice.view, "evaluation": _evaluations(board)})


PRINTED = "printed"

FIND = Option(
    "find",
    "What it looks for",
    "best",
    {"best": "best", "value": "value"},
    {"value": "value only"},
    {"best": "Every best move, the soonest win", "value": "The value, and one move that has it"},
)


HEURISTICS = Option(
    "heuristics",
    "Heuristic at the depth limit",
    "on",
    {"on": True, "off": False, "printed": PRINTED},
    {"off": "no heuristics", "printed": "heuristic as printed"},
    {"on": "On", "off": "Off", "printed": "As printed, even above a win"},
)


class AlphaBetaEngine(AIPlayerEngine):
    """Minimax that skips what cannot matter; with a depth limit it guesses from there on."""

    slug = "alphabeta"
    title = "Alpha-beta"
    idea = "Minimax that cuts a branch once it cannot change the answer."
    SWITCHES = (
        depth(LAST_PLY),
        switch("pruning", "Alpha-beta pruning", on=True, phrase="no pruning"),
        HEURISTICS,
        switch("ordering", "Most lines first", on=True, phrase="no ordering"),
        switch("early", "Early termination", on=True, phrase="no early termination"),
        switch("memo", "Memo of positions", on=False, phrase="memo"),
        FIND,
    )
    OPTIONS = (*SWITCHES, TIES)

    @property
    def techniques(self) -> Techniques:
        settings: dict[str, Any] = {one.name: self.setting(one.name) for one in self.SWITCHES}
        heuristics = settings.pop("heuristics")
        return Techniques(
            **settings, heuristics=heuristics is not False, unbounded=heuristics == PRINTED
        )

    @property
    def equivalent(self) -> Engine:
        """All that saves work and finds the same.

        Early termination sees past a depth limit; of equals the first depends on the order.
        """
        use = self.techniques
        early, ordering = use.early or use.depth is None, use.ordering or use.find == "best"
        return self.with_options(pruning=True, ordering=ordering, memo=True, early=early)

    @property
    def is_symmetric(self) -> bool:
        return super().is_symmetric and self.techniques.find == "best"

    def _choose(self, board: ClassicBoard, rng: Random) -> Choice:
        choice = self.player(board.to_move).choose(board, rng)
        terms = {seat: heuristic.explain(*holdings(board, seat)) for seat in board.SEATS}
        return replace(
            choice,
            view={**choice.view, "techniques": self.techniques.settings(), "heuristic": terms},
        )


def _evaluations(board: ClassicBoard) -> dict[str, Evaluation]:
    """Formula 4 for each side, as it should be and as printed."""
    return {
        seat: {
            "corrected": formulas.state_evaluation(board.marks, seat),
            "printed": formulas.state_evaluation_printed(board.marks, seat),
        }
        for seat in board.SEATS
    }
