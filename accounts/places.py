"""The places a person has logged in from: browsers, by a cookie, and addresses.

Strangers' failures do not count there (accounts/log_ins.py). Both are stored as keyed hashes:
the table shows neither where people come from nor a cookie that would work.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.limits import address
from accounts.models import KnownPlace, User

COOKIE = settings.BROWSER_COOKIE_NAME
REMEMBERED = timedelta(seconds=settings.BROWSER_COOKIE_AGE)
"""How long a place stays known without another log-in: longer than a summer holiday."""

LONGEST_COOKIE = 64


def places(request: HttpRequest) -> dict[str, str]:
    """The hashes of the places this request comes from, by kind: "browser", "address"."""
    found = {"browser": _cookie(request), "address": address(request)}
    return {kind: _hash(kind, value) for kind, value in found.items() if value}


def known_place(request: HttpRequest, name: str) -> str:
    """The place from which ``name`` has logged in before, or "". A browser comes first.

    Asks the database in the same way whether or not somebody has the name.
    """
    here = places(request)
    known = set(
        KnownPlace.objects.filter(
            user__in=User.objects.named(name),
            place__in=here.values(),
            seen_at__gt=timezone.now() - REMEMBERED,
        ).values_list("place", flat=True)
    )
    return next((place for place in here.values() if place in known), "")


@receiver(user_logged_in, dispatch_uid="remember where people log in")
def remember(request: HttpRequest | None, user: User, **kwargs: object) -> None:
    if request is None or not request.META:  # a log-in that no visitor made
        return
    if not _cookie(request):
        answered: Any = request
        request.COOKIES[COOKIE] = answered.new_browser = secrets.token_urlsafe(24)
    now = timezone.now()
    KnownPlace.objects.bulk_create(
        [KnownPlace(user=user, place=place, seen_at=now) for place in places(request).values()],
        update_conflicts=True,
        unique_fields=["user", "place"],
        update_fields=["seen_at"],
    )


def set_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie of a browser that has logged in for the first time."""
    if name := getattr(request, "new_browser", ""):
        response.set_cookie(
            COOKIE,
            name,
            max_age=REMEMBERED,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def forget_old() -> int:
    """Delete the places not seen for ``REMEMBERED``; return how many."""
    old = KnownPlace.objects.filter(seen_at__lte=timezone.now() - REMEMBERED)
    return old.delete()[0]


def _cookie(request: HttpRequest) -> str:
    value = request.COOKIES.get(COOKIE, "")
    return value if len(value) <= LONGEST_COOKIE else ""


def _hash(kind: str, value: str) -> str:
    return salted_hmac(f"accounts.places.{kind}", value, algorithm="sha256").hexdigest()
