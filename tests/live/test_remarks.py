"""What a player says reaches everybody at the game, on any process, but those who block them."""

from __future__ import annotations

from pathlib import Path

import pytest

from accounts import people
from accounts.models import User
from games.match import Match
from tests.live.conftest import at
from tests.redis_server import INSTALLED, WHERE, RedisServer
from tests.site import Site

OOPS = {"type": "say", "phrase": "oops"}
HEARD = {
    "type": "said",
    "seat": "X",
    "phrase": "oops",
    "number": 1,
    "text": "“Oops”",
    "spoken": "ada: “Oops”.",
}


def test_players_and_spectators_hear_it(
    site: Site, match: Match, ada: User, grace: User, stranger: User
) -> None:
    with (
        at(site, match, ada) as x,
        at(site, match, grace) as o,
        at(site, match, stranger) as watcher,
    ):
        for socket in (x, o, watcher):
            socket.wait_for("state")
        x.send(OOPS)
        assert [socket.wait_for("said") for socket in (x, o, watcher)] == [HEARD] * 3
        watcher.send(OOPS)
        assert watcher.wait_for("refused")["code"] == "not_seated"


def test_who_blocks_the_speaker_does_not_hear_it(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    people.block(grace, ada)
    with at(site, match, ada) as x, at(site, match, grace) as o:
        for socket in (x, o):
            socket.wait_for("state")
        x.send(OOPS)
        assert x.wait_for("said") == HEARD
        o.send({"type": "say", "phrase": "thanks"})
        assert o.wait_for("said")["seat"] == "O"
        assert x.wait_for("said")["seat"] == "O"


def test_what_is_no_phrase_is_no_message(site: Site, match: Match, ada: User) -> None:
    with at(site, match, ada) as x:
        x.send({"type": "say", "phrase": "you lose"})
        refused = x.wait_for("refused")
    assert refused["code"] == "bad_message"
    assert "you lose" in refused["message"]


def test_too_much_is_refused(site: Site, match: Match, ada: User) -> None:
    with at(site, match, ada) as x:
        for _ in range(7):
            x.send(OOPS)
        assert x.wait_for("refused")["code"] == "too_fast"


@pytest.mark.long
@pytest.mark.skipif(not INSTALLED, reason=WHERE)
def test_it_is_heard_on_other_processes(
    match: Match, tmp_path: Path, ada: User, grace: User
) -> None:
    with (
        RedisServer(tmp_path) as redis,
        Site(REDIS_URL=redis.url) as one,
        Site(REDIS_URL=redis.url) as other,
        at(one, match, ada) as x,
        at(other, match, grace) as o,
    ):
        for socket in (x, o):
            socket.wait_for("state")
        while x.wait_for("presence")["seats"].get("O") != "online":
            pass
        x.send(OOPS)
        assert o.wait_for("said") == HEARD
