"""The site's icons and its manifest, drawn at the first request."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.drawing import pictures, site_icon

WEEK = 7 * 24 * 60 * 60
"""Seconds for which browsers keep an icon. Pages ask for those of their own design."""

NAME, SHORT = "Oxo: tic-tac-toe, taken seriously", "Oxo"

View = Callable[..., HttpResponse]


def kept(view: View) -> View:
    """Let any cache store the answer: it is the same for everybody."""

    @require_safe
    @wraps(view)
    def wrapper(request: HttpRequest, **wanted: Any) -> HttpResponse:
        answer = view(request, **wanted)
        patch_cache_control(answer, public=True, max_age=WEEK)
        return answer

    return wrapper


@kept
def svg(request: HttpRequest, signal: str = "") -> HttpResponse:
    """The icon of a tab, with a badge for the ``signal`` of a game."""
    if signal and signal not in site_icon.BADGES:
        raise Http404(f"There is no icon for {signal[:40]!r}.")
    return HttpResponse(site_icon.site_svg(signal), content_type="image/svg+xml")


@kept
def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that look where icons have always been."""
    return HttpResponse(_ico(), content_type="image/x-icon")


@kept
def touch_icon(request: HttpRequest) -> HttpResponse:
    """For home screens of iOS, which round the corners themselves."""
    return HttpResponse(_png(site_icon.TOUCH_SIZE, full=True), content_type="image/png")


@kept
def app_icon(request: HttpRequest, size: int) -> HttpResponse:
    """For the manifest: the icon as it is."""
    return _app_icon(size, full=False)


@kept
def maskable_icon(request: HttpRequest, size: int) -> HttpResponse:
    """For the manifest: one that a device crops to the shape of its own icons."""
    return _app_icon(size, full=True)


def _app_icon(size: int, *, full: bool) -> HttpResponse:
    if size not in site_icon.APP_SIZES:
        raise Http404(f"There is no icon of {size} pixels.")
    return HttpResponse(_png(size, full=full), content_type="image/png")


@kept
def manifest(request: HttpRequest) -> HttpResponse:
    """What a device needs to put the site on its home screen."""
    return as_manifest(NAME, SHORT, "/", "minimal-ui")


def as_manifest(name: str, short: str, start: str, display: str) -> JsonResponse:
    """The manifest of what begins at ``start`` and is all below it."""
    icons = [
        {
            "src": reverse(f"games:{view}", args=[size]),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for view, purpose in (("app_icon", "any"), ("maskable_icon", "maskable"))
        for size in site_icon.APP_SIZES
    ]
    told = {
        "name": name,
        "short_name": short,
        "id": start,
        "start_url": start,
        "scope": start,
        "display": display,
        "background_color": site_icon.LIGHT.ground,
        "theme_color": site_icon.LIGHT.ground,
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


@cache
def _png(size: int, *, full: bool = False) -> bytes:
    return pictures.png(site_icon.picture_svg(size, full=full))


@cache
def _ico() -> bytes:
    return site_icon.ico([(size, _png(size)) for size in site_icon.ICO_SIZES])
