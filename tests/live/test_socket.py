"""The game's socket, over real connections to a real server."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from websockets.exceptions import InvalidStatus

from accounts.models import User
from games.match import Match
from games.queries import selectors
from tests.live.conftest import at
from tests.opening import open_game
from tests.site import Site, Socket


def test_two_players_play_a_match_to_its_end(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    with at(site, match, ada) as x, at(site, match, grace) as o:
        first = x.wait_for("state")["game"]
        assert (first["you"], first["to_act"], first["position"]) == ("X", "X", "......... X")
        assert o.wait_for("state")["game"]["you"] == "O"
        version = first["version"]
        for ply, cell in enumerate([4, 0, 2, 6, 3, 5, 1, 7, 8]):
            mover, waiter = (x, o) if ply % 2 == 0 else (o, x)
            mover.act("place", version, cell)
            assert mover.wait_for("ack")["version"] == version + 1
            assert mover.wait_for("state")["game"]["version"] == version + 1
            seen = waiter.wait_for("state")["game"]
            version += 1
            assert (seen["version"], seen["last"]["cell"]) == (version, cell)
        assert seen["status"] == "finished"
        assert seen["outcome"] == {"winner": None, "reason": "full", "cells": []}
    assert selectors.match(match.id).moves == (4, 0, 2, 6, 3, 5, 1, 7, 8)


def test_a_spectator_watches_and_cannot_act(
    site: Site, match: Match, ada: User, stranger: User
) -> None:
    with at(site, match, ada) as x, at(site, match, stranger) as watcher:
        game = watcher.wait_for("state")["game"]
        assert game["you"] is None
        watcher.act("place", game["version"], 0)
        assert watcher.wait_for("refused")["code"] == "not_seated"
        x.act("place", game["version"], 0)
        assert watcher.wait_for("state")["game"]["position"] == "X........ O"


def test_a_visitor_watches_and_is_asked_to_log_in_to_act(site: Site, match: Match) -> None:
    with at(site, match) as visitor:
        game = visitor.wait_for("state")["game"]
        visitor.act("place", game["version"], 0)
        refusal = visitor.wait_for("refused")
        assert (refusal["code"], refusal["id"]) == ("login_required", f"place-{game['version']}-0")


def test_the_same_action_sent_twice_is_acknowledged_twice_and_done_once(
    site: Site, match: Match, ada: User
) -> None:
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        x.act("place", version, 4)
        x.act("place", version, 4)
        assert [x.wait_for("ack")["version"] for _ in range(2)] == [version + 1] * 2
    assert selectors.match(match.id).moves == (4,)


def test_a_stale_version_is_refused_with_the_game_as_it_stands(
    site: Site, match: Match, ada: User
) -> None:
    with at(site, match, ada) as one_tab, at(site, match, ada) as other_tab:
        version = one_tab.wait_for("state")["game"]["version"]
        one_tab.act("place", version, 4)
        one_tab.wait_for("ack")
        other_tab.act("place", version, 0)
        refusal = other_tab.wait_for("refused")
        assert refusal["code"] == "stale_version"
        assert refusal["game"]["position"] == "....X.... O"


def test_a_version_from_the_future_is_refused_as_that(site: Site, match: Match, ada: User) -> None:
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        x.act("place", version + 5, 4)
        refusal = x.wait_for("refused")
        assert (refusal["code"], refusal["game"]["version"]) == ("stale_version", version)
        expected = f"There is no version {version + 5} yet: the game is at version {version}."
        assert refusal["message"] == expected


def test_sync_from_behind_brings_the_state_and_from_the_front_nothing(
    site: Site, match: Match, ada: User
) -> None:
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        x.send({"type": "sync", "version": version - 1})
        assert x.wait_for("state")["game"]["version"] == version
        x.send({"type": "sync", "version": version})
        x.send({"type": "ping", "sent": 17})
        answer = x.receive()
        while answer["type"] == "presence":
            answer = x.receive()
        assert (answer["type"], answer["sent"], answer["version"]) == ("pong", 17, version)


def test_a_move_made_over_http_reaches_the_sockets(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    import urllib.request

    client = Client()
    client.force_login(ada)
    page = client.get(f"/games/{match.id}/")
    token = client.cookies["csrftoken"].value
    assert page.status_code == 200
    with at(site, match, grace) as o:
        version = o.wait_for("state")["game"]["version"]
        request = urllib.request.Request(
            f"{site.url}/api/games/{match.id}/actions/",
            json.dumps({"id": "http", "version": version, "action": "place", "cell": 8}).encode(),
            {
                "Content-Type": "application/json",
                "X-CSRFToken": token,
                "Cookie": f"csrftoken={token}; sessionid={client.cookies['sessionid'].value}",
            },
        )
        with urllib.request.urlopen(request) as response:
            assert response.status == 200
        assert o.wait_for("state")["game"]["last"]["cell"] == 8


def test_an_engine_replies_after_the_ack(site: Site, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        x.act("place", version, 0)
        assert x.wait_for("ack")["version"] == version + 1
        while (game := x.wait_for("state")["game"])["to_act"] != "X":
            pass
        assert game["version"] == version + 2
        assert game["moves"] == [0, 4]


@pytest.mark.long
@pytest.mark.parametrize(
    "frame",
    [
        "",
        "null",
        "[]",
        "{",
        '{"type":"act"}',
        '{"type":"dance"}',
        '{"type":"act","id":"a","version":1,"action":"fly"}',
        '{"type":"act","id":"a","version":1,"action":"place","cell":4,"seat":"O"}',
        '{"type":"act","id":"","version":1,"action":"resign"}',
        '{"type":"act","id":"a","version":-1,"action":"resign"}',
        '{"type":"ping","sent":"\\ud800"}',
        "[" * 2000,
        "x" * 5000,
        b"\x00\x01",
    ],
)
def test_a_frame_that_is_no_message_is_refused_and_the_socket_lives(
    site: Site, match: Match, ada: User, frame: str | bytes
) -> None:
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        x.send(frame)
        assert x.wait_for("refused")["code"] == "bad_message"
        x.act("place", version, 4)
        assert x.wait_for("ack")["version"] == version + 1


def test_too_many_bad_messages_close_the_socket(site: Site, match: Match, ada: User) -> None:
    with at(site, match, ada) as x:
        for _ in range(5):
            x.send("nonsense")
        assert x.close_code() == 4400


def test_too_many_messages_are_refused_and_then_close_the_socket(
    site: Site, match: Match, ada: User
) -> None:
    with at(site, match, ada) as x:
        x.wait_for("state")
        heard, code = x.send_until_closed({"type": "ping", "sent": 1})
        assert "too_fast" in [message.get("code") for message in heard]
        assert code == 4429


@pytest.mark.parametrize("path", ["/ws/games/nowhere/", "/ws/", "/ws/other/"])
def test_an_address_without_a_game_is_accepted_and_closed(site: Site, path: str) -> None:
    with Socket(site, path) as nobody:
        assert nobody.close_code() == 4404
    assert "Traceback" not in site.output()


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1"])
def test_another_origin_is_turned_away(site: Site, match: Match, ada: User, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Socket(site, f"/ws/games/{match.id}/", ada, origin=origin)
    assert refused.value.response.status_code == 403


def test_stopping_the_server_tells_the_sockets_and_loses_nothing(
    site: Site, match: Match, ada: User
) -> None:
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        x.act("place", version, 4)
        x.wait_for("ack")
        assert site.terminate() == 0
        assert x.close_code() == 1012
    assert "Traceback" not in site.output()
    assert selectors.match(match.id).moves == (4,)


def test_the_lobby_hears_of_open_games(site: Site, ada: User, grace: User) -> None:
    with Socket(site, "/ws/lobby/") as lobby, Socket(site, "/ws/lobby/") as other:
        other.send("the lobby has nothing to hear")
        other.send({"type": "ping", "sent": 17})
        assert other.receive()["sent"] == 17
        client = Client()
        client.force_login(ada)
        client.get("/lobby/")
        import urllib.request

        client.get("/games/new/")
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        request = urllib.request.Request(
            f"{site.url}/api/games/",
            json.dumps({"variant": "classic", "opponent": "lobby"}).encode(),
            {
                "Content-Type": "application/json",
                "X-CSRFToken": cookies["csrftoken"],
                "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items()),
            },
        )
        with urllib.request.urlopen(request) as response:
            assert response.status == 201
        assert lobby.receive() == {"type": "lobby"}


def test_a_third_seat_takes_pieces_over_its_socket(
    site: Site, ada: User, grace: User, stranger: User
) -> None:
    match = open_game(ada, variant="dstru", Tres=ada, Uno=grace, Dos=stranger)
    with (
        at(site, match, ada) as tres,
        at(site, match, grace) as uno,
        at(site, match, stranger) as dos,
    ):
        version = dos.wait_for("state")["game"]["version"]

        def refusal(wire: Socket, verb: str, cell: int) -> str:
            wire.act(verb, version, cell, id=f"{verb}-{cell}-{wire is dos}")
            return str(wire.wait_for("refused")["code"])

        assert refusal(dos, "remove", 0) == "not_your_turn"
        assert refusal(tres, "remove", 0) == "not_allowed"
        tres.act("place", version, 3)
        uno.act("place", tres.wait_for("ack")["version"], 0)
        version = uno.wait_for("ack")["version"]
        assert refusal(dos, "remove", 5) == "cell_empty"
        assert refusal(dos, "remove", 16) == "bad_cell"
        assert refusal(dos, "place", 5) == "not_allowed"
        assert refusal(tres, "remove", 0) == "not_your_turn"
        dos.act("remove", version, 3)
        assert dos.wait_for("ack")["version"] == version + 1
        game = dos.wait_for("state")["game"]
    assert game["position"] == "U............... T"
    assert game["last"] == {"cell": 3, "seat": "Dos", "ply": 3, "action": "remove"}
