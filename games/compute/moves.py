"""Moves that workers find: nobody waits for one, and asking again is answered at once."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from games.engines import engine
from games.match.fairness import generator
from games.rules import board_class

logger = logging.getLogger(__name__)

REMEMBERED = 512
"""Moves that a process remembers."""

AGAIN = 1.0
"""Seconds after which a full worker is asked again."""

Key = tuple[str, str]
"""Who moves, and where."""

Found = TypeVar("Found")


class PendingMoves(Generic[Found]):
    """What was found lately, and who waits for what is being found."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[Key, Found] = OrderedDict()
        self.pending: dict[Key, list[Callable[[], None]]] = {}

    def get(self, key: Key, *, keep: bool) -> Found | None:
        """The answer; a failure, or one that is not to be kept, is given once."""
        with self._lock:
            found = self._found.get(key)
            if isinstance(found, str) or (found is not None and not keep):
                del self._found[key]
            return found

    def wait(self, key: Key, when_known: Callable[[], None]) -> bool:
        """Add one who waits; whether nobody has asked yet."""
        with self._lock:
            waiting = self.pending.setdefault(key, [])
            waiting.append(when_known)
            return len(waiting) == 1

    def settle(self, key: Key, found: Found | None) -> list[Callable[[], None]]:
        """Those who wait for ``key``; what was found is remembered."""
        with self._lock:
            if found is not None:
                self._found[key] = found
                while len(self._found) > REMEMBERED:
                    self._found.popitem(last=False)
            return self.pending.pop(key, [])

    def ask_again(self, key: Key) -> None:
        """Let those who wait for ``key`` ask again a little later: the worker is full."""
        later = threading.Timer(AGAIN, tell, [self.settle(key, None)])
        later.daemon = True
        later.start()


def tell(waiting: Iterable[Callable[[], None]]) -> None:
    """Call all who waited; the trouble of one keeps no other waiting."""
    for each in waiting:
        try:
            each()
        except Exception:
            logger.exception("a game whose engine has moved does not go on")


def engine_move(variant: str, name: str, notation: str, seed: int) -> int:
    """The cell that an engine plays in a game with ``seed``; what a worker does."""
    board = board_class(variant).from_notation(notation)
    playing = engine(variant, name).equivalent
    return playing.choose(board, generator(seed, board.ply)).move
