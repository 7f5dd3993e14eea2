"""The streams of lines are served before Django is asked, so that an open one costs no thread.

A line is one JSON object; empty lines are sent to keep the connection alive.
"""

from __future__ import annotations

import json
import logging
import re
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from accounts import tokens
from accounts.limits import in_words, network, over_limit
from games.api.programs.lines import LineStream, Receive, StreamRefused
from games.api.programs.operations import OPERATIONS, Operation, no_scope
from games.live import protocol
from games.live.hub import hub
from games.live.outbox import Send
from games.live.quotas import Place
from games.match import RefusalCode
from games.match.ids import PATTERN
from games.observe import metrics, trace
from games.queries import selectors
from games.storage import outage

logger = logging.getLogger(__name__)

TOO_MANY = "Too many connections are open already. Close some of them first."

ADDRESSES: list[tuple[re.Pattern[str], Operation]] = [
    (re.compile(one.path.replace("{game_id}", f"(?P<game_id>{PATTERN})") + "/?"), one)
    for one in OPERATIONS
    if one.streams
]


class Streaming:
    """Around the application of HTTP: serves the streams, and passes on all else."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        for address, asked in ADDRESSES:
            if found := address.fullmatch(scope["path"]):
                game_id = found.groupdict().get("game_id", "")
                await _answer(scope, receive, send, asked, game_id)
                return
        await self.application(scope, receive, send)


async def _answer(scope: Any, receive: Receive, send: Send, asked: Operation, game_id: str) -> None:
    try:
        stream, counted = await _opened(scope, send, asked, game_id)
    except Exception as error:
        await _refuse(send, scope, error)
        return
    metrics.SOCKETS.labels(stream.kind).inc()
    try:
        await stream.serve(receive)
    except Exception as error:
        if stream.begun:
            raise
        await _refuse(send, scope, error)
    finally:
        hub.sockets.quotas.release(counted)
        metrics.SOCKETS.labels(stream.kind).dec()


async def _opened(
    scope: Any, send: Send, asked: Operation, game_id: str
) -> tuple[LineStream, Place]:
    """The stream, and its place in the counts. Raises StreamRefused."""
    if scope["method"] != "GET":
        text = f"{scope['method']} is not understood here: expected GET."
        raise StreamRefused(405, RefusalCode.BAD_METHOD, text)
    if settings.HTTPS and scope["scheme"] != "https":
        raise StreamRefused(403, RefusalCode.NOT_ALLOWED, tokens.OVER_HTTP)
    header: bytes = dict(scope["headers"]).get(b"authorization", b"")
    if (sent := tokens.in_header(header.decode("latin1"))) is None:
        raise StreamRefused(401, RefusalCode.LOGIN_REQUIRED, "Send a token to open a stream.")
    hub.start()
    trace.game_id.set(game_id)
    client = scope.get("client")
    place = client[0] if client else ""
    token, wait = await database_sync_to_async(_known)(sent, place)
    if token is None:
        raise StreamRefused(401, RefusalCode.LOGIN_REQUIRED, tokens.NOT_VALID)
    if not tokens.allows(token, *asked.scopes):
        raise StreamRefused(403, RefusalCode.NO_SCOPE, no_scope(asked))
    if wait:
        said = f"You open streams too often. Wait {in_words(wait)}."
        raise StreamRefused(429, RefusalCode.TOO_FAST, said, wait)
    counted = hub.sockets.quotas.admit(token.user_id, network(place))
    if counted is None:
        raise StreamRefused(429, RefusalCode.TOO_MANY, TOO_MANY, 60)
    stream: LineStream = asked.serve(send, token.user_id, token.digest, game_id)
    return stream, counted


def _known(text: str, place: str) -> tuple[tokens.ApiToken | None, int]:
    """The token, and the seconds to wait if its person opens streams too often."""
    if (token := tokens.find(text)) is None:
        tokens.note_refused(place=place)
        return None, 0
    return token, over_limit("streams", token.user_id)


async def _refuse(send: Send, scope: Any, error: Exception) -> None:
    if isinstance(error, selectors.NoSuchGame):
        refusal = StreamRefused(404, RefusalCode.NO_SUCH_GAME, str(error))
    elif outage.is_outage(error):
        logger.warning("%s: the database is away: %s", scope["path"], error)
        refusal = StreamRefused(503, RefusalCode.UNAVAILABLE, outage.AWAY, outage.RETRY_AFTER)
    elif isinstance(error, StreamRefused):
        refusal = error
    else:
        raise error
    body = json.dumps(protocol.refused(refusal.code, str(refusal))).encode()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if refusal.wait:
        headers.append((b"retry-after", b"%d" % refusal.wait))
    if refusal.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="Oxo"'))
    if refusal.status == 405:
        headers.append((b"allow", b"GET"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
