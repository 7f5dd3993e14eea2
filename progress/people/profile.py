"""A person's page: what their games came to. It reads rows that are kept, never all games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.formats import date_format

from games.drawing.charts import Point
from games.match import EMPTY, NEUTRAL
from games.models import Game, Rating
from games.presenters import GameCard, card
from games.queries import selectors as games
from games.queries.engines import public_games
from games.rules import VARIANTS, Board
from progress.campaign import selectors
from progress.campaign.selectors import RatingStep
from progress.models import Tally

RECENT = 12
"""Games on a profile."""

PAIRS = 200
"""The latest rated pairs that a graph draws."""


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """Games won, drawn and lost, and those that a third seat won against both rivals."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    third: int = 0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost + self.third

    def __add__(self, other: ResultCounts) -> ResultCounts:
        return ResultCounts(*map(sum, zip(astuple(self), astuple(other), strict=True)))


def score_of(row: Tally) -> ResultCounts:
    """What a row counts."""
    return ResultCounts(row.won, row.drawn, row.lost, row.third)


@dataclass(frozen=True, slots=True)
class SeatScore:
    """A score in one ``seat`` of a game, ``against`` people or computers."""

    seat: str
    against: str
    score: ResultCounts


@dataclass(frozen=True, slots=True)
class GameScore:
    """All scores of one game, and their sum."""

    title: str
    variant: str
    rows: list[SeatScore]

    @property
    def score(self) -> ResultCounts:
        return sum((row.score for row in self.rows), ResultCounts())


@dataclass(frozen=True, slots=True)
class Opening:
    """The first cells that a person takes where they begin: shares of all, and the favourite."""

    title: str
    board: type[Board]
    seat: str
    shares: Mapping[int, float]
    favourite: str
    times: int
    games: int
    score: ResultCounts

    @property
    def label(self) -> str:
        """The heat map in words."""
        most = sorted(self.shares.items(), key=lambda one: -one[1])
        cells = (f"{self.board.cell_name(cell)} {100 * share:.0f} %" for cell, share in most)
        return f"First moves as {self.seat}: {', '.join(cells)}"


@dataclass(frozen=True, slots=True)
class RatingGraph:
    """A rating now, and how it came to be; ``points`` are few where few pairs are known."""

    title: str
    url: str
    rating: int
    margin: int
    pairs: int
    points: list[Point]
    begun: str
    ended: str

    @property
    def label(self) -> str:
        """The graph in words."""
        first, last = round(self.points[0].rating), round(self.points[-1].rating)
        numbers = [round(point.rating) for point in self.points]
        return (
            f"{self.title} rating from {self.begun} to {self.ended}: {first:,} to {last:,}, "
            f"lowest {min(numbers):,}, highest {max(numbers):,}, margin now {self.margin}"
        )

    @property
    def highest(self) -> int:
        return max(round(point.rating) for point in self.points)


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A finished game as a board, with its ``result`` for the person whose page it is.

    ``who`` was met, with a ``face`` if that is a character.
    """

    card: GameCard
    result: str
    who: str
    face: str
    rating: int | None

    @property
    def review(self) -> str:
        return reverse("analysis:review", args=[self.card.id])


def scores(tallies: Iterable[Tally]) -> list[GameScore]:
    """Scores by game and seat, against people first; games that were never played are left out."""
    found: dict[tuple[str, str, str], ResultCounts] = {}
    for row in tallies:
        key = (row.variant, row.against, row.seat)
        found[key] = found.get(key, ResultCounts()) + score_of(row)
    sheets = []
    for variant, board in VARIANTS.items():
        rows = [
            SeatScore(seat, against, found[variant, against, seat])
            for against in (Tally.PEOPLE, Tally.COMPUTERS)
            for seat in board.SEATS
            if (variant, against, seat) in found
        ]
        if rows:
            sheets.append(GameScore(board.TITLE, variant, rows))
    return sheets


def openings(tallies: Sequence[Tally]) -> list[Opening]:
    """Where a person begins, for each game in which they ever made the first move."""
    found = []
    for variant, board in VARIANTS.items():
        cells: dict[int, ResultCounts] = {}
        for row in tallies:
            if (row.variant, row.seat) == (variant, board.SEATS[0]) and row.cell != Tally.NO_MOVE:
                cells[row.cell] = cells.get(row.cell, ResultCounts()) + score_of(row)
        if total := sum(score.games for score in cells.values()):
            favourite = max(cells, key=lambda cell: cells[cell].games)
            found.append(
                Opening(
                    title=board.TITLE,
                    board=board,
                    seat=board.SEATS[0],
                    shares={cell: score.games / total for cell, score in cells.items()},
                    favourite=board.cell_name(favourite),
                    times=cells[favourite].games,
                    games=total,
                    score=cells[favourite],
                )
            )
    return found


def graphs(ratings: Iterable[Rating], steps: Iterable[RatingStep]) -> list[RatingGraph]:
    """A person's ratings with what led there. ``steps``: the latest ones, newest first."""
    by_game: dict[str, list[RatingStep]] = {}
    for step in steps:
        by_game.setdefault(step.variant, []).insert(0, step)
    rows = {row.variant: row for row in ratings}
    return [
        _graph(rows[variant], by_game.get(variant, []), board)
        for variant, board in VARIANTS.items()
        if variant in rows
    ]


def _graph(row: Rating, changes: Sequence[RatingStep], board: type[Board]) -> RatingGraph:
    """A change says how sure the rating was before it; the rating itself, how sure it is now."""
    before = [Point(one.before, 2 * (one.deviation or row.deviation)) for one in changes]
    dates = [one.ended for one in changes] or [row.rated_at]
    return RatingGraph(
        title=board.TITLE,
        url=reverse("progress:ratings", args=[row.variant]),
        rating=round(row.rating),
        margin=round(2 * row.deviation),
        pairs=row.pairs,
        points=[*before, Point(row.rating, 2 * row.deviation)],
        begun=_day(dates[0]),
        ended=_day(dates[-1]),
    )


def _day(moment: datetime | None) -> str:
    return date_format(moment, "j M Y") if moment else ""


def shown(game: Game, person: int) -> ShownGame:
    """A finished game as ``person`` sees it. Its seats must have been fetched."""
    seats = list(game.seats.all())
    seen = card(game, person)
    own = {seat.name for seat in seats if seat.user_id == person}
    others = [
        (player, seat)
        for player, seat in zip(seen.players, seats, strict=True)
        if seat.name not in own and seat.kind not in (NEUTRAL, EMPTY)
    ]
    faces = [player.face for player, _ in others if player.face]
    return ShownGame(
        card=seen,
        result=seen.result,
        who=" and ".join(player.title for player, _ in others) or "at one screen",
        face=faces[0] if len(others) == 1 and faces else "",
        rating=others[0][1].rating if len(others) == 1 else None,
    )


def games_of(person: int, best: str | None) -> tuple[list[ShownGame], ShownGame | None]:
    """The latest games of a person, newest first, and the one with the id ``best``."""
    latest = selectors.latest_finished(person, RECENT)
    shown_games = games.cards().filter(id__in={*latest, *filter(None, [best])})
    rows = {row.id: row for row in public_games(shown_games)}
    recent = [shown(rows[one], person) for one in latest if one in rows]
    return recent, shown(rows[best], person) if best in rows else None
