"""What every page needs to know of the reader's taste."""

from __future__ import annotations

from django.http import HttpRequest


def appearance(request: HttpRequest) -> dict[str, str]:
    """The theme: the account's for members, a cookie's for visitors, else the device's."""
    user = getattr(request, "user", None)
    theme = user.theme if user and user.is_authenticated else request.COOKIES.get("theme", "")
    return {"theme": theme if theme in ("light", "dark") else "system"}
