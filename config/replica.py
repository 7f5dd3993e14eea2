"""Public pages are read from PostgreSQL's streaming replica (``DATABASE_REPLICA_URL``).

Only these: leaderboards, profiles, a person's history, finished games. Nothing that play is decided
on, nobody who wrote a moment ago, and no page at all while the replica is far behind or away:
those are read from the primary, as is every page that the replica does not answer in full.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Sequence
from threading import Lock, Thread
from typing import Any, cast

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from prometheus_client import Counter, Gauge

from config.postgresql.replica import REPLICA, reading
from config.unavailable import answer_to
from games.match import ABORTED, FINISHED
from games.models import Game
from games.signals import GameChange, games_changed

log = logging.getLogger(__name__)

PAGES = {
    *("progress:leaderboards", "progress:ratings", "progress:profile", "progress:versus"),
    "games:history",
}
"""What anybody may read, and one's own history."""

GAME_PAGES = {"games:game", "progress:play", "analysis:review", "analysis:export_game"}
"""Pages of one game: of the replica once the game is over, for those who did not play in it."""

MOST_BEHIND = float(settings.SIZES["replica_lag"])
"""Seconds by which the replica may be behind."""

EVERY, FRESH = 1.0, 3.0
"""Seconds between two looks at the replica, and for which what was found holds."""

OWN_WRITES = int(MOST_BEHIND + FRESH) + 2
"""Seconds for which somebody who wrote reads from the primary: by then the replica has it."""

IDLE = 30.0
"""Seconds without a public page after which nobody looks at the replica any more."""

COOKIE = "wrote"

OVER = (FINISHED, ABORTED)

READS = Counter(
    "oxo_replica_pages", "Public pages, by the database that drew them, and why.", ["by", "why"]
)
LAG = Gauge("oxo_replica_lag_seconds", "How far the replica is behind; -1 while it is away.")


class Watch:
    """Looks at the replica once a second from a thread of its own, while pages ask about it.

    This process's own clock measures how far it is behind: the positions of the primary's log are
    noted, and the replica is behind by the age of the newest one that it has reached.
    """

    def __init__(self) -> None:
        self._positions: deque[tuple[float, int]] = deque(maxlen=600)
        self._lag: float | None = None
        self._looked = self._asked = -FRESH
        self._thread: Thread | None = None
        self._lock = Lock()

    def usable(self) -> bool:
        """Whether a page may be read from the replica now."""
        now = self._asked = time.monotonic()
        with self._lock:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="replica", daemon=True)
                self._thread.start()
        return self._lag is not None and self._lag <= MOST_BEHIND and now - self._looked < FRESH

    def lost(self) -> None:
        """The replica broke off: leave it alone until the next look."""
        self._lag = None

    def look(self) -> None:
        """Find out how far the replica is behind."""
        try:
            ahead, now = _ask(DEFAULT_DB_ALIAS, "pg_current_wal_lsn()"), time.monotonic()
            self._positions.append((now, cast("int", ahead)))
            self._lag = self._behind(_ask(REPLICA, "pg_last_wal_replay_lsn()"), now)
        except Error as error:
            if self._lag is not None or self._looked < 0:
                log.warning("the replica, or the primary, does not answer: %s", error)
            self._lag = None
        self._looked = time.monotonic()
        LAG.set(-1 if self._lag is None else self._lag)

    def _behind(self, reached: int | None, now: float) -> float | None:
        """Seconds; None where that is not known, or the server is no replica (any more)."""
        if reached is None:
            return None
        ages = (now - at for at, position in reversed(self._positions) if position <= reached)
        return next(ages, None)

    def _run(self) -> None:
        while True:
            self.look()
            time.sleep(EVERY)
            with self._lock:
                if time.monotonic() - self._asked > IDLE:
                    self._thread = None
                    return


def _ask(alias: str, position: str) -> int | None:
    """A position in the log, in bytes; the connection goes back to its pool."""
    connection = connections[alias]
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT ({position} - '0/0')::bigint")
            found: int | None = cursor.fetchone()[0]
            return found
    finally:
        connection.close()


watch = Watch()


# --- one's own writes ------------------------------------------------------------------------


def note_write(user_id: int) -> None:
    """Let a person read from the primary until the replica has what they wrote."""
    cache.set(f"wrote:{user_id}", 1, OWN_WRITES)


def _wrote(request: HttpRequest) -> bool:
    """Whether the reader wrote a moment ago, through this process or another one."""
    if COOKIE in request.COOKIES:
        return True
    if not request.user.is_authenticated:
        return False
    key = f"wrote:{request.user.pk}"
    is_away = getattr(cache, "is_away", None)  # processes know nothing of each other then
    return cache.get(key) is not None or (is_away is not None and is_away(key))


@receiver(games_changed, dispatch_uid="config.replica.game_over")
def game_over(sender: object, changes: Sequence[GameChange], **_: object) -> None:
    """Who has just finished a game looks at it, whichever way the last move came."""
    if REPLICA not in settings.DATABASES:
        return
    for match in (change.match for change in changes if change.match.status in OVER):
        for user_id in {seat.user for seat in match.seats if seat.user is not None}:
            note_write(user_id)


# --- pages -----------------------------------------------------------------------------------


class ReplicaMiddleware(MiddlewareMixin):
    """The last middleware: the view itself is asked once with the replica, if that may answer."""

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponseBase | None:
        if not _is_public(request) or iscoroutinefunction(view):
            return None
        answer, why = _from_replica(request, view, args, kwargs)
        READS.labels("primary" if answer is None else "replica", why).inc()
        return answer

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            # For those who have no name yet, and for as long as Redis is away.
            response.set_cookie(
                COOKIE,
                "1",
                OWN_WRITES,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
            user = getattr(request, "user", None)
            if user is not None and user.is_authenticated:
                note_write(user.pk)
        return response


def _from_replica(
    request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[HttpResponseBase | None, str]:
    """The page as the replica has it, or None and why the primary has to draw it."""
    if _wrote(request):
        return None, "own writes"
    if not watch.usable():
        return None, "behind or away"
    try:
        with reading():
            if not _is_of_replica(request, kwargs):
                return None, "in play"
            return view(request, *args, **kwargs), ""
    except Error as error:
        log.warning("%s: the replica did not answer: %s", request.path, error)
        watch.lost()
        return None, "failed"
    except Exception as error:  # a 404 above all: what the replica lacks, the primary may have
        return answer_to(error, request), "not found"


def _is_public(request: HttpRequest) -> bool:
    match = request.resolver_match
    name = "" if match is None else match.view_name
    return request.method in ("GET", "HEAD") and name in PAGES | GAME_PAGES


def _is_of_replica(request: HttpRequest, kwargs: dict[str, Any]) -> bool:
    """Whether the page shows no running game, and no game that the reader played."""
    if (game_id := kwargs.get("game_id")) is None:
        return True
    over = Game.objects.filter(id=game_id, status__in=OVER)
    if request.user.is_authenticated:
        over = over.exclude(seats__user=request.user.pk)
    return over.exists()
