"""``docs/errata.md`` as a page: the whole of it, with links to what its examples show."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from games.analysis.documents import markdown
from games.analysis.documents.anchors import anchor

FILE = Path(__file__).parents[2] / "docs" / "errata.md"


NUMBERS = ("000", "001", "002", "003", "004")


@pytest.fixture
def chapters(client: Client) -> dict[str, str]:
    """The pages of the five documents by address."""
    addresses = [f"/formulas/errata/{number}/" for number in NUMBERS]
    return {address: client.get(address).text for address in addresses}


def of(tmp_path: Path, text: str) -> str:
    """The HTML of a file with this text below its title."""
    file = tmp_path / "file.md"
    file.write_text(f"# Title\n\n{text}\n")
    assert markdown.page(file).title == "Title"
    return markdown.page(file).html


def test_the_contents_lead_to_every_entry_by_the_anchor_it_had_on_one_page(
    client: Client, chapters: dict[str, str]
) -> None:
    headings = re.findall(r"^##+ (.+)$", FILE.read_text(), re.MULTILINE)
    assert len(headings) > 30
    contents = client.get("/formulas/errata/").text
    shown = re.findall(r'<a id="([^"]+)"\s+href="([^"#]+)(#[^"]+)?">(.+?)</a>', contents)
    assert [unescape(text) for *_, text in shown] == headings
    for name, address, place, text in shown:
        assert name == anchor(unescape(text))
        if place:
            assert place == f"#{name}"
            assert f'<h2 id="{name}">' in chapters[address]
        else:
            assert f"<h1>{text}</h1>" in chapters[address]
    assert client.get("/formulas/errata/005/").status_code == 404


@pytest.mark.long
def test_its_links_lead_to_anchors_and_pages_that_are_there(
    client: Client, chapters: dict[str, str]
) -> None:
    bodies = "".join(
        page[page.index('class="written"') : page.index('aria-label="Chapters"')]
        for page in chapters.values()
    )
    outer = {unescape(link) for link in re.findall(r'href="([^"]+)"', bodies)}
    assert "/analysis/XX.OXO..._O/?engine=alphabeta" in outer
    assert "/formulas/" in outer
    assert not [link for link in outer if link.startswith("#")]
    for link in outer:
        path, _, name = link.partition("#")
        answer = client.get(path)
        assert answer.status_code == 200
        assert not name or f'id="{name}"' in answer.text


def test_a_position_leads_to_its_analysis(tmp_path: Path) -> None:
    html = of(tmp_path, "See `X...O...X O`, `X.O.X....` and `apt`.")
    assert re.findall(r'href="([^"]+)"', html) == ["/analysis/X...O...X_O/"]
    assert html.count("<code") == 3


def test_a_command_leads_to_the_page_that_shows_the_same(tmp_path: Path) -> None:
    commands = (
        '    manage.py analyse "X...O...X O" --engine linear:ties=first --engine minimax\n'
        "    manage.py prove linear\n    manage.py prove linear:ties=first\n    manage.py campaign"
    )
    html = of(tmp_path, commands)
    assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', html) == [
        ("/analysis/X...O...X_O/?engine=minimax", "X...O...X O"),
        ("/proofs/linear/", "The proof of linear"),
    ]
    assert html.count("<pre") == 1


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "[x](javascript:alert(1))", "`<b>` and <b>bold</b>"]
)
def test_html_in_a_file_is_shown_as_text(tmp_path: Path, text: str) -> None:
    html = of(tmp_path, text)
    assert not re.search(r"<(script|b|a)\b", html)
    assert "alert(1)" in html or "&lt;b&gt;" in html


def test_a_table_can_be_scrolled(tmp_path: Path) -> None:
    html = of(tmp_path, "| a | b |\n|---|---|\n| 1 | 2 |")
    assert '<div class="wide"' in html
    assert re.findall(r"<td>(\d)</td>", html) == ["1", "2"]
