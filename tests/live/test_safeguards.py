"""What a single process cannot get wrong often enough to notice, each case by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import User
from accounts.sessions import stored_key
from games import services
from games.live import session
from games.live.session import RENEWED, TRUSTED, LogIn
from games.match import Action, Match
from games.queries import selectors
from games.storage import store
from games.storage.match_cache import match_cache
from tests.games.conftest import friendly
from tests.live.conftest import at
from tests.opening import open_game
from tests.site import Site

__all__ = ["friendly"]

pytestmark = pytest.mark.django_db(transaction=True)


# --- clocks ------------------------------------------------------------------------------------


@pytest.fixture
def at_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Set what the services take for now."""

    def set_now(now: int) -> None:
        for name in ("act", "advance"):
            module = import_module(f"games.services.{name}")
            monkeypatch.setattr(module, "now_ms", lambda: now)

    return set_now


@pytest.fixture
def timed(ada: User, grace: User) -> Match:
    """ada (X) has moved and grace (O) has a minute for her answer; the match is remembered."""
    match = open_game(ada, options={"clock": (60_000, 0)}, X=ada, O=grace)
    move = Action("place", match.version, "first", 4, ada.pk)
    match = services.act(game_id=match.id, action=move).match
    selectors.cached(match.id)
    return match


def live(match: Match, user: User, cell: int) -> services.Accepted:
    action = Action("place", match.version, "answer", cell, user.pk)
    return async_to_sync(services.act_live)(game_id=match.id, action=action)


def test_a_move_in_the_last_millisecond_is_kept(
    timed: Match, grace: User, at_time: Callable[[int], None]
) -> None:
    assert timed.deadline is not None
    at_time(timed.deadline - 1)
    assert match_cache.get(timed.id) is not None
    assert live(timed, grace, 0).match.moves == (4, 0)


def test_a_move_at_the_deadline_is_too_late_though_memory_knows_the_match(
    timed: Match, grace: User, at_time: Callable[[int], None]
) -> None:
    assert timed.deadline is not None
    at_time(timed.deadline)
    assert match_cache.get(timed.id) is not None
    with pytest.raises(services.ActionRefused) as refused:
        live(timed, grace, 0)
    assert refused.value.code == "game_over"
    match = selectors.match(timed.id)
    assert (match.moves, match.outcome and match.outcome.reason) == ((4,), "time")


# --- sockets of one process ----------------------------------------------------------------------


def test_what_one_socket_finds_out_its_process_tells_the_others(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    """The site has no other process to hear from: it learns of the move when it is asked."""
    with at(site, match, ada) as x, at(site, match, grace) as o:
        assert o.wait_for("state")["game"]["version"] == match.version
        move = Action("place", match.version, "beside", 4, ada.pk)
        version = services.act(game_id=match.id, action=move).version
        x.send({"type": "sync", "version": match.version})
        assert o.wait_for("state")["game"]["version"] == version


# --- log-ins -------------------------------------------------------------------------------------


def test_a_log_in_is_asked_again_before_its_answer_is_too_old(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    client.force_login(ada)
    now = 1000.0
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda: now))
    log_in = LogIn(ada.pk, stored_key(client.cookies["sessionid"].value))

    async def stands(at: float) -> bool:
        nonlocal now
        now = 1000.0 + at
        return await log_in.stands()

    async def ask() -> list[bool]:
        answers = [await stands(0.0)]
        await asyncio.to_thread(Session.objects.all().delete)
        answers.append(await stands(RENEWED))  # still trusted, and not asked again yet
        answers.append(await stands(TRUSTED + 0.1))
        return answers

    assert async_to_sync(ask)() == [True, True, False]


# --- the writer ----------------------------------------------------------------------------------


def test_an_action_is_not_answered_before_its_transaction_is_over(
    friendly: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    selectors.cached(friendly.id)
    order: list[str] = []
    publish = store._publish

    def published(kept: Any) -> None:
        order.append("committed")
        publish(kept)

    monkeypatch.setattr(store, "_publish", published)

    async def play() -> None:
        move = Action("place", friendly.version, "first", 4, ada.pk)
        await services.act_live(game_id=friendly.id, action=move)
        order.append("answered")

    async_to_sync(play)()
    assert order == ["committed", "answered"]
