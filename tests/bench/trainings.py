"""People who watch learners train while others play: their pages ask again and again."""

from __future__ import annotations

import threading
import urllib.request
from itertools import count
from types import TracebackType

EVERY = 0.8
"""Seconds after which a page asks again (``trainings.js``)."""

SEEDS = count(1_000)
"""Of trainings that nobody has asked for yet."""


class Watchers:
    """``people`` who each watch a net train, and the next one when it is done. A context manager.

    ``answers`` counts the pages they got.
    """

    def __init__(self, port: int, people: int) -> None:
        self.port, self.answers = port, 0
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._watch, args=(one,)) for one in range(people)]

    def __enter__(self) -> Watchers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _watch(self, person: int) -> None:
        seed = next(SEEDS)
        while not self._over.wait(EVERY):
            url = f"http://127.0.0.1:{self.port}/learn/machines/net/?seed={seed}"
            asked = urllib.request.Request(url, headers={"X-Real-IP": f"10.9.0.{person + 1}"})
            with urllib.request.urlopen(asked, timeout=30) as answer:
                goes_on = b"data-goes-on" in answer.read()
            self.answers += 1
            if not goes_on:
                seed = next(SEEDS)
