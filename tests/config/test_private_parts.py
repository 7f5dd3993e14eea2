"""What we lean on in Daphne, Autobahn, Twisted, Django, Channels and psycopg beyond their manuals.

Each part is looked up on the real classes. When a new release takes one away, one sentence says
which, and what it was for.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from daphne import http_protocol
from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.contrib.auth.models import AbstractBaseUser
from django.db.backends.postgresql.base import DatabaseWrapper
from psycopg_pool import ConnectionPool
from twisted.internet import abstract, tcp, unix
from twisted.internet.testing import StringTransport
from twisted.web import http

from config import graceful, sockets
from config.graceful import GracefulServer
from config.sockets import Socket


@dataclass(frozen=True)
class Part:
    """A ``name`` that ``user`` uses of ``owner``, to do what ``use`` says."""

    owner: type | ModuleType
    name: str
    user: str
    use: str

    def sentence(self) -> str:
        module = getattr(self.owner, "__module__", self.owner.__name__)
        origin = f"{module.split('.')[0]}'s {self.owner.__name__}"
        return f"{origin} has no `{self.name}` any more, which {self.user} uses to {self.use}."


def check(part: Part, attributes: Collection[str] = ()) -> None:
    """``attributes`` are those of an object of the class."""
    assert hasattr(part.owner, part.name) or part.name in attributes, part.sentence()


def attributes_in(method: Callable[..., Any]) -> tuple[str, ...]:
    return method.__code__.co_names


DAPHNE = {
    "application": "run what a socket leaves to go on with",
    "connections": "find the sockets to close and the applications to wait for",
    "create_application": "give consumers a way to send several texts as one write",
    "handle_reply": "take what an application sends",
    "kill_all_applications": "leave in order before the reactor stops",
    "listen_error": "say in one line why it cannot listen",
    "listen_success": "remember the ports it listens on",
    "listening_addresses": "announce where it listens",
    "ready_callable": "announce itself once it listens",
    "stop": "end when there is nothing to listen on",
    "ws_factory": "make WebSockets of its own class",
}

WEBSOCKET = {
    "STATE_CLOSED": "see whether the connection has ended",
    "STATE_OPEN": "see whether a socket is open",
    "application_queue": "hand a text to the application",
    "autoPingTimeoutCall": "let Autobahn stop waiting for a pong",
    "closeHandshakeTimeout": "give a slow reader time to read why it is closed",
    "current_frame": "see that no frame is half read",
    "data": "see that no bytes are left over",
    "dataReceived": "see the bytes that arrive",
    "handle_reply": "see the messages of the application",
    "inside_message": "see that no message is half read",
    "last_ping": "say that the client is alive",
    "muted": "see whether the application ended with an error",
    "onOpen": "let go of the request once the socket is open",
    "request": "let go of the headers of the request",
    "sendCloseFrame": "close with 1012, which sendClose refuses",
    "state": "see whether a socket is open",
    "transport": "write several frames at once",
}

REQUEST = {
    "_parsePOSTFormSubmission": "leave forms to the application",
    "error_template": "answer by itself with a page of ours",
    "process": "see the headers before Daphne does",
    "requestHeaders": "leave out the header that says where the site is mounted",
}

ELSEWHERE = [
    Part(tcp.Port, "doRead", "config/graceful.py", "accept the connections in the backlog"),
    Part(abstract.FileDescriptor, "dataBuffer", "config/sockets.py", "see what waits to be read"),
    Part(abstract.FileDescriptor, "writeSomeData", "config/sockets.py", "send a text at once"),
    Part(unix.Port, "doRead", "config/graceful.py", "accept the connections in the backlog"),
    Part(http_protocol, "WebRequest", "config/graceful.py", "make requests of its own class"),
    Part(WebSocketFactory, "protocol", "config/graceful.py", "make WebSockets of its own class"),
    Part(DatabaseWrapper, "get_new_connection", "config/postgresql", "try each connection"),
    Part(DatabaseWrapper, "_close", "config/postgresql", "give back a page's place"),
    Part(DatabaseWrapper, "pool", "config/postgresql", "empty the pool"),
    Part(ConnectionPool, "check_connection", "config/postgresql", "try each connection"),
    Part(ConnectionPool, "drain", "config/postgresql", "empty the pool"),
    Part(ConnectionPool, "putconn", "config/postgresql", "return a dead connection"),
    Part(AbstractBaseUser, "_password", "games/live/receivers.py", "notice a new password"),
    Part(AsyncWebsocketConsumer, "dispatch", "games/live/consumers", "save a thread hop"),
]


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.accept"})


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: oxo\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture
async def socket() -> AsyncIterator[Socket]:
    """A real socket of a real server, open; only the network below it is a stand-in."""
    server = GracefulServer(application, endpoints=["tcp:port=0"])
    server.connections = {}
    factory = server.ws_factory = WebSocketFactory(server, server="")
    server.listen_success(StringTransport())
    one = factory.buildProtocol(None)
    one.makeConnection(StringTransport())
    one._raw_query_string = b""
    one.dataReceived(HANDSHAKE)
    while one.state == one.STATE_CONNECTING:
        await asyncio.sleep(0)
    yield one
    for details in server.connections.values():
        details["application_instance"].cancel()


async def test_the_server_makes_sockets_of_our_class(socket: Socket) -> None:
    assert type(socket) is Socket
    assert socket.transport.value().startswith(b"HTTP/1.1 101 ")


@pytest.mark.parametrize("name", sorted(WEBSOCKET))
async def test_an_open_socket_has_what_we_use(socket: Socket, name: str) -> None:
    user = "config/sockets.py or graceful.py"
    check(Part(WebSocketProtocol, name, user, WEBSOCKET[name]), vars(socket))


@pytest.mark.parametrize("name", sorted(DAPHNE))
def test_a_server_has_what_we_use(name: str) -> None:
    attributes = attributes_in(Server.__init__) + attributes_in(Server.run)
    check(Part(Server, name, "config/graceful.py or serve.py", DAPHNE[name]), attributes)


@pytest.mark.parametrize("name", sorted(REQUEST))
def test_a_request_has_what_we_use(name: str) -> None:
    attributes = attributes_in(http.Request.__init__)
    part = Part(http_protocol.WebRequest, name, "config/requests.py", REQUEST[name])
    check(part, attributes)


def test_daphne_still_makes_requests_by_that_name() -> None:
    assert "WebRequest" in attributes_in(http_protocol.HTTPFactory.buildProtocol)


def test_a_connection_says_what_waits_to_be_read() -> None:
    use = "see what waits to be read"
    part = Part(abstract.FileDescriptor, "_tempDataLen", "config/sockets.py", use)
    check(part, attributes_in(abstract.FileDescriptor.__init__))


HOOKS = {
    "create_application": WebSocketProtocol.onConnect,
    "handle_reply": Server.handle_reply,
    "kill_all_applications": Server.run,
    "listen_error": Server.run,
    "listen_success": Server.run,
    "ready_callable": Server.run,
}
"""What we override, and the method of Daphne that calls it."""


@pytest.mark.parametrize("name", sorted(HOOKS))
def test_daphne_still_calls_what_we_override(name: str) -> None:
    caller = HOOKS[name]
    assert name in attributes_in(caller), f"Daphne's {caller.__qualname__} no longer calls `{name}`"


@pytest.mark.parametrize("part", ELSEWHERE, ids=lambda part: part.name)
def test_other_classes_have_what_we_use(part: Part) -> None:
    check(part)


def test_the_sentence_names_the_part_its_owner_its_user_and_its_use() -> None:
    gone = Part(Server, "connexions", "config/graceful.py", "find the sockets to close")
    with pytest.raises(AssertionError) as raised:
        check(gone)
    assert str(raised.value).startswith(
        "daphne's Server has no `connexions` any more, "
        "which config/graceful.py uses to find the sockets to close."
    )


# --- what they mean ------------------------------------------------------------------------


async def test_a_socket_at_rest_has_read_nothing_by_half(socket: Socket) -> None:
    assert (socket.state, socket.muted) == (socket.STATE_OPEN, False)
    assert (socket.data, socket.inside_message, socket.current_frame) == (b"", False, None)
    assert socket.autoPingTimeoutCall is None
    assert isinstance(socket.application_queue, sockets.Inbox)


MASKED_A = b"\0\0\0\0a"


async def test_a_frame_without_its_header_is_left_over_in_data(socket: Socket) -> None:
    socket.dataReceived(b"\x81")
    assert socket.data == b"\x81"


async def test_a_frame_without_its_payload_is_the_current_frame(socket: Socket) -> None:
    socket.dataReceived(b"\x81\x82" + MASKED_A)
    assert socket.current_frame is not None


async def test_a_first_piece_leaves_the_message_open(socket: Socket) -> None:
    socket.dataReceived(b"\x01\x81" + MASKED_A)
    assert socket.inside_message
    socket.dataReceived(b"\x80\x81" + MASKED_A)
    assert not socket.inside_message


async def test_a_text_ends_the_waiting_for_a_pong(socket: Socket) -> None:
    socket.factory.autoPingTimeout = socket.autoPingTimeout = 30
    socket._sendAutoPing()
    assert socket.autoPingTimeoutCall is not None
    socket.dataReceived(b"\x81\x81" + MASKED_A)
    assert socket.autoPingTimeoutCall is None


async def test_an_open_socket_keeps_little_of_the_request_that_opened_it(socket: Socket) -> None:
    assert not sockets.ONLY_TO_OPEN & vars(socket).keys()
    assert (socket.request.headers, socket.request.path) == ({}, "/")
    assert len(vars(socket)) <= 85, "the mapping of a socket takes twice the memory from 86 on"


async def test_1012_reaches_the_client(socket: Socket) -> None:
    socket.transport.clear()
    socket.sendCloseFrame(code=graceful.RESTART)
    assert socket.transport.value() == b"\x88\x02" + graceful.RESTART.to_bytes(2, "big")


async def test_a_connection_names_its_application(socket: Socket) -> None:
    details = socket.factory.server_class.connections[socket]
    assert isinstance(details["application_instance"], asyncio.Future)


# --- that the lists are whole --------------------------------------------------------------


def inherited(cls: type) -> Iterator[str]:
    """Names that the methods of ``cls`` use of ``self`` or ``super()`` and ``cls`` has not made."""
    tree = ast.parse(inspect.getsource(cls))
    own = set(vars(cls)) | {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of = ast.unparse(node.value)
            if of == "super()" or (of == "self" and node.attr not in own):
                yield node.attr


@pytest.mark.parametrize(
    ("cls", "listed"), [(sockets.Socket, WEBSOCKET), (graceful.GracefulServer, DAPHNE)]
)
def test_every_inherited_name_in_use_is_listed(cls: type, listed: dict[str, str]) -> None:
    names = set(inherited(cls)) - {"__init__"}
    assert len(names) >= 5
    assert names - set(listed) == set()
