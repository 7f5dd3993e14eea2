"""The page of the values of a game of chance, as it is without scripts."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.analysis.machines import dstru_training, views
from games.engines.learning.dstru_values import ROUND
from tests.analysis.machines.at_once import AtOnce

PAGE = "/learn/machines/dstru/"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    stops = (0, ROUND, 2 * ROUND)
    monkeypatch.setattr(dstru_training, "STOPS", stops)
    monkeypatch.setattr(dstru_training.DstruKey.__init__, "__defaults__", (stops[-1],))
    monkeypatch.setattr(views, "TRAININGS", AtOnce())


def text(query: str = "", status: int = 200) -> str:
    answer = Client().get(f"{PAGE}{query}")
    assert answer.status_code == status
    return answer.content.decode()


def test_each_moment_has_its_picture_and_its_row() -> None:
    html = text()
    labels = re.findall(
        r'aria-label="After ([\d,]+) games a value is off by (\S+) on average"', html
    )
    assert [games for games, _ in labels] == ["0", "4,400", "8,800"]
    off = [float(mean) for _, mean in labels]
    assert off == sorted(off, reverse=True)
    rows = re.findall(r'<tr><th scope="row" class="n">(\S+)</th>', html)
    assert rows == ["0", "4,400", "8,800", "Exact"]


def test_the_exact_values_stand_beside_those_it_has_learned() -> None:
    html = text()
    assert "After d1 a4" in html
    assert html.count("<b>+0.754</b>") == 2
    assert 'aria-label="a1 b1 c1 b4 c4 d4 +0.72;' in html
    assert "style=" not in html[html.index('id="expectation"') :]


def test_pictures_of_one_position_keep_their_place() -> None:
    paths = re.findall(r'<path d="(M3 [^"]+)"', text())
    places = [re.findall(r"M(\d+) ", one) for one in paths]
    assert len(places) == 3
    assert places[0] == places[1] == places[2]


def test_a_stopped_training_shows_what_there_is() -> None:
    html = text("?seed=7&stop=1")
    assert "Stopped after 0 games." in html
    assert 'href="?seed=7">Go on' in html


def test_a_seed_that_does_not_fit_is_quoted() -> None:
    assert "seed &#x27;x&#x27; does not fit: expected 0 to 2147483647" in text("?seed=x", 400)
