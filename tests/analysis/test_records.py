"""What is taken along reads back as the same; what cannot be read is refused and quoted."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.analysis import game_text
from games.analysis.variations import Variation
from games.rules import VARIANTS, BadNotation, Board
from tests.markup import html_of

pytestmark = pytest.mark.django_db


def random_line(kind: type[Board], seed: int) -> Variation:
    rng, line = Random(seed), Variation((kind.start(),), (), 0)
    for _ in range(rng.randrange(kind.LONGEST)):
        if line.board.is_game_over():
            break
        line = line.after(rng.choice(line.board.available_moves()))
    return line


@pytest.mark.parametrize("kind", VARIANTS.values())
@pytest.mark.parametrize("seed", range(20))
def test_text_and_data_read_back_as_the_same_line(kind: type[Board], seed: int) -> None:
    line = random_line(kind, seed)
    players = {seat: f'a "{seat}" ]' for seat in kind.SEATS}
    assert game_text.parse(game_text.as_text(line, players)) == line
    assert game_text.parse(json.dumps(game_text.as_data(line, players))) == line
    assert game_text.parse(line.board.notation).board == line.board


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "{",
        "{}",
        "[]",
        '{"position": 3}',
        '{"position": "......... X", "moves": "a1"}',
        '{"position": "......... X", "moves": ["a1", "a1"]}',
        '{"position": "......... X", "moves": ["z9"]}',
        '{"position": "......... X", "moves": ' + json.dumps(["a1"] * 50) + "}",
        "[" * 3000,
        "x" * 5000,
        '[Position "......... X"]\n\n1. a1 a1',
        '[Result "X"]\n\n1. a1',
        "XX....... X",
        "\x00",
    ],
)
def test_what_cannot_be_read_is_refused(client: Client, text: str) -> None:
    with pytest.raises(BadNotation):
        game_text.parse(text)
    assert client.post("/analysis/import/", {"record": text}).status_code == 400


def test_a_game_is_brought_to_the_board(client: Client) -> None:
    record = '[Position "......... X"]\n[Result "*"]\n\n1. a1 b2 2. c3 *\n'
    answer = client.post("/analysis/import/", {"record": record})
    expected = "/analysis/X...O...X_O/?from=........._X&line=a1-b2-c3"
    assert answer["Location"] == expected
    assert client.get("/analysis/import/").status_code == 200


@pytest.mark.parametrize(
    ("kind", "starts"), [("json", b"{"), ("txt", b"[Game"), ("svg", b"<svg xmlns")]
)
def test_a_position_is_taken_along(client: Client, kind: str, starts: bytes) -> None:
    path = f"/analysis/X...O...X_O/export.{kind}?from=........._X&line=a1-b2-c3"
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.content.startswith(starts)
    if kind != "svg":
        assert game_text.parse(html_of(answer)).cells == (0, 4, 8)


def test_there_is_no_other_format(client: Client) -> None:
    assert client.get("/analysis/X...O...X_O/export.exe").status_code == 404


@pytest.mark.parametrize("file", ["export.json", "export.png", "preview-position.png"])
def test_what_is_no_position_has_no_file(client: Client, file: str) -> None:
    answer = client.get(f"/analysis/nonsense/{file}")
    assert answer.status_code == 400
    assert "&#x27;nonsense&#x27; is no position" in html_of(answer)


def test_a_finished_game_is_taken_along(client: Client, finished: Any) -> None:
    text = html_of(client.get(f"/games/{finished}/export.txt"))
    assert '[X "ada"]' in text
    assert "1. a1 a2 2. b1 b2 3. c1 X" in text
    assert client.get(f"/games/{finished}/export.json").json()["result"] == "X"
    assert client.get(f"/games/{finished}/export.svg").status_code == 200
    assert client.get("/games/AAAAAAAAAAAA/export.txt").status_code == 404


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("a1 b2 c3", "/analysis/X...O...X_O/?from=........._X&line=a1-b2-c3"),
        ("1. A1 b2 2. C3", "/analysis/X...O...X_O/?from=........._X&line=a1-b2-c3"),
        ("a1,b2;c3", "/analysis/X...O...X_O/?from=........._X&line=a1-b2-c3"),
        ("a1-b2-c3", "/analysis/X...O...X_O/?from=........._X&line=a1-b2-c3"),
        ("d4, a1, -a1", "/analysis/...............T_T/?from=................_T&line=d4-a1-a1"),
    ],
)
def test_a_list_of_cells_is_a_game(client: Client, text: str, address: str) -> None:
    assert client.post("/analysis/import/", {"record": text})["Location"] == address


def test_a_list_that_fits_no_game_is_refused_with_each_games_reason(client: Client) -> None:
    with pytest.raises(BadNotation, match=r"a1 is taken in 'X\.\.\.\.\.\.\.\. O'"):
        game_text.parse("a1 a1 a1 a1")
    answer = client.post("/analysis/import/", {"record": "a1 a1 a1 a1"})
    assert answer.status_code == 400
    assert "can be played in no game" in html_of(answer)


def test_an_imported_game_is_reviewed_at_once(client: Client) -> None:
    moves = "a1 a2 b1 b2 c1"
    page = html_of(client.post("/analysis/import/", {"record": moves}, follow=True))
    assert "The line, move by move" in page
    assert "leaves c1 open to a win" in page
    assert "completes a1, b1 and c1" in page
    assert 'data-key="row-5" aria-current="step"' in page
