"""Limits on how many expensive pages an IP address may ask for in a minute."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import loader

from accounts.limits import address, in_words, over_limit, over_limit_of_group
from games.compute.turns import TURNS

View = Callable[..., HttpResponse]


def limited(name: str | Callable[..., str]) -> Callable[[View], View]:
    """Draw an expensive page in its turn; 429 for an IP address beyond ``settings.LIMITS[name]``.

    ``name`` may be a function of the view's arguments. Raises Busy.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            limit = name if isinstance(name, str) else name(*args, **kwargs)
            if (too_many := _refusal(limit, request)) is not None:
                return too_many
            with TURNS.turn():
                return view(request, *args, **kwargs)

        return wrapper

    return decorate


def _refusal(name: str, request: HttpRequest) -> HttpResponse | None:
    """Count one more ``name`` by the address of ``request``; 429 if that is too many, else None.

    It is drawn without the database, since it has to cost less than what it refuses; of those who
    have a session that is read, since a class has a limit of its own.
    """
    where = address(request)
    if where is None or not (wait := over_limit(name, where)):
        return None
    if over_limit_of_group(name, request) == 0:  # a class at an address that others use up
        return None
    context = {"wait": in_words(wait), "again": request.get_full_path()}
    answer = HttpResponse(loader.render_to_string("too_many.html", context), status=429)
    answer["Retry-After"] = str(wait)
    answer["Cache-Control"] = "no-store"
    return answer
