"""``analyse "X...O.... X"``: what each engine sees in a position."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from games.engines.analysis import analyse
from games.engines.solutions import make_ready
from games.management.console import (
    GameCommand,
    add_json,
    add_seed,
    named_engines,
    number,
    outline,
    side_by_side,
)
from games.rules import Board, read_notation


class Command(GameCommand):
    help = "Show a position as every engine sees it, values from the side of the player to move."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("notation", help="a position, as in 'X...O.... X'")
        parser.add_argument("--engine", action="append", help="only this one; can be repeated")
        add_seed(parser)
        add_json(parser)

    def run(
        self, *, notation: str, engine: list[str] | None, seed: int, json: bool, **_: Any
    ) -> None:
        board = read_notation(notation)
        make_ready(board)
        seen = analyse(board, named_engines(board.VARIANT, engine, board.to_move), seed)
        if json:
            self.json(seen)
            return
        self.line(f"{board.notation}\n{board.display()}\n{headline(board, seen)}\n")
        for row in side_by_side(block(board, *item) for item in seen["engines"].items()):
            self.line(row)
        if len(seen["engines"]) == 1:
            [answer] = seen["engines"].values()
            self.line("\n".join(outline(answer["view"])))


def headline(board: Board, seen: dict[str, Any]) -> str:
    """Who is to move and what the position is worth, or how the game ended."""
    if (outcome := board.outcome) is not None:
        return f"over: {outcome.winner or 'nobody'} wins ({outcome.reason})"
    return f"{board.to_move} to {board.action}, value {number(seen['value'])}"


def block(board: Board, name: str, answer: dict[str, Any]) -> list[str]:
    """One engine's answer as a few lines: its values on the board, the move in brackets."""
    lines = [
        f"plays {board.cell_name(answer['move'])}" + _equals(len(answer["candidates"])),
        f"nodes {number(answer['nodes'])}, cut {number(answer['cutoffs'])}",
        f"table {number(answer['table_hits'])}, depth {answer['depth']}",
        "line " + " ".join(map(board.cell_name, answer["line"])),
        f"{number(round(answer['seconds'] * 1000, 2))} ms",
    ]
    return [name, "", *grid(board, answer), "", *lines]


def _equals(count: int) -> str:
    return f", one of {count}" if count > 1 else ""


def grid(board: Board, answer: dict[str, Any]) -> list[str]:
    """The board with the value of each legal cell; ``·`` where the engine gives none."""
    texts = []
    for cell, mark in enumerate(board.marks):
        text = mark[:1] or "·"
        if str(cell) in answer["values"]:
            text = number(answer["values"][str(cell)])
        texts.append(f"[{text}]" if cell == answer["move"] else f" {text} ")
    width = max(map(len, texts))
    return [
        " ".join(text.rjust(width) for text in texts[at : at + board.SIDE])
        for at in range(0, board.CELLS, board.SIDE)
    ]
