"""The words of a board: what is said of a cell, and what a page says while somebody chooses one."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from games.rules import Board
from games.rules.shape import Shape, cell_name

EMPTY_CELL, LAST_MOVE, LAST_TOOK = "empty", "last move", "last move took {taken} away"
CAN_BE_TAKEN, WINNING = "can be taken", "winning line"

MOVE, PLACE, TAKE = "move", "place a piece", "take a piece"
"""What the seat to act can have to do."""

TURN_WORDS = {MOVE: "to move", PLACE: "to place", TAKE: "to take"}
"""What a seat's strip says while it is to act."""

CONFIRM = {
    "place": "Press again or Enter to play {cell}. Press Escape to take it back.",
    "remove": "Press again or Enter to take {mark} from {cell}. Press Escape to take it back.",
}
"""What a move asks for that waits to be confirmed."""

NOT_HERE = {
    MOVE: "That cell is taken. Choose a free one.",
    PLACE: "That cell is taken. Place your piece on a free one.",
    TAKE: "There is nothing to take there. Choose a piece on the board.",
}
"""Why a press on another cell did nothing, for the player whose turn it is."""


LOW_TIME = {"one": "One second left.", "many": "{seconds} seconds left."}
"""What the page says, once, to the player whose last seconds run."""


LINK = {
    "connected": "Connected",
    "connecting": "Connecting…",
    "compatibility": "Connected in compatibility mode",
    "offline": "No connection. Trying again…",
    "closed": "Not connected",
}
"""What a page says of its link to the server, by the state of the link."""

PAGE = {
    "lost": "Connection lost. This page tries again by itself.",
    "kept": "Your move is kept and goes out when it is back.",
    "slow": "Your move is on its way. This page sends it again until the server answers.",
    "on_its_way": "Your move is on its way.",
    "taken_back": "Taken back.",
    "reload": "Load the page again to see what can be done now.",
    "step": "After {ply} of {total} moves.",
    "sending": "sending",
    "chosen": "chosen, not played yet",
    "begin": "{seconds} s to begin",
    "refused": "The server refused the move ({status}). Load the page again.",
}
"""What a page says about itself, when only the page can know that it has to."""

AWAY = {
    "gone": "left",
    "unstable": "away, {seconds} s",
    "has_gone": "{name} has left the game.",
    "has_seconds": "{name} is away and has {seconds} seconds to come back.",
    "is_back": "{name} is back.",
}
"""What is written at the seat of a player who left, and what is said of it."""


class ActionPhrases(TypedDict):
    """``confirm`` has places for ``cell`` and ``mark``."""

    turn: str
    confirm: str
    not_here: str


class Phrases(TypedDict):
    """What a page needs to know of a game's board; ``actions`` by place and remove."""

    columns: int
    cells: list[str]
    empty: str
    last: str
    took: str
    low: dict[str, str]
    link: dict[str, str]
    page: dict[str, str]
    away: dict[str, str]
    actions: dict[str, ActionPhrases]


def task(board: type[Board], action: str) -> str:
    """What a seat has to do. In a game with a seat that removes, the others place."""
    if action == "remove":
        return TAKE
    return PLACE if board.CHANCE_SEAT else MOVE


def phrases(board: type[Board]) -> Phrases:
    """The words of a game that do not change while it is played."""
    tasks = {action: task(board, action) for action in CONFIRM}
    return {
        "columns": board.SHAPE.columns,
        "cells": list(_names(board)),
        "empty": EMPTY_CELL,
        "last": LAST_MOVE,
        "took": LAST_TOOK,
        "low": LOW_TIME,
        "link": LINK,
        "page": PAGE,
        "away": AWAY,
        "actions": {
            action: {
                "turn": TURN_WORDS[what],
                "confirm": CONFIRM[action],
                "not_here": NOT_HERE[what],
            }
            for action, what in tasks.items()
        },
    }


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
    kind, outcome = type(board), board.outcome
    takeable = board.available_moves() if acts and board.action == "remove" else ()
    won = outcome.cells if outcome else ()
    return [
        label(kind, cell, mark, taken if cell == last else None, cell in takeable, cell in won)
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
) -> str:
    """What a screen reader says of one cell of a board: ``c2, X, last move, winning line``.

    ``last`` is whose mark the last move took away here, empty if it placed one, None if it was
    elsewhere.
    """
    words = [_names(kind)[cell], mark or EMPTY_CELL]
    if takeable:
        words.append(CAN_BE_TAKEN)
    if last is not None:
        words.append(LAST_TOOK.format(taken=last) if last else LAST_MOVE)
    if won:
        words.append(WINNING)
    return ", ".join(words)


def cell_label(shape: Shape, cell: int, mark: str, *, last: bool) -> str:
    """What a screen reader says of one cell: ``c2, X, last move``."""
    label = f"{cell_name(cell, shape)}, {mark or EMPTY_CELL}"
    return f"{label}, {LAST_MOVE}" if last else label
