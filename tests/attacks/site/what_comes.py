"""What decides a game's draws is nowhere to be read before the game is over."""

from __future__ import annotations

from io import StringIO
from typing import Any

from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games import services
from games.match import Seat, SeatKind
from games.models import Game, seed_of
from tests.accounts.test_staff import received
from tests.conftest import logged_in

DATA = "/accounts/data/"


def attempt() -> None:
    ada = User.objects.create_user("ada", password="a word of its own")
    root = User.objects.create_superuser("root", password="another of its own")
    seats = {
        "Tres": Seat("Tres", SeatKind.PERSON, ada.pk, "ada"),
        "Uno": Seat("Uno", SeatKind.ENGINE, engine="random"),
        "Dos": Seat("Dos", SeatKind.NEUTRAL, engine="neutral"),
    }
    match = services.open_game(
        services.GameSetup(by=ada.pk, variant="dstru", kind="engine", seats=seats)
    )
    seed = seed_of(Game.objects.get(id=match.id))
    ways = (str(seed), f"{seed:x}", f"{seed:032x}")
    said = StringIO()
    call_command("verify", match.id, stdout=said)
    told = [said.getvalue(), repr(match.board)]
    for client, places in (
        (logged_in(ada), (f"/games/{match.id}/", f"{DATA}games.txt", f"{DATA}everything.json")),
        (Client(), (f"/api/games/{match.id}/", f"/games/{match.id}/json/", "/lobby/")),
        (logged_in(root), (f"/admin/games/game/{match.id}/change/", "/admin/games/game/")),
    ):
        for place in places:
            page = client.get(place)
            parts: Any = page.streaming_content if page.streaming else None
            told.append(received(parts) if parts is not None else page.text)
    for text in told:
        assert not any(way in text for way in ways), text[:200]
