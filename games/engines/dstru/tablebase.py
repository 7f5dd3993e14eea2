"""The solution as tables to play from: the value of every position, in about 6 MB each.

A ``Tablebase`` finds them in memory, else on disk, else has them made. It is the one piece of
state among the engines, and changes an answer once, when a table arrives; the engines say in
their view which of the two they answered from.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock, Thread
from zipfile import BadZipFile

import numpy as np

from games.engines.dstru.classes import Classes, Ints, classes
from games.engines.dstru.objectives import (
    FOR_TRES,
    FOR_UNO,
    NEUTRAL,
    SABOTEUR,
    TRES_WINS,
    UNO_WINS,
    Objective,
)
from games.engines.dstru.retrograde import (
    LAST_PLY,
    OVER_AT,
    SEATS,
    Values,
    solve_backwards,
    steps,
    winners,
)
from games.rules.dstru import MASKS, DstruBoard

logger = logging.getLogger(__name__)

VERSION = 2

OBJECTIVES = (NEUTRAL, FOR_TRES, FOR_UNO, SABOTEUR, TRES_WINS, UNO_WINS)


class BadTable(ValueError):
    """A file that is no table of this game; the message names it and says why."""


class DstruTable:
    """Values by objective, arrays (3, K) from ``solve_backwards``, for one reading of "won"."""

    def __init__(self, exact: bool, values: Mapping[str, Values], space: Classes) -> None:
        self.exact = exact
        self.values = values
        self.space = space

    def value(self, board: DstruBoard, objective: Objective) -> float:
        """The value of ``board`` from the side of those who raise it.

        With chance the expected payoff, else the payoff times the haste (``retrograde``). Means
        nothing for a position that no play reaches.
        """
        seat = SEATS.index(board.to_move)
        value: float = self.values[objective.slug][
            seat, self.space.of(board.tres, board.uno)
        ].item()
        return value

    def moves(self, board: DstruBoard, objective: Objective, side: str) -> dict[int, float]:
        """The value after each legal cell, from the side of the seat ``side``."""
        sign = objective.sign(side)
        return {
            cell: sign * self.value(board.make_move(cell), objective)
            for cell in board.available_moves()
        }

    def line(self, board: DstruBoard, objective: Objective, cell: int) -> tuple[int, ...]:
        """Best play after ``cell`` to the end, the lowest of equal cells each time.

        For an objective without chance only: there every seat raises the value or lowers it.
        """
        found, board = [cell], board.make_move(cell)
        while not board.is_game_over():
            values = self.moves(board, objective, board.to_move)
            found.append(max(values, key=lambda one: (values[one], -one)))
            board = board.make_move(found[-1])
        return tuple(found)

    def save(self, directory: Path) -> Path:
        """Write the table into ``directory``, whole or not at all. Raises OSError."""
        path = file_in(directory, self.exact)
        directory.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=directory, prefix=path.name)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, allow_pickle=False, stamp=stamp(self.exact), **self.values)
            return Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, directory: Path, exact: bool) -> DstruTable:
        """Read what ``save`` wrote. Raises OSError or BadTable."""
        path, space = file_in(directory, exact), classes()
        try:
            with np.load(path, allow_pickle=False) as file:
                values = {objective.slug: file[objective.slug] for objective in OBJECTIVES}
                stamped = file["stamp"]
        except (ValueError, KeyError, EOFError, BadZipFile) as error:
            raise BadTable(f"{path} is no table of dstru: {error}") from error
        fits = all(
            values[objective.slug].shape == (3, len(space))
            and values[objective.slug].dtype == (np.float64 if objective.has_chance else np.int8)
            for objective in OBJECTIVES
        )
        if not fits or stamped.tolist() != stamp(exact).tolist():
            raise BadTable(f"{path} is the table of another game or version")
        return cls(exact, values, space)


def file_in(directory: Path, exact: bool) -> Path:
    """The file of the table for a reading of "won"."""
    return directory / ("dstru-exact.npz" if exact else "dstru.npz")


def stamp(exact: bool) -> Ints:
    """What a table on disk must have been made for. Raise VERSION when a value changes meaning."""
    return np.array([VERSION, exact, *MASKS], np.int32)


def build(exact: bool) -> DstruTable:
    """Solve the game for the aims that engines play for, and for the chance of a win."""
    space = classes()
    found, winner = list(steps(space)), winners(space, exact)
    values = {
        objective.slug: solve_backwards(found, winner, len(space), objective)
        for objective in OBJECTIVES
    }
    return DstruTable(exact, values, space)


def end_ply(value: float) -> int:
    """The ply at which best play ends the game, from the value for an objective without chance.

    Zero is the value of a full grid in a race, and a grid fills at the last ply.
    """
    return min(LAST_PLY, OVER_AT - abs(int(value)))


class Tablebase:
    """Tables by reading of "won", made in a background thread when first asked for.

    ``directory`` is where they are stored between processes; without one they live in memory.
    """

    def __init__(
        self, directory: Path | None = None, make: Callable[[bool], DstruTable] = build
    ) -> None:
        self.directory = directory
        self._make = make
        self._tables: dict[bool, DstruTable] = {}
        self._at_work: dict[bool, Thread] = {}
        self._lock = Lock()

    def get(self, exact: bool) -> DstruTable | None:
        """The table, or None while it is being made; asking for it starts that."""
        if exact not in self._tables:
            self._start(exact)
        return self._tables.get(exact)

    def holds(self, exact: bool) -> bool:
        """Whether the table is in memory; asking does not start making it."""
        return exact in self._tables

    def wait(self, exact: bool, timeout: float | None = None) -> DstruTable | None:
        """The table once it is made; None if ``timeout`` seconds pass or making it failed."""
        if exact not in self._tables:
            self._start(exact).join(timeout)
        return self._tables.get(exact)

    def _start(self, exact: bool) -> Thread:
        with self._lock:
            thread = self._at_work.get(exact)
            if thread is None or (not thread.is_alive() and exact not in self._tables):
                thread = Thread(target=self._fetch, args=(exact,), name="dstru-table", daemon=True)
                self._at_work[exact] = thread
                thread.start()
            return thread

    def _fetch(self, exact: bool) -> None:
        self._tables[exact] = self._read(exact) or self._build(exact)

    def _read(self, exact: bool) -> DstruTable | None:
        if self.directory is None:
            return None
        try:
            return DstruTable.load(self.directory, exact)
        except FileNotFoundError:
            return None
        except (OSError, BadTable) as error:
            logger.warning("The table will be made anew: %s", error)
            return None

    def _build(self, exact: bool) -> DstruTable:
        table = self._make(exact)
        if self.directory is not None:
            try:
                table.save(self.directory)
            except OSError as error:
                logger.warning("The table stays in memory only: %s", error)
        return table


TABLEBASE = Tablebase()
"""The tablebase of this process. A program with a place for files sets its ``directory`` early."""
