"""Follow, unfollow, block and unblock: a button each, which posts a person's name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from accounts import people
from accounts.models import User
from accounts.redirects import back


def towards(
    act: Callable[[User, User], str],
) -> Callable[..., HttpResponse]:
    """A view of ``act``, which does something to a person and says so; back to where one was."""

    @require_POST
    @login_required
    @wraps(act)
    def view(request: HttpRequest) -> HttpResponse:
        name = request.POST.get("person", "")
        other = people.person_named(name)
        if other is None:
            raise Http404(people.nobody(name))
        try:
            messages.success(request, act(cast(User, request.user), other))
        except people.NotPossible as refused:
            messages.error(request, str(refused))
        return redirect(back(request) or "home")

    return view


@towards
def follow(user: User, other: User) -> str:
    people.follow(user, other)
    return f"You follow {other.name}. Your first page shows when they are here."


@towards
def unfollow(user: User, other: User) -> str:
    people.unfollow(user, other)
    return f"You do not follow {other.name} any more."


@towards
def block(user: User, other: User) -> str:
    people.block(user, other)
    return f"You have blocked {other.name}."


@towards
def unblock(user: User, other: User) -> str:
    people.unblock(user, other)
    return f"You have unblocked {other.name}."
