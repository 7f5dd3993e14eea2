"""The ladder as people read it: by rating, by points against the fallible, or by economy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.db.models import Q
from django.urls import reverse

from games.analysis.wording import number
from games.engine_models import Contestant, Pairing
from games.engines import EngineError, engine
from games.rules import board_class, drawn_word

BY = {"rating": "Rating", "weak": "Against the fallible", "economy": "Economy"}
"""What the table can be ordered by."""

MOST_ROWS = 100
MOST_CROSSED = 16
"""Contestants in the cross table: more columns would not be read."""

FEW = 10
"""Games from which on a contestant is ordered by what it does; before, it stands below."""


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant; the figures are in words, ``–`` for what is not known.

    ``weak`` are the points against characters that make mistakes, in per cent. ``nodes`` are the
    positions read for a move, ``milliseconds`` its time. ``url`` leads to its report, if it is
    somebody's.
    """

    key: int
    rank: int
    name: str
    slug: str
    author: str
    url: str
    rating: int
    margin: int
    games: int
    weak: str
    nodes: str
    milliseconds: str


def standing(variant: str, by: str = "rating") -> list[Row]:
    """The contestants that play, best first by one of ``BY``."""
    rows = Contestant.objects.filter(variant=variant, retired=False)
    rows = rows.select_related("uploaded__author").defer("uploaded__source", "uploaded__grade")
    ordered = sorted(rows.order_by("-rating", "pk")[:MOST_ROWS], key=ORDERS[by])
    return [replace(_row(row), rank=rank) for rank, row in enumerate(ordered, 1)]


Order = tuple[bool, float, float]


def _sure(row: Contestant) -> Order:
    return False, 0.0, -(row.rating - 2 * row.deviation)


def _weak(row: Contestant) -> Order:
    share = row.weak_points / row.weak_games if row.weak_games else 0.0
    return row.weak_games < FEW, -share, _sure(row)[2]


def _economy(row: Contestant) -> Order:
    seconds = row.seconds / row.moves if row.moves else 0.0
    return row.games < FEW, seconds, _sure(row)[2]


ORDERS: dict[str, Callable[[Contestant], Order]] = {
    "rating": _sure,
    "weak": _weak,
    "economy": _economy,
}


def _row(row: Contestant) -> Row:
    uploaded, moves = row.uploaded, row.moves
    return Row(
        key=row.pk,
        rank=0,
        name=uploaded.title if uploaded else _title(row),
        slug=row.engine,
        author=uploaded.author.name if uploaded else "",
        url=uploaded.get_absolute_url() if uploaded else "",
        rating=round(row.rating),
        margin=round(2 * row.deviation),
        games=row.games,
        weak=f"{100 * row.weak_points / row.weak_games:.0f}" if row.weak_games else "–",
        nodes=number(row.nodes / moves, 0) if row.nodes and moves else "–",
        milliseconds=number(1000 * row.seconds / moves, 2) if moves else "–",
    )


def _title(row: Contestant) -> str:
    try:
        return engine(row.variant, row.engine).title
    except EngineError:  # of another release
        return row.engine


@dataclass(frozen=True, slots=True)
class Cell:
    """What a row has against a column: ``said`` in per cent, and the latest game."""

    said: str
    spoken: str
    url: str


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A contestant and its cells, None against itself."""

    row: Row
    cells: tuple[Cell | None, ...]


def cross_table(rows: list[Row], variant: str) -> list[CrossRow]:
    """Everybody's points against everybody else, for the first of ``rows``."""
    shown = rows[:MOST_CROSSED]
    keys = [row.key for row in shown]
    met = {
        (pair.one_id, pair.two_id): pair
        for pair in Pairing.objects.filter(Q(one__in=keys) & Q(two__in=keys))
    }
    neither = drawn_word(board_class(variant))
    return [
        CrossRow(
            row,
            tuple(None if other is row else _cell(row, other, met, neither) for other in shown),
        )
        for row in shown
    ]


def _cell(row: Row, other: Row, met: dict[tuple[int, int], Pairing], neither: str) -> Cell:
    turned = row.key > other.key
    pair = met.get((other.key, row.key) if turned else (row.key, other.key))
    if pair is None or not pair.games:
        return Cell("·", "not met yet", "")
    won, lost = (pair.lost, pair.won) if turned else (pair.won, pair.lost)
    share = 100 * (won + pair.drawn / 2) / pair.games
    spoken = f"{won} won, {pair.drawn} {neither}, {lost} lost"
    url = reverse("analysis:review", args=[pair.latest_id]) if pair.latest_id else ""
    return Cell(f"{share:.0f}", spoken, url)
