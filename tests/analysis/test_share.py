"""What a page says of itself where a link to it is shown."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tests.opening import open_game

pytestmark = pytest.mark.django_db


def told(client: Client, path: str) -> dict[str, str]:
    page = client.get(path).content.decode()
    found = re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">', page)
    assert len(found) == len(dict(found)) == 11
    return dict(found)


@pytest.mark.parametrize("path", ["/", "/lobby/", "/learn/", "/nowhere/", "/analysis/nonsense/"])
def test_every_page_has_the_card_of_the_site(client: Client, path: str) -> None:
    found = told(client, path)
    assert found["og:title"] == "Oxo: tic-tac-toe, taken seriously"
    assert found["og:image"].startswith("http://testserver/analysis/")
    assert client.get(found["og:image"])["Content-Type"] == "image/png"


def test_a_position_has_its_own(client: Client) -> None:
    found = told(client, "/analysis/XO......._X/")
    assert found["og:title"] == "X wins in 5 plies"
    image = "http://testserver/analysis/XO......._X/preview-position.png?design=3"
    assert found["og:image"] == image
    assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
    assert found["og:image:alt"] == "A board: XO....... X"
    assert found["twitter:card"] == "summary_large_image"


@pytest.mark.parametrize("page", ["", "review/"])
def test_a_finished_game_is_told_by_its_end(client: Client, finished: Any, page: str) -> None:
    found = told(client, f"/games/{finished}/{page}")
    assert found["og:title"] == "Classic 3×3: ada – grace"
    assert found["og:description"] == "ada (X) wins. X completed a line."
    assert "/analysis/XXXOO...._O/preview-position.png" in found["og:image"]


def test_a_game_that_goes_on_does_not_tell_who_is_ahead(client: Client, ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    found = told(client, f"/games/{match.id}/")
    assert found["og:title"] == "Classic 3×3: ada – Minerva"
    assert "/preview-game.png" in found["og:image"]
