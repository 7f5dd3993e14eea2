"""A page that plays without the server (document 003): its text, its worker and its manifest.

Search and rules are in its script, so it goes on where there is no network. It is the same for
everybody: it looks at no session, and its theme is the device's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import loader
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from games.drawing.moments import rings
from games.presenters import cell_label
from games.rules import ClassicBoard
from games.rules.classic import LINES, MASKS
from games.web.icon_views import as_manifest, kept

NAME, SHORT = "Oxo solo: an opponent that never loses", "Oxo solo"

FILE = re.compile(rf'"({re.escape(settings.STATIC_URL)}[^"]+)"')
"""A file that the text of the page names: in production each has a name of its own content."""


@dataclass(frozen=True, slots=True)
class Square:
    """A square by its number in document 003 and what a screen reader says of it."""

    number: int
    name: str
    free: str
    x: str
    o: str


@dataclass(frozen=True, slots=True)
class Ring:
    """What is drawn round a line, by its mask."""

    mask: int
    paths: SafeString


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The game. Browsers ask each time whether it has changed."""
    return _fresh(HttpResponse(_text(request)))


@require_safe
def worker(request: Any) -> HttpResponse:
    """The service worker, another one as soon as the page or a file of it is another one."""
    nonce = str(request.csp_nonce)
    text = _text(request).replace(nonce, "")
    files = [reverse("games:solo"), *dict.fromkeys(FILE.findall(text))]
    context = {"files": json.dumps(files), "version": sha256(text.encode()).hexdigest()[:12]}
    script = loader.render_to_string("games/solo/worker.js", context)
    return _fresh(HttpResponse(script, content_type="text/javascript; charset=utf-8"))


@kept
def manifest(request: HttpRequest) -> JsonResponse:
    """What a device needs to put the page on its home screen, where it opens in full screen."""
    return as_manifest(NAME, SHORT, reverse("games:solo"), "fullscreen")


def _text(request: HttpRequest) -> str:
    # The request is there for the nonce alone: context processors would ask who is reading.
    context = {"request": request, "shape": ClassicBoard.SHAPE, "rows": rows(), "rings": _rings()}
    return loader.render_to_string("games/solo/page.html", context)


def _fresh(answer: HttpResponse) -> HttpResponse:
    patch_cache_control(answer, no_cache=True)
    return answer


@cache
def rows() -> list[list[Square]]:
    """The squares, row by row."""
    shape = ClassicBoard.SHAPE
    labels = [
        [cell_label(shape, number, mark, last=False) for mark in ("", "X", "O")]
        for number in range(ClassicBoard.CELLS)
    ]
    squares = [
        Square(number, ClassicBoard.cell_name(number), *said) for number, said in enumerate(labels)
    ]
    return [list(row) for row in shape.in_rows(squares)]


@cache
def _rings() -> list[Ring]:
    return [
        Ring(mask, mark_safe(rings([line], ClassicBoard.SHAPE)))  # noqa: S308  our own path data
        for mask, line in zip(MASKS, LINES, strict=True)
    ]
