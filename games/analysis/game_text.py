"""Writes and reads a line of play: as JSON, and as a text like PGN.

Whatever is written here reads back as the same line. What cannot be read is refused with a message
that quotes it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NotRequired, TypedDict

from games.analysis.variations import Variation, played, read
from games.rules import VARIANTS, BadNotation, Board, IllegalMove
from games.rules.errors import quoted

LONGEST = 4_000
"""Characters of a text that is read."""

TAG = re.compile(r'\[(\w+) "([^"\]]*)"\]')
RESULTS = "*", "draw"


def as_text(
    line: Variation,
    players: Mapping[str, str] | None = None,
    chance: Mapping[str, str | int] | None = None,
) -> str:
    """Tags in brackets, then the moves with the number of each round; −cells are taken away.

    ``chance`` is what is needed to check the draws of a game, if the server drew in it.
    """
    start, end = line.boards[0], line.boards[-1]
    tags = {"Game": start.TITLE, "Position": start.notation, **(players or {})}
    tags |= {f"Chance{name.title()}": str(value) for name, value in (chance or {}).items()}
    tags["Result"] = result(end)
    head = "".join(f'[{name} "{_plain(text)}"]\n' for name, text in tags.items())
    return f"{head}\n{_rounds(line)} {result(end)}\n"


class GameData(TypedDict):
    """A line of play as the JSON export writes it; moves are names of cells.

    ``chance`` is what is needed to check the draws of a game, if the server drew in it.
    """

    game: str
    position: str
    moves: list[str]
    final: str
    result: str
    players: dict[str, str]
    chance: NotRequired[dict[str, str | int]]


def as_data(
    line: Variation,
    players: Mapping[str, str] | None = None,
    chance: Mapping[str, str | int] | None = None,
) -> GameData:
    """The same as plain data."""
    start, end = line.boards[0], line.boards[-1]
    data: GameData = {
        "game": start.VARIANT,
        "position": start.notation,
        "moves": [start.cell_name(cell) for cell in line.cells],
        "final": end.notation,
        "result": result(end),
        "players": dict(players or {}),
    }
    if chance:
        data["chance"] = dict(chance)
    return data


def result(board: Board) -> str:
    """Who has won on the board, ``draw``, or ``*`` while the game goes on there."""
    if (outcome := board.outcome) is None:
        return RESULTS[0]
    return outcome.winner or RESULTS[1]


def parse(text: str) -> Variation:
    """Read notation, JSON, the text form or a list of cells; the line stands at its end.

    Raises BadNotation.
    """
    given = text.strip()
    if not given or len(given) > LONGEST:
        raise BadNotation(f"{quoted(given)} cannot be read: expected 1 to {LONGEST} characters")
    if given.startswith("{"):
        return _from_json(given)
    if given.startswith("["):
        return _from_text(given)
    if names := _cells(given):
        return _from_cells(names)
    return Variation((read(given),), (), 0)


CELL = re.compile(r"[-−]?([a-i][1-9])")


def _cells(text: str) -> list[str]:
    """The cells of a text that lists nothing but cells, with or without numbers of rounds."""
    words = [word for word in re.split(r"[\s,;]+|(?<=\d)-", text.lower()) if word]
    names = [word for word in words if not re.fullmatch(r"\d+\.", word)]
    found = [CELL.fullmatch(name) for name in names]
    return [match[1] for match in found if match] if all(found) else []


def _from_cells(names: list[str]) -> Variation:
    """The line in the first game in which these moves can be played from the start."""
    refusals = []
    for kind in VARIANTS.values():
        try:
            return _play(kind.start().notation, names)
        except BadNotation as error:
            refusals.append(f"{kind.TITLE}: {error}")
    raise BadNotation(f"These moves can be played in no game. {'; '.join(refusals)}")


def _from_json(text: str) -> Variation:
    try:
        data = json.loads(text)
        position, moves = data["position"], data.get("moves", [])
    except (ValueError, KeyError, RecursionError) as error:
        raise BadNotation(f"{quoted(text)} is no record: {error}") from None
    if not isinstance(position, str) or not isinstance(moves, list):
        raise BadNotation(f"{quoted(text)} is no record: expected a position and a list of moves")
    return _play(position, [str(move) for move in moves])


def _from_text(text: str) -> Variation:
    tags = dict(TAG.findall(text))
    if "Position" not in tags:
        raise BadNotation(f'{quoted(text)} is no record: it has no [Position "…"]')
    words = TAG.sub(" ", text).split()
    ends = {*RESULTS, tags.get("Result", "")}
    return _play(
        tags["Position"],
        [
            word.lstrip("-−")
            for word in words
            if not re.fullmatch(r"\d+\.", word) and word not in ends
        ],
    )


def _play(position: str, moves: list[str]) -> Variation:
    start = read(position)
    if len(moves) > start.LONGEST:
        raise BadNotation(f"{len(moves)} moves are more than a game can have")
    try:
        return played(start, moves)
    except IllegalMove as error:
        raise BadNotation(str(error)) from None


def _rounds(line: Variation) -> str:
    seats, words = len(line.boards[0].SEATS), []
    for number, cell in enumerate(line.cells):
        before = line.boards[number]
        if number % seats == 0:
            words.append(f"{number // seats + 1}.")
        words.append(("-" if before.action == "remove" else "") + before.cell_name(cell))
    return " ".join(words)


def _plain(text: str) -> str:
    return re.sub(r'["\]\n]', "", text)
