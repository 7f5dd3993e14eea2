"""The ladder as people read it: by rating, by points against weak engines, or by economy."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from django.db.models import Q
from django.urls import reverse

from games.analysis.wording import number
from games.arena.grading.cost import Cost, measure
from games.characters import character
from games.compute.pool import Lost, compute_once
from games.compute.turns import Busy
from games.engines import EngineError, engine, opposing_engines
from games.models.engines import Contestant, Pairing
from games.rules import board_class, drawn_word

BY = {"rating": "Rating", "weak": "Against engines that make mistakes", "economy": "Economy"}
"""What the table can be ordered by."""

MOST_ROWS = 100
MOST_CROSSED = 16
"""Contestants in the cross table: more columns would not be read."""

FEW = 10
"""Games from which on a contestant is ordered by what it does; before, it stands below."""


@dataclass(frozen=True, slots=True)
class LadderRow:
    """One contestant; the figures are in words, ``–`` for what is not known.

    ``weak`` are the points against characters that make mistakes, in per cent. ``nodes`` are the
    positions entered for a move, ``milliseconds`` its time: of our engines medians (``cost``), of
    a program from outside the mean of its games. ``url`` leads to its report, if it is somebody's;
    of the engines with a character, ``who`` is its name and ``face`` its drawing.
    """

    key: int
    rank: int
    name: str
    slug: str
    face: str
    who: str
    author: str
    url: str
    rating: int
    margin: int
    games: int
    weak: str
    nodes: str
    milliseconds: str


def standing(variant: str, by: str = "rating") -> list[LadderRow]:
    """The contestants that play, best first by one of ``BY``."""
    rows = Contestant.objects.filter(variant=variant, retired=False)
    rows = rows.select_related("uploaded__author").defer("uploaded__source", "uploaded__grade")
    costs = costs_of(variant)
    best = rows.order_by("-rating", "pk")[:MOST_ROWS]
    ordered = sorted(best, key=lambda row: _key(row, by, costs))
    return [replace(_row(row, costs), rank=rank) for rank, row in enumerate(ordered, 1)]


def costs_of(variant: str) -> Mapping[str, Cost]:
    """What our own engines cost, measured once a release; nothing yet while workers are busy."""
    names = tuple(opposing_engines(variant))
    with suppress(Busy, Lost):
        return compute_once(f"cost-{variant}", measure, variant, names).result
    return {}


Order = tuple[bool, float, float]


def _key(row: Contestant, by: str, costs: Mapping[str, Cost]) -> Order:
    """Where ``row`` stands by one of ``BY``: the least first."""
    sure = -(row.rating - 2 * row.deviation)
    if by == "weak":
        share = row.weak_points / row.weak_games if row.weak_games else 0.0
        return row.weak_games < FEW, -share, sure
    if by == "economy":
        seconds = _seconds(row, costs)
        return seconds is None or row.games < FEW, seconds or 0.0, sure
    return False, 0.0, sure


def _seconds(row: Contestant, costs: Mapping[str, Cost]) -> float | None:
    """The time of a move, if it is known."""
    if row.uploaded is None:
        return costs[row.engine].seconds if row.engine in costs else None
    return row.seconds / row.moves if row.moves else None


def _row(row: Contestant, costs: Mapping[str, Cost]) -> LadderRow:
    uploaded, seconds = row.uploaded, _seconds(row, costs)
    nodes = costs[row.engine].nodes if row.engine in costs else 0
    known = None if uploaded else character(row.variant, row.engine)
    return LadderRow(
        key=row.pk,
        rank=0,
        name=uploaded.title if uploaded else _title(row),
        slug=row.engine,
        face=known.face if known else "",
        who=known.name if known else "",
        author=uploaded.author.name if uploaded else "",
        url=uploaded.get_absolute_url() if uploaded else "",
        rating=round(row.rating),
        margin=round(2 * row.deviation),
        games=row.games,
        weak=f"{100 * row.weak_points / row.weak_games:.0f}" if row.weak_games else "–",
        nodes=number(nodes, 0) if nodes else "–",
        milliseconds="–" if seconds is None else number(1000 * seconds, 2),
    )


def _title(row: Contestant) -> str:
    try:
        return engine(row.variant, row.engine).title
    except EngineError:  # of another release
        return row.engine


@dataclass(frozen=True, slots=True)
class PairScore:
    """What a row has against a column: ``said`` in per cent, and the latest game."""

    said: str
    spoken: str
    url: str


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A contestant and its cells, None against itself."""

    row: LadderRow
    cells: tuple[PairScore | None, ...]


def cross_table(rows: list[LadderRow], variant: str) -> list[CrossRow]:
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


def _cell(
    row: LadderRow, other: LadderRow, met: dict[tuple[int, int], Pairing], neither: str
) -> PairScore:
    turned = row.key > other.key
    pair = met.get((other.key, row.key) if turned else (row.key, other.key))
    if pair is None or not pair.games:
        return PairScore("·", "not met yet", "")
    won, lost = (pair.lost, pair.won) if turned else (pair.won, pair.lost)
    share = 100 * (won + pair.drawn / 2) / pair.games
    spoken = f"{won} won, {pair.drawn} {neither}, {lost} lost"
    url = reverse("analysis:review", args=[pair.latest_id]) if pair.latest_id else ""
    return PairScore(f"{share:.0f}", spoken, url)
