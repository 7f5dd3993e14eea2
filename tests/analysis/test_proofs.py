"""Proof pages say what the commands say."""

from __future__ import annotations

import json
import re
from concurrent.futures import Future

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from games.analysis.proofs import report
from games.analysis.wording import large
from games.engines import engines_for
from games.rules import ClassicBoard, DstruBoard

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, scope="module")
def computed() -> None:
    assert report.ready(50)


@pytest.mark.long
def test_the_page_shows_the_figures_of_the_commands(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    page = client.get("/proofs/").content.decode()
    call_command("solve", "classic", "--json")
    solved = json.loads(capsys.readouterr().out)
    for figure in ("positions", "classes", "games"):
        assert f"{solved[figure]:,}" in page
    call_command("solve", "dstru", "--json")
    dstru = json.loads(capsys.readouterr().out)
    assert f"{dstru['neutral']['value']:+.3f}" in page
    call_command("prove", "linear", "--json")
    proved = json.loads(capsys.readouterr().out)
    assert f'<td class="n">{proved["second"]["losses"]}</td>' in page


@pytest.mark.long
def test_who_comes_before_it_is_computed_is_told_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ready", "proofs_ready"):
        monkeypatch.setattr(report, name, lambda *asked: False)
    for path in ("/proofs/", "/proofs/linear/"):
        answer = client.get(path)
        assert "we are computing the proofs" in answer.content.decode()
        assert f'href="{path}">Try again' in answer.content.decode()


def test_it_names_the_version_and_the_time(client: Client) -> None:
    page = client.get("/proofs/").content.decode()
    assert f"by Oxo {settings.VERSION}" in page
    assert "UTC" in page


@pytest.mark.long
@pytest.mark.parametrize("slug", engines_for("classic"))
def test_every_engine_has_its_page(client: Client, slug: str) -> None:
    page = client.get(f"/proofs/{slug}/").content.decode()
    assert f"python manage.py prove {slug}" in page


def test_the_lost_games_of_linear_are_all_drawn_and_lead_to_their_lines(client: Client) -> None:
    page = client.get("/proofs/linear/").content.decode()
    assert page.count("/analysis/........._X/?from=") == 16
    assert "Here are all of them" in page
    link = report.lost_lines(ClassicBoard, "linear")[0].url
    assert client.get(link).status_code == 200


def test_what_cannot_lose_says_so(client: Client) -> None:
    assert "It cannot lose" in client.get("/proofs/linear-guarded/").content.decode()
    assert client.get("/proofs/nobody/").status_code == 404


# --- a game of three, whose proofs take longer ---


class Idle:
    """In place of the thread that computes: nothing that is asked for now is ever done."""

    def submit(self, function: object) -> Future[object]:
        return Future()


@pytest.fixture(scope="module")
def perfect() -> None:
    assert report.proofs_ready(250, DstruBoard, "perfect")


def cells_of(page: str) -> list[list[str]]:
    rows = re.findall("<tr>(.*?)</tr>", page, re.DOTALL)
    return [re.findall("<t[hd][^>]*>(?:<a[^>]*>)?([^<]*)", row) for row in rows]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_an_engine_of_the_other_game_is_proved_in_both_readings(
    client: Client, perfect: None, capsys: pytest.CaptureFixture[str]
) -> None:
    page = client.get("/proofs/dstru/perfect/").content.decode()
    head, *rows = cells_of(page)
    assert head == ["Moves", "Won", "Wins", "Won by Dos", "Losses", "Result"]
    assert [row[:2] for row in rows] == [
        ["as Tres", "usual"],
        ["as Uno", "usual"],
        ["as Tres", "exact"],
        ["as Uno", "exact"],
    ]
    call_command("prove", "perfect", "--game", "dstru", "--exact", "--json", "--lines", "1")
    proved = json.loads(capsys.readouterr().out)
    for ordinal, row in (("first", rows[2]), ("second", rows[3])):
        counts = [large(proved[ordinal][name]) for name in ("wins", "draws", "losses")]
        assert row[2:5] == counts
    lost = proved["first"]["losing_lines"][0]
    names = " ".join(DstruBoard.cell_name(cell) for cell in lost)
    assert f">{names}<" in page
    assert page.count('class="live-board"') == 4 * 6
    assert "python manage.py prove perfect --game dstru --exact" in page


@pytest.mark.long
def test_all_engines_of_the_other_game_are_listed_as_they_are_computed(
    client: Client, perfect: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "_waiter", Idle())
    monkeypatch.setattr("games.analysis.proofs.views.PATIENCE", 0.0)
    kept = {name: future for name, future in report._asked.items() if "dstru-perfect" in name}
    monkeypatch.setattr(report, "_asked", kept)
    answer = client.get("/proofs/dstru/")
    page = answer.content.decode()
    assert "14 of these proofs are still being computed" in page
    assert "no-store" in answer["Cache-Control"]
    assert [row[:3] for row in cells_of(page)[1:]] == [
        ["Perfect", "as Tres", "usual"],
        ["Perfect", "as Uno", "usual"],
        ["Perfect", "as Tres", "exact"],
        ["Perfect", "as Uno", "exact"],
    ]
    assert page.count('href="/proofs/dstru/perfect/"') == 4
    assert client.get("/proofs/dstru/random/").status_code == 503
    monkeypatch.setattr(report, "_asked", {})
    assert client.get("/proofs/dstru/").status_code == 503


def test_the_front_page_leads_to_the_other_game(client: Client) -> None:
    assert 'href="/proofs/dstru/"' in client.get("/proofs/").content.decode()
    assert client.get("/proofs/dstru/nobody/").status_code == 404
    assert client.get("/proofs/chess/perfect/").status_code == 404
    assert client.get("/proofs/classic/perfect/").status_code == 404
