"""The solution of 3×3 in figures: positions, classes, games, values; all computed."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from games.engines.base import EngineError
from games.engines.scores import value_of
from games.engines.symmetry import canonical
from games.engines.table import table
from games.rules import ClassicBoard

Games = tuple[int, int, int]


def value(board: ClassicBoard) -> int:
    """Formula 1's value of a reachable ``board`` for the side to move."""
    return value_of(table().score(board))


def solve(*, exact: bool, save: bool, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Figures of the whole game. There is no ``exact`` classic, and its table needs no saving."""
    start = ClassicBoard.start(exact=exact)
    if save:
        raise EngineError("classic has nothing to save: its table is built at first use")
    began = perf_counter()
    boards = table().boards()
    classes = _classes(boards, progress)
    x_wins, o_wins, draws = games_from(start, {})
    return {
        "variant": start.VARIANT,
        "value": value(start),
        "positions": len(boards),
        "final": sum(board.is_game_over() for board in boards),
        "classes": len(classes),
        "final_classes": sum(board.is_game_over() for board in classes),
        "games": x_wins + o_wins + draws,
        "wins": {"X": x_wins, "O": o_wins},
        "draws": draws,
        "openings": {str(move): -value(start.make_move(move)) for move in start.available_moves()},
        "seconds": round(perf_counter() - began, 6),
    }


def _classes(boards: list[ClassicBoard], progress: Callable[[int, int], None]) -> set[ClassicBoard]:
    classes = set()
    for done, board in enumerate(boards, 1):
        classes.add(canonical(board))
        if done % 500 == 0 or done == len(boards):
            progress(done, len(boards))
    return classes


def games_from(board: ClassicBoard, known: dict[ClassicBoard, Games]) -> Games:
    """Complete games that go on from ``board``: won by X, won by O, drawn."""
    if board not in known:
        if (outcome := board.outcome) is not None:
            won = outcome.winner
            known[board] = int(won == "X"), int(won == "O"), int(won is None)
        else:
            below = [games_from(board.make_move(m), known) for m in board.available_moves()]
            x_wins, o_wins, draws = zip(*below, strict=True)
            known[board] = sum(x_wins), sum(o_wins), sum(draws)
    return known[board]
