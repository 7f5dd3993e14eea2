"""The page that plays without the server: what it is made of, and what its worker stores."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.web import solo


def stored(client: Client) -> tuple[list[str], str]:
    """What the worker stores, and the name of its store."""
    answer = client.get("/solo/worker.js")
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    text = answer.content.decode()
    (files,) = re.findall(r"^const FILES = (.*);$", text, re.MULTILINE)
    (name,) = re.findall(r'^const STORE = "(.*)";$', text, re.MULTILINE)
    return json.loads(files), name


def test_the_page_looks_at_nobody_and_browsers_ask_for_it_again(client: Client) -> None:
    answer = client.get("/solo/", headers={"Cookie": "theme=dark"})
    assert (answer.status_code, answer["Cache-Control"]) == (200, "no-cache")
    assert "Cookie" not in answer.get("Vary", "")
    assert not answer.cookies
    assert 'data-theme="system"' in answer.content.decode()


def test_the_worker_stores_the_page_and_its_files_alone(client: Client) -> None:
    files, _ = stored(client)
    assert files[0] == "/solo/"
    assert len(files) == len(set(files)) > 6
    for path in files[1:]:
        assert finders.find(path.removeprefix("/static/")), path


def test_a_changed_page_has_another_store_and_the_same_page_the_same(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, name = stored(client)
    assert stored(client)[1] == name
    monkeypatch.setattr(solo, "_text", lambda request: '<link href="/static/new.css">')
    files, other = stored(client)
    assert files == ["/solo/", "/static/new.css"]
    assert other != name


def test_it_can_be_installed_and_opens_in_full_screen(client: Client) -> None:
    told = client.get("/solo/app.webmanifest").json()
    assert 'rel="manifest" href="/solo/app.webmanifest"' in client.get("/solo/").content.decode()
    assert (told["id"], told["start_url"], told["scope"]) == ("/solo/", "/solo/", "/solo/")
    assert (told["display"], told["short_name"]) == ("fullscreen", "Oxo solo")
    assert {one["sizes"] for one in told["icons"]} == {"192x192", "512x512"}


@pytest.mark.parametrize("path", ["/solo/", "/solo/worker.js", "/solo/app.webmanifest"])
def test_nothing_is_posted_there(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
