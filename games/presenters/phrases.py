"""The phrases of the site's games, and the words of a board.

``phrases.json`` is the one table of phrases. A phrase has a code, such as ``draw.theirs``, and
places for arguments in braces. The server fills them in here, a page does in ``view.js`` for what
changes while it is open. Another language would be another table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypedDict, cast

from games.rules import Board
from games.rules.shape import Shape, cell_name, small_board_name

TABLE: Final[Mapping[str, Any]] = json.loads(
    (Path(__file__).parent / "phrases.json").read_text(encoding="utf-8")
)
"""The phrases by section; those of ``task`` by what a seat has to do, too."""

LIVE: Final = (
    *("who", "draw", "blocked", "signal", "cell", "where", "small"),
    *("low", "link", "page", "away"),
)
"""The sections that a page draws from by itself, beside the tasks of its game."""

MOVE, PLACE, TAKE = map(str, TABLE["task"])
"""What the seat to act can have to do."""


def _flat(table: Mapping[str, Any], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= (
            _flat(value, f"{before}{name}.") if isinstance(value, dict) else {before + name: value}
        )
    return found


PHRASES: Final[Mapping[str, str]] = _flat(TABLE)
"""Every phrase by its whole code."""


def phrase(code: str, **arguments: object) -> str:
    """The phrase with this code. Raises KeyError for an unknown code or a missing argument."""
    return PHRASES[code].format_map(arguments)


class Phrases(TypedDict):
    """What a page needs to know of a game's board, beside the sections of ``LIVE``.

    ``tasks`` are the phrases for place and remove; ``patterns`` are the cells of the patterns that
    have names, if any do. ``boards`` are the cells of each small board, ``names`` what these are
    called.
    """

    columns: int
    cells: list[str]
    rivals: Sequence[str]
    patterns: Sequence[Sequence[int]]
    boards: Sequence[Sequence[int]]
    names: Sequence[str]
    tasks: dict[str, dict[str, str]]
    who: dict[str, str]
    draw: dict[str, str]
    blocked: dict[str, str]
    signal: dict[str, str]
    cell: dict[str, str]
    where: dict[str, str]
    small: dict[str, str]
    low: dict[str, str]
    link: dict[str, str]
    page: dict[str, str]
    away: dict[str, str]


def task(board: type[Board], action: str) -> str:
    """What a seat has to do. In a game with a seat that removes, the others place."""
    if action == "remove":
        return TAKE
    return PLACE if board.CHANCE_SEAT else MOVE


def phrases(board: type[Board]) -> Phrases:
    """The words of a game that do not change while it is played."""
    words: dict[str, Any] = {
        "columns": board.SHAPE.columns,
        "cells": list(_names(board)),
        "rivals": board.RIVALS,
        "patterns": board.LINES if board.PATTERN_NAMES else [],
        "boards": board.SHAPE.small_boards,
        "names": board_names(board.SHAPE),
        "tasks": {
            action: TABLE["task"][task(board, action)]
            for action in (("place", "remove") if board.CHANCE_SEAT else ("place",))
        },
    }
    words |= {section: TABLE[section] for section in LIVE}
    return cast(Phrases, words)


@cache
def _names(board: type[Board]) -> tuple[str, ...]:
    return tuple(board.cell_name(cell) for cell in range(board.CELLS))


def cell_labels(
    board: Board, *, last: int | None = None, taken: str = "", acts: bool = False
) -> list[str]:
    """What a screen reader says of each cell of a position.

    ``taken`` is whose mark the ``last`` move took away, empty if it placed one; ``acts`` is
    whether the listener is to act.
    """
    kind, outcome, notes = type(board), board.outcome, cell_notes(board)
    takeable = board.available_moves() if acts and board.action == "remove" else ()
    won = outcome.cells if outcome else ()
    return [
        label(
            kind,
            cell,
            mark,
            taken if cell == last else None,
            cell in takeable,
            cell in won,
            notes.get(cell, ""),
        )
        for cell, mark in enumerate(board.marks)
    ]


@cache
def label(
    kind: type[Board],
    cell: int,
    mark: str,
    last: str | None = None,
    takeable: bool = False,
    won: bool = False,
    note: str = "",
) -> str:
    """What a screen reader says of one cell of a board: ``c2, X, last move, winning line``.

    ``last`` is whose mark the last move took away here, empty if it placed one, None if it was
    elsewhere. ``note`` says what a move there does to the small boards.
    """
    words = [_names(kind)[cell], mark or phrase("cell.empty")]
    if kind.SHAPE.small:
        name = board_names(kind.SHAPE)[kind.SHAPE.small_board(cell)]
        words.insert(1, phrase("small.board", board=name))
    if note:
        words.append(note)
    if takeable:
        words.append(phrase("cell.takeable"))
    if last is not None:
        words.append(phrase("cell.took", taken=last) if last else phrase("cell.last"))
    if won:
        words.append(phrase("cell.won"))
    return ", ".join(words)


@cache
def board_names(shape: Shape) -> tuple[str, ...]:
    """What people call the small boards; none where there are none."""
    return tuple(small_board_name(small, shape) for small in range(len(shape.small_boards)))


def cell_notes(board: Board) -> dict[int, str]:
    """What a move on each legal cell does to the small boards, and which cells are closed; nothing
    in a game without small boards.
    """
    if (stand := board.small_boards) is None:
        return {}
    shape = board.SHAPE
    sent, names = _sent(shape, other_rival(board)), board_names(shape)
    ends = {cell: _ended(board, winner) for cell, winner in stand.ends}
    notes = {
        cell: phrase("small.closed") for small in stand.closed for cell in shape.small_boards[small]
    }
    for cell, sends in zip(board.available_moves(), stand.sends, strict=True):
        notes[cell] = does = ends.get(cell) or sent[sends]
        if cell in stand.takes:
            taken = phrase("small.takes", board=names[shape.small_board(cell)])
            notes[cell] = f"{taken}, {does}"
    return notes


def _ended(board: Board, winner: str) -> str:
    """How a move ends the game that ``winner`` wins then, or nobody."""
    if not winner:
        return phrase("small.draws")
    return phrase("small.wins" if winner == board.to_move else "small.loses", seat=winner)


@cache
def _sent(shape: Shape, seat: str) -> dict[int, str]:
    """Where a move sends ``seat``, by the number of the small board; -1 for any."""
    names = enumerate(board_names(shape))
    sent = {small: phrase("small.sends", seat=seat, board=name) for small, name in names}
    return {**sent, -1: phrase("small.frees", seat=seat)}


def other_rival(board: Board) -> str:
    first, second = board.RIVALS
    return second if board.to_move == first else first


def where_to_play(board: Board) -> str:
    """In which small board the next move must be: ``in the middle board``. Empty in a game without
    small boards, and once the game is over.
    """
    if (stand := board.small_boards) is None or not stand.live:
        return ""
    if len(stand.live) == 1:
        return phrase("where.one", board=board_names(board.SHAPE)[stand.live[0]])
    return phrase("where.all" if len(stand.live) == len(stand.won) else "where.many")


def cell_label(shape: Shape, cell: int, mark: str, *, last: bool) -> str:
    """What a screen reader says of one cell: ``c2, X, last move``."""
    label = f"{cell_name(cell, shape)}, {mark or phrase('cell.empty')}"
    return f"{label}, {phrase('cell.last')}" if last else label
