"""WebSocket frames as they are on the wire, for a proxy that must not understand them."""

from __future__ import annotations

from collections.abc import Iterator

CONTROL = 0x8
"""Opcodes from here on are close, ping and pong."""


class Splitter:
    """Cuts a stream of bytes into whole frames, masked or not."""

    def __init__(self) -> None:
        self._held = b""

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """(opcode, frame with its header) of every frame that is complete now."""
        self._held += data
        while (size := _size(self._held)) is not None and len(self._held) >= size:
            frame, self._held = self._held[:size], self._held[size:]
            yield frame[0] & 0x0F, frame


def payload(frame: bytes) -> bytes:
    """What a whole frame of a server holds; those are not masked."""
    return frame[2 + {126: 2, 127: 8}.get(frame[1], 0) :]


def _size(data: bytes) -> int | None:
    """How long the first frame of ``data`` is, header included; None if that cannot be told."""
    if len(data) < 2:
        return None
    length, mask = data[1] & 0x7F, 4 if data[1] & 0x80 else 0
    wide = {126: 2, 127: 8}.get(length, 0)
    if len(data) < 2 + wide:
        return None
    if wide:
        length = int.from_bytes(data[2 : 2 + wide], "big")
    return 2 + wide + mask + length
