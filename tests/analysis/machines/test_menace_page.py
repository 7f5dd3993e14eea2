"""The page of the matchboxes, by its forms alone."""

from __future__ import annotations

import re

import pytest
from django.test import Client

PAGE = "/learn/machines/menace/"


def text(client: Client, query: str = "", status: int = 200) -> str:
    answer = client.get(f"{PAGE}{query}")
    assert answer.status_code == status
    return answer.content.decode()


def led(client: Client, query: str) -> str:
    """Where a button of the form leads."""
    answer = client.get(f"{PAGE}?set=1&{query}")
    assert answer.status_code == 302
    return str(answer["Location"])


@pytest.fixture
def client() -> Client:
    return Client()


def test_a_new_machine_shows_its_first_box_and_the_wall(client: Client) -> None:
    page = text(client)
    assert "Box 1 of 304: 12 beads, 3 different moves." in page
    assert "17,985" in page
    assert len(re.findall(r'class="matchbox', page)) == 304
    assert "Box 1, first move, empty board: 12 beads, used 0 times" in page
    assert "style=" not in page[page.index("<form id=") :]


def test_practice_adds_to_the_address(client: Client) -> None:
    assert led(client, "practise=100&foe=h") == f"{PAGE}?did=h100"
    assert led(client, "practise=10&foe=p&did=h100") == f"{PAGE}?did=h100-p10&foe=p"
    page = text(client, "?did=h400")
    assert "Never loses" in page
    assert "proven after\n        351 games" in page
    assert "400 games against Sable or Pip" in page


def test_a_game_is_played_by_links_alone(client: Client) -> None:
    assert led(client, "shake=1&seed=5") == f"{PAGE}?seed=5&did=g"
    page = text(client, "?seed=5&did=g")
    assert "Your move." in page
    cells = re.findall(r'name="cell" value="(\d)"', page)
    assert len(cells) == 8
    assert led(client, f"seed=5&did=g&cell={cells[0]}") == f"{PAGE}?seed=5&did=g{cells[0]}"


def test_a_box_of_the_wall_is_looked_into_and_left(client: Client) -> None:
    assert led(client, "box=7&did=h10") == f"{PAGE}?did=h10&box=7"
    page = text(client, "?did=h10&box=7")
    assert "Back to the game" in page
    assert "Box 8 →" in page
    assert led(client, "back=1&did=h10") == f"{PAGE}?did=h10"


def test_the_switch_and_starting_over(client: Client) -> None:
    assert led(client, "refill=1&practise=1") == f"{PAGE}?did=y-h1"
    assert led(client, "practise=1&did=y-h1") == f"{PAGE}?did=y-h1-n-h1"
    assert led(client, "over=7&did=h10") == f"{PAGE}?seed=7"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?did=nonsense", "&#x27;nonsense&#x27; is no step of a machine"),
        ("?seed=x", "seed &#x27;x&#x27; does not fit"),
        ("?foe=z", "&#x27;z&#x27; is no opponent"),
        ("?box=305", "box &#x27;305&#x27; does not fit: expected 1 to 304"),
        ("?set=1&cell=4", "cell &#x27;4&#x27; is played in no game"),
        ("?set=1&practise=99999", "practise &#x27;99999&#x27; does not fit"),
        ("?set=1&did=h10&practise=abc", "practise &#x27;abc&#x27; does not fit"),
        ("?set=1&did=h10&practise=-5", "practise &#x27;-5&#x27; does not fit"),
    ],
)
def test_what_does_not_fit_is_quoted_with_400(client: Client, query: str, said: str) -> None:
    assert said in text(client, query, 400)
