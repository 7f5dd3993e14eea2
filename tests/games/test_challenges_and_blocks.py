"""A challenge between people of whom one blocks the other: the blocked one cannot tell."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import people
from accounts.models import User
from games.match import Refused
from games.models import Challenge
from games.queries import social
from games.services.challenges import expire_challenges
from tests.games.test_challenges import accept, challenge, late, send


def seen_by(client: Client) -> list[str]:
    """What a challenger can read of it all, without what differs each time."""
    pages = [client.get(page) for page in ("/challenges/", "/rules/", "/@ada/", "/")]
    lines = [line for page in pages for line in page.content.decode().splitlines()]
    once = re.compile("csrf|nonce|/withdraw/")
    return [line for line in lines if not once.search(line)]


def test_a_challenge_to_a_blocker_looks_like_one_that_is_not_answered(
    as_grace: Client, ada: User, grace: User
) -> None:
    def told(block: bool) -> list[Any]:
        Challenge.objects.all().delete()
        if block:
            people.block(ada, grace)
        sent = send(as_grace, "ada")
        asked = Challenge.objects.get()
        seen = [sent.status_code, sent["Location"], asked.status, seen_by(as_grace)]
        twice = send(as_grace, "ada")
        seen += [twice.status_code, twice.context["form"].non_field_errors()]
        late(asked)
        expire_challenges()
        asked.refresh_from_db()
        return [*seen, asked.status, asked.game_id, seen_by(as_grace)]

    assert told(block=False) == told(block=True)


def test_the_challenger_s_request_asks_the_same_of_the_database(
    as_grace: Client, ada: User, grace: User
) -> None:
    def statements() -> list[str]:
        Challenge.objects.all().delete()
        with CaptureQueriesContext(connection) as queries:
            send(as_grace, "ada")
        return [query["sql"].split(" ")[0] for query in queries.captured_queries]

    before = statements()
    people.block(ada, grace)
    assert statements() == before


@pytest.mark.long
def test_the_blocker_sees_nothing_of_it(as_ada: Client, ada: User, grace: User) -> None:
    people.block(ada, grace)
    asked = challenge(grace, ada)
    assert social.asked(ada.pk) == []
    assert "grace challenges you" not in as_ada.get("/challenges/").content.decode()
    with pytest.raises(Refused, match="You have blocked grace"):
        accept(asked, ada)
    with pytest.raises(Refused, match="You have blocked grace"):
        challenge(ada, grace)


def test_a_challenger_who_blocks_seems_to_have_withdrawn(ada: User, grace: User) -> None:
    asked = challenge(ada, grace)
    people.block(ada, grace)
    assert social.asked(grace.pk) == []
    with pytest.raises(Refused, match="ada has withdrawn this challenge"):
        accept(asked, grace)


def test_challenges_of_many_are_counted_together_and_without_blocks(
    ada: User, grace: User, stranger: User, django_assert_num_queries: Any
) -> None:
    everybody = [user.pk for user in (ada, grace, stranger)]
    with django_assert_num_queries(1):
        assert social.asked_counts(everybody) == {}
    challenge(grace, ada)
    challenge(stranger, ada)
    challenge(ada, stranger)
    people.block(ada, grace)
    with django_assert_num_queries(2):
        assert social.asked_counts(everybody) == {ada.pk: 1, stranger.pk: 1}
