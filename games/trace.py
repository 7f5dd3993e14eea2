"""Which request and which game a line in the log belongs to.

The server names every request and every socket (``config/logs.py``); what is done for it says so in
the log, in other threads, too. ``PLAY_LOG`` writes a line for each action.
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
    """The request and the game that this thread, or this task, works for."""
    return Trace(request_id.get(), game_id.get())


def logs_actions() -> bool:
    """Whether ``PLAY_LOG`` wants lines about actions."""
    return play.isEnabledFor(logging.INFO)


def log_action(what: str, trace: Trace, **fields: object) -> None:
    """A line about an action, if ``PLAY_LOG`` wants them."""
    if logs_actions():
        play.info(what, extra={"trace": trace, "fields": fields})
