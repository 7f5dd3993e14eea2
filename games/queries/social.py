"""Reads of challenges, remarks and meetings of people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db.models import BigIntegerField, CharField, DateTimeField, Q, QuerySet
from django.utils import timezone

from accounts import online, people
from accounts.guests import User
from games.match import ACTIVE, OPEN
from games.models import Challenge, Game, Remark, Seat
from games.queries.composed import Composed, Given

MOST_ASKED = 20
"""Challenges to one person that a page shows at a time, the newest first."""

ANSWER_SHOWN = timedelta(minutes=1)
"""How long every page of the challenger shows an answer that leads nowhere."""

GAME_SHOWN = timedelta(minutes=10)
"""How long it shows the way to the game of a challenge that was accepted."""


MOST_BOTS = 1_000

MOST_THEIRS = 1_000
"""Games of others that are looked through for those with a person."""


def is_called(user_id: int) -> bool:
    """Whether a person may have a challenge to answer or an answer to read.

    Every page asks this, and for most people it is False.
    """
    now = timezone.now()
    shown_since = now - max(ANSWER_SHOWN, GAME_SHOWN)
    return bool(_calls.rows(user=user_id, now=now, shown_since=shown_since))


@Composed
def _calls() -> QuerySet[Challenge, Any]:
    user, moment = BigIntegerField(), DateTimeField()
    waiting = Q(status=Challenge.Status.WAITING, expires_at__gt=Given("now", moment))
    to_answer = waiting & Q(challenged=Given("user", user))
    to_read = Q(challenger=Given("user", user), answered_at__gt=Given("shown_since", moment))
    return Challenge.objects.filter(to_answer | to_read).order_by().values_list("pk")[:1]


def asked(user_id: int) -> list[Challenge]:
    """The challenges that wait for a person's answer, without those hidden by a block."""
    rows = _waiting().filter(challenged=user_id).select_related("challenger", "challenged")
    found = list(rows[:MOST_ASKED])
    if not found:
        return []
    apart = people.apart_from(user_id)
    if any(one.challenger_id in apart for one in found):
        found = list(rows.exclude(challenger__in=apart)[:MOST_ASKED])
    return found


def asked_counts(user_ids: Collection[int]) -> dict[int, int]:
    """How many challenges wait for each person's answer; people without any are left out."""
    rows = _waiting().filter(challenged__in=user_ids)
    pairs = list(rows.values_list("challenged_id", "challenger_id"))
    apart = people.pairs_apart(one for pair in pairs for one in pair) if pairs else set()
    return Counter(asked for asked, by in pairs if frozenset((asked, by)) not in apart)


def asking(user_id: int) -> list[Challenge]:
    """A person's own challenges that wait for an answer."""
    return list(_waiting().filter(challenger=user_id).select_related("challenger", "challenged"))


def answered(user_id: int) -> list[Challenge]:
    """A person's own challenges of the last days that were answered or have expired."""
    rows = Challenge.objects.filter(challenger=user_id).select_related("challenged", "game")
    over = Q(expires_at__lte=timezone.now()) | ~Q(status=Challenge.Status.WAITING)
    return list(rows.filter(over).exclude(status=Challenge.Status.WITHDRAWN)[:MOST_ASKED])


def fresh_answers(user_id: int) -> list[Challenge]:
    """The new answers that every page of the challenger shows for a while."""
    now = timezone.now()
    declined = Q(status=Challenge.Status.DECLINED, answered_at__gt=now - ANSWER_SHOWN)
    begun = Q(
        status=Challenge.Status.ACCEPTED,
        answered_at__gt=now - GAME_SHOWN,
        game__status__in=[OPEN, ACTIVE],
    )
    rows = Challenge.objects.filter(declined | begun, challenger=user_id)
    return list(rows.select_related("challenged", "game"))


def remarks_of(game_id: str) -> QuerySet[Remark]:
    """What was said in a game, in order."""
    return Remark.objects.filter(game_id=game_id).order_by("pk")


def is_bot(user_id: int) -> bool:
    """Whether a program plays with this account."""
    return get_user_model().objects.filter(pk=user_id, is_bot=True).exists()


def bots_here(most: int) -> list[User]:
    """The bots that are online, the newest accounts first; the newest of all are looked through.

    Those that only friends may see are left out.
    """
    bots = get_user_model().objects.filter(is_bot=True, is_active=True, friends_only=False)
    rows = bots.order_by("-joined_at")
    ids = list(rows.values_list("pk", flat=True)[:MOST_BOTS])
    here = online.among(ids)
    return list(rows.filter(pk__in=[one for one in ids if one in here][:most]))


def mixes_bots(user_ids: Iterable[int]) -> bool:
    """Whether there are both bots and people among some accounts."""
    rows = get_user_model().objects.filter(pk__in=list(user_ids))
    return rows.order_by().values("is_bot").distinct().count() > 1


class ShownRemark(NamedTuple):
    """A remark as it is shown."""

    seat: str
    code: str
    number: int


def said_in(game_id: str) -> list[ShownRemark]:
    """The same, for every page of a game."""
    return [ShownRemark(*row) for row in _said.rows(game=game_id)]


@Composed
def _said() -> QuerySet[Remark, Any]:
    rows = Remark.objects.filter(game_id=Given("game", CharField())).order_by("pk")
    return rows.values_list(*ShownRemark._fields)


LATEST = 200
"""A person's latest games in which somebody else is looked for."""

MOST_TOGETHER = 10
"""Games of two people that a report can be about."""


def games_together(user_id: int, other_id: int) -> list[Game]:
    """The latest games that two people have played, newest first, with seats at hand."""
    mine = Seat.objects.filter(user_id=user_id)
    # Unordered: in the default order, that of the games, PostgreSQL would read all games.
    running = mine.filter(ended_at__isnull=True).order_by().values_list("game_id", flat=True)
    ended = mine.filter(ended_at__isnull=False).order_by("-ended_at")
    ids = [*running[:LATEST], *ended.values_list("game_id", flat=True)[:LATEST]]
    met = Seat.objects.filter(user_id=other_id, game__in=ids).order_by()
    met_in = list(met.values_list("game_id", flat=True))
    rows = Game.objects.filter(pk__in=met_in).prefetch_related("seats__user")
    return list(rows.order_by("-updated_at")[:MOST_TOGETHER])


def seats_beside(user_id: int, others: Collection[int]) -> list[int] | None:
    """A person's seats in games with one of ``others``; None if those have played too many.

    So the few games with them are found without reading thousands of the person's own.
    """
    seats = Seat.objects.order_by()
    theirs = seats.filter(user_id__in=others).values_list("game_id", flat=True)
    games = list(theirs[: MOST_THEIRS + 1])
    if len(games) > MOST_THEIRS:
        return None
    return list(seats.filter(user_id=user_id, game_id__in=games).values_list("pk", flat=True))


def have_met(user_id: int, other_id: int, game_id: str) -> bool:
    """Whether two people have a seat in a game."""
    seats = Seat.objects.filter(game=game_id, user__in=(user_id, other_id))
    return seats.values("user").distinct().count() == 2


def plays_on_a_clock(user_id: int) -> bool:
    """Whether a person is in a game whose clock runs."""
    mine = Seat.objects.filter(user_id=user_id, ended_at__isnull=True)
    return mine.filter(game__status=ACTIVE, game__base_ms__isnull=False).exists()


def _waiting() -> QuerySet[Challenge]:
    now = timezone.now()
    return Challenge.objects.filter(status=Challenge.Status.WAITING, expires_at__gt=now)
