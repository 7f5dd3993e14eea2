"""The rules of each game, with an example that a visitor can step through and play on.

The state of the example is in the address alone: ``?moves=d1c2&ply=1`` are moves and how many of
them to
show. Every legal cell is a link to the position after it, so it works for anybody, without scripts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec import structs

from games import presenters
from games.match import ACTIVE, FINISHED, LOCAL, PERSON, Match, Seat
from games.presenters.contexts import Cell, GamePage
from games.queries.parsing import whole_number
from games.rules import VARIANTS, Board, IllegalMove, RulesError, board_class
from games.rules.shape import parse_cell
from games.web.chapters import Chapter, chapter_place

CHAPTERS: dict[str, list[dict[str, str]]] = tomllib.loads(
    Path(__file__).with_name("rules.toml").read_text(encoding="utf-8")
)
"""The chapters of each game that has some: ``slug``, ``title`` and perhaps ``anchor``."""

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
    """How one game is played, with the contents of what else there is to say."""
    board = _board_of(variant)
    context = {
        "board": board,
        "chapters": chapters(variant)[1:],
        "text": f"games/rules/{board.VARIANT}.html",
        "example": example(board, request.GET.get("moves"), request.GET.get("ply", "")),
        "others": [other for other in VARIANTS.values() if other is not board],
    }
    return render(request, "games/rules.html", context)


@require_safe
def chapter(request: HttpRequest, variant: str, slug: str) -> HttpResponse:
    """One chapter of the rules of a game."""
    board = _board_of(variant)
    slugs = [one["slug"] for one in CHAPTERS.get(variant, [])]
    if slug not in slugs:
        raise Http404(f"The rules of {variant} have no chapter {slug[:40]!r}.")
    context = {
        "board": board,
        "text": f"games/rules/{variant}/{slug}.html",
        "place": chapter_place(chapters(variant), slugs.index(slug) + 2),
    }
    return render(request, "games/rules_chapter.html", context)


def chapters(variant: str) -> list[Chapter]:
    """The pages of the rules of a game: how to play, then its chapters."""
    first = Chapter("How to play", reverse("games:rules", args=[variant]))
    return [first] + [
        Chapter(
            one["title"],
            reverse("games:rules_chapter", args=[variant, one["slug"]]),
            one.get("anchor", ""),
        )
        for one in CHAPTERS.get(variant, [])
    ]


def _board_of(variant: str) -> type[Board]:
    """The game called ``variant``. Raises Http404."""
    try:
        return board_class(variant)
    except RulesError as error:
        raise Http404(str(error)) from None


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
