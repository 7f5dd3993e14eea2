"""A change is told wherever it was made: by a server, the sweep or a command."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from accounts.models import User
from games import services
from games.api.programs import lines
from games.api.programs.feed import Feed
from games.api.programs.lines import EventStream, GameStream
from games.live import protocol
from games.live.consumers import GameSocket
from games.live.hub import Hub, hub
from games.match import Action, Match, Seat, decide
from tests.live.conftest import at
from tests.opening import open_game
from tests.programs.test_streams import remote
from tests.site import Site


@pytest.mark.long
def test_sockets_that_never_ping_hear_what_another_process_stores(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    """This process stands for the sweep, a command or another server; there is no Redis."""
    with at(site, match, ada) as x, at(site, match, grace) as o:
        version = x.wait_for("state")["game"]["version"]
        o.wait_for("state")
        for ply, cell in enumerate((4, 0, 2)):
            user = (ada, grace)[ply % 2]
            services.act(
                game_id=match.id, action=Action("place", version + ply, cell=cell, user=user.pk)
            )
            for socket in (x, o):
                game = socket.wait_for("state")["game"]
                assert (game["version"], game["last"]["cell"]) == (version + ply + 1, cell)


def test_who_is_answered_again_leaves_nobody_behind(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    """The first answer got lost with the news; what the player learns the others learn, too."""
    with at(site, match, ada) as x, at(site, match, grace) as o:
        version = x.wait_for("state")["game"]["version"]
        o.wait_for("state")
        place = Action("place", version, id="a1", cell=4, user=ada.pk)
        services.act(game_id=match.id, action=place)
        x.act("place", version, 4, id="a1")
        assert x.wait_for("ack")["version"] == version + 1
        assert o.wait_for("state")["game"]["version"] == version + 1


@pytest.mark.long
def test_sockets_hear_of_the_move_that_the_sweep_made_first(site: Site, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="smart")
    with at(site, match, ada) as x:
        version = x.wait_for("state")["game"]["version"]
        services.act(game_id=match.id, action=Action("place", version, cell=4, user=ada.pk))
        services.current_match(match.id)
        while (game := x.wait_for("state")["game"])["version"] < version + 2:
            pass
        assert game["to_act"] == "X"


@pytest.mark.long
def test_who_joined_without_a_socket_is_told_to_be_away(site: Site, ada: User, grace: User) -> None:
    match = open_game(ada, X=ada, O=Seat("O", "empty"))
    with Site(AWAY_GRACE="1") as site, at(site, match, ada) as x:
        x.wait_for("presence")
        services.join(game_id=match.id, user_id=grace.pk, name=grace.name)
        while x.wait_for("presence")["seats"].get("O") != "unstable":
            pass
        while x.wait_for("presence")["seats"]["O"] != "gone":
            pass


class Listener:
    """A socket at a game, as the registry knows it."""

    user_id = None

    def __init__(self) -> None:
        self.told: list[int] = []

    def tell(self, frames: Any) -> None:
        self.told.append(frames.match.version)


def test_nothing_older_replaces_what_is_newer(match: Match, ada: User) -> None:
    hub = Hub()
    hub.sockets.add(match.id, Listener())  # type: ignore[arg-type]
    newer = decide(match, Action("place", match.version, cell=4, user=ada.pk), match.updated).after
    assert hub.broadcast.deliver(newer).match is newer
    assert hub.broadcast.deliver(match).match is newer
    assert hub.broadcast.newest(match.id) == newer.version


def after_late_news(older: Match, newer: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the game takes so long that the news of an ``older`` version arrives first."""

    async def current(game_id: str) -> Match:
        hub.broadcast.deliver(older)
        return newer

    monkeypatch.setattr(hub.reader, "current", current)


async def opened(application: Any, scope: dict[str, Any]) -> list[dict[str, Any]]:
    """All that ``application`` sends to one who opens a connection and leaves at once."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    heard = [{"type": "websocket.connect"}, {"type": "websocket.disconnect"}]

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0)
        return heard.pop(0)

    await application(scope, receive, send)
    return sent


@pytest.mark.django_db(transaction=True)
async def test_a_socket_begins_with_what_it_read_not_with_late_news(
    match: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = decide(match, Action("place", match.version, cell=4, user=ada.pk), match.updated).after
    after_late_news(match, newer, monkeypatch)
    route = {"args": (), "kwargs": {"game_id": match.id}}
    scope = {"type": "websocket", "path": "/", "url_route": route, "user_id": ada.pk}
    sent = await opened(GameSocket(), scope)
    told = [json.loads(one["text"]) for one in sent if one["type"] == "websocket.send"]
    states = [one["game"]["version"] for one in told if one["type"] == "state"]
    assert states == [newer.version]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("late", [0, 1])
async def test_a_stream_begins_with_the_whole_game_after_any_news(
    match: Match, ada: User, monkeypatch: pytest.MonkeyPatch, late: int
) -> None:
    newer = decide(match, Action("place", match.version, cell=4, user=ada.pk), match.updated).after
    hub.start()
    after_late_news((match, newer)[late], newer, monkeypatch)
    sent: list[bytes] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))

    async def gone() -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "http.disconnect"}

    await GameStream(send, ada.pk, "", match.id).serve(gone)
    lines = [json.loads(line) for line in b"".join(sent).splitlines() if line]
    assert [one["type"] for one in lines][:1] == ["gameFull"]
    assert lines[0]["state"]["version"] == newer.version


class Heard(GameSocket):
    """A socket of which only what it would send is kept."""

    def __init__(self, match: Match, user: User) -> None:
        super().__init__()
        self.sent: list[dict[str, Any]] = []
        self.user_id, self.game_id, self.version = user.pk, match.id, match.version
        self.log_in = SimpleNamespace(stands=self._stands)  # type: ignore[assignment]
        self.joined = True

    async def _stands(self) -> bool:
        return True

    def push(self, message: Any) -> None:
        self.sent.append(message)

    def push_text(self, text: str) -> None:
        self.sent.append(json.loads(text))


@pytest.mark.django_db(transaction=True)
async def test_a_state_that_came_while_an_id_was_answered_again_follows_the_ack(
    match: Match, ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = match
    for user, cell in ((ada, 4), (grace, 0)):
        newer = decide(newer, Action("place", newer.version, cell=cell, user=user.pk), 0).after
    socket = Heard(match, ada)
    hub.sockets.add(match.id, socket)

    async def act_live(**_: object) -> services.Accepted:
        hub.broadcast.deliver(newer)
        return services.Accepted(match.version, match)

    monkeypatch.setattr(services, "act_live", act_live)
    try:
        again = {"type": "act", "id": "a1", "action": "place", "version": 1, "cell": 4}
        await socket._act(protocol.parse_act(json.dumps(again)))
    finally:
        hub.remove(match.id, socket)
    acts = [one for one in socket.sent if one["type"] != "presence"]
    assert [one["type"] for one in acts] == ["ack", "state"]
    assert acts[1]["game"]["version"] == newer.version


class SaidLines(EventStream):
    """A stream of events of which only the lines are kept."""

    def __init__(self, user: User) -> None:
        super().__init__(nowhere, user.pk, "", "")
        self.said: list[Any] = []

    def say(self, *lines: Any) -> None:
        self.said += lines


async def nowhere(message: Any) -> None: ...


@pytest.mark.django_db(transaction=True)
async def test_a_game_that_could_not_be_read_is_told_at_the_next_look(
    match: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, feed = SaidLines(ada), Feed(playing={match.id})
    with monkeypatch.context() as patched:
        patched.setattr(lines, "games", raise_outage)
        with pytest.raises(OperationalError):
            await stream.take(feed)
    for _ in range(2):
        await stream.take(feed)
    assert [(one["type"], one["game"]["gameId"]) for one in stream.said] == [
        ("gameStart", match.id)
    ]


def raise_outage(game_ids: Any) -> Any:
    raise OperationalError


@pytest.mark.django_db(transaction=True)
async def test_a_stream_tells_who_had_left_before_it_began(
    match: Match, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("body", b""))

    stream = GameStream(send, ada.pk, "", match.id)
    monkeypatch.setattr(hub.attendance.presence, "of", lambda game_id: ({"O": "gone"}, 0))
    stream.tell_presence()
    await stream.begin()
    stream.tell_presence()
    await stream.outbox.empty()
    assert b"opponentGone" in b"".join(sent)


@pytest.mark.django_db(transaction=True)
async def test_who_lost_a_race_tells_the_sockets_here(match: Match, ada: User) -> None:
    hub, listener = Hub(), Listener()
    hub.sockets.add(match.id, listener)  # type: ignore[arg-type]
    hub.broadcast.deliver(match)
    newer = decide(match, Action("place", match.version, cell=4, user=ada.pk), match.updated).after
    hub.broadcast.catch_up(newer)
    hub.broadcast.catch_up(newer)
    hub.broadcast.catch_up(match)
    assert listener.told == [match.version, newer.version]


@pytest.mark.long
def test_a_stream_hears_of_games_that_another_process_begins_and_ends(
    site: Site, ada: User, grace: User
) -> None:
    """Neither is a bot, and there is no Redis."""
    with remote(site, ada).stream("/api/stream/event") as events:
        seats = {n: Seat(n, "person", u.pk, u.name) for n, u in (("X", ada), ("O", grace))}
        match = services.open_game(
            services.GameSetup(by=ada.pk, variant="classic", kind="friend", seats=seats)
        )
        assert events.next("gameStart")["game"]["gameId"] == match.id
        services.act(game_id=match.id, action=Action("resign", match.version, user=grace.pk))
        assert events.next("gameFinish")["game"]["gameId"] == match.id
