"""/ws/me/: a person hears of challenges wherever they are, on any process."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from accounts import people
from accounts.hashers import Argon2
from accounts.models import User
from games.live import protocol
from games.models import Challenge
from games.queries import social
from tests.conftest import PASSWORD
from tests.live.test_guests import Browser
from tests.redis_server import INSTALLED, WHERE, RedisServer
from tests.site import Site, Socket, session_of
from tests.wire import Wire


def own(site: Site, user: User | None) -> Socket:
    return Socket(site, "/ws/me/", user)


def hears(socket: Wire, waiting: int) -> None:
    """The next news says that so many challenges wait."""
    assert socket.wait_for("challenges") == {"type": "challenges", "waiting": waiting}


def browser(site: Site, user: User) -> Browser:
    """Somebody who is logged in, without scripts."""
    found = Browser(site)
    found.opener.addheaders = [
        ("Cookie", f"{session_of(user)['Cookie']}; csrftoken={found.cookie('csrftoken')}")
    ]
    return found


def test_both_hear_of_a_challenge_and_of_its_answer(site: Site, ada: User, grace: User) -> None:
    with own(site, ada) as a, own(site, grace) as g:
        hears(a, 0)
        hears(g, 0)
        page = browser(site, ada).post("/challenges/new/", to="grace", variant="classic", seat="X")
        assert "You have challenged grace." in page
        hears(a, 0)
        hears(g, 1)
        asked = social.asked(grace.pk)[0]
        browser(site, grace).post(f"/challenges/{asked.pk}/decline/")
        hears(g, 0)
        hears(a, 0)


@pytest.mark.long
def test_a_challenge_that_ends_without_a_word_is_told(site: Site, ada: User, grace: User) -> None:
    with own(site, grace) as g:
        hears(g, 0)
        browser(site, ada).post("/challenges/new/", to="grace", variant="classic", seat="X")
        hears(g, 1)
        Challenge.objects.update(expires_at=timezone.now())
        hears(g, 0)


def test_who_blocks_hears_no_more_than_before(site: Site, ada: User, grace: User) -> None:
    people.block(grace, ada)
    with own(site, grace) as g:
        hears(g, 0)
        browser(site, ada).post("/challenges/new/", to="grace", variant="classic", seat="X")
        hears(g, 0)


def test_a_visitor_is_told_to_log_in(site: Site) -> None:
    with own(site, None) as socket:
        assert socket.close_code() == protocol.LOG_IN_AGAIN


def test_a_log_out_closes_it(site: Site, ada: User) -> None:
    here = browser(site, ada)
    cookies = {"Cookie": dict(here.opener.addheaders)["Cookie"]}
    with Socket(site, "/ws/me/", headers=cookies) as socket:
        hears(socket, 0)
        here.post("/accounts/logout/")
        assert socket.close_code() == protocol.LOG_IN_AGAIN


@pytest.mark.long
def test_a_session_that_is_ended_from_elsewhere_closes_it(site: Site, ada: User) -> None:
    ada.password = Argon2().encode(PASSWORD, "a-salt-of-the-tests")  # as the site reads it
    ada.save()
    here, there = browser(site, ada), browser(site, ada)
    cookies = [{"Cookie": dict(one.opener.addheaders)["Cookie"]} for one in (here, there)]
    for one in (here, there):
        one.get("/accounts/sessions/")
    with (
        Socket(site, "/ws/me/", headers=cookies[0]) as stays,
        Socket(site, "/ws/me/", headers=cookies[1]) as goes,
    ):
        hears(stays, 0)
        hears(goes, 0)
        here.post("/accounts/sessions/", end="others", password=PASSWORD)
        assert goes.close_code() == protocol.LOG_IN_AGAIN
        stays.send({"type": "ping", "sent": 7})
        assert stays.wait_for("pong")["sent"] == 7


def test_pings_are_answered_and_a_flood_is_not(site: Site, ada: User) -> None:
    with own(site, ada) as socket:
        hears(socket, 0)
        socket.send({"type": "ping", "sent": 7})
        assert socket.wait_for("pong")["sent"] == 7
        socket.send("nonsense")
        _, code = socket.send_until_closed({"type": "ping", "sent": 8})
        assert code == protocol.TOO_FAST


@pytest.mark.long
@pytest.mark.skipif(not INSTALLED, reason=WHERE)
def test_news_reaches_people_on_other_processes(
    transactional_db: None, tmp_path: Path, ada: User, grace: User
) -> None:
    with (
        RedisServer(tmp_path) as redis,
        Site(REDIS_URL=redis.url) as one,
        Site(REDIS_URL=redis.url) as other,
        own(other, grace) as g,
    ):
        hears(g, 0)
        browser(one, ada).post("/challenges/new/", to="grace", variant="classic", seat="X")
        hears(g, 1)
