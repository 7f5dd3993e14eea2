"""Middleware of log-ins: the visitor's address for the gate, and cookies of the answer."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from accounts import gate, guests, online, open_sessions, places, record
from accounts.limits import address
from accounts.redirects import came_from


class LogInMiddleware(MiddlewareMixin):
    def process_view(self, request: HttpRequest, *args: object) -> None:
        gate.visitor.set(address(request))
        record.answering.set(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer 429 for TooOften that a view does not handle."""
        if not isinstance(error, guests.TooOften):
            return None
        context = {"reason": str(error), "came_from": came_from(request)}
        response = render(request, "429.html", context, status=429)
        response["Retry-After"] = str(error.wait)
        return response

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        record.record_refusal(request, response)
        record.answering.set(None)
        places.set_cookie(request, response)
        # Where nothing has asked who it is, the database is not asked for this either.
        user = getattr(request, "_cached_user", None)
        if user is not None and guests.is_guest(user):
            guests.note_visit(request, user)
        if user is not None and user.is_authenticated:
            online.note(user.pk)
            if not user.is_guest and request.user == user:
                open_sessions.note(request, user)
        return response
