"""3×3 solved: what the table says of a position, and the whole game in figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import TypedDict

import numpy as np

from games.engines.classic.scores import WIN, plies_left, value_of
from games.engines.classic.symmetry import SYMMETRIES, canonical, images
from games.engines.classic.tablebase import key_of, table
from games.engines.numbers import signed
from games.engines.options import EngineError
from games.engines.solution import Column, GameCounts, Progress, ReportLine, Solution, SymmetryClass
from games.rules import ClassicBoard

Games = tuple[int, int, int]


class ClassicSolution(Solution[ClassicBoard]):
    """Formula 1's values; ranks are depth-aware scores, which win sooner and lose later."""

    variant = ClassicBoard.VARIANT
    win = WIN
    proves_engines = True

    def value(self, board: ClassicBoard) -> int:
        return value_of(table().score(board))

    def values(self, board: ClassicBoard) -> dict[int, float]:
        return {cell: value_of(score) for cell, score in self.ranks(board).items()}

    def ranks(self, board: ClassicBoard) -> dict[int, int]:
        scores = table()
        return {cell: -scores.score(board.make_move(cell)) for cell in board.available_moves()}

    def distance(self, board: ClassicBoard) -> int | None:
        return plies_left(table().score(board), board.ply)

    def forced_win(self, board: ClassicBoard, seat: str) -> int | None:
        for_seat = self.value(board) * (1 if board.to_move == seat else -1)
        return self.distance(board) if for_seat > 0 else None

    def win_chance(self, board: ClassicBoard, seat: str) -> float:
        return float(self.forced_win(board, seat) is not None)

    def canonical(self, board: ClassicBoard) -> ClassicBoard:
        return canonical(board)

    def symmetry_class(self, board: ClassicBoard) -> SymmetryClass[ClassicBoard]:
        size = len(set(zip(images(board.x), images(board.o), strict=True)))
        text = (
            f"one of {size} boards that are the same when turned or mirrored"
            if size > 1
            else f"unchanged by all {len(SYMMETRIES)} symmetries"
        )
        return SymmetryClass(canonical(board), size, text)

    def positions(self) -> Sequence[ClassicBoard]:
        return table().boards()

    def games_from(self, board: ClassicBoard) -> GameCounts:
        return GameCounts(*games_from(board, _games))

    def games_through(self, board: ClassicBoard) -> GameCounts:
        ways = orders().get(board, 0)
        return GameCounts(*(ways * count for count in games_from(board, _games)))

    def report(self, *, exact: bool) -> list[ReportLine]:
        found = figures(ClassicBoard.start(exact=exact), lambda done, of_all: None)
        openings = sorted({signed(value) for value in found["openings"].values()})
        return [
            ReportLine("Value of the empty board", found["value"]),
            ReportLine("Value of each first move", " or ".join(openings)),
            ReportLine("Positions that play can reach", found["positions"]),
            ReportLine("of them finished", found["final"]),
            ReportLine("Classes under the eight symmetries", found["classes"]),
            ReportLine("Complete games", found["games"]),
            ReportLine("won by X", found["wins"]["X"]),
            ReportLine("won by O", found["wins"]["O"]),
            ReportLine("drawn", found["draws"]),
        ]

    def columns(self, *, exact: bool) -> list[Column]:
        """Positions in order of plies."""
        boards = self.positions()
        scores = [table().score(board) for board in boards]
        plies = [plies_left(score, b.ply) or 0 for score, b in zip(scores, boards, strict=True)]
        values = [value_of(score) // WIN for score in scores]
        best = [table().best[key_of(board)] for board in boards]
        kept = "the cells that win soonest, or lose latest, or draw, as bits; 0 at the end"
        return [
            Column("x", "cells of X", np.array([board.x for board in boards], np.uint16)),
            Column("o", "cells of O", np.array([board.o for board in boards], np.uint16)),
            Column("ply", "marks; X moves if even", np.array([b.ply for b in boards], np.uint8)),
            Column("value", "for the side to move: 1, 0 or -1", np.array(values, np.int8)),
            Column("plies", "moves to the end with best play", np.array(plies, np.uint8)),
            Column("best", kept, np.array(best, np.uint16)),
        ]

    def solve(self, *, exact: bool, save: bool, progress: Progress) -> ClassicFigures:
        """There is no ``exact`` classic, and its table needs no saving."""
        start = ClassicBoard.start(exact=exact)
        if save:
            raise EngineError("classic has nothing to save: its table is built at first use")
        return figures(start, progress)


class ClassicFigures(TypedDict):
    """The solution as ``manage.py solve classic --json`` prints it.

    ``final`` are the finished ones of all positions, ``final_classes`` those of the classes under
    symmetry. ``openings`` are the values of the first moves, for the seat that makes them.
    """

    variant: str
    value: int
    value_for: str
    positions: int
    final: int
    classes: int
    final_classes: int
    games: int
    wins: dict[str, int]
    draws: int
    openings: dict[str, int]
    seconds: float


def figures(start: ClassicBoard, progress: Progress) -> ClassicFigures:
    """Positions, classes, games and values, all counted."""
    began = perf_counter()
    boards = table().boards()
    classes = _classes(boards, progress)
    x_wins, o_wins, draws = games_from(start, {})
    scores = {move: table().score(start.make_move(move)) for move in start.available_moves()}
    return {
        "variant": start.VARIANT,
        "value": value_of(table().score(start)),
        "value_for": start.to_move,
        "positions": len(boards),
        "final": sum(board.is_game_over() for board in boards),
        "classes": len(classes),
        "final_classes": sum(board.is_game_over() for board in classes),
        "games": x_wins + o_wins + draws,
        "wins": {"X": x_wins, "O": o_wins},
        "draws": draws,
        "openings": {str(move): -value_of(score) for move, score in scores.items()},
        "seconds": round(perf_counter() - began, 6),
    }


def _classes(boards: list[ClassicBoard], progress: Progress) -> set[ClassicBoard]:
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


_games: dict[ClassicBoard, Games] = {}
"""What ``games_from`` has counted in this process."""


@cache
def orders() -> dict[ClassicBoard, int]:
    """In how many orders of moves each reachable position can arise."""
    ways = {ClassicBoard(): 1}
    for board in table().boards():
        for move in board.available_moves():
            after = board.make_move(move)
            ways[after] = ways.get(after, 0) + ways[board]
    return ways
