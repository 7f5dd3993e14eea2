"""What the opener of a game is told while it waits, and how they play on meanwhile."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import models, services
from games.match import Match
from games.presenters.waiting import elapsed, onlookers, queue_sentence
from games.queries import selectors
from games.web.waiting import elsewhere, queue
from tests.conftest import logged_in
from tests.games.conftest import page_of


def opened(user: User, opponent: str = "lobby", variant: str = "classic") -> Match:
    wanted = services.Request(variant, opponent, "X" if variant == "classic" else "Tres")
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


def test_the_opener_sees_how_long_who_looks_and_whether_the_link_went_out(
    as_ada: Client, client: Client, ada: User
) -> None:
    match = opened(ada, "friend")
    opened_at = timezone.now() - timedelta(seconds=125)
    models.Game.objects.filter(id=match.id).update(created_at=opened_at)
    page = page_of(as_ada, match)
    waited = re.search(r'data-waited="(\d+)"', page)
    assert waited
    assert 125_000 <= int(waited[1]) < 185_000
    assert re.search(r"You have waited <b[^>]*>2:\d\d</b>", page)
    assert "You have not shared the link yet." in page
    assert "Nobody is looking at it now." in page
    assert 'id="waiting"' not in page_of(client, match)


def test_the_queue_says_how_many_others_wait(as_ada: Client, ada: User, grace: User) -> None:
    mine = opened(ada)
    assert "Nobody else is waiting there." in page_of(as_ada, mine)
    opened(grace)
    assert (queue(), queue(ada.pk), queue(grace.pk)) == (2, 1, 1)
    assert "One other person is waiting there, too." in page_of(as_ada, mine)
    assert "2 games waiting" in as_ada.get("/lobby/").content.decode()


def test_a_game_for_a_friend_is_in_no_queue(as_ada: Client, ada: User) -> None:
    assert 'id="queue"' not in page_of(as_ada, opened(ada, "friend"))


def test_who_waits_plays_a_character_and_keeps_the_place_and_the_settings(
    as_ada: Client, ada: User
) -> None:
    terms = {"variant": "classic", "tap": "1", "opponent": "lobby", "seat": "X", "clock": "180+2"}
    waiting = as_ada.post("/games/new/", terms).headers["Location"]
    page = as_ada.get(waiting).content.decode()
    form = page[page.index('class="offers"') :]
    assert 'value="engine:random"' in form
    fields = dict(
        re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', form[: form.index("<p>")])
    )
    del fields["csrfmiddlewaretoken"]
    begun = as_ada.post("/games/new/", {**fields, "opponent": "engine:random"})
    assert begun.status_code == 302
    against = selectors.match(begun.headers["Location"].split("/")[2])
    assert (against.kind, against.clock) == ("engine", None)
    assert selectors.match(waiting.split("/")[2]).status == "open"
    assert re.search(
        r'name="clock" value="180\+2"[^>]* checked', as_ada.get("/games/new/").content.decode()
    )


def test_another_game_s_page_says_that_one_waits_and_then_who_came(
    as_ada: Client, ada: User, grace: User
) -> None:
    waiting = opened(ada)
    other = opened(ada, "engine:random")
    page = page_of(as_ada, other)
    assert f'data-waits="{waiting.id}"' in page
    assert "Your game waits for an opponent: Classic 3×3, no clock." in page
    services.join(game_id=waiting.id, user_id=grace.pk, name="grace")
    page = page_of(as_ada, other)
    assert "data-waits" not in page
    assert "grace joined your game: Classic 3×3, no clock." in page
    assert f'href="/games/{waiting.id}/"' in page
    assert "joined your game" not in page_of(as_ada, waiting)


def test_nobody_is_reminded_of_games_of_others_or_of_long_ago(ada: User, grace: User) -> None:
    match = opened(ada)
    assert [one.id for one in elsewhere(ada.pk)] == [match.id]
    assert elsewhere(grace.pk) == elsewhere(None) == elsewhere(ada.pk, match.id) == []
    long_ago = timezone.now() - timedelta(hours=2)
    models.Game.objects.filter(id=match.id).update(created_at=long_ago)
    assert elsewhere(ada.pk) == []


def test_the_lobby_offers_a_character_only_to_who_waits(ada: User, grace: User) -> None:
    opened(ada, variant="dstru")
    assert 'value="engine:random"' in logged_in(ada).get("/lobby/").content.decode()
    assert 'class="offers"' not in logged_in(grace).get("/lobby/").content.decode()


def test_no_character_is_offered_twice_to_who_waits(as_ada: Client, ada: User) -> None:
    waiting = opened(ada, variant="dstru")
    for page in (page_of(as_ada, waiting), as_ada.get("/lobby/").content.decode()):
        offered = re.findall(r'name="opponent" value="([^"]+)"', page)
        assert len(offered) > 1
        assert len(set(offered)) == len(offered)


@pytest.mark.parametrize(
    ("ms", "text"),
    [(-1, "0:00"), (7_999, "0:07"), (60_000, "1:00"), (750_000, "12:30"), (3_725_000, "1:02:05")],
)
def test_a_wait_is_written_as_clocks_do(ms: int, text: str) -> None:
    assert elapsed(ms) == text


def test_counts_are_said_in_words() -> None:
    assert onlookers(1) == "Somebody is looking at it now."
    assert onlookers(3) == "3 people are looking at it now."
    assert queue_sentence(4) == "4 other people are waiting there, too."


def test_who_joins_a_game_is_not_told_that_somebody_joined_theirs(
    as_ada: Client, ada: User, grace: User
) -> None:
    waiting = opened(grace)
    services.join(game_id=waiting.id, user_id=ada.pk, name="ada")
    page = page_of(as_ada, opened(ada, "engine:random"))
    assert "joined your game" not in page
    assert "Your game with grace has begun: Classic 3×3, no clock." in page
