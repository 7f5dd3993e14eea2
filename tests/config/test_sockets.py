"""What goes straight through a socket, and what is left to Autobahn."""

from __future__ import annotations

import os
from typing import Any

import pytest
from twisted.internet.error import ConnectionLost

from config.sockets import Inbox, Socket


class Transport:
    """Keeps what is written to it: at once what there is ``room`` for, None if nobody is there."""

    def __init__(self) -> None:
        self.room: int | None = 1 << 20
        self.at_once: list[bytes] = []
        self.writes: list[bytes] = []
        self.dataBuffer, self._tempDataLen = b"", 0

    def writeSomeData(self, data: bytes) -> Any:
        if self.room is None:
            return ConnectionLost()
        taken, self.room = data[: self.room], max(0, self.room - len(data))
        self.at_once.append(taken)
        return len(taken)

    def write(self, data: bytes) -> None:
        self.writes.append(data)
        self._tempDataLen += len(data)


class Watched(Socket):
    """A socket that is open, and says what it left to Autobahn."""

    def __init__(self) -> None:
        self.transport = Transport()
        self.state, self.data, self.inside_message, self.current_frame = 3, b"", False, None
        self.autoPingTimeoutCall = None
        self.application_queue = Inbox()
        self.left: list[bytes] = []

    def _dataReceived(self, data: bytes) -> None:
        self.left.append(data)

    def heard(self) -> list[Any]:
        return list(self.application_queue._held)


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
    [
        ("state", 2),
        ("muted", True),
        ("data", b"\x81"),
        ("inside_message", True),
        ("current_frame", object()),
        ("autoPingTimeoutCall", object()),
    ],
)
def test_a_frame_amid_something_else_is_autobahns(name: str, value: Any) -> None:
    one = Watched()
    setattr(one, name, value)
    one.dataReceived(frame(b"abc"))
    assert (one.heard(), len(one.left)) == ([], 1)


def test_texts_are_sent_in_one_write() -> None:
    one = Watched()
    one.send_texts(b"ack", b"x" * 126, b"y" * 65536)
    assert one.transport.at_once == [
        b"\x81\x03ack"
        + (b"\x81\x7e\x00\x7e" + b"x" * 126)
        + (b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00" + b"y" * 65536)
    ]
    assert one.transport.writes == []


def test_what_the_kernel_does_not_take_waits_and_nothing_overtakes_it() -> None:
    one = Watched()
    one.transport.room = 3
    one.send_texts(b"first")
    one.transport.room = 1 << 20
    one.send_texts(b"second")
    assert one.transport.at_once == [b"\x81\x05f"]
    assert one.transport.writes == [b"irst", b"\x81\x06second"]


def test_a_client_that_is_gone_is_left_to_twisted() -> None:
    one = Watched()
    one.transport.room = None
    one.send_texts(b"late")
    assert one.transport.writes == [b"\x81\x04late"]


def test_a_closing_socket_is_sent_nothing() -> None:
    one = Watched()
    one.state = Socket.STATE_CLOSING
    one.send_texts(b"late")
    assert one.transport.at_once == one.transport.writes == []


def test_unmasking_agrees_with_the_standard() -> None:
    payload = os.urandom(40).hex().encode()
    one = Watched()
    one.dataReceived(frame(payload, mask=os.urandom(4)))
    assert one.heard()[0]["text"] == payload.decode()
