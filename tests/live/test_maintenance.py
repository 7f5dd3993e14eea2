"""Maintenance: no game begins, those that are played go on, and everybody is told."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games import services
from games.live import maintenance
from games.match import ACTIVE, FINISHED, Action, Match
from games.models import Game
from tests.live.conftest import at
from tests.opening import open_game
from tests.site import Site

CLOSED = "Back at noon."


class AsksOften(Site):
    """A site whose thread asks every 20 ms whether there is maintenance."""

    program = (
        "-c",
        "import sys; from config import serve; import config.asgi\n"
        "from games.live import maintenance; maintenance.EVERY = 0.02\n"
        "serve.main(sys.argv[1:])",
    )


def run(what: str, **options: Any) -> str:
    from io import StringIO

    call_command("maintenance", what, stdout=(said := StringIO()), **options)
    return said.getvalue().strip()


@pytest.fixture
def closed(db: None) -> None:
    services.begin_maintenance(CLOSED)


@pytest.mark.parametrize("site", [AsksOften], indirect=True, ids=[""])
def test_players_are_told_and_finish_their_game(
    site: Site, match: Match, ada: User, grace: User
) -> None:
    with at(site, match, ada) as x, at(site, match, grace) as o:
        version = x.wait_for("state")["game"]["version"]
        run("on", text=CLOSED)
        for player in (x, o):
            while player.wait_for("presence")["notice"] != CLOSED:
                pass
        for ply, cell in enumerate([0, 3, 1, 4, 2]):
            mover = (x, o)[ply % 2]
            mover.act("place", version, cell)
            version = mover.wait_for("ack")["version"]
        x.act("rematch", version)
        x.wait_for("ack")
        o.act("rematch", version + 1)
        refused = o.wait_for("refused")
        assert (refused["code"], refused["message"]) == ("maintenance", CLOSED)
        run("off")
        for player in (x, o):
            while player.wait_for("presence")["notice"]:
                pass
        o.act("rematch", version + 1, id="again")
        o.wait_for("ack")
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/games/new/", {"variant": "classic", "opponent": "engine:random"}),
        ("/games/first-move/", {"cell": "4"}),
        ("/campaign/1/1/", {}),
        ("/lobby/pair/", {"terms": "classic 60+2"}),
    ],
)
def test_a_page_that_would_begin_a_game_says_why_not(
    client: Client, closed: None, address: str, form: dict[str, str]
) -> None:
    response = client.post(address, form)
    assert (response.status_code, response["Retry-After"]) == (503, "60")
    assert CLOSED in response.content.decode()
    assert (Game.objects.count(), User.objects.count()) == (0, 0)


def test_the_api_says_why_not(as_ada: Client, closed: None) -> None:
    body = json.dumps({"variant": "classic", "opponent": "lobby"})
    response = as_ada.post("/api/games/", body, content_type="application/json")
    assert (response.status_code, response["Retry-After"]) == (503, "60")
    said = response.json()
    assert (said["code"], said["message"]) == ("maintenance", CLOSED)


def test_nobody_joins_a_game(match: Match, as_stranger: Client, ada: User) -> None:
    request = services.Request("classic", "friend")
    waiting = services.new_game(user_id=ada.pk, name="ada", request=request)
    services.begin_maintenance(CLOSED)
    address = f"/api/games/{waiting.id}/join/"
    response = as_stranger.post(address, "{}", content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (503, "maintenance")
    assert as_stranger.post(f"/games/{waiting.id}/join/").status_code == 503


def test_pages_can_be_read_and_say_it(
    client: Client, closed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "notice", maintenance.Notice())
    hidden = r'<p id="site-notice"[^>]* hidden></p>'
    assert re.search(hidden, client.get("/lobby/").content.decode())
    assert maintenance.notice.refresh()
    assert not maintenance.notice.refresh()
    for page in ("/", "/lobby/", "/campaign/", "/games/new/"):
        response = client.get(page)
        assert response.status_code == 200
        said = re.findall(rf'id="site-notice"[^>]*>{CLOSED}</p>', response.text)
        assert len(said) == response.text.count(CLOSED) == 1, page


def test_the_first_page_says_it_at_its_board(
    client: Client, as_ada: Client, closed: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "notice", maintenance.Notice())
    assert maintenance.notice.refresh()
    for one in (client, as_ada):
        page = one.get("/").text
        door = page[page.index('id="door"') : page.index('class="door-board')]
        assert door.count(CLOSED) == page.count(CLOSED) == 1
        assert "Touch any cell" not in page
        assert "One moment, please." in door


def test_the_command_says_how_it_stands(match: Match) -> None:
    assert run("status") == "Maintenance is off. 1 game is being played."
    assert re.fullmatch(
        r"Maintenance is on since \d{4}-\d\d-\d\d \d\d:\d\d UTC: “Back at noon.” "
        r"1 game is being played\.",
        run("on", text=CLOSED),
    )
    assert services.maintenance.NOTICE in run("on")
    assert run("off").startswith("Maintenance is off.")
    assert run("off").startswith("Maintenance is off.")


@pytest.mark.parametrize(
    ("what", "text", "said"),
    [
        ("on", " ", "--text ' ': expected 1 to 300 characters, not 1."),
        ("on", "x" * 301, f"--text '{'x' * 40}'…: expected 1 to 300 characters, not 301."),
        ("off", "x", "--text goes with on, not with off."),
    ],
)
def test_a_bad_text_is_quoted(db: None, what: str, text: str, said: str) -> None:
    with pytest.raises(CommandError) as refused:
        run(what, text=text)
    assert str(refused.value) == said


def test_a_rated_game_ends_and_the_second_of_its_pair_begins(ada: User, grace: User) -> None:
    match = open_game(ada, options={"rated": True, "clock": (60, 0)}, X=ada, O=grace)
    services.begin_maintenance(CLOSED)
    action = Action("resign", match.version, user=ada.pk)
    over = services.act_and_advance(game_id=match.id, action=action).match
    assert over.status == FINISHED
    assert Game.objects.get(pk=match.return_id).status == ACTIVE
