"""What the log says, for people and for programs, and what is reported of errors."""

from __future__ import annotations

import gzip
import json
import logging
import threading
from collections.abc import Iterator
from contextvars import copy_context
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import brotli
import pytest
from asgiref.sync import async_to_sync
from django.core.exceptions import ImproperlyConfigured

from accounts.models import User
from config import env
from config.observe.errors import ErrorReports, clean
from config.observe.logs import JsonLine, Stamp, TextLine, Traced
from games.match import Match
from games.observe import trace
from tests.config.serving import Server
from tests.live.conftest import at, match  # noqa: F401  a fixture
from tests.site import Site


def record(message: str, **extra: Any) -> logging.LogRecord:
    made = logging.getLogger("oxo.test").makeRecord(
        "oxo.test", logging.WARNING, __file__, 1, message, (), None, extra=extra
    )
    Stamp().filter(made)
    return made


@pytest.fixture
def in_a_request() -> Iterator[None]:
    tokens = trace.request_id.set("r1"), trace.game_id.set("gameABC12345")
    yield
    trace.request_id.reset(tokens[0])
    trace.game_id.reset(tokens[1])


def test_a_line_for_people_ends_with_its_request_and_game(in_a_request: None) -> None:
    said = TextLine().format(record("stored", fields={"version": 3}))
    assert said.endswith("WARNING oxo.test: stored (request=r1, game=gameABC12345, version=3)")


def test_a_line_of_no_request_has_no_brackets() -> None:
    assert TextLine().format(record("hello")).endswith("WARNING oxo.test: hello")


def test_a_json_line_is_one_object(in_a_request: None) -> None:
    said = json.loads(JsonLine().format(record("two\nlines", fields={"ms": 1.5})))
    assert said.pop("time").endswith("+00:00")
    assert said == {
        "level": "WARNING",
        "logger": "oxo.test",
        "message": "two\nlines",
        "request": "r1",
        "game": "gameABC12345",
        "ms": 1.5,
    }


# --- the names of requests -------------------------------------------------------------------


def traced(path: str, given: bytes = b"") -> tuple[str, trace.Trace]:
    """The name that the answer says, and what the application worked under."""
    seen: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append(trace.current())
        await send({"type": "http.response.start", "headers": []})

    async def send(message: Any) -> None:
        seen.append(dict(message["headers"])[b"x-request-id"].decode())

    headers = [(b"x-request-id", given)] if given else []
    scope = {"type": "http", "path": path, "headers": headers}
    copy_context().run(async_to_sync(Traced(application)), scope, None, send)
    return seen[1], seen[0]


def test_a_request_has_a_name_and_the_game_of_its_address() -> None:
    said, seen = traced("/api/games/abcDEF123456/actions/", given=b"not-from-a-proxy")
    assert seen == trace.Trace(said, "abcDEF123456")
    assert len(said) == 16
    assert traced("/lobby/")[1].game == ""


def test_a_proxy_names_requests_if_there_is_one(settings: Any) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert traced("/", given=b"0123456789abcdef")[0] == "0123456789abcdef"
    assert traced("/", given=b"a b\nc")[0] != "a b\nc"


@pytest.mark.long
def test_a_move_can_be_followed_from_the_socket_to_its_commit(
    transactional_db: None,
    match: Match,
    ada: User,
) -> None:
    with Site(LOG_FORMAT="json", LOG_LEVEL="INFO", PLAY_LOG="1") as site:
        with at(site, match, ada) as x:
            x.wait_for("state")
            x.act("place", match.version, 4)
            x.wait_for("ack")
            x.act("place", match.version, 4)
            x.wait_for("ack")
            x.act("resign", 99)
            x.wait_for("refused")
        site.terminate()
        lines = [json.loads(line) for line in site.output().splitlines()]
    play = [line for line in lines if line["logger"] == "oxo.play"]
    assert [line["message"] for line in play] == ["stored", "ack", "ack", "refused"]
    assert {line["game"] for line in play} == {match.id}
    (request,) = {line["request"] for line in play}
    assert len(request) == 16
    assert play[0]["version"] == match.version + 1
    assert play[0]["action"].endswith(play[1]["action"])
    assert play[3]["code"] == "stale_version"


# --- reports of errors -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("from ada@example.org", "from [mail]"),
        ("at 203.0.113.9:443", "at [ip]:443"),
        ("at 2001:db8::1", "at [ip6]"),
        ("postgres://oxo:pw@db/oxo", "postgres://[login]db/oxo"),
        ("{'password': 'noughts'}", "{'[key]'}"),
        ("sessionid=abc; x=1", "[key]; x=1"),
        ("/accounts/password-reset/MQ/c0ffee-1/", "/accounts/password-reset/[reset]/"),
        ("key 0123456789abcdef0123456789abcdef", "key [long]"),
        ("game abcDEF123456 at 12:30:45", "game abcDEF123456 at 12:30:45"),
    ],
)
def test_secrets_and_addresses_are_crossed_out(said: str, left: str) -> None:
    assert clean({"a": [said]}) == {"a": [left]}


class Endpoint(HTTPServer):
    """Takes what is sent to it. ``sent`` are the parts of each envelope."""

    def __init__(self) -> None:
        self.sent: list[list[Any]] = []
        super().__init__(("127.0.0.1", 0), Taker)

    def __enter__(self) -> Endpoint:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def dsn(self) -> str:
        return f"http://public@127.0.0.1:{self.server_port}/1"


class Taker(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}
        text = unpack.get(self.headers["Content-Encoding"], bytes)(body)
        self.server.sent.append([json.loads(line) for line in text.splitlines()])
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments: object) -> None: ...


@pytest.mark.long
def test_an_error_is_reported_with_its_place_and_without_secrets(in_a_request: None) -> None:
    logger = logging.getLogger("tests.reported")
    with Endpoint() as endpoint:
        logger.addHandler(handler := ErrorReports(endpoint.dsn))
        try:
            password = "hunter2"
            raise ValueError(f"password={password} of ada@example.org from 203.0.113.9")
        except ValueError:
            logger.exception("game %s broke for ada@example.org", "abcDEF123456")
        logger.warning("not an error")
        handler.flush()
        logger.removeHandler(handler)
    ((_, _, event),) = endpoint.sent
    assert event["logentry"]["message"] == "game abcDEF123456 broke for [mail]"
    assert event["tags"] == {"request": "r1", "game": "gameABC12345"}
    (raised,) = event["exception"]["values"]
    assert (raised["type"], raised["value"]) == ("ValueError", "[key] of [mail] from [ip]")
    frame = raised["stacktrace"]["frames"][-1]
    assert frame["function"] == "test_an_error_is_reported_with_its_place_and_without_secrets"
    assert "vars" not in frame
    text = json.dumps(event)
    assert not {"user", "request", "breadcrumbs"} & event.keys()
    assert event["server_name"] == ""
    assert not any(word in text for word in ("hunter2", "ada@", "203.0.113.9"))


def test_what_breaks_a_command_is_not_lost_when_reports_cannot_be_sent() -> None:
    handler = ErrorReports("http://public@127.0.0.1:1/1")
    handler.emit(record("nobody listens"))
    handler.close()


@pytest.mark.parametrize("dsn", ["https://sentry.example/1", "https://key@sentry.example"])
def test_a_bad_dsn_is_quoted_without_its_key(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ERROR_DSN", dsn)
    with pytest.raises(ImproperlyConfigured) as refused:
        env.error_dsn("ERROR_DSN")
    shown = dsn.replace("key@", "***@")
    assert str(refused.value) == f"ERROR_DSN={shown!r}: expected https://key@host/project"


@pytest.mark.long
def test_a_server_reports_where_it_is_told_to(tmp_path: Path) -> None:
    with (
        Endpoint() as endpoint,
        Server(tmp_path, ERROR_DSN=endpoint.dsn, DATABASE_URL=f"sqlite:///{tmp_path}/x") as server,
    ):
        assert server.ask("/lobby/")[1].status == 500  # there are no tables
        server.end()
    assert endpoint.sent[0][-1]["logger"] == "django.request"
    assert endpoint.sent[0][-1]["tags"]["request"]
