"""Document 002 on a board that is played by clicks: sets, variables, transitions, results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from games.analysis.documents import boards, latex, relations
from games.analysis.documents.address import AddressField, BadAddress, Value, cells_in, one_of
from games.analysis.documents.boards import ChoiceLink
from games.analysis.documents.definitions import Definition, members, state_of
from games.analysis.documents.relations import DIAGONAL, Relation
from games.analysis.wording import listed
from games.rules import Board, DstruBoard, IllegalMove
from games.rules.dstru import coordinates, formal_sets, won
from games.rules.errors import quoted

READING = Value("won", (one_of("contains", "equals"),), "contains")
MOVES = Value("moves", (AddressField(r"([a-d][1-4])*", "names of cells from a1 to d4"),), "d1c2c2")
Line = tuple[DstruBoard, tuple[int, ...]]


def read(moves: str, reading: str) -> Line:
    """The position after ``moves`` (names of cells, ``d1c2``). Raises BadAddress."""
    (names,) = MOVES.read(moves)
    board, cells = DstruBoard.start(exact=reading == "equals"), cells_in(names, DstruBoard.SHAPE)
    try:
        for cell in cells:
            board = board.make_move(cell)
    except IllegalMove as error:
        raise BadAddress(f"moves={quoted(moves)} cannot be played: {error}") from None
    return board, cells


@dataclass(frozen=True, slots=True)
class EndCondition:
    """A condition of the end as printed, and in the words of the reading in force.

    ``printed`` and ``holds`` say whether each is true now; ``decides`` marks the result of a game
    that is over. ``read_latex`` and ``read_words`` are empty where the reading is the print's.
    """

    latex: str
    words: str
    printed: bool
    holds: bool
    result: str
    decides: bool
    read_latex: str = ""
    read_words: str = ""


def page(
    board: DstruBoard, moves: tuple[int, ...], relation: Relation = DIAGONAL
) -> dict[str, Any]:
    """Everything the page shows after ``moves``, with the relation T as it was changed."""

    def to(cells: tuple[int, ...], reading: str) -> str:
        return address(cells, reading, relation)

    reading = "equals" if board.exact else "contains"
    sets, variables = state_of(board)
    return {
        "board": boards.play(
            "board",
            board,
            lambda here, cell: to((*moves, cell), reading),
            last=moves[-1] if moves else None,
        ),
        "removing": board.action == "remove",
        "back": to(moves[:-1], reading) if moves else "",
        "empty": to((), reading) if moves else "",
        "example": to(cells_in(MOVES.default, board.SHAPE), reading),
        "game": to(DstruBoard.EXAMPLE, reading),
        "readings": [
            ChoiceLink(text, to(_playable(moves, word), word), word == reading)
            for word, text in (("contains", "contains a pattern"), ("equals", "equals a pattern"))
        ],
        "state": {"sets": sets, "variables": variables},
        "free": members(formal_sets(board)["F"]),
        "over": _over(board),
        "transitions": _transitions(board, moves),
        "endings": _endings(board),
        "said": _said(board),
        "relation": _relation(moves, reading, relation),
    }


def _relation(moves: tuple[int, ...], reading: str, relation: Relation) -> dict[str, Any]:
    """T on a board, its members and properties; ``printed`` leads back to the document's T."""
    found = relations.properties(relation)
    failing = [one.name for one in found if not one.holds]
    said = f"T is not {listed(failing, 'nor')}." if failing else "T has all four properties."
    return {
        "members": members(relation),
        "latex": f"T={latex.pairs(relation)}",
        "words": f"T is {latex.pairs_in_words(relation)}",
        "board": relations.editor(relation, lambda now: address(moves, reading, now, "relation")),
        "properties": found,
        "said": said,
        "printed": address(moves, reading, part="relation") if relation != DIAGONAL else "",
    }


def _playable(moves: tuple[int, ...], reading: str) -> tuple[int, ...]:
    """As many of ``moves`` as the other reading of "won" lets happen."""
    board, played = DstruBoard.start(exact=reading == "equals"), 0
    for cell in moves:
        if cell not in board.available_moves():
            break
        board, played = board.make_move(cell), played + 1
    return moves[:played]


def address(
    moves: tuple[int, ...], reading: str, relation: Relation = DIAGONAL, part: str = "live"
) -> str:
    query = {"moves": "".join(DstruBoard.cell_name(cell) for cell in moves)}
    if reading != READING.default:
        query["won"] = reading
    if relation != DIAGONAL:
        query[relations.T.name] = relations.text_of(relation)
    return f"?{urlencode(query)}#{part}"


POS = r"\text{pos}"
TRANSITIONS = (
    (
        "Tres",
        "3. Tres’s Move",
        r"\text{turn}\land\neg\,\text{go}\land\text{pos}\in F",
        "turn and not go, and pos in F",
        (
            r"\text{Tres}\leftarrow\text{Tres}\cup\{\text{pos}\}",
            r"\text{go}\leftarrow\neg\,\text{go}",
        ),
    ),
    (
        "Uno",
        "1. Uno’s Move",
        r"\text{turn}\land\text{go}\land\text{pos}\in F",
        "turn and go, and pos in F",
        (
            r"\text{Uno}\leftarrow\text{Uno}\cup\{\text{pos}\}",
            r"\text{turn}\leftarrow\neg\,\text{turn}",
            r"\text{go}\leftarrow\neg\,\text{go}",
        ),
    ),
    (
        "Dos",
        "2. Position Removal (Dos)",
        r"\neg\,\text{turn}\land\text{pos}\in\text{Uno}\cup\text{Tres}",
        "not turn, and pos in Uno or Tres",
        (
            r"\text{Uno}\leftarrow\text{Uno}-\{\text{pos}\}",
            r"\text{Tres}\leftarrow\text{Tres}-\{\text{pos}\}",
            r"\text{turn}\leftarrow\neg\,\text{turn}",
        ),
    ),
)
"""Who acts, what the document calls it, under which condition (for the eye and the ear), with which
effects. They are in the order of play; the document numbers them otherwise."""


def _transitions(board: DstruBoard, moves: tuple[int, ...]) -> list[dict[str, Any]]:
    """The three transitions: which can happen now, with how many cells, and which happened last."""
    before = board.SEATS[(len(moves) - 1) % len(board.SEATS)] if moves else ""
    count = len(board.available_moves())
    found = []
    for seat, printed, condition, words, effects in TRANSITIONS:
        last = seat == before
        found.append(
            {
                "seat": seat,
                "printed": printed,
                "condition": condition,
                "words": words,
                "effects": [one.replace(POS, _pair(moves[-1])) if last else one for one in effects],
                "now": seat == board.to_move and count > 0,
                "count": count,
                "last": last,
            }
        )
    return found


def _pair(cell: int) -> str:
    x, y = coordinates(cell)
    return f"({x},{y})"


def _over(board: DstruBoard) -> Definition:
    """The definition of over, in the reading in force."""
    wins = _win(board, "Uno", board.uno), _win(board, "Tres", board.tres)
    meant = [f"({one.read_latex})" if one.read_latex else one.latex for one in wins]
    words = [one.read_words or one.words for one in wins]
    source = r"\lor ".join([*meant, r"F=\varnothing"])
    return Definition(
        "over",
        rf"\text{{over}}={source}",
        f"over is true exactly if {' or '.join([*words, 'F is empty'])}",
    )


def _endings(board: DstruBoard) -> list[EndCondition]:
    """The conditions of the end, in the order in which they are applied."""
    return [_win(board, "Uno", board.uno), _full(board), _win(board, "Tres", board.tres)]


def _full(board: DstruBoard) -> EndCondition:
    full = not board.free
    decides = _winner(board) == "Dos"
    return EndCondition(r"F=\varnothing", "F is empty", full, full, "Dos wins", decides)


def _win(board: DstruBoard, seat: str, own: int) -> EndCondition:
    meant = not board.exact
    return EndCondition(
        latex=rf"\text{{{seat}}}\in W",
        words=f"{seat} equals a pattern of W",
        printed=won(own, exact=True),
        holds=won(own, board.exact),
        result=f"{seat} wins",
        decides=_winner(board) == seat,
        read_latex=rf"\exists w\in W:\ w\subseteq\text{{{seat}}}" if meant else "",
        read_words=f"{seat} contains a pattern of W" if meant else "",
    )


def _winner(board: DstruBoard) -> str | None:
    return board.outcome.winner if board.outcome else None


def _said(board: Board) -> str:
    if (outcome := board.outcome) is not None:
        return f"over is true: {outcome.winner} wins."
    verb = "to place a piece" if board.action == "place" else "to take a piece away"
    return f"{board.to_move} {verb}: {len(board.available_moves())} cells can be chosen."
