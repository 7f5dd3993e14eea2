"""Who is at a game, over real connections to a real server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games.match import Match
from tests.live.conftest import at
from tests.site import Site, session_of


def test_presence_counts_connections(site: Site, match: Match, ada: User, grace: User) -> None:
    def seats(message: dict[str, Any]) -> tuple[dict[str, str], int]:
        return message["seats"], message["watchers"]

    with at(site, match, ada) as x:
        assert seats(x.wait_for("presence")) == ({"X": "online", "O": "unstable"}, 0)
        with at(site, match, grace):
            assert seats(x.wait_for("presence")) == ({"X": "online", "O": "online"}, 0)
            with at(site, match):
                assert seats(x.wait_for("presence")) == ({"X": "online", "O": "online"}, 1)
            assert seats(x.wait_for("presence")) == ({"X": "online", "O": "online"}, 0)
        assert seats(x.wait_for("presence")) == ({"X": "online", "O": "unstable"}, 0)


@pytest.mark.long
def test_who_left_for_longer_than_the_grace_can_be_claimed_on(
    transactional_db: Any, match: Match, ada: User, grace: User
) -> None:
    with Site(AWAY_GRACE="1") as site, at(site, match, ada) as x:
        with at(site, match, grace) as o:
            x.act("place", x.wait_for("state")["game"]["version"], 4)
            o.act("place", x.wait_for("ack")["version"], 0)
            version = o.wait_for("ack")["version"]
            x.act("claim_win", version)
            assert x.wait_for("refused")["code"] == "not_allowed"
        while (said := x.wait_for("presence"))["seats"]["O"] == "online":
            pass
        assert said["seats"]["O"] == "unstable"
        assert 0 < said["grace"]["O"] <= 1000
        while x.wait_for("presence")["seats"]["O"] != "gone":
            pass
        x.send({"type": "act", "id": "again", "version": version, "action": "claim_win"})
        assert x.wait_for("ack")["version"] == version + 1
        outcome = x.wait_for("state")["game"]["outcome"]
    assert outcome == {"winner": "X", "reason": "abandoned", "cells": []}


def test_whoever_polls_is_here(site: Site, match: Match, ada: User, grace: User) -> None:
    import urllib.request

    def ask(path: str) -> dict[str, Any]:
        address = f"{site.url}/api/games/{match.id}/{path}"
        with urllib.request.urlopen(
            urllib.request.Request(address, None, session_of(grace))
        ) as got:
            return json.load(got)

    with at(site, match, ada) as x:
        assert x.wait_for("presence")["seats"]["O"] == "unstable"
        ask("")
        assert x.wait_for("presence")["seats"]["O"] == "online"
        assert ask("presence/")["seats"] == {"X": "online", "O": "online"}
