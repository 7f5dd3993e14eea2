"""What two people's games against each other came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.urls import NoReverseMatch, reverse

from accounts import people
from accounts.guests import User
from games.models import Game
from games.queries import selectors as games
from games.rules import VARIANTS
from progress.campaign import selectors
from progress.campaign.selectors import Met
from progress.models import Tally
from progress.people.profile import GameScore, ResultCounts, SeatScore, ShownGame, shown
from progress.people.tallies import COUNTS, THIRD

COUNTED = 1_000
"""The latest games of two people that their score counts."""

SHOWN = 9
"""Games on the page of two people."""

LOOKED_AT = 100
"""The latest games with people among which the rivals on a profile are looked for."""

RIVALS = 6

SCORES = {str(result): ResultCounts(**{name: 1}) for name, result in COUNTS.items()}


@dataclass(frozen=True, slots=True)
class Versus:
    """The score between two people, seen from the first; ``capped`` if older games are left out."""

    url: str
    score: ResultCounts
    sheets: list[GameScore]
    capped: bool
    games: list[ShownGame]


@dataclass(frozen=True, slots=True)
class Rival:
    """A recent opponent, with the score of these games; ``url`` is empty for guests."""

    name: str
    url: str
    score: ResultCounts


def url_of(name: str, other: str) -> str:
    """The page of two people; empty if one of them is a guest, who has no pages."""
    try:
        return reverse("progress:versus", args=[name, other])
    except NoReverseMatch:
        return ""


def score_between(person: User, other: User) -> Versus:
    """How two people stand, without their games. One query."""
    rows = selectors.meetings(person.pk, other.pk, COUNTED)
    return _versus(person, other, rows)


def between(person: User, other: User) -> Versus:
    """How two people stand, with their latest games."""
    rows = selectors.meetings(person.pk, other.pk, COUNTED)
    latest = rows[:SHOWN]
    found = {row.id: row for row in games.cards().filter(id__in=[row.game_id for row in latest])}
    boards = [_shown(found[row.game_id], row) for row in latest if row.game_id in found]
    return _versus(person, other, rows, boards)


def _shown(game: Game, row: Met) -> ShownGame:
    """A game as the first of two people saw it. A third seat may have won against both."""
    board = shown(game, row.user_id)
    return replace(board, result=f"{game.winner} won") if row.result == THIRD else board


def rivals(person: User, reader: int | None) -> list[Rival]:
    """A person's recent opponents, the latest first, but those whose results are not for
    ``reader``.
    """
    rows = selectors.latest_meetings(person.pk, LOOKED_AT)
    closed = {row.rival for row in rows if row.closed} if reader != person.pk else set()
    hidden = closed - people.showing(closed, reader)
    scores: dict[str, ResultCounts] = {}
    for row in rows:
        if row.rival not in hidden:
            scores[row.name] = scores.get(row.name, ResultCounts()) + SCORES[row.result]
    latest = list(scores.items())[:RIVALS]
    return [Rival(name, url_of(person.get_username(), name), score) for name, score in latest]


def _versus(person: User, other: User, rows: list[Met], boards: Iterable[ShownGame] = ()) -> Versus:
    sheets = _sheets(rows)
    return Versus(
        url=url_of(person.get_username(), other.get_username()),
        score=sum((sheet.score for sheet in sheets), ResultCounts()),
        sheets=sheets,
        capped=len(rows) == COUNTED,
        games=list(boards),
    )


def _sheets(rows: Iterable[Met]) -> list[GameScore]:
    found: dict[tuple[str, str], ResultCounts] = {}
    for row in rows:
        key = (row.variant, row.seat)
        found[key] = found.get(key, ResultCounts()) + SCORES[row.result]
    sheets = []
    for variant, board in VARIANTS.items():
        seats = [seat for seat in board.SEATS if (variant, seat) in found]
        lines = [SeatScore(seat, Tally.PEOPLE, found[variant, seat]) for seat in seats]
        if lines:
            sheets.append(GameScore(board.TITLE, variant, lines))
    return sheets
