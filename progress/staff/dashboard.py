"""The staff's first page: figures and charts of the site, drawn on the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from prometheus_client import REGISTRY

from games.models import Game, Seat
from progress.models import Day
from progress.staff import days

NOW = timedelta(minutes=5)
"""How recently a game must have changed for its players to be at it now."""

SLOWEST = 5
MOST_AT_PLAY = 5_000
"""Games in play that are looked at for who is playing now: the latest ones."""

WIDTH, HEIGHT, AXIS = 300, 80, 20
"""A chart, and the room below it for its first and last day."""

ENDINGS = {
    "line": "a line",
    "full": "a full board",
    "resign": "resigned",
    "time": "out of time",
    "agreement": "a draw agreed",
    "abandoned": "left by a player",
    "aborted": "cancelled",
    "lapsed": "nobody played on",
    "no_first_move": "no first move",
    "annulled": "annulled by staff",
}

PLAYED_OUT = ("line", "full", "agreement")
"""Endings by which no game was lost that could have gone on."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, what it counts, and its values on the days before."""

    title: str
    today: int
    chart: SafeString


@dataclass(frozen=True, slots=True)
class Dashboard:
    """``lost`` are (ending, games, percent of the most) of the days shown, and so on."""

    players: int
    in_play: int
    figures: list[Figure]
    lost: list[tuple[str, int, int]]
    routes: list[tuple[str, str, int]]
    sweep_lag: str
    written: str


def dashboard() -> Dashboard:
    """All that the page shows: a handful of queries on rows of days and games in play."""
    kept = {row.day: row for row in Day.objects.filter(day__in=days.latest())}
    shown = [kept.get(day) or Day(day=day) for day in days.latest()]
    titles = {
        "games": "Games of people",
        "signed_up": "Sign-ups",
        "players": "Players",
        "returning": "Returning players",
    }
    newest = max(kept.values(), key=lambda row: row.written_at, default=None)
    return Dashboard(
        players=_players_now(),
        in_play=_in_play().count(),
        figures=[
            Figure(title, getattr(shown[-1], name), chart(shown, name, title))
            for name, title in titles.items()
        ],
        lost=_lost(days.endings_of(kept.values())),
        routes=slowest_routes(),
        sweep_lag=f"{shown[-1].sweep_lag:.1f} s",
        written=f"{newest.written_at:%Y-%m-%d %H:%M}" if newest else "",
    )


def _in_play() -> QuerySet[Game]:
    """Games of people; those of the ladder and the demo belong to an event."""
    return Game.objects.filter(due_at__isnull=False, event="").order_by()


def _players_now() -> int:
    """People with a seat in a game in which something has just happened."""
    latest = _in_play().filter(updated_at__gte=timezone.now() - NOW)
    games = list(latest.values_list("pk", flat=True)[:MOST_AT_PLAY])
    seats = Seat.objects.filter(game__in=games, user__isnull=False).order_by()
    return int(seats.aggregate(people=Count("user", distinct=True))["people"])


def _lost(endings: Mapping[str, int]) -> list[tuple[str, int, int]]:
    rows = [(reason, count) for reason, count in endings.items() if reason not in PLAYED_OUT]
    most = max((count for _, count in rows), default=1)
    return [(ENDINGS.get(name, name), count, round(100 * count / most)) for name, count in rows]


def slowest_routes() -> list[tuple[str, str, int]]:
    """The slowest routes of this process since it started: (route, mean time, requests)."""
    sums: dict[str, float] = {}
    counts: dict[str, float] = {}
    for family in REGISTRY.collect():
        if family.name != "oxo_request_seconds":
            continue
        for sample in family.samples:
            for ending, found in (("_sum", sums), ("_count", counts)):
                if sample.name.endswith(ending):
                    found[sample.labels["route"]] = sample.value
    means = {route: sums[route] / count for route, count in counts.items() if count}
    slowest = sorted(means, key=lambda route: -means[route])[:SLOWEST]
    return [(route, f"{1000 * means[route]:.0f} ms", int(counts[route])) for route in slowest]


def chart(rows: Sequence[Day], name: str, title: str) -> SafeString:
    """A bar for each day, in proportion to the largest."""
    values = [int(getattr(row, name)) for row in rows]
    most = max([*values, 1])
    step = WIDTH / len(rows)
    strokes = [
        (
            _games_of(row.day),
            "day" if value else "day none",
            f"{(index + 0.5) * step:.1f}",
            HEIGHT,
            f"{HEIGHT - max(2, value / most * (HEIGHT - 8)) if value else HEIGHT:.1f}",
            f"{row.day}: {value}",
        )
        for index, (row, value) in enumerate(zip(rows, values, strict=True))
    ]
    drawn = format_html_join(
        "",
        '<a href="{}"><path class="{}" d="M{} {}V{}"/><title>{}</title></a>',
        strokes,
    )
    said = f"{title}, {rows[0].day} to {rows[-1].day}: at most {most} a day, {values[-1]} today"
    return format_html(
        '<svg class="days" viewBox="0 0 {} {}" role="img" aria-label="{}">{}'
        '<path class="ground" d="M0 {}H{}"/><path class="ground" d="M0 8H4"/>'
        '<text x="8" y="14">{}</text><text x="0" y="{}">{}</text>'
        '<text x="{}" y="{}" text-anchor="end">{}</text></svg>',
        *(WIDTH, HEIGHT + 4 + AXIS, said, drawn, HEIGHT + 2, WIDTH),
        *(f"{most:,}", HEIGHT + AXIS, f"{rows[0].day:%-d %b}"),
        *(WIDTH, HEIGHT + AXIS, f"{rows[-1].day:%-d %b}"),
    )


def _games_of(day: date) -> str:
    return f"{reverse('admin:games_game_changelist')}?day={day}&whose=people"
