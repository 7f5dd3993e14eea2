"""What stands around the application: the proxy's word, the access log, the ends of bodies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from config.server import front
from config.server.front import AccessLog, BehindProxy, BoundedBody

SCOPE = {
    "type": "http",
    "method": "POST",
    "raw_path": b"/lobby/",
    "query_string": b"",
    "headers": [],
    "client": ("10.1.1.1", 4711),
    "scheme": "http",
}


class Application:
    """Remembers its scope and the body, and answers with five letters."""

    scope: Any = None
    body = b""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope, more = scope, scope["type"] == "http"
        while more:
            message = await receive()
            self.body += message["body"]
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello"})


async def ask(application: Any, pieces: Sequence[bytes] = (b"",), **scope: Any) -> list[Any]:
    """What ``application`` sends for a request with a body in ``pieces``."""
    left, sent = list(pieces), []

    async def receive() -> Any:
        if not left:
            await asyncio.Event().wait()
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left) or not piece}

    async def send(message: Any) -> None:
        sent.append(message)

    await application({**SCOPE, **scope}, receive, send)
    return sent


def headers(**named: str) -> list[tuple[bytes, bytes]]:
    return [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]


# --- a proxy -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "scheme", "expected"),
    [("http", "https", "https"), ("http", "http", "http"), ("websocket", "https", "wss")],
)
async def test_a_proxy_says_who_asks_and_how(kind: str, scheme: str, expected: str) -> None:
    application = Application()
    given = headers(x_real_ip="203.0.113.7", x_forwarded_proto=scheme)
    await ask(BehindProxy(application), [b"a"], type=kind, headers=given)
    assert application.scope["client"] == ("203.0.113.7", 0)
    assert application.scope["scheme"] == expected


# --- the access log ------------------------------------------------------------------------------


async def test_a_line_says_who_asked_for_what_and_what_came_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "oxo.access"):
        await ask(AccessLog(Application(), json=True), [b"a"], query_string=b"x=1")
    [record] = caplog.records
    assert record.getMessage().startswith('10.1.1.1:4711 "POST /lobby/?x=1" 200 5 ')
    fields: dict[str, object] = record.fields  # type: ignore[attr-defined]
    assert (fields["method"], fields["path"], fields["status"]) == ("POST", "/lobby/?x=1", 200)


async def test_nothing_in_an_address_is_a_line_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "oxo.access"):
        await ask(AccessLog(Application(), json=False), [b"a"], raw_path=b"/a%0AERROR")
    assert "\n" not in caplog.messages[0]


async def test_a_reset_link_is_not_written_down(caplog: pytest.LogCaptureFixture) -> None:
    path = b"/accounts/password-reset/MQ/c0ffee-secret/"
    with caplog.at_level(logging.INFO, "oxo.access"):
        await ask(AccessLog(Application(), json=False), [b"a"], raw_path=path)
    assert "/accounts/password-reset/…/" in caplog.messages[0]
    assert "c0ffee" not in caplog.messages[0]


# --- bodies --------------------------------------------------------------------------------------


async def test_a_body_arrives_whole_and_in_one_piece() -> None:
    application = Application()
    sent = await ask(
        BoundedBody(application), [b"a", b"b", b"c"], headers=headers(content_length="3")
    )
    assert (application.body, sent[0]["status"]) == (b"abc", 200)


async def test_a_body_in_pieces_without_a_length_is_given_one() -> None:
    application = Application()
    given = headers(transfer_encoding="chunked")
    await ask(BoundedBody(application), [b"ab", b"c"], headers=given)
    assert (application.body, application.scope["headers"][-1]) == (
        b"abc",
        (b"content-length", b"3"),
    )


async def test_a_request_without_a_body_is_passed_on_as_it_is() -> None:
    seen = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["headers"])

    await ask(BoundedBody(application), [], headers=headers(content_length="0"))
    await ask(BoundedBody(application), [])
    assert seen == [[(b"content-length", b"0")], []]


async def test_of_a_body_that_is_too_long_nothing_is_read(settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 3
    application = Application()
    await ask(BoundedBody(application), [], headers=headers(content_length="4"))
    assert application.body == b""


async def test_a_body_that_turns_out_to_be_too_long_is_left(settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 3
    application, pieces = Application(), [b"ab"] * 100
    await ask(BoundedBody(application), pieces, headers=headers(transfer_encoding="chunked"))
    assert (application.body, application.scope["headers"][-1]) == (b"", (b"content-length", b"4"))


async def test_a_body_that_does_not_arrive_is_answered_with_408(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(front, "BODY_WITHIN", 0.01)
    sent = await ask(BoundedBody(Application()), [], headers=headers(content_length="4"))
    assert sent[0]["status"] == 408


@pytest.mark.django_db
def test_django_refuses_a_body_by_its_length(client: Client, settings: LazySettings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10
    answer = client.post("/api/games/", "x" * 11, content_type="application/json")
    assert answer.status_code in (400, 413)
