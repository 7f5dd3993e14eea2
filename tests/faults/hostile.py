"""Frames no client of ours would send: no messages, messages of nonsense, no WebSocket at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

VERBS = (
    "place",
    "remove",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "claim_win",
    "claim_draw",
    "replace",
    "rematch",
)
"""Not ``resign`` and ``abort``: they would end the game that the other frames are about."""

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    9,
    16,
    2**31,
    2**64,
    1e308,
    0.5,
    "",
    "4",
    "\x00",
    "ü" * 40,
    "'; DROP TABLE games_game; --",
    [],
    [[]],
    {},
    {"$ne": 1},
)


def frame(opcode: int, payload: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as a client sends it; a mask of zeroes leaves the payload readable."""
    size, bit = len(payload), 0x80 if mask else 0
    head = bytes([opcode | (0x80 if fin else 0)])
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + size.to_bytes(8, "big")
    return head + (b"\0\0\0\0" if mask else b"") + payload


def text(payload: Any) -> bytes:
    return frame(1, payload if isinstance(payload, bytes) else json.dumps(payload).encode())


# --- answered with bad_message ---------------------------------------------------------------


def malformed(rng: Random) -> bytes:
    """Text or bytes that are no message of the protocol."""
    return rng.choice((_garbage, _cut, _wrong_field, _deep, _binary, _odd))(rng)


def _garbage(rng: Random) -> bytes:
    return text(bytes(rng.randrange(32, 127) for _ in range(rng.randrange(200))) + b"!")


def _cut(rng: Random) -> bytes:
    whole = json.dumps(act(rng, 1)).encode()
    return text(whole[: rng.randrange(len(whole))])


def _wrong_field(rng: Random) -> bytes:
    message = {**act(rng, 1), "version": 1, "action": "place"}
    key = rng.choice(("id", "version", "action", "cell", "type", "seat", "__class__"))
    return text({**message, key: rng.choice(([], {}, "x" * 60, -1.5, "\ud800", True))})


def _deep(rng: Random) -> bytes:
    return text(rng.choice((b"[", b'{"a":')) * rng.randrange(100, 3000))


def _binary(rng: Random) -> bytes:
    return frame(2, rng.randbytes(rng.randrange(1, 300)))


def _odd(rng: Random) -> bytes:
    return text(rng.choice(ODD))


# --- messages of the protocol, answered with what is wrong with them --------------------------


def act(rng: Random, version: int) -> dict[str, Any]:
    """An action that may be anything but well timed and well placed."""
    return {
        "type": "act",
        "id": rng.choice(("a", "'--", "same", "~" * 36, f"{rng.getrandbits(40):x}")),
        "version": rng.choice((0, version, version + 1, 2**31 - 1)),
        "action": rng.choice(VERBS),
        "cell": rng.choice((None, -1, 0, 8, 9, 15, 16, 2**62)),
    }


def nonsense(rng: Random, version: int) -> bytes:
    """An action, or a ping with an extreme number."""
    if rng.random() < 0.1:
        return text({"type": "ping", "sent": rng.choice((-1e300, 0, 2**53, 1e308))})
    return text(act(rng, version))


# --- no WebSocket, answered with a close -------------------------------------------------------

VIOLATIONS: tuple[Callable[[Random], bytes], ...] = (
    lambda rng: frame(1, b"\xff\xfe" + rng.randbytes(20)),
    lambda rng: frame(rng.choice((3, 4, 7, 0xB, 0xF)), b"reserved"),
    lambda rng: frame(0x41, b"{}"),
    lambda rng: frame(1, b"{}", mask=False),
    lambda rng: frame(1, b"x" * rng.randrange(17_000, 60_000)),
    lambda rng: frame(0, b"a continuation of nothing"),
    lambda rng: frame(1, b"{", fin=False) + text(b"}"),
    lambda rng: frame(9, b"x" * 126),
    lambda rng: frame(8, b"\x03"),
    lambda rng: frame(8, (5).to_bytes(2, "big")),
)
