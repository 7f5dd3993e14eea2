"""Whether log-ins stand, asked for many at once; as Django itself would say of each."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sessions import stored_key
from games.live import session
from games.live.session import Asker, LogIn, users_of


def key_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return stored_key(client.cookies["sessionid"].value)


def test_each_session_names_its_person(ada: User, grace: User) -> None:
    keys = {key_of(ada): ada.pk, key_of(grace): grace.pk}
    assert users_of([*keys, "nobody's"]) == keys


def test_a_session_without_a_person_names_nobody(db: None) -> None:
    client = Client()
    store = client.session
    store["theme"] = "dark"
    store.save()
    assert users_of([stored_key(store.session_key)]) == {}


@pytest.mark.parametrize("change", ["password", "inactive", "deleted", "expired", "logged out"])
def test_a_log_in_falls_with_what_it_stands_on(ada: User, change: str) -> None:
    key = key_of(ada)
    assert users_of([key]) == {key: ada.pk}
    if change == "password":
        ada.set_password("another")
        ada.save()
    elif change == "inactive":
        User.objects.update(is_active=False)
    elif change == "deleted":
        ada.delete()
    elif change == "expired":
        Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    else:
        Session.objects.all().delete()
    assert users_of([key]) == {}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The keys of each question put to the database."""
    questions: list[list[str]] = []

    def counted(keys: list[str]) -> dict[str, int]:
        questions.append(keys)
        return users_of(keys)

    monkeypatch.setattr(session, "users_of", counted)
    return questions


@pytest.mark.django_db(transaction=True)
def test_who_asks_at_once_is_answered_by_one_question(
    ada: User, grace: User, asked: list[list[str]]
) -> None:
    keys = [key_of(ada), key_of(grace), "nobody's"]

    async def ask() -> list[int | None]:
        asker = Asker()
        return await asyncio.gather(*(asker.user_of(key) for key in (*keys, None)))

    assert async_to_sync(ask)() == [ada.pk, grace.pk, None, None]
    assert [sorted(lot) for lot in asked] == [sorted(keys)]


@pytest.mark.django_db(transaction=True)
def test_an_error_reaches_who_asked_and_the_next_is_answered(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(keys: Any) -> Any:
        raise RuntimeError("the database is away")

    key, asker = key_of(ada), Asker()

    async def ask() -> int | None:
        with monkeypatch.context() as patch:
            patch.setattr(session, "users_of", broken)
            with pytest.raises(RuntimeError, match="away"):
                await asker.user_of(key)
        return await asker.user_of(key)

    assert async_to_sync(ask)() == ada.pk


def test_nobody_is_never_let_in() -> None:
    assert asyncio.run(LogIn(None, None).stands()) is False


@pytest.mark.django_db(transaction=True)
def test_sockets_of_a_session_share_what_is_known_of_it(ada: User, asked: list[list[str]]) -> None:
    key, asker = key_of(ada), Asker()

    async def play() -> list[bool]:
        first, second = asker.log_in(ada.pk, key), asker.log_in(ada.pk, key)
        return [await first.stands(), await second.stands()]

    assert async_to_sync(play)() == [True, True]
    assert asked == [[key]]


@pytest.mark.django_db(transaction=True)
def test_a_session_of_somebody_else_lets_none_of_its_sockets_act(ada: User, grace: User) -> None:
    key, asker = key_of(ada), Asker()

    async def play() -> list[bool]:
        sockets = [asker.log_in(grace.pk, key) for _ in range(2)]
        answers = [await one.stands() for one in sockets]
        return [*answers, await asker.log_in(ada.pk, key).stands()]

    assert async_to_sync(play)() == [False, False, True]


@pytest.mark.django_db(transaction=True)
def test_a_socket_that_goes_does_not_take_the_answer_from_the_others(ada: User) -> None:
    asker = Asker()
    log_in = asker.log_in(ada.pk, key_of(ada))

    async def play() -> bool:
        gone, stays = (asyncio.ensure_future(log_in.stands()) for _ in range(2))
        await asyncio.sleep(0)  # both wait for the same answer
        gone.cancel()
        return await stays

    assert async_to_sync(play)()


@pytest.mark.django_db(transaction=True)
def test_log_ins_in_use_are_asked_for_together(
    ada: User, grace: User, asked: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also the one that need not be asked for yet, so that it will not have to be soon."""
    monkeypatch.setattr(session, "asker", Asker())
    first, second = LogIn(ada.pk, key_of(ada)), LogIn(grace.pk, key_of(grace))

    async def play() -> None:
        for now, log_in in ((0, first), (1, second), (2.4, second), (2.6, first), (3.4, second)):
            monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda now=now: now))
            assert await log_in.stands()
            if first._task is not None:
                await first._task

    async_to_sync(play)()
    assert asked == [[first.key], [second.key], [first.key, second.key]]
