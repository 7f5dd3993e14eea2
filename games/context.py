"""What every page says on behalf of the games."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest

from games.live import maintenance


class Notice(TypedDict):
    """``notice``: what everybody is told at the moment, or nothing."""

    notice: str


def notice(request: HttpRequest) -> Notice:
    return {"notice": maintenance.notice.text}
