"""The context processor of every page: the reader, the theme, and the nonce of its scripts."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest

from accounts.models import User


class Appearance(TypedDict):
    """The variables of every template; ``member`` is whether the reader has an account."""

    member: bool
    theme: str
    csp_nonce: str


def chosen_theme(request: HttpRequest) -> str:
    """The theme that a visitor chose, from the cookie; a new account takes it over."""
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in User.Theme.values else User.Theme.SYSTEM


def appearance(request: HttpRequest) -> Appearance:
    """``member``, and the theme: a person's own, for visitors a cookie's, else the device's."""
    user = getattr(request, "user", None)
    theme = user.theme if user and user.is_authenticated else request.COOKIES.get("theme", "")
    return {
        "member": bool(user and user.is_authenticated and not user.is_guest),
        "theme": theme if theme in ("light", "dark") else "system",
        # Lazy: the header names a nonce only if the page used it.
        "csp_nonce": getattr(request, "csp_nonce", ""),
    }
