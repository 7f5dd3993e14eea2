"""The pages of trainings, as they are without scripts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from games.analysis.machines import views
from games.analysis.machines.learner_page import CARDS
from tests.analysis.machines.at_once import AtOnce

GAMES = {"boxes": 30, "table": 400, "tree": 6, "net": 512}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, games in GAMES.items():
        monkeypatch.setitem(CARDS, name, replace(CARDS[name], games=games))
    monkeypatch.setattr(views, "TRAININGS", AtOnce())


def page(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status
    return answer.content.decode()


def frames(html: str) -> Any:
    found = re.search(r'<script id="frames" type="application/json">(.+?)</script>', html)
    assert found
    return json.loads(found[1])


def test_four_learners_stand_side_by_side() -> None:
    html = page("/learn/machines/")
    assert len(re.findall("data-learner ", html)) == 4
    found = frames(html)
    assert len(found["learners"]) == 4
    assert [stop["games"] for stop in found["stops"]][:3] == ["0", "1", "2"]
    assert all(len(stop["frames"]) == 4 for stop in found["stops"])
    assert "style=" not in html[html.index('id="trainings"') :]


@pytest.mark.parametrize("name", ["table", "tree", "net"])
def test_each_learner_has_a_page_with_its_command(name: str) -> None:
    html = page(f"/learn/machines/{name}/")
    card = CARDS[name]
    assert f"manage.py learn {card.slug} --games {GAMES[name]} --seed 1" in html
    assert 'role="gridcell"' in html


@pytest.mark.long
@pytest.mark.parametrize("address", ["/learn/machines/table/?seed=3", "/learn/machines/dstru/"])
def test_who_asks_again_is_sent_nothing_while_nothing_has_changed(address: str) -> None:
    first = Client().get(address)
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    earlier = Client().get(address, headers={"If-None-Match": 'W/"7.00.0"'})
    assert earlier.status_code == 200


def test_a_moment_in_the_address_is_shown() -> None:
    assert "43,998" in page("/learn/machines/table/?at=0")
    now = page("/learn/machines/table/")
    assert re.search(r"data-loses>3,021<", now)


@pytest.mark.long
def test_a_cell_leads_to_the_position_after_it() -> None:
    html = page("/learn/machines/table/?seed=3")
    assert 'href="/learn/machines/table/?seed=3&amp;board=X........_O"' in html
    after = page("/learn/machines/table/?seed=3&board=X........_O")
    assert "For O: −1 is lost, +1 is won" in after


@pytest.mark.long
def test_the_boxes_say_that_they_play_first_only() -> None:
    assert "No box: it plays X only." in page("/learn/machines/?board=X........_O")


def test_settings_make_another_training() -> None:
    html = page(
        "/learn/machines/table/?epsilon=0.1&alpha=0.25&ties=first&symmetry=off&against=half"
    )
    assert 'value="0.1"' in html
    assert 'value="0.25"' in html
    assert re.search(r'<option\s+value="half" selected', html)


def test_a_stopped_training_can_go_on() -> None:
    html = page("/learn/machines/table/?stop=1")
    assert "Stopped after 0 games." in html
    assert "Go on" in html


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/learn/machines/table/?epsilon=2", "epsilon &#x27;2&#x27; does not fit"),
        ("/learn/machines/table/?alpha=x", "alpha &#x27;x&#x27; does not fit"),
        ("/learn/machines/table/?kind=go", "kind &#x27;go&#x27; does not fit: expected td or q"),
        ("/learn/machines/tree/?seed=-1", "seed &#x27;-1&#x27; does not fit"),
        ("/learn/machines/?board=nonsense", "&#x27;nonsense&#x27; is no position"),
        ("/learn/machines/?board=................_T", "is of a game that no learner plays here"),
        ("/learn/machines/?at=soon", "game &#x27;soon&#x27; does not fit"),
    ],
)
def test_what_does_not_fit_is_quoted_with_400(address: str, said: str) -> None:
    assert said in page(address, 400)


@pytest.mark.long
def test_what_was_learned_can_be_downloaded() -> None:
    answer = Client().get("/learn/machines/table/learner.json?seed=3&epsilon=0.5")
    assert answer["Content-Disposition"] == 'attachment; filename="table-3.json"'
    assert answer.json()["settings"]["epsilon"] == 0.5
    assert len(answer.content) <= 100_000
    page("/learn/machines/forest/learner.json", 404)
    assert "learn td --games 400 --seed 3 --epsilon 0.5" in page(
        "/learn/machines/table/?seed=3&epsilon=0.5"
    )


def test_there_is_no_page_of_an_unknown_learner() -> None:
    page("/learn/machines/forest/", 404)
