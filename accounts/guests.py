"""Guests: people who play without an account. docs/accounts.md says what they may do.

A guest is a row like a member's, made with the first action and found again by the session.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts import closing, time_zones
from accounts.context import chosen_theme
from accounts.limits import in_words, over_limit, over_limit_from
from accounts.models import User as User  # for other apps, which import it from here
from accounts.record import What, record

BACKEND = "django.contrib.auth.backends.ModelBackend"

DIGITS = (4, 4, 4, 5, 6, 8, 10)
"""How long the number in a guest's name is at each try to find a free one."""

LIFETIME = timedelta(days=settings.SIZES["guest_days"])
"""How long a guest is stored after the latest visit."""

AT_ONCE = 1_000
"""Guests that a round of the sweep deletes at most."""

NOTED_EVERY = timedelta(days=1)
"""How often a guest's visit is noted, which renews the session."""


class TooOften(Exception):
    """Something was asked for too often; the text is for people, ``wait`` is in seconds."""

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class Crowded(Exception):
    """More guests come than the site takes. Answered with 503 and Retry-After."""

    def __init__(self, wait: int) -> None:
        super().__init__(
            "More people than usual begin to play without an account right now. "
            f"Try again in {in_words(wait)}, or log in: members can play."
        )
        self.wait = wait


def is_guest(user: User | AnonymousUser) -> bool:
    return bool(user.is_authenticated and user.is_guest)


def is_passing_guest(user: User | AnonymousUser) -> bool:
    """Whether ``user`` is a guest whom only this browser knows: no pupil of a class."""
    return bool(user.is_authenticated and user.is_guest and not user.is_pupil)


def is_member(user: User | AnonymousUser) -> bool:
    """Whether ``user`` is logged in to an account."""
    return bool(user.is_authenticated and not user.is_guest)


@contextmanager
def playing(request: HttpRequest) -> Iterator[User]:
    """The person who acts: the one logged in to this session, else a new guest.

    Where ``login_required`` would ask for an account, this lets people play. What is done within
    makes the guest: if it raises, the visitor stays a visitor. Raises TooOften if too many guests
    come from one address, Crowded if too many come at all.
    """
    if request.user.is_authenticated:
        yield request.user
        return
    _count(request)
    guest = create(theme=chosen_theme(request), time_zone=time_zones.of_device(request))
    try:
        yield guest
    except BaseException:
        guest.delete()
        raise
    begin_session(request, guest)


def count_one(request: HttpRequest, user: User, limit: str, things: str) -> None:
    """Count one more ``limit`` of ``user``; guests of one address share another one besides.

    Raises TooOften, which calls them ``things``.
    """
    waits = [over_limit(limit, user.pk)]
    if user.is_guest:
        waits.append(over_limit_from(f"{limit}s_of_guests", request))
    if wait := max(waits):
        raise TooOften(f"Too many {things}. Wait {in_words(wait)} and try again.", wait)


def count_new_game(request: HttpRequest, user: User) -> None:
    """Count one more new game of ``user``. Raises TooOften.

    Guests have a lower limit, and those of one address share another: a new guest is no way round.
    """
    waits = [over_limit("create_game", user.pk)]
    if user.is_guest:
        waits.append(over_limit("create_game_as_guest", user.pk))
        waits.append(over_limit_from("games_of_guests", request))
    if wait := max(waits):
        raise TooOften(f"Too many new games. Try again in {in_words(wait)}.", wait)


def create(*, theme: str = User.Theme.SYSTEM, time_zone: str = "") -> User:
    """A new guest with a name that nobody has."""
    return _created("Guest", theme=theme, time_zone=time_zone, last_login=timezone.now())


def create_pupil(called: str, *, plays_outside: bool) -> User:
    """A guest of a class, called ``called`` and a number.

    It outlives its visits, and its card leads back to it.
    """
    return _created(called, is_pupil=True, in_class=True, plays_outside=plays_outside)


def _created(called: str, **fields: Any) -> User:
    for digits in DIGITS:
        user = User(name=_name(called, digits), is_guest=True, **fields)
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save(force_insert=True)
                return user
        except IntegrityError:
            continue
    raise RuntimeError("no free name for a guest was found")


def note_visit(request: HttpRequest, user: User) -> None:
    """Remember that a guest is still there, and keep the session from expiring."""
    now = timezone.now()
    if user.last_login is not None and now - user.last_login < NOTED_EVERY:
        return
    User.objects.filter(pk=user.pk, is_guest=True).update(last_login=now)
    request.session.modified = True


def sweep() -> int:
    """Delete, for some seconds, guests who have not come back for ``LIFETIME``; how many."""
    stale = User.objects.filter(
        is_guest=True, is_pupil=False, last_login__lt=timezone.now() - LIFETIME
    )
    begun, gone = time.monotonic(), 0
    for guest in stale.order_by("last_login")[:AT_ONCE]:
        if time.monotonic() - begun > closing.PATIENCE:
            break
        closing.remove(guest)  # one by one: each leaves games, and others wait to write
        gone += 1
    return gone


def _name(called: str, digits: int) -> str:
    least = 10 ** (digits - 1)
    return f"{called} {least + secrets.randbelow(9 * least)}"


def _count(request: HttpRequest) -> None:
    limits = ("guests", "guests_of_an_hour")
    if wait := max([over_limit_from(name, request) for name in limits]):
        begun = "Many people have begun to play from your network without an account."
        raise TooOften(f"{begun} Try again in {in_words(wait)}, or log in.", wait)
    if wait := over_limit("guests_of_site", "all"):
        raise Crowded(wait)


def let_pupil_in(request: HttpRequest, pupil: User) -> None:
    """Log in a pupil who has shown the card."""
    begin_session(request, pupil)
    record(What.LOGGED_IN, pupil.pk)


def note_wrong_card(pupil: User) -> None:
    """Record that somebody guessed at the words of a card."""
    record(What.LOG_IN_FAILED, pupil.pk)


def begin_session(request: HttpRequest, guest: User) -> None:
    """Log the guest in, as Django's ``login`` does with two exceptions.

    The CSRF token stays, so that forms in other tabs can still be sent; and no place is remembered,
    since a guest has no password that somebody might guess.
    """
    session = request.session
    if SESSION_KEY in session:  # of somebody who no longer exists
        session.flush()
    else:
        session.cycle_key()
    session[SESSION_KEY] = str(guest.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = guest.get_session_auth_hash()
    request.user = guest
