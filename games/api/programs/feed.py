"""What happened to people of late: their challenges, and the games that began or ended.

What was asked for while the answers before were read is read in one go.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from channels.db import database_sync_to_async
from django.db.models import Q
from django.utils import timezone

from accounts import online, people
from games.match import ACTIVE, Match
from games.models import Challenge, Seat
from games.queries import selectors

RECENT = timedelta(minutes=1)
"""For how long an answer to a challenge, and the end of a game, is news."""


@dataclass(slots=True)
class Feed:
    """A person's challenges that wait or were just answered, and the games of theirs by id:
    those that are played, and those that just ended.
    """

    challenges: list[Challenge] = field(default_factory=list)
    playing: set[str] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)


class FeedReader(Protocol):
    key: tuple[int, str]

    async def take(self, feed: Feed) -> None: ...


class Feeds:
    """Used on the event loop only."""

    def __init__(self) -> None:
        self._asked: set[FeedReader] = set()
        self._reading: asyncio.Task[None] | None = None

    def ask(self, reader: FeedReader) -> None:
        """Have ``reader`` take what is stored from this moment on. An outage leaves it out."""
        self._asked.add(reader)
        if self._reading is None or self._reading.done():
            self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        await asyncio.sleep(0)  # who comes at the same moment shares one visit
        while self._asked:
            asked, self._asked = self._asked, set()
            found = await database_sync_to_async(read)({one.key[0] for one in asked})
            for one in asked:
                await one.take(found[one.key[0]])


feeds = Feeds()


def read(user_ids: Collection[int]) -> dict[int, Feed]:
    """The feed of each of some people; it also notes that they are here."""
    found: dict[int, Feed] = defaultdict(Feed)
    for user_id in user_ids:
        online.note(user_id)
    _read_challenges(user_ids, found)
    _read_games(user_ids, found)
    return found


def games(game_ids: Collection[str]) -> dict[str, Match]:
    """Those of the games that exist."""
    return {one.match.id: one.match for one in selectors.newest(game_ids)}


def _read_challenges(user_ids: Collection[int], found: dict[int, Feed]) -> None:
    now = timezone.now()
    waiting = Q(status=Challenge.Status.WAITING, expires_at__gt=now)
    answered = Q(answered_at__gt=now - RECENT)
    rows = Challenge.objects.filter(waiting | answered).order_by("made_at")
    both = rows.select_related("challenger", "challenged")
    asked = list(both.filter(Q(challenger__in=user_ids) | Q(challenged__in=user_ids)))
    pairs = [(row.challenger_id, row.challenged_id) for row in asked]
    apart = people.pairs_apart(one for pair in pairs for one in pair)
    for row in asked:
        if row.challenger_id in user_ids:
            found[row.challenger_id].challenges.append(row)
        # Whom a block keeps away does not reach the other, and cannot tell.
        kept_away = frozenset((row.challenger_id, row.challenged_id)) in apart
        if row.challenged_id in user_ids and not kept_away:
            found[row.challenged_id].challenges.append(row)


def _read_games(user_ids: Collection[int], found: dict[int, Feed]) -> None:
    seats = Seat.objects.filter(user__in=user_ids).order_by()
    playing = seats.filter(ended_at__isnull=True, game__status=ACTIVE)
    for user_id, game_id in playing.values_list("user_id", "game_id"):
        found[user_id or 0].playing.add(game_id)
    ended = seats.filter(ended_at__gt=timezone.now() - RECENT)
    for user_id, game_id in ended.values_list("user_id", "game_id"):
        found[user_id or 0].ended.add(game_id)
