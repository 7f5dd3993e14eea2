"""What every page needs: the reader's taste, and the nonce its scripts carry."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


def appearance(request: HttpRequest) -> dict[str, Any]:
    """The theme: the account's for members, a cookie's for visitors, else the device's."""
    user = getattr(request, "user", None)
    theme = user.theme if user and user.is_authenticated else request.COOKIES.get("theme", "")
    return {
        "theme": theme if theme in ("light", "dark") else "system",
        # Lazy: the header names a nonce only if the page used it.
        "csp_nonce": getattr(request, "csp_nonce", ""),
    }
