"""People who watch learners train while others play: their pages ask again and again."""

from __future__ import annotations

import threading
from http.client import HTTPConnection
from itertools import count
from types import TracebackType

EVERY = 1.2
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
        seed, state = next(SEEDS), ""
        line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        while not self._over.wait(EVERY):
            headers = {"X-Real-IP": f"10.9.0.{person + 1}", "If-None-Match": state}
            line.request("GET", f"/learn/machines/net/?seed={seed}", headers=headers)
            answer = line.getresponse()
            page, state = answer.read(), answer.getheader("ETag", "")
            self.answers += 1
            if answer.status == 200 and b"data-goes-on" not in page:
                seed, state = next(SEEDS), ""
        line.close()
