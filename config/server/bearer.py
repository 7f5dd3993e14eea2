"""Authenticates API requests that have a token instead of a session's cookie."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin

from accounts import tokens
from games.live import protocol
from games.match import RefusalCode


class BearerMiddleware(MiddlewareMixin):
    """Makes the token's owner the user of the request; answers 401 to an invalid token.

    Only under /api/: pages are for browsers. No other site can make a browser send this header,
    so there is nothing that a CSRF token would add.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not request.path.startswith("/api/"):
            return None
        if settings.HTTPS and not request.is_secure() and request.path != "/api/":
            return JsonResponse(
                protocol.refused(RefusalCode.NOT_ALLOWED, tokens.OVER_HTTP), status=403
            )
        if (text := tokens.in_header(request.headers.get("Authorization"))) is None:
            return None
        if (token := tokens.find(text)) is None:
            tokens.note_refused(request)
            return unauthorized(tokens.NOT_VALID)
        asked: Any = request
        asked.token = token
        asked.user = asked._cached_user = token.user
        asked.csrf_processing_done = True
        return None


def unauthorized(text: str) -> JsonResponse:
    answer = JsonResponse(protocol.refused(RefusalCode.LOGIN_REQUIRED, text), status=401)
    answer["WWW-Authenticate"] = 'Bearer realm="Oxo"'
    return answer
