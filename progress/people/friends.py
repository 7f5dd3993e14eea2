"""Friends: the people somebody follows, and what one person can do to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import BigIntegerField, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import online, people
from accounts.guests import User, is_member
from games.queries.composed import Composed, Given

MOST_HERE = 8
"""Friends that the first page shows: those who are here."""


@dataclass(frozen=True, slots=True)
class Friend:
    """Somebody whom the viewer follows; ``here`` is whether they are on the site now."""

    name: str
    here: bool


@dataclass(frozen=True, slots=True)
class Towards:
    """What the viewer is to a person: ``own`` is the viewer's own page."""

    person: User
    own: bool
    follows: bool
    blocks: bool
    here: bool


def friends_of(user_id: int) -> list[Friend]:
    """Whom a person follows: those who are here first, then by name."""
    rows = _friends.rows(user=user_id)
    here = online.among(number for number, _, shown in rows if shown)
    found = [Friend(name, number in here) for number, name, _ in rows]
    return sorted(found, key=lambda friend: not friend.here)


@Composed
def _friends() -> QuerySet[User, Any]:
    viewer = Given("user", BigIntegerField())
    found = people.followed_by(viewer).annotate(shown=people.shows_to(viewer))
    return found.values_list("pk", "name", "shown")[: people.MOST_FOLLOWED]


def towards(viewer: User | AnonymousUser, person: User) -> Towards:
    """What ``viewer``, who may be nobody, is to a person."""
    return Towards(
        person=person,
        own=viewer.pk == person.pk,
        follows=people.is_following(viewer.pk, person.pk),
        blocks=people.is_blocking(viewer.pk, person.pk),
        here=people.shows(person, viewer.pk) and bool(online.among([person.pk])),
    )


@login_required
@require_safe
def friends(request: HttpRequest) -> HttpResponse:
    """Whom one follows, with who is here, and whom one has blocked."""
    viewer = cast(User, request.user)
    context = {
        "friends": friends_of(viewer.pk) if is_member(viewer) else [],
        "blocked": list(people.blocked_by(viewer.pk).filter(is_active=True)[: people.MOST_BLOCKED]),
    }
    return render(request, "progress/friends.html", context)
