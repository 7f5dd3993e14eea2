"""``analyse "X...O.... X"``: what each engine sees in a position."""

from __future__ import annotations

from argparse import ArgumentParser

from games.analysis.position.facts import read_to, verdict
from games.analysis.wording import BOUNDS
from games.engines import solution_of
from games.engines.answers import Answer, PositionData, TimedAnswer, analyse_timed
from games.engines.sides import has_side, read, reader
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
    help = "Show a position as every engine sees it; each value says for whom it counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("notation", help="a position, as in 'X...O.... X'")
        parser.add_argument("--engine", action="append", help="only this engine; can be repeated")
        add_seed(parser)
        add_json(parser)

    def run(
        self, *, notation: str, engine: list[str] | None, seed: int, json: bool, **_: object
    ) -> None:
        board = read_notation(notation)
        solution_of(board).make_ready(board)
        engines = named_engines(board.VARIANT, engine, board.to_move)
        seen = analyse_timed(board, engines, seed)
        if json:
            self.json(seen)
            return
        self.line(f"{board.notation}\n{board.display()}\n{headline(board, seen)}\n")
        for row in side_by_side(block(board, *item) for item in seen["engines"].items()):
            self.line(row)
        if len(seen["engines"]) == 1:
            [answer] = seen["engines"].values()
            self.line("\n".join([*reasons(board, answer), ""]))
            self.line("\n".join(outline(answer["view"])))


def headline(board: Board, seen: PositionData) -> str:
    """Who is to move and what the position is worth, or how the game ended."""
    if (outcome := board.outcome) is not None:
        return f"over: {outcome.winner or 'nobody'} wins ({outcome.reason})"
    if (attempt := seen["attempt"]) is not None:
        return f"{verdict(board, attempt)}. {read_to(attempt)}"
    side, value = seen["value_for"], seen["value"]
    read_value = None if value is None else read(board, side, value)
    shown = f"{number(read_value)} for {reader(board, side)}"
    if not board.CHANCE_SEAT:
        return f"{board.to_move} to {board.action}, value {shown}"
    plus = "+" if read_value is not None and read_value > 0 else ""
    return f"{board.to_move} to {board.action}, expected result with a neutral Dos {plus}{shown}"


def block(board: Board, name: str, answer: TimedAnswer) -> list[str]:
    """One engine's answer as a few lines: its values on the board, the move in brackets."""
    lines = [
        *_whose(board, answer),
        f"{_verb(board, answer)} {board.cell_name(answer['move'])}"
        + _equals(len(answer["candidates"])),
        f"nodes {number(answer['nodes'])}, cut {number(answer['cutoffs'])}",
        f"table {number(answer['table_hits'])}, depth {answer['depth']}",
        "line " + " ".join(map(board.cell_name, answer["line"])),
        f"{number(round(answer['seconds'] * 1000, 2))} ms, median of {answer['runs']}",
    ]
    return [name, "", *grid(board, answer), "", *lines]


def _whose(board: Board, answer: Answer) -> list[str]:
    """For whom the values count; without chance they order endings, the sooner the larger."""
    if not answer["values"]:
        return []
    wishes = answer["view"].get("wishes")
    sooner = ", sooner is larger" if wishes and wishes[0]["ends_at_ply"] else ""
    return [f"values for {reader(board, answer['values_for'])}{sooner}"]


def _verb(board: Board, answer: Answer) -> str:
    """A third seat without values has no opinion: it draws lots."""
    return "plays" if answer["values"] or has_side(board) else "draws at random"


def _equals(count: int) -> str:
    return f", one of {count}" if count > 1 else ""


def grid(board: Board, answer: Answer) -> list[str]:
    """The board with the value of each legal cell; ``·`` where the engine gives none.

    A value that is only a bound has its sign: ``≤ 0``.
    """
    texts = []
    for cell, mark in enumerate(board.marks):
        text = mark[:1] or "·"
        if str(cell) in answer["values"]:
            text = value_text(board, answer, cell)
        texts.append(f"[{text}]" if cell == answer["move"] else f" {text} ")
    width = max(map(len, texts))
    return [" ".join(text.rjust(width) for text in row) for row in board.SHAPE.in_rows(texts)]


def value_text(board: Board, answer: Answer, cell: int) -> str:
    """The value of ``cell`` as far as the engine knows it."""
    known = answer["bounds"].get(str(cell))
    value = number(read(board, answer["values_for"], answer["values"][str(cell)]))
    return BOUNDS[known["bound"]] + value if known else value


def reasons(board: Board, answer: Answer) -> list[str]:
    """Why values are only bounds, a line each."""
    return [
        f"{board.cell_name(int(cell))} {value_text(board, answer, int(cell))}  {known['reason']}"
        for cell, known in answer["bounds"].items()
        if "reason" in known
    ]
