"""Cookies whose names bind them to this host, and those that had plain names before.

On HTTPS a browser takes a cookie called ``__Host-…`` only from this very host, over HTTPS and for
all of it, so that no neighbour under the same domain can plant one. Where there is none, the
plain name is read all the same, so that an upgrade logs nobody out; that one a neighbour can plant.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

PREFIX = "__Host-"

AGES = {
    "sessionid": lambda: settings.SESSION_COOKIE_AGE,
    "csrftoken": lambda: settings.CSRF_COOKIE_AGE,
    "browser": lambda: settings.BROWSER_COOKIE_AGE,
}
"""The cookies that say who somebody is, and for how many seconds a renamed one is kept."""


def plain(name: str) -> str:
    """What the cookie ``name`` was called before."""
    return name.removeprefix(PREFIX)


def of_old_name(cookies: dict[str, str], name: str) -> str | None:
    """The cookie ``name``, or the one it was called before; None without either."""
    return cookies.get(name, cookies.get(plain(name)))


def renamed_cookies(get_response: Any) -> Any:
    """Read a cookie under its old name once, and send it back under its new one."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        found = _take_over(request)
        return _rename(get_response(request), found)

    return answer


def _take_over(request: HttpRequest) -> dict[str, str]:
    """Give the request what it has under old names; those names with what they said."""
    if not settings.HTTPS:
        return {}
    found = {}
    for name in AGES:
        value = request.COOKIES.pop(name, None)
        if value is not None:
            found[name] = request.COOKIES.setdefault(PREFIX + name, value)
    return found


def _rename(response: HttpResponseBase, found: dict[str, str]) -> HttpResponseBase:
    for name, value in found.items():
        if PREFIX + name not in response.cookies:  # else it is new, or has just been deleted
            age = AGES[name]()
            response.set_cookie(
                PREFIX + name, value, age, secure=True, httponly=name != "csrftoken", samesite="Lax"
            )
        response.delete_cookie(name, samesite="Lax")
    return response
