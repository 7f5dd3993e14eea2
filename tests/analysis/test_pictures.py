"""Positions and games in pixels, and the cards that links are shown with."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.drawing import pictures
from games.rules import read_notation

pytestmark = pytest.mark.django_db

HERE = "/analysis/X...O...X_O"


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height as the header of a PNG tells them."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


@pytest.mark.parametrize(("query", "side"), [("", 600), ("?size=64", 64), ("?size=1200", 1200)])
def test_a_position_is_a_picture_of_the_size_asked_for(
    client: Client, query: str, side: int
) -> None:
    answer = client.get(f"{HERE}/export.png{query}")
    assert answer["Content-Type"] == "image/png"
    assert size_of(answer.content) == (side, side)


@pytest.mark.parametrize("size", ["63", "1201", "99999999999", "-64", "64.5", "x", "", "٦٤٠"])
def test_a_size_out_of_bounds_is_refused_and_quoted(client: Client, size: str) -> None:
    answer = client.get(f"{HERE}/export.png", {"size": size})
    assert answer.status_code == 400
    told = f"{size!r} is no size: expected 64 to 1200 pixels."
    assert answer.content.decode() == told


def test_the_picture_of_a_game_is_its_end(client: Client, finished: Any) -> None:
    end = client.get("/analysis/XXXOO...._O/export.png").content
    assert client.get(f"/games/{finished}/export.png").content == end
    assert client.get(f"{HERE}/export.png").content != end


@pytest.mark.parametrize("about", ["position", "game"])
@pytest.mark.parametrize("text", ["X...O...X_O", "XXXOO...._O", "................_T"])
def test_every_position_has_a_card(client: Client, text: str, about: str) -> None:
    answer = client.get(f"/analysis/{text}/preview-{about}.png")
    assert size_of(answer.content) == (1200, 630)
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_card_is_sent_once(client: Client) -> None:
    path = f"{HERE}/preview-position.png"
    etag = client.get(path)["ETag"]
    again = client.get(path, headers={"if-none-match": etag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)


def test_there_is_no_other_card(client: Client) -> None:
    assert client.get(f"{HERE}/preview-moon.png").status_code == 404


def test_the_words_of_a_card_are_escaped_and_end_where_the_paper_does() -> None:
    board = read_notation("......... X")
    drawn = pictures.card_svg("<b>&" + " word" * 40, "text " * 40, board)
    assert "&lt;b&gt;&amp;" in drawn
    assert drawn.count("<text") == 6
