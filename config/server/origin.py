"""Which pages may open a socket: this site's own, as for its forms."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import OriginValidator, WebsocketDenier
from django.conf import settings

from config.server.log_ins import bearer

DEFAULT_PORTS = {"http": 80, "https": 443}

Place = tuple[str, str, int | None]


class SameOrigin:
    """Turns away sockets of pages with another host, port or, on HTTPS, scheme than this site's.

    Channels compares host names alone: a page on another port of the same machine, whose
    requests carry our cookies, would be let in. Origins in CSRF_TRUSTED_ORIGINS are ours
    too, and a program with a token is no page.
    """

    def __init__(self, application: Any) -> None:
        self.application = OriginValidator(application, settings.ALLOWED_HOSTS)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin1")
        if own(origin, headers.get(b"host", b"").decode("latin1")):
            await self.application(scope, receive, send)
        elif origin in settings.CSRF_TRUSTED_ORIGINS or (not origin and bearer(scope) is not None):
            await self.application.application(scope, receive, send)
        else:
            await WebsocketDenier()(scope, receive, send)


def own(origin: str, host: str) -> bool:
    """Whether a page of ``origin`` is one that a request to ``host`` would be answered with."""
    scheme = origin.partition(":")[0].lower()
    if scheme not in DEFAULT_PORTS or (settings.HTTPS and scheme != "https"):
        return False
    found = _place(origin)
    return found is not None and found == _place(f"{scheme}://{host}")


def _place(address: str) -> Place | None:
    try:
        parts = urlsplit(address)
        name, port = parts.hostname, parts.port
    except ValueError:  # a port that is none
        return None
    if not name or parts.path or parts.query or parts.fragment or parts.username is not None:
        return None
    return parts.scheme, name, port or DEFAULT_PORTS[parts.scheme]
