"""News of a move: few bytes, the same for everybody, and the answer to who made it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any

import pytest
from django.conf import settings
from msgspec.structs import replace

from accounts.models import User
from games import presenters, services
from games.live.frames import Frames
from games.match import Action, Clock, Match, Seat, decide
from games.rules import Board, ClassicBoard, DstruBoard
from tests.live.conftest import at
from tests.live.random_games import ADA, GRACE, PEOPLE, T0, new_match, versions
from tests.site import Site

ID = "7f0f8f5e-5d3c-4b51-8f6e-0a52a0b7c1de"
"""An id as pages make them."""

MOST = 300
"""Bytes that a move may take, in the mean of a game."""


def game(board: type[Board], chance: bool) -> Match:
    """A game of two people with a clock."""
    holders = [Seat("", "person", ADA, "ada"), Seat("", "person", GRACE, "grace")]
    third = Seat("", "neutral", engine="random") if chance else Seat("", "person", 3, "hedy")
    seats = [
        replace(holder, name=name)
        for name, holder in zip(board.SEATS, [*holders, third], strict=False)
    ]
    clock = Clock(300_000, 2_000, dict.fromkeys(board.SEATS, 300_000), None)
    return Match("g", board.start(), tuple(seats), "friend", "active", clock=clock, started=T0)


def news_of(match: Match, rng: Random) -> Iterator[bytes]:
    """The news of a random game; the end is told by states."""
    frames = Frames(match, {})
    for number in range(1, 100):
        acting = match.board.to_move
        cell = rng.choice(match.board.available_moves())
        action = Action(match.board.action, match.version, None, cell, None, acting)
        match = decide(match, action, T0 + 700 * number).after
        if match.status != "active":
            return
        frames = Frames(match, {}, frames, ID)
        news = frames.news_after(match.version - 1)
        assert news is not None
        yield news


@pytest.mark.parametrize("chance", [True, False])
@pytest.mark.parametrize("board", [ClassicBoard, DstruBoard])
def test_a_move_takes_at_most_300_bytes(board: type[Board], chance: bool) -> None:
    for seed in range(20):
        sizes = [len(news) for news in news_of(game(board, chance), Random(seed))]
        assert mean(sizes) <= MOST, sizes


def two_versions() -> tuple[Match, Match]:
    before = replace(game(ClassicBoard, True), seats=game(ClassicBoard, True).seats[:2])
    after = decide(before, Action("place", before.version, None, 4, ADA), T0).after
    return before, after


def test_news_is_for_those_who_have_the_version_before() -> None:
    before, after = two_versions()
    frames = Frames(after, {}, Frames(before, {}), "a1")
    assert frames.news_after(before.version) is not None
    assert frames.news_after(before.version - 1) is None
    assert Frames(after, {}).news_after(before.version) is None
    assert Frames(after, {}, Frames(replace(before, version=-5), {})).news_after(-5) is None


def test_news_answers_only_the_seat_that_moved_though_others_use_its_id() -> None:
    before, after = two_versions()
    frames = Frames(after, {}, Frames(before, {}), "a1")
    asked = [("a1", ("X",)), ("a1", ("O",)), ("a2", ("X",)), (None, ("X",)), ("a1", ())]
    assert [frames.answers(*one) for one in asked] == [True, False, False, False, False]


def test_who_may_do_what_is_told_again_once_people_came_or_went() -> None:
    """Somebody may have read another answer in between, in a state."""
    before, after = two_versions()
    known = Frames(before, {})
    gone = Frames(before, {"O": "gone"}, known)
    back = Frames(before, {}, gone)
    third = decide(after, Action("place", after.version, None, 0, GRACE), T0).after
    fourth = decide(third, Action("place", third.version, None, 8, ADA), T0).after
    later = Frames(third, {}, Frames(after, {}, known))
    assert b'"may"' not in (Frames(fourth, {}, later).news_after(third.version) or b"")
    gone_since = Frames(third, {"O": "gone"}, later)
    back = Frames(third, {}, gone_since)
    told = json.loads(Frames(fourth, {}, back).news_after(third.version) or b"")
    assert told["may"] == {"X": ["resign", "offer_draw"], "O": ["resign", "offer_draw"]}


def read(socket: Any, *kinds: str) -> dict[str, Any]:
    """The next message of these kinds."""
    while (message := socket.receive())["type"] not in kinds:
        pass
    return dict(message)


@pytest.mark.long
def test_one_frame_tells_the_players_and_who_watches_and_acknowledges_the_move(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    with (
        at(site, match, ada) as x,
        at(site, match, grace) as o,
        at(site, match, None) as nobody,
    ):
        version = max(read(one, "state")["game"]["version"] for one in (x, o, nobody))
        x.act("place", version, 4, id="same")
        told = [read(one, "news", "state", "ack") for one in (x, o, nobody)]
        assert told[0] == told[1] == told[2]
        assert (told[0]["type"], told[0]["by"]) == ("news", "same")
        assert told[0]["moves"] == [["X", 4, "place"]]
        x.act("place", version, 4, id="same")
        assert read(x, "news", "state", "ack") == {
            "type": "ack",
            "id": "same",
            "version": version + 1,
        }
        o.act("place", version + 1, 0, id="same")  # an id is its sender's own
        assert [read(one, "news", "ack")["moves"] for one in (o, x)] == 2 * [[["O", 0, "place"]]]


@pytest.mark.long
def test_what_is_no_move_and_the_end_come_as_states_after_an_ack(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    with at(site, match, ada) as x, at(site, match, grace) as o:
        version = max(read(one, "state")["game"]["version"] for one in (x, o))
        x.act("offer_draw", version, id="a")
        assert read(x, "ack", "state", "news")["version"] == version + 1
        assert read(x, "state", "news")["game"]["offers"]["draw"] == "X"
        assert read(o, "state", "news")["game"]["detail"] == "ada offers a draw."
        o.act("accept_draw", version + 1, id="b")
        assert read(o, "ack", "state", "news")["id"] == "b"
        assert read(o, "state", "news")["game"]["ending"]["mood"] == "drawn"
        assert read(x, "state", "news")["game"]["headline"] == "A draw"


@pytest.mark.long
def test_a_client_that_is_behind_gets_the_whole_state(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    with at(site, match, ada) as x, at(site, match, grace) as o:
        version = max(read(one, "state")["game"]["version"] for one in (x, o))
        x.act("place", version, 4, id="a")
        assert read(o, "state", "news")["type"] == "news"
        o.send({"type": "sync", "version": version})
        assert read(o, "state", "news")["game"]["headline"] == "Your move"


@pytest.mark.long
def test_what_another_process_stored_comes_as_news_with_its_id_if_redis_tells_it(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    sender = "b" if settings.REDIS_URL else None
    with at(site, match, grace) as o:
        version = read(o, "state")["game"]["version"]
        services.act(game_id=match.id, action=Action("place", version, "b", cell=4, user=ada.pk))
        told = read(o, "news", "state")
        assert (told["type"], told.get("by"), told["moves"]) == (
            "news",
            sender,
            [["X", 4, "place"]],
        )


@pytest.mark.parametrize("board", [ClassicBoard, DstruBoard])
@pytest.mark.parametrize("people", PEOPLE)
def test_what_people_may_do_is_looked_at_again_where_it_may_have_changed(
    board: type[Board], people: str
) -> None:
    kept = 0
    for seed in range(20):
        rng = Random(f"{people} {seed}")
        game = [match for match, _ in versions(new_match(board, people, rng), rng)]
        known: dict[str, presenters.May] = {}
        for before, after in pairwise(game):
            if not presenters.keeps_may(before, after):
                known.clear()
            may = presenters.may(after)
            kept += after.board.to_move in known
            assert known.setdefault(after.board.to_move, may) == may
    assert kept > 0
