"""``grade tictactoe.py``: somebody's engine, proven or refuted."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from games.arena.grading.grade import grade
from games.arena.grading.program import CannotGrade
from games.arena.grading.result import Grade
from games.management.commands.prove import drawn
from games.management.console import GameCommand, add_game, add_json, number
from games.rules import Board, board_class

NEVER_LOSES, CAN_LOSE, NO_GRADE = 0, 1, 2


class Command(GameCommand):
    help = (
        "Grade a file with an engine: exit status 0 if it never loses, or if it is rated in a game "
        "that nobody has solved, 1 if it can lose, 2 if it cannot be graded."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="one Python file; - reads it from standard input")
        add_game(parser)
        add_json(parser)

    def run(self, *, file: str, game: str, json: bool, **_: Any) -> None:
        kind = board_class(game)
        try:
            found = grade(_contents(file), game, self.bar("grading"))
        except CannotGrade as error:
            if json:
                self.json(_as_json(game, None, str(error)))
            else:
                self.stderr.write(str(error))
            sys.exit(NO_GRADE)
        if json:
            self.json(_as_json(game, found, None))
        else:
            self._show(kind, found)
        sys.exit(CAN_LOSE if found.rating is None and not found.never_loses else NEVER_LOSES)

    def _show(self, kind: type[Board], found: Grade) -> None:
        if found.rating is not None:
            self._show_rating(found)
            return
        rows = {
            "Asked by": found.interface,
            "Positions asked": number(found.asked),
            "right": number(found.right),
            "wins missed": number(found.wins_missed),
            "draws lost": number(found.draws_lost),
            "illegal moves": number(found.illegal),
            "crashes": number(found.crashes),
        }
        for name, figure in rows.items():
            self.line(f"{name:<16}  {figure:>8}")
        for seat, value in (found.expected or {}).items():
            self.line(f"Expected result as {seat} against perfect play: {number(value)}")
        for one in found.costliest:
            played, best = (kind.cell_name(cell) for cell in (one.move, one.best))
            self.line(f"{one.position}  plays {played}, best {best}: costs {number(one.cost)}")
        for wrong in found.cases:
            self.line(wrong.sentence)
        for note in (*found.notes, *found.doubts):
            self.line(note)
        if found.never_loses:
            self.line(f"\nIt never loses: proven over {number(found.lines)} complete games.")
        elif found.refutation is not None:
            self.line(f"\nIt loses as {found.refutation.seat}, in the shortest game like this:")
            for row in drawn(kind.start(), found.refutation.moves):
                self.line(row)
        elif found.illegal or found.crashes:
            self.line("\nNo game of it is lost on the board, but some cannot be finished.")
        else:
            self.line(f"\nIt loses none of {number(found.lines)} games, but that is no proof.")

    def _show_rating(self, found: Grade) -> None:
        width = max(len(one.engine) for one in found.games)
        self.line(f"{'':{width}}  rating     won   drawn    lost")
        for one in found.games:
            figures = "".join(f"{count:>8}" for count in (one.won, one.drawn, one.lost))
            self.line(f"{one.engine:{width}}  {one.rating:>6}{figures}")
        for wrong in found.cases:
            self.line(wrong.sentence)
        for note in (*found.notes, *found.doubts):
            self.line(note)
        self.line(f"\nIts rating is {found.rating} ± {found.margin}, by {found.lines} games.")


def _contents(file: str) -> bytes:
    """The bytes of a file. Raises CannotGrade if it cannot be read."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CannotGrade(f"{file!r} cannot be read: {error.strerror}.") from None


def _as_json(game: str, found: Grade | None, error: str | None) -> dict[str, object]:
    """The keys that ``--json`` prints, in this order, whether or not there is a grade."""
    refutation = found.refutation if found else None
    return (
        {
            "game": game,
            "interface": found.interface if found else None,
            "asked": found.asked if found else 0,
            "right": found.right if found else 0,
            "wins_missed": found.wins_missed if found else 0,
            "draws_lost": found.draws_lost if found else 0,
            "illegal": found.illegal if found else 0,
            "crashes": found.crashes if found else 0,
            "never_loses": found is not None and found.never_loses,
            "lines": found.lines if found else 0,
            "refutation": None
            if refutation is None
            else {"seat": refutation.seat, "moves": list(refutation.moves)},
            "error": error,
            "seconds": found.seconds if found else 0,
        }
        | _of_chance(found)
        | _of_games(found)
    )


def _of_chance(found: Grade | None) -> dict[str, object]:
    """Two more keys for a game of chance."""
    if found is None or found.expected is None:
        return {}
    return {
        "expected": dict(found.expected),
        "costliest": [asdict(one) for one in found.costliest],
    }


def _of_games(found: Grade | None) -> dict[str, object]:
    """Three more keys for a game that nobody has solved."""
    if found is None or found.rating is None:
        return {}
    return {
        "rating": found.rating,
        "margin": found.margin,
        "games": [asdict(one) for one in found.games],
    }
