"""A guest at a real socket: playing, signing up while the game runs, merging into an account."""

from __future__ import annotations

import json
import re
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from accounts.models import User
from games import services
from games.match import Match
from games.queries import selectors
from tests.conftest import PASSWORD
from tests.live.conftest import asks_each_time
from tests.site import Site, Socket

SALT = "a-salt-of-the-tests"


class Browser:
    """Cookies, forms and sockets of one person, without scripts."""

    def __init__(self, site: Site) -> None:
        self.site, self.jar = site, CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        self.get("/games/new/")

    def get(self, path: str) -> str:
        with self.opener.open(f"{self.site.url}{path}") as page:
            return str(page.read().decode())

    def post(self, path: str, **fields: str) -> str:
        body = urlencode({"csrfmiddlewaretoken": self.cookie("csrftoken"), **fields}).encode()
        with self.opener.open(f"{self.site.url}{path}", body) as page:
            return str(page.read().decode())

    def api(self, path: str, **body: Any) -> Any:
        headers = {"Content-Type": "application/json", "X-CSRFToken": self.cookie("csrftoken")}
        asked = Request(f"{self.site.url}{path}", json.dumps(body).encode(), headers)
        with self.opener.open(asked) as answer:
            return json.loads(answer.read())

    def cookie(self, name: str) -> str:
        return next((str(one.value) for one in self.jar if one.name == name), "")

    def socket(self, game_id: str) -> Socket:
        cookies = {"Cookie": f"sessionid={self.cookie('sessionid')}"}
        return Socket(self.site, f"/ws/games/{game_id}/", headers=cookies)


@pytest.fixture
def visitor(site: Site) -> Browser:
    return Browser(site)


@pytest.fixture
def met(visitor: Browser, ada: User) -> Match:
    """A running game: ada (X) waits at a link, and ``visitor`` sits down as a guest (O)."""
    wanted = services.Request("classic", "friend", "X")
    match = services.new_game(user_id=ada.pk, name="ada", request=wanted)
    visitor.api(f"/api/games/{match.id}/join/")
    return selectors.match(match.id)


def place(socket: Socket, version: int, cell: int) -> int:
    """Place on ``cell``; the version it led to."""
    socket.act("place", version, cell)
    answer = socket.wait_for("ack", "refused")
    assert answer["type"] == "ack", answer
    return int(answer["version"])


def test_a_guest_plays_an_engine_over_the_socket(visitor: Browser) -> None:
    made = visitor.api("/api/games/", variant="classic", opponent="engine:random", seat="X")
    with visitor.socket(made["game"]["id"]) as x:
        state = x.wait_for("state")["game"]
        assert state["you"] == "X"
        place(x, state["version"], 4)
    assert selectors.match(made["game"]["id"]).moves[0] == 4


@pytest.mark.long
@asks_each_time
def test_signing_up_does_not_interrupt_the_game(
    site: Site, visitor: Browser, met: Match, ada: User
) -> None:
    with Socket(site, f"/ws/games/{met.id}/", ada) as x, visitor.socket(met.id) as o:
        o.wait_for("state")
        version = place(x, met.version, 4)
        version = place(o, version, 0)
        form = {"name": "grace", "password1": PASSWORD, "password2": PASSWORD}
        assert "with all your games and stars." in visitor.post("/accounts/sign-up/", **form)
        named = x.wait_for("state")["game"]
        while named["seats"]["O"]["name"] != "grace":
            named = x.wait_for("state")["game"]
        assert o.close_code() == 4401  # opened with the key of before: its page comes back
        with visitor.socket(met.id) as again:
            assert again.wait_for("state")["game"]["you"] == "O"
            version = place(x, named["version"], 8)
            place(again, version, 2)
    member = User.objects.get(name="grace")
    after = selectors.match(met.id)
    assert (after.moves, after.seat_of(member.pk)) == ((4, 0, 8, 2), "O")


@pytest.mark.long
def test_merging_hands_the_running_game_to_the_account(
    site: Site, visitor: Browser, met: Match, ada: User, grace: User
) -> None:
    with Socket(site, f"/ws/games/{met.id}/", ada) as x, visitor.socket(met.id) as o:
        version = place(x, met.version, 4)
        version = place(o, version, 0)
        # The site does not know the quick hashing of tests.
        proof = Argon2PasswordHasher().encode(PASSWORD, SALT)
        User.objects.filter(pk=grace.pk).update(password=proof)
        asked = visitor.post("/accounts/login/", username="grace", password=PASSWORD)
        assert re.search(r"you played as Guest \d+: 1 game, still going on\.", asked)
        visitor.post("/accounts/merge/", answer="bring")
        named = x.wait_for("state")["game"]
        while named["seats"]["O"]["name"] != "grace":
            named = x.wait_for("state")["game"]
        version = place(x, named["version"], 8)
        assert o.close_code() == 4401  # its page comes back with the new session
        with visitor.socket(met.id) as back:
            assert back.wait_for("state")["game"]["you"] == "O"
            place(back, version, 2)
    assert selectors.match(met.id).moves == (4, 0, 8, 2)
    assert set(User.objects.values_list("name", flat=True)) == {"ada", "grace"}


def test_a_guest_who_logs_out_leaves_the_table_and_watchers_of_own_games_are_told(
    site: Site, visitor: Browser, met: Match, ada: User
) -> None:
    made = visitor.api("/api/games/", variant="classic", opponent="engine:random", seat="X")
    alone = made["game"]["id"]
    with Socket(site, f"/ws/games/{met.id}/", ada) as x, Socket(site, f"/ws/games/{alone}/") as w:
        w.wait_for("state")
        visitor.post("/accounts/logout/", leave="yes")
        state = x.wait_for("state")["game"]
        while state["status"] != "aborted":
            state = x.wait_for("state")["game"]
        assert w.close_code() == 4404
    assert selectors.match(met.id).seat("O").title == "Guest"
