"""Authenticates API requests that have a token instead of a session's cookie."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.deprecation import MiddlewareMixin

from accounts import tokens
from accounts.record import What, record
from games.live import protocol
from games.match import RefusalCode

PLAIN = "Ask over https: what is sent over http can be read on its way. Revoke a token sent so."

BAD_TOKEN = "This token is not valid: it was revoked, or there never was one."  # noqa: S105


class BearerMiddleware(MiddlewareMixin):
    """Makes the token's owner the user of the request; answers 401 to an invalid token.

    Only under /api/: pages are for browsers. No other site can make a browser send this header,
    so there is nothing that a CSRF token would add.
    """

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        if not request.path.startswith("/api/"):
            return None
        if settings.HTTPS and not request.is_secure() and request.path != "/api/":
            return JsonResponse(protocol.refused(RefusalCode.NOT_ALLOWED, PLAIN), status=403)
        if (text := tokens.in_header(request.headers.get("Authorization"))) is None:
            return None
        if (token := tokens.find(text)) is None:
            record(What.TOKEN_REFUSED, once=True, request=request)
            return unauthorized(BAD_TOKEN)
        asked: Any = request
        asked.token = token
        asked.user = asked._cached_user = token.user
        asked.csrf_processing_done = True
        return None


def unauthorized(text: str) -> JsonResponse:
    answer = JsonResponse(protocol.refused(RefusalCode.LOGIN_REQUIRED, text), status=401)
    answer["WWW-Authenticate"] = 'Bearer realm="Oxo"'
    return answer
