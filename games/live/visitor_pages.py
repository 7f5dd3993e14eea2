"""Pages that are the same for every visitor, drawn once and kept for a few seconds.

Only pages of visitors without a session are stored, and only such visitors get them. A stored page
contains no secret: the token of its forms and the nonce of its scripts are inserted each time.
Each process stores its own pages, independent of Redis, and drops those of the lobby as soon as it
hears of a change there.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from time import monotonic
from typing import Any, NamedTuple

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers

from games.live import maintenance
from games.queries.parsing import whole_number

View = Callable[..., HttpResponse]

MOST = 200
"""Pages that a process keeps: some 6 MB."""

COOKIES = {settings.CSRF_COOKIE_NAME, settings.BROWSER_COOKIE_NAME, "theme"}
"""All that a visitor may bring: which browser it is says nothing about a page, and the theme is a
part of what a page is kept by."""

TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[A-Za-z0-9]{64}(?=")')
SECRET = re.compile(r"[A-Za-z0-9]{64}")
TOKEN_HERE, NONCE_HERE = "\0token\0", "\0nonce\0"
"""What stands in a kept page for what every visitor gets anew; no page has a NUL of its own."""


class Key(NamedTuple):
    """What a visitor's page depends on: ``path`` is the whole address, which links back name."""

    name: str
    origin: str
    path: str
    theme: str
    notice: str


@dataclass(frozen=True, slots=True)
class Kept:
    text: str
    content_type: str
    until: float


class VisitorPages:
    """The pages that this process stores, the most recently used last."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = Lock()
        self._editions: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, key: Key) -> Kept | None:
        with self._lock:
            found = self._pages.get(key)
            if found is None or found.until < monotonic():
                return None
            self._pages.move_to_end(key)
            return found

    def edition(self, name: str) -> int:
        """A number that changes when pages of this name are dropped; read it before drawing."""
        return self._editions[name]

    def put(self, key: Key, page: Kept, edition: int) -> None:
        """Store a page, unless it was drawn for an ``edition`` that has been dropped."""
        with self._lock:
            if edition != self._editions[key.name]:
                return
            self._pages[key] = page
            self._pages.move_to_end(key)
            while len(self._pages) > MOST:
                self._pages.popitem(last=False)

    def forget(self, name: str) -> None:
        """Drop the stored pages of this name."""
        with self._lock:
            self._editions[name] += 1
            for key in [key for key in self._pages if key.name == name]:
                del self._pages[key]

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()


PAGES = VisitorPages()


def same_for_visitors(name: str) -> Callable[[View], View]:
    """Keep what a view draws for a visitor, and show it to those who ask within seconds.

    The view may depend on its address, ``?page=`` and the theme, and on nothing else of a visitor.
    ``name`` is its name for ``forget``.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            key = _key(name, request)
            if key is None:
                return view(request, *args, **kwargs)
            if (kept := PAGES.get(key)) is not None:
                return _shown(request, kept)
            edition = PAGES.edition(name)
            response = view(request, *args, **kwargs)
            if (kept := _kept(request, response)) is not None:
                PAGES.put(key, kept, edition)
            return response

        return wrapper

    return decorate


def _key(name: str, request: HttpRequest) -> Key | None:
    """The key of a visitor's page; None for people, and for anything that might be personal."""
    if request.method != "GET" or not request.COOKIES.keys() <= COOKIES:
        return None
    if not request.GET.keys() <= {"page"} or len(request.GET.getlist("page")) > 1:
        return None
    if whole_number(request.GET.get("page", "1"), 6) is None:
        return None
    try:
        origin = f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return None
    theme, notice = request.COOKIES.get("theme", ""), maintenance.notice.text
    return Key(name, origin, request.get_full_path(), theme, notice)


def _kept(request: HttpRequest, response: HttpResponse) -> Kept | None:
    """The page to keep, without its secrets; None if it is not certain to be anybody's."""
    if response.status_code != 200 or response.streaming or response.cookies:
        return None
    if request.user.is_authenticated or request.session.modified or "Cache-Control" in response:
        return None
    text = TOKEN.sub(TOKEN_HERE, response.content.decode())
    nonce = _nonce(request)
    if nonce:  # whether the page has used it
        text = text.replace(f'"{nonce}"', f'"{NONCE_HERE}"')
    if SECRET.search(text) or (nonce and str(nonce) in text):
        return None
    until = monotonic() + settings.SIZES["visitor_page_seconds"]
    return Kept(text, response["Content-Type"], until)


def _nonce(request: Any) -> Any:
    return request.csp_nonce


def _shown(request: HttpRequest, page: Kept) -> HttpResponse:
    text = page.text
    if TOKEN_HERE in text:
        text = text.replace(TOKEN_HERE, get_token(request))
    if NONCE_HERE in text:
        text = text.replace(NONCE_HERE, str(_nonce(request)))
    response = HttpResponse(text, content_type=page.content_type)
    patch_vary_headers(response, ["Cookie"])
    return response
