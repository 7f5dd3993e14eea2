"""Any accepted action, repeated at any later time over either road, gets its first answer."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from accounts.models import User
from games import services
from games.live import protocol
from games.queries import selectors
from games.storage.match_cache import match_cache
from tests.exactly_once import KINDS, SHORT, Repeats, begun, posted


def over_socket(user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    """The road of a socket's action: decided from memory, written by the writer's thread."""
    message = protocol.parse_act(json.dumps(body))
    try:
        accepted = async_to_sync(services.act_live)(game_id=game_id, action=message.by(user.pk))
    except services.ActionRefused as refused:
        return protocol.refused(refused.code, refused.message, action_id=message.id)
    services.advance(accepted.match)
    return protocol.ack(message.id, accepted.version)


def over_http(user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    return posted(user, game_id, body)


@contextmanager
def another_process() -> Iterator[None]:
    """What happens within is not noticed by this process's memory."""
    here, match_cache._known = match_cache._known, OrderedDict()
    try:
        yield
    finally:
        match_cache._known = here


def elsewhere(user: User, game_id: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
    with another_process():
        return over_socket(user, game_id, body)


class Here(Repeats):
    """Both roads in this process, others that it does not hear of, and time that passes."""

    ways = {"socket": over_socket, "http": over_http, "elsewhere": elsewhere}
    clock = (600_000, 1_000)

    @precondition(begun)
    @rule()
    def hint(self) -> None:
        """Another process's hint makes this one read the game."""
        selectors.newest([self.game_id])

    @precondition(begun)
    @rule(seconds=st.sampled_from([1, 1, 1, 20, 700]))
    def wait(self, seconds: int) -> None:
        """Time passes; seldom so much that the clock of a game runs out."""
        Time.passed += seconds * 1_000_000_000
        if seconds > 1:
            self.match()


class Time:
    """The time of the services: as it is, and what has passed besides."""

    passed = 0

    def __init__(self, real: Any) -> None:
        self.real = real

    def time_ns(self) -> int:
        return self.real.time_ns() + Time.passed


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_a_repeated_action_gets_its_first_answer_whoever_moved_since(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    from games.services import now

    monkeypatch.setattr(now, "time", Time(now.time))
    monkeypatch.setattr(Here, "kind", kind, raising=False)
    run_state_machine_as_test(Here, settings=settings(SHORT, max_examples=4))
