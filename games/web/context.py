"""The context processor of the games."""

from __future__ import annotations

from typing import TypedDict

from django.http import HttpRequest

from games.live import maintenance


class PageNotice(TypedDict):
    """The ``notice`` that everybody sees at the moment, if there is one."""

    notice: str


def notice(request: HttpRequest) -> PageNotice:
    return {"notice": maintenance.notice.text}
