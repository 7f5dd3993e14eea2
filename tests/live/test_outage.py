"""While the database is away everybody is told so; when it is back, all goes on by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.match import Match
from tests import logs
from tests.opening import open_game
from tests.outage import Cable, Outage, outage_of_this_database
from tests.site import Site, Socket, session_of
from tests.wire import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def outage(transactional_db: Any, tmp_path: Path) -> Iterator[Outage]:
    made = outage_of_this_database(tmp_path)
    yield made
    made.close()


@pytest.fixture
def site(outage: Outage) -> Iterator[Site]:
    with Site(DATABASE_URL=outage.url) as site:
        yield site
        assert "Traceback" not in site.output()


@pytest.fixture
def match(ada: User, grace: User) -> Match:
    return open_game(ada, X=ada, O=grace)


def ask(site: Site, path: str, headers: dict[str, str] | None = None) -> tuple[HTTPResponse, str]:
    wire = HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    wire.request("GET", path, headers=headers or {})
    answer = wire.getresponse()
    text = answer.read().decode()
    wire.close()
    return answer, text


def ask_until_it_answers(site: Site, path: str) -> int:
    """Ask until the answer is not 503; how often it was."""
    for refusals in range(100):
        if ask(site, path)[0].status == 200:
            return refusals
    raise AssertionError(f"{path} did not come back")


@pytest.mark.long
def test_pages_and_api_say_so_and_when_to_come_back(
    site: Site, outage: Outage, match: Match, ada: User
) -> None:
    page, api = f"/games/{match.id}/", f"/api/games/{match.id}/"
    cookie = session_of(ada)
    assert ask(site, page)[0].status == 200
    outage.begin()
    paths = (page, "/lobby/", "/leaderboards/", "/admin/")
    with ThreadPoolExecutor(len(paths)) as crowd:
        answers = list(crowd.map(lambda path: ask(site, path, cookie), paths))
    for path, (answer, text) in zip(paths, answers, strict=True):
        assert (path, answer.status) == (path, 503)
        assert int(answer.getheader("Retry-After") or "") > 0
        assert "The site cannot answer right now." in text
        assert f'href="{path}">Try again' in text
    answer, text = ask(site, api)
    assert (answer.status, answer.getheader("Retry-After")) == (503, "2")
    body = json.loads(text)
    assert (body["type"], body["code"], body["game"]) == ("refused", "unavailable", None)
    outage.end()
    ask_until_it_answers(site, page)
    assert ask(site, api)[0].status == 200


@pytest.mark.long
def test_what_needs_no_database_is_answered_meanwhile(site: Site, outage: Outage) -> None:
    outage.begin()
    assert ask(site, "/analysis/X.OX....._O/export.json")[0].status == 200
    assert ask(site, "/analysis/X.OX....._O/export.svg")[0].status == 200


@pytest.mark.long
def test_an_open_socket_says_so_and_the_same_act_sent_again_is_done_once(
    site: Site, outage: Outage, match: Match, ada: User
) -> None:
    act = {"type": "act", "id": "a1", "version": match.version, "action": "place", "cell": 4}
    with Socket(site, f"/ws/games/{match.id}/", ada) as socket:
        socket.wait_for("state")
        outage.begin()
        socket.send(act)
        refused = socket.wait_for("refused")
        assert (refused["id"], refused["code"]) == ("a1", "unavailable")
        assert "cannot answer right now" in refused["message"]
        assert refused["game"] is None
        outage.end()
        ask_until_it_answers(site, f"/api/games/{match.id}/")
        for _ in range(2):
            socket.send(act)
            ack = socket.wait_for("ack")
            assert (ack["id"], ack["version"]) == ("a1", match.version + 1)
    assert len(logs.moves(match.id)) == 1


@pytest.mark.long
def test_a_socket_that_asks_for_news_stays_open(
    site: Site, outage: Outage, match: Match, ada: User
) -> None:
    with Socket(site, f"/ws/games/{match.id}/", ada) as socket:
        socket.wait_for("state")
        outage.begin()
        socket.send({"type": "sync", "version": 0})
        refused = socket.wait_for("refused")
        assert (refused["id"], refused["code"]) == (None, "unavailable")
        outage.end()
        ask_until_it_answers(site, f"/api/games/{match.id}/")
        socket.send({"type": "sync", "version": 0})
        assert socket.wait_for("state")["game"]["version"] == match.version


@pytest.mark.long
def test_a_new_socket_is_told_so_and_closed_to_come_back(
    site: Site, outage: Outage, match: Match, ada: User
) -> None:
    path, headers = f"/ws/games/{match.id}/", session_of(ada)
    outage.begin()
    with Socket(site, path, headers=headers) as socket:
        assert socket.wait_for("refused")["code"] == "unavailable"
        assert socket.close_code() == 4503
    outage.end()
    ask_until_it_answers(site, f"/api/games/{match.id}/")
    with Socket(site, path, headers=headers) as socket:
        assert socket.wait_for("state")["game"]["you"] == "X"


if connection.vendor == "postgresql":

    def test_after_a_restart_of_the_database_nobody_notices(
        site: Site, outage: Cable, match: Match, ada: User, grace: User
    ) -> None:
        """Every pooled connection is dead then, that of the writer, too."""
        page = f"/games/{match.id}/"
        with (
            Socket(site, f"/ws/games/{match.id}/", ada) as x,
            Socket(site, f"/ws/games/{match.id}/", grace) as o,
        ):
            for wire in (x, o):
                wire.wait_for("state")
            x.act("place", match.version, 0)
            x.wait_for("ack")
            with ThreadPoolExecutor(8) as crowd:  # so that the pool grows
                answers = list(crowd.map(lambda _: ask(site, page)[0].status, range(40)))
            assert answers == [200] * 40
            outage.restart()
            o.act("place", match.version + 1, 4)
            assert o.wait_for("ack")["version"] == match.version + 2
            assert [ask(site, page)[0].status for _ in range(12)] == [200] * 12
