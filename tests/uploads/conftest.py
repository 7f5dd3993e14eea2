"""Uploads as people send them, and the queue worked off at once."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from games import services
from games.arena import playing
from games.arena.grading import play
from games.compute import pool
from games.compute.moves import PendingMoves
from games.match import Action, Match
from games.models import UploadedEngine

MINE = "/engines/mine/"

FIRST_FREE = 'def choose(position):\n    return position.index(".")\n'


def send(client: Client, source: str | bytes = FIRST_FREE, **fields: Any) -> Any:
    """Send a file to be graded, bytes as an upload and text as it is pasted."""
    body: dict[str, Any] = {"name": "First", "variant": "classic", **fields}
    if isinstance(source, bytes):
        body["file"] = SimpleUploadedFile("engine.py", source)
    else:
        body["source"] = source
    return client.post(MINE, body)


@pytest.fixture
def sent(db: Any) -> Callable[..., UploadedEngine]:
    """Send a file and return its row."""

    def one(client: Client, source: str | bytes = FIRST_FREE, **fields: Any) -> UploadedEngine:
        answer = send(client, source, **fields)
        assert answer.status_code == 302, answer.content.decode()
        return UploadedEngine.objects.get(pk=answer["Location"].split("/")[2])

    return one


def place(match: Match, user: User, cell: int) -> Match:
    action = Action("place", match.version, None, cell, user.pk)
    return services.act_and_advance(game_id=match.id, action=action).match


def now(match: Match) -> Match:
    return services.current_match(match.id)


class Slow:
    """A worker that answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []
        self.full = False

    def submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        if self.full:
            raise pool.Busy("full")
        future = Future[Any]()
        self.asked.append((future, function, args))
        return future

    def answer(self) -> int:
        """Answer what was asked so far; how many questions that were."""
        asked, self.asked = self.asked, []
        for future, function, args in asked:
            function, args = pickle.loads(pickle.dumps((function, args)))
            try:
                found = function(*args)
            except Exception as error:
                future.set_exception(pickle.loads(pickle.dumps(error)))
            else:
                future.set_result(found)
        return len(asked)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    slow = Slow()
    monkeypatch.setitem(pool._apart, "engines", slow)
    monkeypatch.setattr(playing, "_known", PendingMoves())
    monkeypatch.setattr(playing, "_rows", {})
    yield slow
    for key in list(play._players):
        play._drop(key)
