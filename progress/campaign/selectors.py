"""All reads of progress. Bests and totals come from a row a person has, locks follow from them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from django.contrib.auth import get_user_model
from django.db.models import BigIntegerField, F, Max, Q, QuerySet

from games.match import ACTIVE, FINISHED, OPEN, Kind
from games.models import Game, RatingChange, Seat
from games.queries.composed import Composed, Given
from games.rules import board_class
from progress.campaign import catalog, totals
from progress.campaign.catalog import Stage
from progress.campaign.sentences import AttemptResult
from progress.campaign.standing import Standing
from progress.models import Attempt, Meeting, StageHints, Total


def standing(user_id: int | None) -> Standing:
    """Where a person stands; nobody stands at the beginning. One query."""
    rows = [] if user_id is None else _stars.rows(user=user_id)
    return Standing(totals.stars_of(*rows[0])) if rows else Standing()


@Composed
def _stars() -> QuerySet[Total, Any]:
    return Total.objects.filter(pk=Given("user", BigIntegerField())).values_list(*totals.COLUMNS)


def own_standing(reader: Any) -> Standing:
    """Where the reader of a page stands: asked for by pages and by the frame of each, read once."""
    kept: Standing | None = getattr(reader, "kept_standing", None)
    if kept is None:
        kept = reader.kept_standing = standing(reader.pk)
    return kept


def standing_beside(person: int, reader: Any) -> Standing:
    """Where a person stands whose page is read; where its reader stands is read with it."""
    found = standings(filter(None, (person, reader.pk)))
    if reader.pk is not None:
        reader.kept_standing = found[reader.pk]
    return found[person]


def running(user_id: int | None) -> dict[tuple[int, int], str]:
    """The games of a person's attempts that are still being played, by stage."""
    rows = [] if user_id is None else _running.rows(user=user_id)
    return {(level, stage): game_id for level, stage, game_id in rows}


@Composed
def _running() -> QuerySet[Attempt, Any]:
    mine = Attempt.objects.filter(user_id=Given("user", BigIntegerField()), stars__isnull=True)
    rows = mine.filter(game__status=ACTIVE).order_by("pk")
    return rows.values_list("level", "stage", "game_id")


def running_game(user_id: int, stage: Stage) -> str | None:
    """The game in which a person is playing this stage now, the latest if there are several."""
    return running(user_id).get(stage.key)


AGAINST_COMPUTERS = (Kind.ENGINE, Kind.CAMPAIGN)


class Turn(NamedTuple):
    """A game that goes on, and whether it waits for the person whose list it is in."""

    game_id: str
    yours: bool


def turns(user_id: int, most: int) -> tuple[list[Turn], int]:
    """A person's latest games that go on, without the rest of them; and how many there are.

    Of those against computers the latest stands for all: unfinished ones do not pile up.
    """
    seats: dict[str, set[str]] = {}
    for game_id, seat in _open_seats.rows(user=user_id):
        seats.setdefault(game_id, set()).add(seat)
    if not seats:  # as for nearly everybody
        return [], 0
    rows = Game.objects.filter(id__in=list(seats), status__in=(OPEN, ACTIVE))
    latest = rows.order_by("-updated_at", "id").values_list(
        "id", "status", "variant", "position", "kind"
    )
    found, computers = [], 0
    for game_id, status, variant, position, kind in latest[:most]:
        computers += kind in AGAINST_COMPUTERS
        if kind in AGAINST_COMPUTERS and computers > 1:
            continue
        acting = board_class(variant).from_notation(position).to_move
        found.append(Turn(game_id, status == ACTIVE and acting in seats[game_id]))
    looked_at = len(found) + max(0, computers - 1)
    return found, looked_at if looked_at < most else len(seats)


@Composed
def _open_seats() -> QuerySet[Seat, Any]:
    mine = Seat.objects.filter(user_id=Given("user", BigIntegerField()), ended_at__isnull=True)
    return mine.order_by().values_list("game_id", "name")


def attempt_of(game_id: str) -> Attempt | None:
    """The attempt that a game is, with its player; None for any other game."""
    return Attempt.objects.select_related("user").filter(game_id=game_id).first()


OFFERED_AFTER = 3
"""After how many games at a stage that brought no star its lesson and a hint are offered."""


def needs_help(user_id: int | None, stage: Stage) -> bool:
    """Whether a person has failed at this stage so often that help is offered."""
    if user_id is None:
        return False
    mine = Attempt.objects.filter(user_id=user_id, level=stage.level, stage=stage.number)
    failed = mine.filter(stars=0, game__status=FINISHED)
    return failed[:OFFERED_AFTER].count() == OFFERED_AFTER


def may_play(user_id: int | None, stage: Stage, standing: Standing) -> bool:
    """Whether a stage is open to a person: by their stars, or since they have begun it, as where
    a teacher gave it.
    """
    if standing.is_open(stage) or user_id is None:
        return standing.is_open(stage)
    mine = Attempt.objects.filter(user_id=user_id, level=stage.level, stage=stage.number)
    return mine.exists()


def hints_of(user_id: int | None, stage: Stage) -> StageHints | None:
    """The hints that a person has had at a stage."""
    if user_id is None:
        return None
    key = {"level": stage.level, "stage": stage.number}
    return StageHints.objects.filter(user_id=user_id, **key).first()


def outcome(game_id: str) -> AttemptResult | None:
    """What the attempt played in ``game_id`` brought, or None while it is not rated."""
    own_seat = Attempt.objects.filter(game__seats__user_id=F("user_id"))
    attempts = own_seat.annotate(player=F("game__seats__name")).select_related("game")
    attempt = attempts.filter(game_id=game_id).first()
    if attempt is None or attempt.stars is None:
        return None
    stage, game = catalog.at(attempt.level, attempt.stage), attempt.game
    board = board_class(game.variant).from_notation(game.position)
    before = _best_before(attempt)
    now = standing(attempt.user_id)
    after = catalog.following(stage)
    first = before == 0 and attempt.stars > 0
    without = Standing({**now.stars, stage.key: before})
    newly = after is not None and now.is_open(after) and not without.is_open(after)
    opened = after if first and newly else None
    then = Standing({**now.stars, stage.key: max(before, attempt.stars)})
    levels = catalog.campaign_of(stage).levels
    fresh = (one for one in levels if then.is_level_open(one) and not without.is_level_open(one))
    return AttemptResult(
        stage=stage,
        result="drawn" if not game.winner else "won" if game.winner == attempt.player else "lost",
        moves=catalog.moves_made(board, attempt.player, game.opening),
        stars=attempt.stars,
        before=before,
        best=now.best(stage),
        opened=opened,
        opened_level=next(fresh, None),
        onward=after if after is not None and now.is_open(after) else None,
        all_cleared=all(map(now.is_cleared, catalog.campaign_of(stage).stages)),
    )


def _best_before(attempt: Attempt) -> int:
    """The best stars among attempts at the same stage that ended before this one."""
    ended = attempt.game.finished_at
    sooner = Q(game__finished_at__lt=ended) | Q(game__finished_at=ended, pk__lt=attempt.pk)
    others = Attempt.objects.filter(
        sooner, user_id=attempt.user_id, level=attempt.level, stage=attempt.stage
    )
    return others.aggregate(best=Max("stars"))["best"] or 0


class LeaderboardRow(TypedDict):
    """A person's stars; ``since`` is when they reached ``total``."""

    user_id: int
    user__name: str
    total: int
    cleared: int
    since: datetime


def leaderboard() -> QuerySet[Total, Any]:
    """People by stars, each a ``LeaderboardRow``; ties go to the one who got there first."""
    return by_stars().values("user_id", "user__name", "cleared", "since", total=F("stars"))


def nameless_leaderboard() -> QuerySet[Total, Any]:
    """The same without names, which far down PostgreSQL would join with those of all people."""
    return by_stars().values("user_id", "cleared", "since", total=F("stars"))


def by_stars() -> QuerySet[Total]:
    """Those on the leaderboard, in its order."""
    rows = Total.objects.filter(listed=True, stars__gt=0)
    return rows.order_by("-stars", "since", "user_id")


def named(rows: Iterable[Any]) -> list[LeaderboardRow]:
    """A page of ``nameless_leaderboard`` with its names."""
    found: list[LeaderboardRow] = list(rows)
    people = get_user_model().objects.filter(pk__in=[row["user_id"] for row in found])
    names = dict(people.values_list("pk", "name"))
    for row in found:
        row["user__name"] = names.get(row["user_id"], "")
    return [row for row in found if row["user__name"]]  # but those deleted in between


def standings(user_ids: Iterable[int]) -> dict[int, Standing]:
    """The standings of several people in one query."""
    found = {user_id: Standing() for user_id in user_ids}
    rows = Total.objects.filter(pk__in=list(found)).values_list("user_id", *totals.COLUMNS)
    return found | {user_id: Standing(totals.stars_of(*texts)) for user_id, *texts in rows}


LOOKED_AT = 4
"""Games that are looked at for each that is shown, because tries at a stage are many."""


def latest_finished(user_id: int, most: int) -> list[str]:
    """The games that a person finished last, newest first, from the index of their seats.

    Of several games at one stage of the campaign only the latest is among them.
    """
    seats = Seat.objects.filter(user_id=user_id, ended_at__isnull=False)
    rows = seats.exclude(result__in=["", Seat.Result.ABORTED]).order_by("-ended_at", "-id")
    ids = list(rows.values_list("game_id", flat=True)[: most * LOOKED_AT])
    attempts = Attempt.objects.filter(game_id__in=ids).values_list("game_id", "level", "stage")
    stages = {game_id: stage for game_id, *stage in attempts}
    shown: dict[object, str] = {}
    for game_id in ids:
        shown.setdefault(tuple(stages.get(game_id, [game_id])), game_id)
    return list(shown.values())[:most]


class RatingStep(NamedTuple):
    """A rating before a rated pair, and when the pair ended."""

    variant: str
    before: float
    deviation: float | None
    ended: datetime | None


def latest_rating_steps(user_id: int, most: int) -> list[RatingStep]:
    """What a person's ratings were before the latest rated pairs, newest first."""
    rows = RatingChange.objects.filter(user_id=user_id).order_by("-id")
    columns = ("game__variant", "before", "deviation", "game__finished_at")
    return [RatingStep(*row) for row in rows.values_list(*columns)[:most]]


class Met(NamedTuple):
    """A game of two people as the first of them saw it; see ``Meeting``."""

    user_id: int
    game_id: str
    variant: str
    seat: str
    result: str


def meetings(user_id: int, rival_id: int, most: int) -> list[Met]:
    """The latest games of two people, newest first, as the first of them saw them."""
    rows = Meeting.objects.filter(user_id=user_id, rival_id=rival_id).order_by("-ended_at")
    return [Met(*row) for row in rows.values_list(*Met._fields)[:most]]


class LatestMeeting(NamedTuple):
    """A game with ``rival``, and whether that one shows results to friends only."""

    rival: int
    name: str
    result: str
    closed: bool


def latest_meetings(user_id: int, most: int) -> list[LatestMeeting]:
    """Whom a person played last, newest first."""
    rows = Meeting.objects.filter(user_id=user_id).order_by("-ended_at")
    columns = ("rival_id", "rival__name", "result", "rival__friends_only")
    return [LatestMeeting(*row) for row in rows.values_list(*columns)[:most]]
