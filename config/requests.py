"""Daphne's requests over HTTP, without what it and Twisted do to them beside the application."""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import WebRequest

ROOT_PATH = b"daphne-root-path"
"""A header by which Daphne lets a request say where the site is mounted. A client could put any
prefix before the links of a page, also of one that is kept for other visitors."""

PAGE = """<!doctype html><title>%(title)s</title><h1>%(title)s</h1>\
<p>%(body)s</p><p><a href="/">Go to the home page</a>"""


class Request(WebRequest):  # type: ignore[misc]  # Daphne has no types
    """One request, of a page or to open a WebSocket."""

    error_template = PAGE
    """What Daphne answers by itself, before the application is asked."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The application reads forms. Twisted would do so, too, and refuse broken ones without a
        # page that says why.
        self._parsePOSTFormSubmission = False

    def process(self) -> Any:
        self.requestHeaders.removeHeader(ROOT_PATH)
        return super().process()
