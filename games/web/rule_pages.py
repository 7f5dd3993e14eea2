"""The rules of each game, with an example that a visitor can step through and play on.

The state of the example is in the address alone: ``?moves=d1c2&ply=1`` are moves and how many of
them to
show. Every legal cell is a link to the position after it, so it works for anybody, without scripts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from msgspec import structs

from games import presenters
from games.match import ACTIVE, FINISHED, LOCAL, PERSON, Match, Seat
from games.presenters.contexts import Cell, GamePage
from games.queries.parsing import whole_number
from games.rules import VARIANTS, Board, IllegalMove, RulesError, board_class
from games.rules.shape import parse_cell

EVERYBODY = 0
"""The person who holds every seat of an example; nobody's id."""


@dataclass(frozen=True, slots=True)
class Example:
    """``example`` in its template: a position of the example game, and where its links lead.

    ``said`` is the last move in a sentence. ``refused`` says why a move in the address is not
    legal. ``cells`` are those of the winning pattern. ``back`` and ``next`` are empty at an end.
    """

    page: GamePage
    said: str
    refused: str
    over: bool
    cells: tuple[int, ...]
    to_act: str
    back: str
    next: str
    fresh: str


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games there are."""
    return render(request, "games/rules_index.html", {"games": presenters.showcase()})


@require_safe
def rules(request: HttpRequest, variant: str) -> HttpResponse:
    """How one game is played."""
    try:
        board = board_class(variant)
    except RulesError as error:
        raise Http404(str(error)) from None
    context = {
        "board": board,
        "text": f"games/rules/{board.VARIANT}.html",
        "example": example(board, request.GET.get("moves"), request.GET.get("ply", "")),
        "others": [other for other in VARIANTS.values() if other is not board],
    }
    return render(request, "games/rules.html", context)


def example(board: type[Board], asked: str | None, ply: str) -> Example:
    """What the example shows: ``asked`` are the moves as cell names, the game's own if None."""
    moves, refused = (board.EXAMPLE, "") if asked is None else legal_moves(board, asked)
    shown = len(moves) if asked is not None else 0
    if (wanted := whole_number(ply, 3)) is not None:
        shown = min(wanted, len(moves))
    match = match_of(board, moves[:shown])
    page = presenters.page_context(match, EVERYBODY)
    return Example(
        page=replace(page, rows=[_linked(board, row, moves[:shown]) for row in page.rows]),
        said=presenters.sentence(match) or board.SUMMARY,
        refused=refused,
        over=match.outcome is not None,
        cells=match.outcome.cells if match.outcome else (),
        to_act=match.board.to_move,
        back=_address(board, moves, shown - 1) if shown else "",
        next=_address(board, moves, shown + 1) if shown < len(moves) else "",
        fresh=_address(board, ()),
    )


def _linked(board: type[Board], row: Sequence[Cell], moves: tuple[int, ...]) -> list[Cell]:
    """A row whose cells lead to the position after a move there."""
    return [replace(cell, url=_address(board, (*moves, cell.index))) for cell in row]


def legal_moves(board: type[Board], text: str) -> tuple[tuple[int, ...], str]:
    """The cells that ``text`` names as far as they can be played, and what stopped them."""
    position, moves = board.start(), list[int]()
    for at in range(0, min(len(text), 2 * board.LONGEST), 2):
        try:
            cell = parse_cell(text[at : at + 2], board.SHAPE)
            position = position.make_move(cell)
        except IllegalMove as error:
            return tuple(moves), f"{error}."
        moves.append(cell)
    return tuple(moves), ""


def match_of(board: type[Board], moves: tuple[int, ...]) -> Match:
    """A game at one screen, stored nowhere, after ``moves``."""
    position = presenters.played(board, moves)
    seats = tuple(Seat(name, PERSON, EVERYBODY, name) for name in board.SEATS)
    match = Match("", position, seats, LOCAL, ACTIVE, moves=moves)
    outcome = position.outcome
    return structs.replace(match, status=FINISHED, outcome=outcome) if outcome else match


def _address(board: type[Board], moves: tuple[int, ...], ply: int | None = None) -> str:
    query = {"moves": "".join(board.cell_name(cell) for cell in moves)}
    return "?" + urlencode(query if ply is None else {**query, "ply": ply}) + "#example"
