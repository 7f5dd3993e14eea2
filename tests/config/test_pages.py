"""Requests are handled in one thread each, and threads are kept while they are sound."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from channels.testing import HttpCommunicator
from django.db import connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path

from config import urls
from config.server.pages import Pages

numbers, own = count(), threading.local()


def here() -> str:
    """The number of this thread."""
    own.number = getattr(own, "number", None) or f"thread {next(numbers)}"
    return str(own.number)


def thread(request: HttpRequest) -> HttpResponse:
    return HttpResponse(here())


def broken(request: HttpRequest) -> StreamingHttpResponse:
    def parts() -> Iterator[bytes]:
        yield b"the beginning"
        raise RuntimeError("the rest is gone")

    return StreamingHttpResponse(parts())


urlpatterns = [*urls.urlpatterns, path("thread/", thread), path("broken/", broken)]


async def get(pages: Pages, address: str) -> bytes:
    """The body of the answer."""
    headers = [(b"host", b"testserver")]
    asked = HttpCommunicator(pages, "GET", address, headers=headers)
    answer = await asked.get_response()
    await asked.wait()
    return bytes(answer["body"])


@pytest.fixture(autouse=True)
def own_addresses(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


async def test_the_next_request_takes_the_thread_of_the_last() -> None:
    pages = Pages()
    assert len({await get(pages, "/thread/") for _ in range(3)}) == 1


async def test_a_stream_that_breaks_off_closes_its_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[str] = []
    close_all = type(connections).close_all

    def noting(self: Any) -> None:
        closed.append(here())
        close_all(self)

    monkeypatch.setattr(type(connections), "close_all", noting)
    pages = Pages()
    before = await get(pages, "/thread/")
    with pytest.raises(RuntimeError, match="the rest is gone"):
        await get(pages, "/broken/")
    assert closed == [before.decode()]
    assert await get(pages, "/thread/") != before, "a thread that was broken off is not used again"
