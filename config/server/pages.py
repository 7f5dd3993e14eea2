"""Django for HTTP, each request in one thread from the first middleware to the end of the view."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

KEPT = 16
"""Threads that wait for the next requests; further ones end with theirs."""


class Pages(ASGIHandler):
    """Handles each request in one thread, and keeps threads for later requests.

    Views are synchronous, but for those of health. Django's own handler starts a thread for each
    request and changes between that and the event loop for every middleware; moves wait meanwhile.
    """

    def __init__(self) -> None:
        super().__init__()
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "page")
        free = False
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._handle(scope, receive, send)
            free = True
        finally:
            if free and len(self._idle) < KEPT:
                self._idle.append(thread)
            else:  # one that was broken off may be busy still
                thread.shutdown(wait=False)

    async def _handle(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.handle(scope, receive, send)
        except Exception:
            # Django closes no answer that fails in the middle, and so no connection.
            await sync_to_async(connections.close_all)()
            raise

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        answer: Any = sync_to_async(self.get_response, thread_sensitive=True)
        response: HttpResponseBase = await answer(request)
        return response
