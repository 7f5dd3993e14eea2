"""A client that was written for lichess, ``berserk``, plays here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import berserk
import pytest
import requests

from accounts import tokens
from accounts.models import User
from games.match import Match
from tests.live.conftest import at, match, site  # noqa: F401  fixtures
from tests.programs.lines import line_of
from tests.programs.test_streams import bot
from tests.site import Site
from tests.wire import PATIENCE

GAME = "/api/bot/game/stream/{game_id}"
EVENTS = "/api/stream/event"


class Session(berserk.TokenSession):  # type: ignore[misc]
    """No request waits for ever, so that a test cannot."""

    def request(self, *args: Any, **options: Any) -> requests.Response:
        return super().request(*args, timeout=PATIENCE, **options)


def client(site: Site, user: User) -> berserk.Client:
    token = tokens.make(user, f"{site.port}", list(tokens.Scope))[1]
    return berserk.Client(Session(token), base_url=site.url)


def next_line(lines: Iterator[Any], kind: str, path: str) -> Any:
    """The next line of a ``kind``. What berserk has made a time is one again to be checked."""
    for line in lines:
        plain = json.loads(json.dumps(line, default=lambda time: round(1000 * time.timestamp())))
        line_of(path).validate(plain)
        if line["type"] == kind:
            return line
    raise AssertionError(f"The stream ended before any {kind}.")


@pytest.mark.long
def test_two_bots_play_a_game_from_the_challenge_to_its_export(site: Site) -> None:
    robby, tobor = (client(site, bot(name)) for name in ("robby", "tobor"))
    mine, theirs = (one.bots.stream_incoming_events() for one in (robby, tobor))
    made = robby.challenges.create(
        "tobor", rated=True, clock_limit=60, clock_increment=2, color="white", variant="classic"
    )
    assert made["timeControl"] == {"type": "clock", "limit": 60, "increment": 2}
    assert (made["rated"], made["seat"]) == (True, "X")
    assert next_line(theirs, "challenge", EVENTS)["challenge"]["id"] == made["id"]
    assert [one["id"] for one in robby.challenges.get_mine()["out"]] == [made["id"]]
    assert [one["id"] for one in tobor.challenges.get_mine()["in"]] == [made["id"]]
    tobor.bots.accept_challenge(made["id"])

    game = next_line(mine, "gameStart", EVENTS)["game"]["gameId"]
    assert next_line(theirs, "gameStart", EVENTS)["game"]["id"] == game
    assert [one["isMyTurn"] for one in robby.games.get_ongoing()] == [True]
    assert [one["gameId"] for one in tobor.games.get_ongoing(count=1)] == [game]
    states = robby.bots.stream_game_state(game)
    assert next_line(states, "gameFull", GAME)["clock"] == {"initial": 60_000, "increment": 2000}
    tobor.bots.post_message(game, "Good luck")
    said = next_line(states, "chatLine", GAME)
    assert (said["username"], said["text"]) == ("tobor", "Good luck")
    assert robby.board.get_game_chat(game) == [{"user": "tobor", "text": "Good luck"}]
    names = {one["username"] for one in robby.bots.get_online_bots(limit=10)}
    assert names == {"robby", "tobor"}

    plays = ((robby, "b2"), (tobor, "b1"), (robby, "a1"), (tobor, "2"), (robby, "C3"))
    for player, cell in plays:
        player.bots.make_move(game, cell)
    moves = ["4", "4 1", "4 1 0", "4 1 0 2", "4 1 0 2 8"]
    assert [next_line(states, "gameState", GAME)["moves"] for _ in moves] == moves
    assert list(states) == []  # the stream ends with its game
    assert next_line(mine, "gameFinish", EVENTS)["game"]["winner"] == "X"
    found = robby.games.export(game)
    assert (found["moves"], found["winner"], found["reason"]) == (moves[-1], "X", "line")


@pytest.mark.long
def test_a_bot_plays_the_computer_and_gives_up(site: Site) -> None:
    robby = client(site, bot("robby"))
    game = robby.challenges.create_ai(level=8, color="black", variant="classic")
    assert (game["seat"], game["opponent"]["name"]) == ("O", "Perfect")
    robby.bots.resign_game(game["id"])
    assert robby.games.export(game["id"])["reason"] == "resign"
    assert robby.games.get_ongoing() == []


@pytest.mark.long
def test_a_person_claims_the_victory_over_an_opponent_who_left(
    transactional_db: Any,
    match: Match,
    ada: User,
    grace: User,
) -> None:
    with Site(AWAY_GRACE="1") as site:
        board = client(site, ada).board
        states = board.stream_game_state(match.id)
        assert next_line(states, "gameFull", GAME)["you"] == "X"
        with at(site, match, grace) as other:
            board.make_move(match.id, "b2")
            while (state := other.wait_for("state")["game"])["version"] < 2:
                pass
            other.act("place", state["version"], 0)
            other.wait_for("ack")
            with pytest.raises(berserk.exceptions.ResponseError, match="422"):
                board.claim_victory(match.id)
        assert next_line(states, "opponentGone", GAME)["seat"] == "O"
        board.claim_victory(match.id)
        over = next_line(states, "gameState", GAME)
        while over["status"] != "finished":
            over = next_line(states, "gameState", GAME)
        assert (over["winner"], over["reason"]) == ("X", "abandoned")


def test_two_people_agree_on_a_draw(site: Site, match: Match, ada: User, grace: User) -> None:
    mine, theirs = (client(site, user).board for user in (ada, grace))
    mine.offer_draw(match.id)
    theirs.decline_draw(match.id)
    theirs.offer_draw(match.id)
    mine.accept_draw(match.id)
    found = berserk.Client(base_url=site.url).games.export(match.id)
    assert (found["status"], found["winner"], found["reason"]) == ("finished", None, "agreement")


def test_a_cell_that_is_none_is_told(site: Site, match: Match, ada: User) -> None:
    with pytest.raises(berserk.exceptions.ResponseError) as refused:
        client(site, ada).board.make_move(match.id, "e2e4")
    assert refused.value.status_code == 422
    assert "'e2e4' is no cell: expected a1 to c3" in str(refused.value)
