"""/friends/, the friends on the first page, and the buttons on a profile."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import online, people
from accounts.models import User


@pytest.fixture(autouse=True)
def nobody_is_here() -> None:
    online._written.clear()


def test_friends_who_are_here_come_first(
    as_ada: Client, ada: User, grace: User, stranger: User
) -> None:
    people.follow(ada, grace)
    people.follow(ada, stranger)
    online.note(stranger.pk)
    friends = as_ada.get("/friends/").context["friends"]
    assert [(one.name, one.here) for one in friends] == [("stranger", True), ("grace", False)]


def test_the_first_page_shows_the_friends_who_are_here(
    as_ada: Client, ada: User, grace: User, stranger: User
) -> None:
    assert "Friends here now" not in as_ada.get("/").content.decode()
    people.follow(ada, grace)
    people.follow(ada, stranger)
    assert "Nobody you follow is here" in as_ada.get("/").content.decode()
    online.note(grace.pk)
    for address in ("/", "/lobby/"):
        page = as_ada.get(address).content.decode()
        assert '<a href="/@grace/">' in page
        assert '<a href="/@stranger/">' not in page


def test_a_profile_offers_what_can_be_done(as_ada: Client, ada: User, grace: User) -> None:
    assert ">Follow</button>" in as_ada.get("/@grace/").content.decode()
    people.follow(ada, grace)
    assert ">Unfollow</button>" in as_ada.get("/@grace/").content.decode()
    people.block(ada, grace)
    page = as_ada.get("/@grace/").content.decode()
    assert ">Unblock</button>" in page
    assert ">Follow</button>" not in page


def test_a_visitor_is_asked_to_sign_up(client: Client, grace: User) -> None:
    page = client.get("/@grace/").content.decode()
    assert "Sign up to follow grace" in page
    assert "Block" not in page


def test_one_s_own_profile_leads_to_one_s_friends(as_ada: Client) -> None:
    page = as_ada.get("/@ada/").content.decode()
    assert 'class="btn quiet" href="/friends/"' in page
    assert ">Follow</button>" not in page


def test_the_blocked_can_be_unblocked_from_the_list(as_ada: Client, ada: User, grace: User) -> None:
    people.block(ada, grace)
    page = as_ada.get("/friends/")
    assert list(page.context["blocked"]) == [grace]
    as_ada.post("/accounts/unblock/", {"person": "grace"})
    assert not people.is_blocking(ada.pk, grace.pk)
