"""The words of the player: ``words.json`` has for each trace its algorithm, sentences and bands.

A phrase has places for the numbers of its event. What stands behind the colon of a place says how a
number is written, as ``FORMS`` lists.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from games.analysis import preferred
from games.analysis.wording import (
    BOUNDS,
    MINUS,
    SPOKEN_BOUNDS,
    cells,
    digits,
    limit,
    line_name,
    lines_made,
    listed,
    moves,
    number,
    plies,
    positions,
    signed,
)
from games.engines.sides import reader, rival_of
from games.engines.trace import Numbers, TraceEvent
from games.rules import Board

TABLE: Mapping[str, Any] = json.loads(
    (Path(__file__).parent / "words.json").read_text(encoding="utf-8")
)

MANY = 4
"""Of more cells the first one is named, the rest is counted."""


@cache
def words_of(name: str) -> Mapping[str, Any]:
    """The words of the trace ``name``; what they leave out they have of those they are ``like``."""
    own = TABLE[name]
    found = dict(words_of(own["like"])) if "like" in own else {}
    for part, words in own.items():
        found[part] = {**found.get(part, {}), **words} if isinstance(words, dict) else words
    return found


def named(board: Board, which: tuple[int, ...], joint: str = "and") -> str:
    """Cells by name; many are counted."""
    if len(which) > MANY:
        return f"{board.cell_name(which[0])} {joint} {len(which) - 1} more like it"
    return listed([board.cell_name(cell) for cell in which], joint)


def _terms(terms: list[int]) -> str:
    first, *rest = terms
    signs = [f"{MINUS if term < 0 else '+'} {abs(term)}" for term in rest]
    return " ".join([number(first), *signs])


def _stands(count: int) -> str:
    return f", which stands for {count - 1} more like it" if count > 1 else ""


def _met(board: Board, value: float, path: tuple[int, ...]) -> str:
    """A limit and where it was found: ``0 with c2``, ``0 with c2 after b3``."""
    *before, last = (board.cell_name(cell) for cell in path)
    return f"{signed(value)} with {last}{f' after {listed(before)}' if before else ''}"


FORMS: Mapping[str, Callable[[Board, Any], str]] = {
    "n": lambda board, value: number(value),
    "+": lambda board, value: signed(value),
    "+4": lambda board, value: signed(value, 4),
    "cell": lambda board, cell: board.cell_name(cell),
    "cells": cells,
    "or": lambda board, which: listed([board.cell_name(cell) for cell in which], "or"),
    "named": named,
    "named or": lambda board, which: named(board, which, "or"),
    "line": line_name,
    "bits": lambda board, value: digits(value),
    "terms": lambda board, terms: _terms(terms),
    "sum": lambda board, terms: " + ".join(map(number, terms)),
    "plies": lambda board, count: plies(count),
    "moves": lambda board, count: moves(count),
    "positions": lambda board, count: positions(count),
    "reader": reader,
    "preference": preferred.title,
    "worth": lambda board, worth: preferred.value(board, *worth),
    "ending": lambda board, worth: preferred.value(board, *worth).rpartition(", ")[0],
    "ply": lambda board, worth: preferred.value(board, *worth).rpartition(", ")[2],
    "alike": lambda board, count: f"{count} alike" if count > 1 else "",
    "stands": lambda board, count: _stands(count),
    "stands,": lambda board, count: _stands(count) and f"{_stands(count)},",
    "also": lambda board, note: note and f", {note}",
    "bound": lambda board, bound: BOUNDS[bound],
    "spoken": lambda board, bound: SPOKEN_BOUNDS[bound],
    "limit": lambda board, value: limit(value),
    "inf": lambda board, value: limit(value).replace("∞", "inf"),
    "met": lambda board, met: _met(board, *met),
    "place": lambda board, path: board.cell_name(path[-1]) if path else "the root",
    "lines": lambda board, after: lines_made(after),
    "times": lambda board, count: "once" if count == 1 else f"{number(count)} times",
    "cells free": lambda board, count: f"{count} cell{'' if count == 1 else 's'} free",
}


class TraceWords(Formatter):
    """The phrases of the trace ``name`` about a ``board``."""

    def __init__(self, name: str, board: Board) -> None:
        self.board = board
        self.table = words_of(name)
        self._numbers: Numbers = {}

    def phrase(self, text: str, numbers: Numbers) -> str:
        """``text`` with ``numbers`` in its places."""
        self._numbers = {**seats(self.board), **numbers}
        return self.vformat(text, (), self._numbers)

    def sentence(self, code: str, numbers: Numbers, kind: str = "") -> str:
        """The sentence with this code, else the one of its ``kind``."""
        sentences = self.table["sentences"]
        return self.phrase(sentences.get(code) or sentences[kind], numbers)

    def crumbs(self, path: Sequence[int]) -> str:
        """The moves to a position: ``start › a3 › b1``."""
        return " › ".join(["start", *(self.board.cell_name(cell) for cell in path)])

    def heading(self, event: TraceEvent) -> str:
        """A step in a few words."""
        headings = self.table["headings"]
        return self.phrase(headings.get(event.code, headings.get(event.kind)), event.numbers)

    def running(self, event: TraceEvent) -> int:
        """The line of the algorithm that runs, counted from 0."""
        if event.line is not None:
            return event.line
        lines = self.table["lines"]
        line = lines.get(event.code, lines.get(event.kind))
        found: int = line[event.numbers["chooses"]] if isinstance(line, dict) else line
        return found

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "say":  # a part of a sentence, by its code
            return self.sentence(value, self._numbers) if value else ""
        return FORMS[format_spec](self.board, value) if format_spec else str(value)


def seats(board: Board) -> dict[str, str]:
    """What every sentence can name: who is to move, the rival, and what a move is."""
    removes = board.action == "remove"
    return {
        "seat": board.to_move,
        "rival": rival_of(board),
        "high": board.RIVALS[0],
        "low": board.RIVALS[1],
        "chance": board.CHANCE_SEAT,
        "plays": "takes" if removes else "plays",
        "played": "be taken away" if removes else "be played",
        "to_act": "to take a piece away" if removes else "to move",
    }
