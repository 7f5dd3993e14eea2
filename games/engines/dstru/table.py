"""The solution as a table to play from: the value of every position, in about 3 MB."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from games.engines.dstru.aims import FOR_TRES, FOR_UNO, NEUTRAL, SABOTEUR, Aim
from games.engines.dstru.classes import Classes, Ints, classes
from games.engines.dstru.induction import LAST_PLY, OVER_AT, SEATS, Values, induct, steps, winners
from games.rules.dstru import MASKS, DstruBoard

VERSION = 1

AIMS = (NEUTRAL, FOR_TRES, FOR_UNO, SABOTEUR)


class BadTable(ValueError):
    """A file that is no table of this game; the message names it and says why."""


class Table:
    """Values by aim, each an array (3, K) as ``induct`` makes it, for one reading of "won"."""

    def __init__(self, exact: bool, values: Mapping[str, Values], space: Classes) -> None:
        self.exact = exact
        self.values = values
        self.space = space

    def value(self, board: DstruBoard, aim: Aim) -> float:
        """The value of ``board`` from the side of those who raise it.

        With chance the expected payoff, else the payoff times the haste (``induction``). Means
        nothing for a position that no play reaches.
        """
        seat = SEATS.index(board.to_move)
        return self.values[aim.slug][seat, self.space.of(board.tres, board.uno)].item()

    def moves(self, board: DstruBoard, aim: Aim, side: str) -> dict[int, float]:
        """The value after each legal cell, from the side of the seat ``side``."""
        sign = aim.sign(side)
        return {
            cell: sign * self.value(board.make_move(cell), aim) for cell in board.available_moves()
        }

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
    def load(cls, directory: Path, exact: bool) -> Table:
        """Read what ``save`` wrote. Raises OSError or BadTable."""
        path, space = file_in(directory, exact), classes()
        try:
            with np.load(path, allow_pickle=False) as file:
                values = {aim.slug: file[aim.slug] for aim in AIMS}
                stamped = file["stamp"]
        except (ValueError, KeyError, EOFError, BadZipFile) as error:
            raise BadTable(f"{path} is no table of dstru: {error}") from error
        fits = all(
            values[aim.slug].shape == (3, len(space))
            and values[aim.slug].dtype == (np.float64 if aim.has_chance else np.int8)
            for aim in AIMS
        )
        if not fits or stamped.tolist() != stamp(exact).tolist():
            raise BadTable(f"{path} is the table of another game or version")
        return cls(exact, values, space)


def file_in(directory: Path, exact: bool) -> Path:
    """Where the table for a reading of "won" is kept."""
    return directory / ("dstru-exact.npz" if exact else "dstru.npz")


def stamp(exact: bool) -> Ints:
    """What a kept table must have been made for. Raise VERSION when a value changes meaning."""
    return np.array([VERSION, exact, *MASKS], np.int32)


def build(exact: bool) -> Table:
    """Solve the game for the aims that engines play for."""
    space = classes()
    found, winner = list(steps(space)), winners(space, exact)
    values = {aim.slug: induct(found, winner, len(space), aim) for aim in AIMS}
    return Table(exact, values, space)


def end_ply(value: float) -> int:
    """The ply at which best play ends the game, from the value for an aim without chance.

    Zero is the value of a full grid in a race, and a grid fills at the last ply.
    """
    return min(LAST_PLY, OVER_AT - abs(int(value)))
