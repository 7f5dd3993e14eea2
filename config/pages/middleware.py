"""What holds for every page: who may store it, and that bad input is the sender's mistake."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import DatabaseError, DataError, IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.template import loader
from django.utils.cache import patch_cache_control
from django.utils.deprecation import MiddlewareMixin

from accounts.models import User
from accounts.redirects import came_from
from config.pages.views import bad_request, not_found
from games.api.views import bad_method

PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        *("accelerometer", "browsing-topics", "camera", "display-capture"),
        *("encrypted-media", "geolocation", "gyroscope", "magnetometer", "microphone", "midi"),
        *("payment", "picture-in-picture", "serial", "usb", "xr-spatial-tracking"),
    )
)
"""What no page of the site asks a device for. Sharing, the clipboard, the full screen and passkeys
stay allowed, as browsers do by themselves."""

PEOPLE = ("/@", "/games/", "/leaderboards/", "/puzzles/rush/")
"""Where pages name people: no search engine is to find somebody there, and many are children."""

log = logging.getLogger(__name__)

BAD_VALUES = (DataError, ValueError, OverflowError)
"""What databases and their drivers raise for a value that they cannot look for."""


LARGE = 4000
"""Bytes from which JSON is worth compressing: steps of a search are, a move's answer is not."""


class CompressPages(GZipMiddleware):
    """Compress pages on their way, with or without a proxy in front.

    Whole HTML pages and large JSON: a stream would be held back, and most answers are small.
    Pages hold secrets beside what an address says; Django masks its tokens anew in every page and
    pads each compressed one by a random number of bytes, so that lengths betray nothing (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> Any:
        kind = response.get("Content-Type", "")
        if isinstance(response, HttpResponse) and (
            kind.startswith("text/html")
            or (kind.startswith("application/json") and len(response.content) >= LARGE)
        ):
            return super().process_response(request, response)
        return response


def private_pages(get_response: Any) -> Any:
    """Keep shared caches from storing what was made for one person."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        return _marked(request, get_response(request))

    return answer


def _marked(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """``response``, private if it is personal. Where a view says ``public``, it means it."""
    if _is_personal(request, response) and "public" not in response.get("Cache-Control", ""):
        # What is drawn for a person is stored nowhere, not even by that person's browser.
        marks = {"no_store": True} if _has_session(request) else {}
        patch_cache_control(response, private=True, **marks)
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    if request.path.startswith(PEOPLE):
        response.headers.setdefault("X-Robots-Tag", "noindex")
    # Pictures of games, and what other sites may frame, are for everybody to show.
    shown = response.get("Content-Type", "").startswith("image/") or _is_framed(response)
    response.headers.setdefault(
        "Cross-Origin-Resource-Policy", "cross-origin" if shown else "same-origin"
    )
    return response


def _has_session(request: HttpRequest) -> bool:
    return settings.SESSION_COOKIE_NAME in request.COOKIES


def _is_framed(response: HttpResponseBase) -> bool:
    return bool(getattr(response, "xframe_options_exempt", False))


def _is_personal(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Whether somebody with a session asked, or the answer looked at the session or sets a cookie.

    Nothing here asks the database who it is.
    """
    session = getattr(request, "session", None)
    return (
        _has_session(request)
        or bool(response.cookies)
        or (session is not None and session.accessed)
    )


class BadValuesMiddleware(MiddlewareMixin):
    """400 instead of 500 for values that only the database finds out to be none.

    Forms and views check what they take, but PostgreSQL refuses a NUL character wherever it
    comes from, and the admin's lists take any lookup of any field from the address.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, BAD_VALUES):
            return None
        if (name := _with_nul(request)) is not None:
            return bad_request(request, BadRequest(f"There is a NUL character in {name}."))
        if _is_admin_list(request):
            return bad_request(request, BadRequest("This list cannot be filtered in that way."))
        return None


class DeletedMiddleware(MiddlewareMixin):
    """404 instead of 500 where another request has just deleted what this one was about.

    A row is gone that this request has read and saves, or that a new one of its refers to.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not _is_of_a_deleted_row(error):
            return None
        log.warning("%s: a row was deleted meanwhile: %s", request.path, error)
        return not_found(request, Http404("This has just been deleted."))


def _is_of_a_deleted_row(error: Exception) -> bool:
    if isinstance(error, IntegrityError):
        return "foreign key constraint" in str(error).lower()
    if isinstance(error, DatabaseError):
        return str(error).endswith("did not affect any rows.")  # of save()
    return isinstance(error, User.DoesNotExist)


class WrongMethodMiddleware(MiddlewareMixin):
    """A page with a way on for 405, which Django answers with nothing; data under /api/."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            if request.path.startswith("/api/"):
                return bad_method(request, response["Allow"].split(", "))
            context = {"came_from": came_from(request)}
            response.content = loader.render_to_string("405.html", context, request)
        return response


def _with_nul(request: HttpRequest) -> str | None:
    """The first part of the request that contains a NUL character, in words."""
    found = (name for name, value in _values(request) if "\0" in value)
    return next(found, None)


def _values(request: HttpRequest) -> Iterator[tuple[str, str]]:
    yield "the address", request.path
    for kind, values in (("parameter", request.GET), ("field", request.POST)):
        for name, found in values.lists():
            for value in found:
                yield f"the {kind} “{name[:40]}”", f"{name}{value}"


def _is_admin_list(request: HttpRequest) -> bool:
    match = request.resolver_match
    return (
        request.method in ("GET", "HEAD")
        and match is not None
        and match.app_name == "admin"
        and (match.url_name or "").endswith("_changelist")
    )
