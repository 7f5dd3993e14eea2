"""What one person does twice in the same moment: limits hold, and nobody waits for ever."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts import guests, membership, people, tokens
from accounts.models import ApiToken, Block, Follow, User
from games import services
from games.arena import receive
from games.match import Refused
from games.models import Challenge, Game, UploadedEngine
from games.services import challenges, new
from progress.models import ExerciseToRepeat
from progress.puzzles import lessons
from tests.wire import PATIENCE

MOST = 2
AT_ONCE = 6

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def all_at_once(doing: Callable[[int], Any], refusal: type[Exception]) -> int:
    """How many of several at the same moment are refused; all others work."""
    together = Barrier(AT_ONCE)

    def one(number: int) -> bool:
        try:
            together.wait(PATIENCE)
            doing(number)
        except refusal:
            return True
        finally:
            connection.close()
        return False

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return sum(pool.map(one, range(AT_ONCE)))


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada")


@pytest.fixture
def others() -> list[User]:
    return [User.objects.create_user(f"other{number}") for number in range(AT_ONCE)]


def test_nobody_follows_or_blocks_more_people_by_asking_at_once(
    ada: User, others: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_FOLLOWED", MOST)
    monkeypatch.setattr(people, "MOST_BLOCKED", MOST)
    for doing, rows in ((people.follow, Follow), (people.block, Block)):
        refused = all_at_once(lambda n, doing=doing: doing(ada, others[n]), people.NotPossible)
        assert (refused, rows.objects.count()) == (AT_ONCE - MOST, MOST)
        Follow.objects.all().delete()


def test_nobody_has_more_tokens_by_asking_at_once(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST", MOST)
    refused = all_at_once(
        lambda n: tokens.make(ada, f"token {n}", list(tokens.Scope)), tokens.TokenNotPossible
    )
    assert (refused, ApiToken.objects.count()) == (AT_ONCE - MOST, MOST)


def test_nobody_has_more_challenges_or_open_games_by_asking_at_once(
    ada: User, others: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "MOST_WAITING", MOST)
    monkeypatch.setattr(new, "MOST_OPEN", MOST)
    asked = services.Request("classic", "friend")
    refused = all_at_once(
        lambda n: services.challenge(by=ada.pk, to=others[n].pk, request=asked), Refused
    )
    assert (refused, Challenge.objects.count()) == (AT_ONCE - MOST, MOST)
    refused = all_at_once(
        lambda _: services.new_game(user_id=ada.pk, name="ada", request=asked), Refused
    )
    assert (refused, Game.objects.count()) == (AT_ONCE - MOST, MOST)


def test_nobody_has_more_files_graded_by_sending_them_at_once(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "MOST", MOST)

    def send(number: int) -> None:
        source = f"def choose(position): return {number}"
        receive.upload(user=ada, name=f"File {number}", variant="classic", data=source.encode())

    refused = all_at_once(send, receive.CannotUpload)
    assert (refused, UploadedEngine.objects.count()) == (AT_ONCE - MOST, MOST)


FORGET = {"lesson": "a", "seed": "s", "today": date(2026, 1, 1)}


if connection.vendor == "postgresql":  # SQLite lets one write after the other

    def wait_until(something: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not something():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def waiting_for_a_lock() -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            return bool(cursor.fetchone()[0])

    def test_an_answer_is_stored_though_its_guest_merges_at_that_moment(ada: User) -> None:
        """The answer holds a row that the merge needs, and needs the person whom that holds."""
        guest = guests.create()
        lessons.mark(user_id=guest.pk, marks={1: False}, **FORGET)
        merged = Event()

        def merge() -> None:
            try:
                membership.merge(guest, ada)
                merged.set()
            finally:
                connection.close()

        with ThreadPoolExecutor(1) as pool, transaction.atomic():
            list(ExerciseToRepeat.objects.select_for_update().filter(user_id=guest.pk))
            done = pool.submit(merge)
            wait_until(waiting_for_a_lock)
            ExerciseToRepeat.objects.create(
                user_id=guest.pk, lesson="b", seed="s", number=1, step=0, due=date(2026, 1, 2)
            )
            transaction.on_commit(lambda: done.result(PATIENCE))
        assert merged.is_set()
        kept = ExerciseToRepeat.objects.filter(user=ada).values_list("lesson", flat=True)
        assert sorted(kept) == ["a", "b"]

    def test_a_game_ends_while_its_guest_signs_up(client: Client) -> None:
        for _ in range(5):
            client = Client()
            asked = {"variant": "classic", "opponent": "engine:random", "seat": "X"}
            made = client.post("/api/games/", asked, content_type="application/json")
            assert made.status_code == 201, made.content
            game = made.json()["game"]
            together = Barrier(2)

            def end(
                game: dict[str, Any] = game, client: Client = client, both: Barrier = together
            ) -> int:
                act = {"id": "1", "version": game["version"], "action": "resign"}
                path = f"/api/games/{game['id']}/actions/"
                both.wait(PATIENCE)
                try:
                    return client.post(path, act, content_type="application/json").status_code
                finally:
                    connection.close()

            name = f"s{secrets.token_hex(6)}"
            password = {"password1": "noughts-and-crosses", "password2": "noughts-and-crosses"}
            with ThreadPoolExecutor(1) as pool:
                ended = pool.submit(end)
                together.wait(PATIENCE)
                answer = Client(
                    headers={"cookie": f"sessionid={client.cookies['sessionid'].value}"}
                ).post("/accounts/sign-up/", {"name": name, "email": "", **password})
                statuses = answer.status_code, ended.result(PATIENCE)
            assert statuses[0] == 302
            assert statuses[1] in (200, 409), statuses
            assert User.objects.get(name=name).is_guest is False
