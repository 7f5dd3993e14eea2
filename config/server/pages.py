"""Django for HTTP, each request in one thread from the first middleware to the view."""

from __future__ import annotations

from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class Pages(ASGIHandler):
    """Draws pages one thread each.

    Nearly all views are synchronous and ask the database. Django's own handler calls each
    middleware in a thread and comes back to the event loop in between, which moves need.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        answer: Any = sync_to_async(self.get_response, thread_sensitive=True)
        response: HttpResponseBase = await answer(request)
        return response
