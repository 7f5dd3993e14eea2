"""Pages and large JSON are compressed by the site itself; what is small, or a stream, is not."""

from __future__ import annotations

import gzip
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from config.pages.middleware import CompressPages


def test_a_page_is_compressed_for_who_accepts_it(client: Client, db: None) -> None:
    plain = client.get("/rules/")
    small = client.get("/rules/", headers={"accept-encoding": "gzip"})
    assert "Content-Encoding" not in plain
    assert small["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in small["Vary"]
    assert b"<h1>Rules</h1>" in gzip.decompress(small.content)
    assert len(small.content) < len(plain.content) / 2


def test_equal_pages_have_unequal_lengths() -> None:
    page = HttpResponse("<p>secret</p>" * 200)
    assert len({len(_through(HttpResponse(page.content)).content) for _ in range(40)}) > 5


def test_large_json_is_compressed() -> None:
    steps = _through(HttpResponse("[" + "1," * 5000 + "1]", content_type="application/json"))
    assert steps["Content-Encoding"] == "gzip"
    assert len(gzip.decompress(steps.content)) == 10_003


def test_streams_and_snapshots_stay_as_they_are() -> None:
    snapshot = _through(HttpResponse("{}" * 500, content_type="application/json"))
    stream = _through(StreamingHttpResponse(iter(["<p>" * 500]), content_type="text/html"))
    assert "Content-Encoding" not in snapshot
    assert "Content-Encoding" not in stream


def _through(response: Any) -> Any:
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    return CompressPages(lambda _: response)(request)
