"""Streams of lines over a real server: games, events, and what ends them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.testing import HttpCommunicator

from accounts import tokens
from accounts.models import SecurityEvent, User
from accounts.tokens import Scope
from games import services
from games.api.programs.streaming import Streaming
from games.live import protocol
from tests.live.conftest import match, site  # noqa: F401  fixtures
from tests.live.test_person_socket import browser
from tests.programs.lines import Remote, line_of
from tests.site import Site, Socket

NEW = {"variant": "classic", "opponent": "engine:random", "seat": "X"}


def bot(name: str) -> User:
    user = User.objects.create_user(name)
    services.become_bot(user_id=user.pk)
    return user


def remote(site: Site, user: User, *scopes: Scope) -> Remote:
    return Remote(site, tokens.make(user, f"{site.port}", scopes or list(Scope))[1])


def test_two_bots_play_a_game_by_streams(site: Site) -> None:
    robby, tobor = (remote(site, bot(name)) for name in ("robby", "tobor"))
    with robby.stream("/api/stream/event") as events, tobor.stream("/api/stream/event") as others:
        terms = {"variant": "classic", "seat": "X", "clock": {"limit": 60}, "rated": True}
        status, asked = robby.ask("POST", "/api/challenge/TOBOR", terms)
        assert (status, asked["status"], asked["challenger"]["title"]) == (200, "created", "BOT")
        heard = others.next()
        assert (heard["type"], heard["challenge"]) == ("challenge", asked)
        assert events.next()["type"] == "challenge"
        status, begun = tobor.ask("POST", f"/api/challenge/{asked['id']}/accept")
        assert (status, begun["ok"]) == (200, True)
        game = begun["gameId"]
        started = events.next("gameStart")["game"]
        assert (started["gameId"], started["seat"], started["isMyTurn"]) == (game, "X", True)
        assert others.next("gameStart")["game"]["opponent"]["id"] == "robby"
        with (
            robby.stream(f"/api/bot/game/stream/{game}") as mine,
            tobor.stream(f"/api/bot/game/stream/{game}") as theirs,
        ):
            full = mine.next()
            assert (full["type"], full["you"], full["rated"]) == ("gameFull", "X", True)
            assert full["clock"] == {"initial": 60_000, "increment": 0}
            assert theirs.next()["players"]["X"]["title"] == "BOT"
            for player, cell in ((robby, 0), (tobor, 3), (robby, 1), (tobor, 4), (robby, 2)):
                status, moved = player.ask("POST", f"/api/bot/game/{game}/move/{cell}")
                assert (status, moved["ok"]) == (200, True)
            lines = [list(stream) for stream in (mine, theirs)]
            states = [[one for one in found if one["type"] == "gameState"] for found in lines]
            moves = ["0", "0 3", "0 3 1", "0 3 1 4", "0 3 1 4 2"]
            assert [one["moves"] for one in states[0]] == moves
            assert states[0] == states[1]
            last = states[0][-1]
            assert (last["status"], last["winner"], last["reason"]) == ("finished", "X", "line")
        over = events.next("gameFinish")["game"]
        assert (over["gameId"], over["winner"], over["status"]) == (game, "X", "finished")
        # The second game of the rated pair has begun in the same instant.
        assert others.next("gameStart")["game"]["gameId"] != game


@pytest.mark.parametrize("line", [{"type": "gameStart"}, {"type": "gameOver"}, {}])
def test_a_line_that_is_not_as_documented_would_be_noticed(line: dict[str, str]) -> None:
    assert not line_of("/api/stream/event").is_valid(line)
    assert not line_of("/api/bot/game/stream/{game_id}").is_valid(line)


def test_a_cut_stream_begins_again_with_the_whole_game(site: Site) -> None:
    robby = remote(site, bot("robby"))
    game = robby.ask("POST", "/api/games/", NEW)[1]["game"]["id"]
    with robby.stream(f"/api/bot/game/stream/{game}") as stream:
        assert stream.next()["state"]["moves"] == ""
    robby.ask("POST", f"/api/bot/game/{game}/move/4")
    with robby.stream(f"/api/bot/game/stream/{game}") as stream:
        full = stream.next()
        assert (full["type"], full["state"]["moves"].split()[0]) == ("gameFull", "4")
    with robby.stream("/api/stream/event") as events:
        assert events.next()["game"]["gameId"] == game


def test_a_second_stream_of_a_game_ends_the_first(site: Site) -> None:
    robby = remote(site, bot("robby"))
    game = robby.ask("POST", "/api/games/", NEW)[1]["game"]["id"]
    with robby.stream(f"/api/bot/game/stream/{game}") as first:
        first.next("gameFull")
        with robby.stream(f"/api/bot/game/stream/{game}") as second:
            assert second.next()["type"] == "gameFull"
            assert first.ended()
            robby.ask("POST", f"/api/bot/game/{game}/move/4")
            assert second.next()["type"] == "gameState"


def test_a_move_by_any_way_is_told_and_a_stream_is_a_presence(
    site: Site,
    match: Any,
    ada: User,
    grace: User,
) -> None:
    program = remote(site, ada, Scope.PLAY)
    with Socket(site, f"/ws/games/{match.id}/", grace) as socket:
        socket.wait_for("state")
        with program.stream(f"/api/bot/game/stream/{match.id}") as stream:
            stream.next("gameFull")
            while socket.wait_for("presence")["seats"].get("X") != "online":
                pass
            act = {"id": "1", "version": 1, "action": "place", "cell": 0}
            assert program.ask("POST", f"/api/games/{match.id}/actions/", act)[0] == 200
            assert stream.next("gameState")["moves"] == "0"
            socket.act("place", 2, 8)
            assert stream.next("gameState")["moves"] == "0 8"


def test_what_revokes_a_token_ends_what_is_open_with_it(
    site: Site,
    match: Any,
    ada: User,
) -> None:
    token, text = tokens.make(ada, "bot", list(Scope))
    program = Remote(site, text)
    with (
        program.stream("/api/stream/event") as events,
        program.stream(f"/api/bot/game/stream/{match.id}") as game,
        Socket(site, f"/ws/games/{match.id}/", headers=program.headers) as socket,
    ):
        game.next("gameFull")
        socket.wait_for("state")
        browser(site, ada).post(f"/accounts/tokens/{token.pk}/revoke/")
        assert events.ended()
        assert game.ended()
        assert socket.close_code() == protocol.LOG_IN_AGAIN
    assert program.ask("GET", "/api/stream/event")[0] == 401


def test_a_socket_opened_with_a_token_plays(site: Site, match: Any, ada: User) -> None:
    headers = remote(site, ada, Scope.PLAY).headers
    with Socket(site, f"/ws/games/{match.id}/", headers=headers) as socket:
        assert socket.wait_for("state")["game"]["you"] == "X"
        socket.act("place", 1, 4)
        assert socket.wait_for("ack")["version"] == 2


@pytest.mark.parametrize("scopes", [[], [Scope.READ]])
def test_a_socket_needs_a_token_that_may_play(
    site: Site,
    match: Any,
    ada: User,
    scopes: list[Scope],
) -> None:
    text = tokens.make(ada, "bot", scopes)[1] if scopes else "oxo_none"
    headers = {"Authorization": f"Bearer {text}"}
    with Socket(site, f"/ws/games/{match.id}/", headers=headers) as socket:
        assert socket.close_code() == protocol.LOG_IN_AGAIN


def test_a_process_that_leaves_ends_its_streams(site: Site, match: Any, ada: User) -> None:
    program = remote(site, ada)
    with (
        program.stream("/api/stream/event") as events,
        program.stream(f"/api/bot/game/stream/{match.id}") as game,
    ):
        events.next("gameStart")
        game.next("gameFull")
        assert site.terminate() == 0
        assert events.ended()
        assert game.ended()


def test_streams_that_cannot_be_are_refused(site: Site, match: Any, ada: User) -> None:
    program, stranger = remote(site, ada), remote(site, bot("robby"))
    engines = remote(site, User.objects.create_user("eve"), Scope.ENGINE)
    game = f"/api/bot/game/stream/{match.id}"
    nobody = Remote(site, "oxo_none")
    refused = [
        (nobody.ask("GET", game), 401, "login_required"),
        (engines.ask("GET", game), 403, "no_scope"),
        (stranger.ask("GET", game), 403, "not_seated"),
        (program.ask("GET", "/api/bot/game/stream/nonsense"), 404, "no_such_game"),
        (program.ask("POST", game), 405, "bad_method"),
    ]
    for (status, body), expected, code in refused:
        assert (status, body["code"]) == (expected, code)
    assert SecurityEvent.objects.filter(what="token refused").count() == 1


async def test_a_token_over_http_is_refused_where_the_site_is_on_https(settings: Any) -> None:
    settings.HTTPS = True
    asked = HttpCommunicator(
        Streaming(None), "GET", "/api/stream/event/", headers=[(b"authorization", b"Bearer x")]
    )
    asked.scope["scheme"] = "http"
    answer = await asked.get_response()
    assert (answer["status"], json.loads(answer["body"])["message"]) == (403, tokens.OVER_HTTP)


def test_a_game_that_is_withdrawn_before_it_began_is_no_news(site: Site) -> None:
    robby = remote(site, bot("robby"))
    with robby.stream("/api/stream/event") as events:
        wanted = {"variant": "classic", "opponent": "friend"}
        waiting = robby.ask("POST", "/api/games/", wanted)[1]["game"]["id"]
        assert robby.ask("POST", f"/api/bot/game/{waiting}/abort")[0] == 200
        game = robby.ask("POST", "/api/games/", NEW)[1]["game"]["id"]
        assert events.next()["game"]["gameId"] == game


@pytest.mark.long
def test_streams_are_not_opened_too_often(db: Any, ada: User, transactional_db: Any) -> None:
    with Site(LIMIT_STREAMS="1/60") as site:
        program = remote(site, ada)
        with program.stream("/api/stream/event") as stream:
            assert stream.status == 200
        with program.stream("/api/stream/event") as stream:
            assert stream.status == 429
            assert 0 < int(stream.answer.headers["Retry-After"]) <= 60
