"""Machines on one machine: network namespaces, with a line between them that delays and loses.

The line is a pair of virtual interfaces (tun) whose packets go through a thread, so that it needs
no module of the kernel but that one: latency and loss are those of packets, for every protocol.
"""

from __future__ import annotations

import fcntl
import os
import select
import struct
import subprocess
import time
from collections import deque
from random import Random
from threading import Thread

ATTACH, PACKETS_ONLY = 0x400454CA, 0x1001
"""TUNSETIFF, and IFF_TUN with IFF_NO_PI."""

PACKET = 65536


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


class Namespace:
    """A network of its own, which the world reaches at ``address``."""

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self.address = f"172.31.250.{4 * number + 2}"
        outside = f"oxo{os.getpid() % 100_000}x{number}"
        ip("netns", "add", name)
        try:
            ip("link", "add", outside, "type", "veth", "peer", "name", "world", "netns", name)
            ip("addr", "add", f"172.31.250.{4 * number + 1}/30", "dev", outside)
            ip("link", "set", outside, "up")
            self.ip("addr", "add", f"{self.address}/30", "dev", "world")
            self.ip("link", "set", "world", "up")
            self.ip("link", "set", "lo", "up")
        except BaseException:
            self.remove()
            raise

    def ip(self, *words: str) -> None:
        ip("-n", self.name, *words)

    def command(self, *words: str) -> list[str]:
        """A command that runs within."""
        return ["ip", "netns", "exec", self.name, *words]

    def set_reachable(self, reachable: bool) -> None:
        self.ip("link", "set", "world", "up" if reachable else "down")

    def pids(self) -> list[int]:
        """The processes that run within."""
        found = subprocess.run(
            ["ip", "netns", "pids", self.name], check=True, capture_output=True, text=True
        )
        return [int(pid) for pid in found.stdout.split()]

    def remove(self) -> None:
        ip("netns", "del", self.name)


class Line:
    """What joins two namespaces. A context manager."""

    def __init__(
        self, ends: dict[str, Namespace], delay: float, loss: float, rng: Random | None = None
    ) -> None:
        """``ends`` by their addresses on the line; ``delay`` in seconds, one way."""
        self.delay, self.loss, self.rng = delay, loss, rng or Random(32)
        self.cut = False
        self.sent = self.dropped = 0
        self._ends = [_end(address, namespace) for address, namespace in ends.items()]
        for mine, other in zip(ends, reversed(ends), strict=True):
            ends[mine].ip("addr", "add", mine, "peer", other, "dev", "line")
            ends[mine].ip("link", "set", "line", "up")
        self._stop, self._stopped = os.pipe()
        self._thread = Thread(target=self._run, daemon=True)

    def __enter__(self) -> Line:
        self._thread.start()
        return self

    def __exit__(self, *exc: object) -> None:
        os.close(self._stopped)
        self._thread.join()
        for end in (*self._ends, self._stop):
            os.close(end)

    def _run(self) -> None:
        """Pass packets on, each after ``delay``, but for those that are lost."""
        first, second = self._ends
        other = {first: second, second: first}
        waiting: deque[tuple[float, int, bytes]] = deque()
        while True:
            left = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
            ready = select.select([*other, self._stop], [], [], left)[0]
            if self._stop in ready:
                return
            for end in ready:
                packet = os.read(end, PACKET)
                self.sent += 1
                if self.cut or self.rng.random() < self.loss:
                    self.dropped += 1
                else:
                    waiting.append((time.monotonic() + self.delay, other[end], packet))
            while waiting and waiting[0][0] <= time.monotonic():
                _, end, packet = waiting.popleft()
                os.write(end, packet)


def _end(address: str, namespace: Namespace) -> int:
    """An interface called "line" in ``namespace``, whose packets are read and written here."""
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_CLOEXEC)
    name = f"oxol{address.rpartition('.')[2]}"
    fcntl.ioctl(end, ATTACH, struct.pack("16sH22x", name.encode(), PACKETS_ONLY))
    ip("link", "set", name, "netns", namespace.name, "name", "line")
    return end
