"""The gate before password hashing: how many at once, who waits, who is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import copy_context
from typing import Any

import pytest
from django.contrib.auth import hashers
from django.db import connection
from django.test import Client

from accounts import gate
from accounts.gate import Gate, LogInsBusy
from accounts.hashers import Argon2
from accounts.models import User
from tests.accounts.conftest import errors
from tests.conftest import PASSWORD, logged_in
from tests.wire import PATIENCE

LOG_IN = "/accounts/login/"
SLOW = ["accounts.hashers.Argon2"]


@contextmanager
def occupied(gate: Gate, at_once: int = 2) -> Iterator[None]:
    """Threads inside ``gate`` that stay until the block ends."""
    inside, leave = threading.Barrier(at_once + 1), threading.Event()

    def stay() -> None:
        with gate.turn():
            inside.wait(PATIENCE)
            leave.wait(PATIENCE)

    with ThreadPoolExecutor(at_once) as pool:
        for _ in range(at_once):
            pool.submit(stay)
        inside.wait(PATIENCE)
        try:
            yield
        finally:
            leave.set()


def until(condition: Callable[[], bool]) -> None:
    while not condition():
        threading.Event().wait(0.001)


def enter(gate: Gate, who: str | None = None) -> None:
    from accounts.gate import visitor

    visitor.set(who)
    with gate.turn():
        pass


@pytest.mark.django_db
def test_never_more_than_two_at_once() -> None:
    door = Gate(at_once=2, queue=50, share=50, patience=30)
    lock, both, now, most = threading.Lock(), threading.Barrier(2), 0, 0

    def work() -> None:
        nonlocal now, most
        with door.turn():
            with lock:
                now += 1
                most = max(most, now)
            both.wait(PATIENCE)
            with lock:
                now -= 1

    with ThreadPoolExecutor(24) as pool:
        for done in [pool.submit(work) for _ in range(48)]:
            done.result()
    assert (most, door.waiting) == (2, 0)


def test_who_finds_the_queue_full_is_refused_at_once() -> None:
    door = Gate(at_once=2, queue=3, share=3, patience=30)
    with ThreadPoolExecutor(3) as pool, occupied(door):
        queue = [pool.submit(enter, door) for _ in range(3)]
        until(lambda: door.waiting == 3)
        with pytest.raises(LogInsBusy, match="Too many people are logging in right now"):
            enter(door)
    assert [one.result() for one in queue] == [None] * 3


def test_one_address_cannot_fill_the_queue() -> None:
    door = Gate(at_once=2, queue=4, share=3, patience=30)
    with ThreadPoolExecutor(4) as pool, occupied(door):
        queue: list[Future[None]] = [pool.submit(enter, door, "192.0.2.1") for _ in range(3)]
        until(lambda: door.waiting == 3)
        with pytest.raises(LogInsBusy):
            copy_context().run(enter, door, "192.0.2.1")
        queue.append(pool.submit(enter, door, "192.0.2.2"))
        until(lambda: door.waiting == 4)
    assert [one.result() for one in queue] == [None] * 4


def test_waiting_has_an_end() -> None:
    door = Gate(at_once=2, queue=3, share=3, patience=0.01)
    with occupied(door), pytest.raises(LogInsBusy):
        enter(door)
    assert door.waiting == 0
    enter(door)


def test_a_turn_within_a_turn_is_the_same_turn() -> None:
    door = Gate(at_once=1, queue=0, share=0, patience=0)
    with door.turn(), door.turn():
        pass
    enter(door)


def test_a_turn_ends_with_an_error_too() -> None:
    door = Gate(at_once=1, queue=0, share=0, patience=0)
    with pytest.raises(ZeroDivisionError), door.turn():
        raise ZeroDivisionError
    enter(door)


@pytest.mark.django_db(transaction=True)
def test_who_waits_holds_no_database_connection() -> None:
    door = Gate(at_once=1, queue=1, share=1, patience=30)
    User.objects.exists()
    assert connection.connection is not None
    with ExitStack() as stack, ThreadPoolExecutor(1) as pool:
        stack.enter_context(occupied(door, 1))

        def wait() -> Any:
            try:
                User.objects.exists()
                with door.turn():
                    return connection.connection
            finally:
                connection.close()

        waiting = pool.submit(wait)
        until(lambda: door.waiting == 1)
        stack.close()
        assert waiting.result(PATIENCE) is None


# --- every way to a hash ---------------------------------------------------------------------


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[Gate]:
    """The site with Argon2 and a gate in which somebody stands and nobody may wait."""
    door = Gate(at_once=1, queue=0, share=0, patience=0)
    for module in ("hashers", "forms"):
        monkeypatch.setattr(f"accounts.{module}.GATE", door)
    settings.PASSWORD_HASHERS = SLOW
    with occupied(door, 1):
        yield door


@pytest.mark.parametrize("name", ["ada", "nobody"])
@pytest.mark.parametrize("door", [LOG_IN, "/admin/login/"])
def test_a_log_in_is_refused_with_what_was_typed(
    visitor: Client, ada: User, narrow: Gate, name: str, door: str
) -> None:
    response = visitor.post(door, {"username": name, "password": PASSWORD})
    assert (response.status_code, response["Retry-After"]) == (503, str(gate.RETRY_AFTER))
    assert errors(response) == ("Too many people are logging in right now. Try again in 5 seconds.")
    assert f'value="{name}"' in response.content.decode()


def test_a_sign_up_is_refused_with_what_was_typed(visitor: Client, narrow: Gate) -> None:
    form = {"name": "ada", "password1": PASSWORD, "password2": PASSWORD}
    response = visitor.post("/accounts/sign-up/", form)
    assert (response.status_code, response["Retry-After"]) == (503, str(gate.RETRY_AFTER))
    assert 'value="ada"' in response.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("url", "form"),
    [
        ("/accounts/delete/", {"password": PASSWORD}),
        ("/accounts/password-change/", {"old_password": PASSWORD}),
        (
            "/accounts/settings/",
            {"theme": "system", "email": "a@b.example", "current_password": PASSWORD},
        ),
    ],
)
def test_a_check_of_the_password_is_refused(
    ada: User, narrow: Gate, url: str, form: dict[str, str]
) -> None:
    before = User.objects.values().get()
    response = logged_in(ada).post(url, form)
    assert (response.status_code, response["Retry-After"]) == (503, str(gate.RETRY_AFTER))
    assert "Nothing has changed" in response.content.decode()
    assert {**User.objects.values().get(), "last_login": None} == {**before, "last_login": None}


def test_a_reset_is_refused_and_its_link_still_works(
    visitor: Client, ada: User, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    from django.contrib.auth.tokens import default_token_generator
    from django.utils.http import urlsafe_base64_encode

    uid = urlsafe_base64_encode(str(ada.pk).encode())
    link = f"/accounts/password-reset/{uid}/{default_token_generator.make_token(ada)}/"
    page = visitor.get(link, follow=True).redirect_chain[-1][0]
    new = {"new_password1": "crosses-and-noughts", "new_password2": "crosses-and-noughts"}
    door = Gate(at_once=1, queue=0, share=0, patience=0)
    monkeypatch.setattr("accounts.hashers.GATE", door)
    settings.PASSWORD_HASHERS = SLOW
    with occupied(door, 1):
        assert visitor.post(page, new).status_code == 503
    assert visitor.post(page, new).status_code == 302


@pytest.mark.long
def test_a_wrong_name_costs_what_a_wrong_password_costs(
    visitor: Client, db: Any, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.PASSWORD_HASHERS = SLOW
    User.objects.create_user("ada", PASSWORD)
    User.objects.create_user("closed", PASSWORD, is_active=False)
    User.objects.create_user("without", None)
    taken = []
    turn = Gate.turn
    monkeypatch.setattr(Argon2, "encode", lambda self, *a: taken.append("hash") or "argon2$x")
    monkeypatch.setattr(Argon2, "verify", lambda self, *a: bool(taken.append("hash")))
    monkeypatch.setattr(Argon2, "must_update", lambda self, encoded: False)
    monkeypatch.setattr(Gate, "turn", lambda self: taken.append("turn") or turn(self))
    costs = []
    for name in ("ada", "nobody", "closed", "without", "a" * 500):
        taken.clear()
        visitor.post(LOG_IN, {"username": name, "password": "wrong"})
        costs.append(tuple(taken))
    assert set(costs) == {("turn", "hash")}


def test_the_site_hashes_behind_the_gate() -> None:
    from config.settings import PASSWORD_HASHERS

    assert PASSWORD_HASHERS == ["accounts.hashers.Argon2", "accounts.hashers.PBKDF2"]
    for name in ("Argon2", "PBKDF2"):
        stock = getattr(hashers, f"{name}PasswordHasher")
        from accounts import hashers as ours

        hasher = getattr(ours, name)()
        assert isinstance(hasher, stock)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ours, "GATE", Gate(at_once=0, queue=0, share=0, patience=0))
            with pytest.raises(LogInsBusy):
                hasher.encode("secret", "saltsaltsalt")
            with pytest.raises(LogInsBusy):
                hasher.verify("secret", "argon2$x")
