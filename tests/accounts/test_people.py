"""Follow and block: what they do, who can, limits, and that nobody is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts import guests, membership, online, people
from accounts.models import Block, Follow, User
from tests.conftest import logged_in


def press(client: Client, what: str, name: str) -> Any:
    return client.post(f"/accounts/{what}/", {"person": name, "next": "/friends/"}, follow=True)


@pytest.fixture
def guest(db: Any) -> User:
    return guests.create()


def test_a_member_follows_and_unfollows_another(as_ada: Client, ada: User, grace: User) -> None:
    page = press(as_ada, "follow", "GRACE")
    assert "You follow grace." in page.content.decode()
    assert page.redirect_chain == [("/friends/", 302)]
    assert people.is_following(ada.pk, grace.pk)
    press(as_ada, "follow", "grace")
    assert Follow.objects.count() == 1
    press(as_ada, "unfollow", "grace")
    assert Follow.objects.count() == 0


def test_a_visitor_has_to_log_in(client: Client, grace: User) -> None:
    answer = client.post("/accounts/follow/", {"person": "grace"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("name", ["nobody", "", "gr\0ce", "g" * 9999])
def test_a_name_that_nobody_has_is_quoted(as_ada: Client, name: str) -> None:
    answer = as_ada.post("/accounts/follow/", {"person": name})
    assert answer.status_code == 404
    assert "Nobody here is called" in answer.content.decode()


@pytest.mark.parametrize("what", ["follow", "block"])
def test_nobody_follows_or_blocks_themselves(as_ada: Client, what: str) -> None:
    assert f"You cannot {what} yourself." in press(as_ada, what, "ada").content.decode()
    assert not Follow.objects.exists()
    assert not Block.objects.exists()


def test_guests_neither_follow_nor_are_followed(ada: User, guest: User) -> None:
    with pytest.raises(people.NotPossible, match="Following needs an account"):
        people.follow(guest, ada)
    with pytest.raises(people.NotPossible, match="plays without an account"):
        people.follow(ada, guest)


def test_a_guest_can_block(guest: User, ada: User) -> None:
    assert "You have blocked ada." in press(logged_in(guest), "block", "ada").content.decode()
    assert people.apart_from(ada.pk) == {guest.pk}


def test_a_block_ends_one_s_own_follow_and_leaves_the_other_s(ada: User, grace: User) -> None:
    people.follow(ada, grace)
    people.follow(grace, ada)
    people.block(ada, grace)
    assert [row.follower for row in Follow.objects.all()] == [grace]
    with pytest.raises(people.NotPossible, match="You have blocked grace"):
        people.follow(ada, grace)


def test_who_is_blocked_can_follow_like_anybody(ada: User, grace: User) -> None:
    people.block(ada, grace)
    assert people.follow(grace, ada)


@pytest.mark.long
def test_a_flood_is_answered_with_429(as_ada: Client, grace: User) -> None:
    times, _ = settings.LIMITS["follow"]
    statuses = [press(as_ada, "follow", "grace").status_code for _ in range(times + 1)]
    assert statuses == [200] * times + [429]


def test_there_is_an_end_to_following(
    ada: User, grace: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MOST_FOLLOWED", 1)
    people.follow(ada, grace)
    with pytest.raises(people.NotPossible, match="You follow 1 people"):
        people.follow(ada, stranger)


def test_a_merge_brings_blocks_of_both_directions(
    guest: User, ada: User, grace: User, stranger: User
) -> None:
    people.block(guest, grace)
    people.block(stranger, guest)
    people.block(guest, ada)  # who turns out to be the same person
    people.block(ada, stranger)
    membership.merge(guest, ada)
    blocks = {(row.blocker.name, row.blocked.name) for row in Block.objects.all()}
    assert blocks == {("ada", "grace"), ("ada", "stranger"), ("stranger", "ada")}


def test_a_page_shows_that_somebody_is_here(as_ada: Client, ada: User, grace: User) -> None:
    online._written.clear()
    assert online.among([ada.pk, grace.pk]) == set()
    as_ada.get("/")
    assert online.among([ada.pk, grace.pk]) == {ada.pk}
    assert not online.is_due(ada.pk)
