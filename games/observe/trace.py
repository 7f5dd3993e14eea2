"""Which request and which game a line in the log belongs to.

The server gives every request and socket an id (``config/observe/logs.py``); log lines of all work
done for it have that id, in other threads too. ``PLAY_LOG`` writes a line for each action.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import NamedTuple

play = logging.getLogger("oxo.play")

request_id: ContextVar[str] = ContextVar("request_id", default="")
game_id: ContextVar[str] = ContextVar("game_id", default="")


class Trace(NamedTuple):
    """A request's or a socket's id and a game's; empty where there is none."""

    request: str
    game: str


def current() -> Trace:
    """The request and game that this thread or task works for."""
    return Trace(request_id.get(), game_id.get())


def logs_actions() -> bool:
    """Whether ``PLAY_LOG`` is on."""
    return play.isEnabledFor(logging.INFO)


def log_action(what: str, trace: Trace, **fields: object) -> None:
    """Log an action, if ``PLAY_LOG`` is on."""
    if logs_actions():
        play.info(what, extra={"trace": trace, "fields": fields})
