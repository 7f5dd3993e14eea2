"""``prove linear``: every game an engine can play, from each seat."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from games.engines import EngineError, solution_of
from games.engines.proofs import ORDINALS, ProofRecord, prove
from games.management.console import (
    GameCommand,
    add_game,
    add_json,
    add_option,
    at_least,
    first_position,
    named_engines,
    number,
    side_by_side,
)
from games.rules import Board, drawn_word

LINES_DRAWN = 12
LINES_LISTED = 150_000
"""More than classic can lose; of larger games it is the beginning."""

COLUMNS = slice(0, 1), slice(2, 5)
"""The names and the figures in a row of the table."""

Records = dict[str, ProofRecord]


class Command(GameCommand):
    help = "Play an engine against every reply and count all complete games, from each seat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("engine", nargs="?", help="the engine, as in 'alphabeta:depth=2'")
        parser.add_argument("--all", action="store_true", help="every engine of the game")
        parser.add_argument(
            "--lines",
            type=int,
            help=f"how many lost games to list per seat (default {LINES_DRAWN}; "
            f"{LINES_LISTED:,} with --json)",
        )
        add_option(parser)
        add_game(parser)
        add_json(parser)

    def run(
        self, *, game: str, engine: str | None, json: bool, lines: int | None, **options: Any
    ) -> None:
        if (engine is None) != options["all"]:
            raise EngineError(f"{engine or ''!r} names no one proof: expected one engine, or --all")
        if lines is None:
            lines = LINES_LISTED if json else LINES_DRAWN
        at_least(0, lines, "--lines")
        start = first_position(game, options["option"])
        if not solution_of(start).proves_engines:
            raise EngineError(f"{game!r} has too many games to play them all: no proof ends")
        solution_of(start).make_ready(start)
        engines = named_engines(game, engine and [engine])
        bar = self.bar("proving")
        proofs = {}
        for done, (name, each) in enumerate(engines.items(), 1):
            proofs[name] = {
                ordinal: prove(each, seat, start, lines)
                for ordinal, seat in zip(ORDINALS, start.SEATS, strict=False)
                if each.holds(seat)
            }
            bar(done, len(engines))
        if json:
            self.json(_one(proofs) if engine else {"game": game, "engines": _all(proofs)})
        else:
            self._show(start, proofs)

    def _show(self, start: Board, proofs: dict[str, Records]) -> None:
        neither = drawn_word(type(start)) if start.CHANCE_SEAT else "draws"
        rows: list[tuple[str, ...]] = [("", "seat", "wins", neither, "losses")]
        for name, records in proofs.items():
            for label, record in records.items():
                # What the third seat does not win is its loss.
                draws = number(record.draws) if label in ORDINALS[: len(start.RIVALS)] else "–"
                rows.append((name, label, number(record.wins), draws, number(record.losses)))
        width, wide = (max(len(text) for row in rows for text in row[part]) for part in COLUMNS)
        for name, label, *figures in rows:
            padded = "  ".join(figure.rjust(max(9, wide)) for figure in figures)
            self.line(f"{name:{width}}  {label:6}  {padded}")
        for name, records in proofs.items():
            for label, record in records.items():
                self._show_lost(start, f"{name}, {label}", record)

    def _show_lost(self, start: Board, title: str, record: ProofRecord) -> None:
        shown = record.losing_lines
        if not shown:
            return
        self.line(f"\n{title}: lost {len(shown)} of {number(record.losses)} like this")
        for row in side_by_side(drawn(start, line) for line in shown):
            self.line(row)


def drawn(start: Board, line: tuple[int, ...]) -> list[str]:
    """The last position of a line, each mark with the ply that set it, and its moves below."""
    board, set_at = start, {}
    for ply, cell in enumerate(line, 1):
        board, set_at[cell] = board.make_move(cell), ply
    texts = [f"{mark[0]}{set_at[cell]}" if mark else "·" for cell, mark in enumerate(board.marks)]
    width = max(map(len, texts)) + 1
    rows = ["".join(text.ljust(width) for text in row) for row in board.SHAPE.in_rows(texts)]
    return [*rows, " ".join(board.cell_name(cell) for cell in line)]


def _one(proofs: dict[str, Records]) -> dict[str, object]:
    """One engine's name and, under the name of each seat, its record."""
    [(name, records)] = proofs.items()
    return {"engine": name, **{label: asdict(record) for label, record in records.items()}}


def _all(proofs: dict[str, Records]) -> dict[str, object]:
    return {name: _one({name: records}) for name, records in proofs.items()}
