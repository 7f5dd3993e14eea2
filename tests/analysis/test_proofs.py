"""Proof pages say what the commands say."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games.analysis.proofs import report
from games.engines import engines_for

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, scope="module")
def computed() -> None:
    assert report.ready(50)


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


def test_who_comes_before_it_is_computed_is_told_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "ready", lambda *asked: False)
    for path in ("/proofs/", "/proofs/linear/"):
        answer = client.get(path)
        assert "we are computing the proofs" in answer.content.decode()
        assert f'href="{path}">Try again' in answer.content.decode()


def test_it_names_the_version_and_the_time(client: Client) -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    page = client.get("/proofs/").content.decode()
    assert f"by Oxo {project['project']['version']}" in page
    assert "UTC" in page


@pytest.mark.parametrize("slug", engines_for("classic"))
def test_every_engine_has_its_page(client: Client, slug: str) -> None:
    page = client.get(f"/proofs/{slug}/").content.decode()
    assert f"python manage.py prove {slug}" in page


def test_the_lost_games_of_linear_are_all_drawn_and_lead_to_their_lines(client: Client) -> None:
    page = client.get("/proofs/linear/").content.decode()
    assert page.count("/analysis/........._X/?from=") == 16
    assert "Here are all of them" in page
    link = report.lost_lines("linear")[0].url
    assert client.get(link).status_code == 200


def test_what_cannot_lose_says_so(client: Client) -> None:
    assert "It cannot lose" in client.get("/proofs/linear-guarded/").content.decode()
    assert client.get("/proofs/nobody/").status_code == 404
