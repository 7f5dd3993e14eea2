"""Pages that belong to the site as a whole: those for when something is wrong."""

from __future__ import annotations

import logging
import sys
from datetime import timedelta

from django.conf import settings
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.sessions.exceptions import SessionInterrupted
from django.core.exceptions import (
    DisallowedHost,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseServerError,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.template import loader
from django.urls import Resolver404
from django.utils import timezone
from django.views.decorators.csrf import requires_csrf_token
from django.views.decorators.http import require_safe

from accounts.redirects import came_from
from config.server.unavailable import answer_to
from games.live import protocol
from games.match import RefusalCode
from games.queries.parsing import shortly
from games.staff.licences import TYPEFACES

log = logging.getLogger(__name__)

LONGEST = 80
"""Of an address that is quoted."""

PLAIN_500 = (
    "<!doctype html><title>Something broke</title><h1>Something broke</h1>"
    '<p>The mistake is ours. Try again, or go to <a href="/">the home page</a>.'
)


ROBOTS = """\
User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /api/
"""
"""What is for nobody's index. Pages of people say so by themselves (``middleware.PEOPLE``): what
is not read could still be listed by its address."""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


SECURITY_DAYS = 180
"""How long what ``security.txt`` says is to be believed."""


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a security hole, as RFC 9116 has it."""
    if not settings.SECURITY_CONTACT:
        raise Http404("This site names no contact for reports on its security.")
    expires = timezone.localdate() + timedelta(days=SECURITY_DAYS)
    lines = {
        "Contact": settings.SECURITY_CONTACT,
        "Expires": f"{expires}T00:00:00Z",
        "Preferred-Languages": "en",
        "Canonical": settings.SITE_URL and f"{settings.SITE_URL}{request.path}",
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items() if value)
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What runs here, by whom it is made and what it is made of."""
    return render(request, "about.html", {"release": settings, "typefaces": TYPEFACES})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _of_api(request):
        return _refusal(
            RefusalCode.CSRF_FAILED, f"{reason} Send the CSRF token in X-CSRFToken.", 403
        )
    return render(request, "403_csrf.html", {"came_from": came_from(request)}, status=403)


REFUSALS: dict[type[Exception], str] = {
    RequestDataTooBig: "The body is too long: "
    "at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} bytes.",
    TooManyFieldsSent: "There are too many fields: "
    "at most {settings.DATA_UPLOAD_MAX_NUMBER_FIELDS}.",
    TooManyFilesSent: "There are too many files: at most {settings.DATA_UPLOAD_MAX_NUMBER_FILES}.",
    DisallowedHost: "This site does not answer to the name in the address.",
    DisallowedModelAdminLookup: "This list cannot be filtered in that way.",
}
"""What Django refuses by itself, in our words."""

TOO_LONG = "What you sent is too long: at most {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} characters."
"""The same as ``RequestDataTooBig``, to people."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400 with the reason, 413 for a body that is too long: a page, or JSON under /api/.

    Whoever logs out in another tab meanwhile is asked to log in again.
    """
    if isinstance(exception, SessionInterrupted):
        return _logged_out(request)
    too_long = isinstance(exception, RequestDataTooBig)
    status = 413 if too_long else 400
    if _of_api(request):
        return _refusal(RefusalCode.BAD_MESSAGE, _reason(exception), status)
    reason = TOO_LONG.format(settings=settings) if too_long else _reason(exception)
    context = {"reason": reason, "came_from": came_from(request)}
    page = loader.render_to_string(f"{status}.html", context, request)
    return HttpResponse(page, status=status)


def _logged_out(request: HttpRequest) -> HttpResponse:
    """No page of its own: what pages are drawn with is gone by then, as the nonce of scripts is."""
    if _of_api(request):
        return _refusal(RefusalCode.LOGIN_REQUIRED, "You have logged out meanwhile.", 401)
    return redirect(settings.LOGIN_URL)


def _reason(exception: Exception) -> str:
    if (known := REFUSALS.get(type(exception))) is not None:
        return known.format(settings=settings)
    if isinstance(exception, SuspiciousOperation):  # in Django's words, for its log
        return "The request cannot be read."
    return shortly(exception) or "The request cannot be read."


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _of_api(request):
        path = request.path if len(request.path) <= LONGEST else f"{request.path[:LONGEST]}…"
        return _refusal(RefusalCode.NO_SUCH_ADDRESS, f"There is nothing at {path!r}.", 404)
    reason = "" if isinstance(exception, Resolver404) else shortly(exception)
    return render(request, "404.html", {"reason": reason}, status=404)


def _of_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _refusal(code: RefusalCode, message: str, status: int) -> JsonResponse:
    return JsonResponse(protocol.refused(code, message), status=status)


@requires_csrf_token
def server_error(request: HttpRequest) -> HttpResponse:
    """The page for our own mistakes. It asks neither the database nor the session for anything.

    What went wrong outside of a view and passes by itself comes here, too.
    """
    if (passing := answer_to(sys.exc_info()[1], request)) is not None:
        return passing
    if _of_api(request):
        return _refusal(RefusalCode.SERVER_ERROR, "Something broke here. Try again.", 500)
    try:
        return HttpResponseServerError(loader.render_to_string("500.html"))
    except Exception:  # whatever broke the page may have broken this one too
        log.exception("500.html cannot be drawn")
        return HttpResponseServerError(PLAIN_500)
