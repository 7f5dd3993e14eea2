"""What goes straight through a socket, and what is left to Autobahn."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import pytest

from config.sockets import Socket


class Transport:
    """A socket's own end, as Twisted holds it; ``buffered`` is what it took in hand."""

    def __init__(self, taken: int | None = None) -> None:
        self.dataBuffer, self._tempDataBuffer = b"", list[bytes]()
        self.sent, self.buffered, self.taken = b"", b"", taken
        self.socket = self

    def send(self, data: bytes) -> int:
        if self.taken == 0:
            raise BlockingIOError
        size = len(data) if self.taken is None else self.taken
        self.sent += data[:size]
        return size

    def write(self, data: bytes) -> None:
        self._tempDataBuffer.append(data)
        self.buffered += data


class Watched(Socket):
    """A socket that is open, and says what it left to Autobahn."""

    def __init__(self, transport: Any = None) -> None:
        self.transport = transport or Transport()
        self.state, self.data, self.inside_message, self.current_frame = 3, b"", False, None
        self.autoPingTimeoutCall = None
        self.application_queue = asyncio.Queue()
        self.left: list[bytes] = []

    def _dataReceived(self, data: bytes) -> None:
        self.left.append(data)

    def heard(self) -> list[Any]:
        return [self.application_queue.get_nowait() for _ in range(self.application_queue.qsize())]


def frame(payload: bytes, first: int = 0x81, mask: bytes = b"\x01\xfe\x83\x44") -> bytes:
    size = len(payload)
    head = bytes((first, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def test_constants_are_autobahns() -> None:
    assert Socket.STATE_OPEN == 3


@pytest.mark.parametrize("text", ["", "a", "{}", "abcd", "grün", "x" * 125])
def test_a_whole_short_text_goes_straight_through(text: str) -> None:
    one = Watched()
    one.dataReceived(frame(text.encode()))
    assert one.heard() == [{"type": "websocket.receive", "text": text}]
    assert one.left == []


@pytest.mark.parametrize(
    "data",
    [
        frame(b"x" * 126),
        frame(b"abc")[:-1],
        frame(b"abc") + frame(b"d"),
        frame(b"abc", first=0x01),
        frame(b"abc", first=0x82),
        frame(b"abc", first=0xC1),
        frame(b"abc", first=0x89),
        b"\x81\x03abc",
        b"\x81",
        frame(b"\xff\xfe"),
        frame(b"\xed\xa0\x80"),
    ],
)
def test_everything_else_is_autobahns(data: bytes) -> None:
    one = Watched()
    one.dataReceived(data)
    assert (one.heard(), one.left) == ([], [data])


@pytest.mark.parametrize(
    ("name", "value"),
    [("state", 2), ("muted", True), ("data", b"\x81"), ("inside_message", True)],
)
def test_a_frame_amid_something_else_is_autobahns(name: str, value: Any) -> None:
    one = Watched()
    setattr(one, name, value)
    one.dataReceived(frame(b"abc"))
    assert (one.heard(), len(one.left)) == ([], 1)


def test_texts_are_sent_in_one_write() -> None:
    one = Watched()
    one.send_texts(b"ack", b"x" * 126, b"y" * 65536)
    assert one.transport.sent == (
        b"\x81\x03ack"
        + (b"\x81\x7e\x00\x7e" + b"x" * 126)
        + (b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00" + b"y" * 65536)
    )


@pytest.mark.parametrize("taken", [0, 2])
def test_what_the_kernel_does_not_take_follows_in_order(taken: int) -> None:
    one = Watched(Transport(taken))
    one.send_texts(b"ack")
    one.transport.taken = None
    one.send_texts(b"state")
    assert one.transport.sent + one.transport.buffered == b"\x81\x03ack\x81\x05state"
    assert len(one.transport.sent) == taken


def test_a_closing_socket_is_sent_nothing() -> None:
    one = Watched()
    one.state = Socket.STATE_CLOSING
    one.send_texts(b"late")
    assert (one.transport.sent, one.transport.buffered) == (b"", b"")


def test_unmasking_agrees_with_the_standard() -> None:
    payload = os.urandom(40).hex().encode()
    one = Watched()
    one.dataReceived(frame(payload, mask=os.urandom(4)))
    assert one.heard()[0]["text"] == payload.decode()


def test_a_socket_is_known_by_itself() -> None:
    one, other = Watched(), Watched()
    assert {one: 1}.get(one) == 1
    assert one != other
