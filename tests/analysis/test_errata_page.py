"""``docs/errata.md`` as a page: the whole of it, with links to what its examples show."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.analysis.documents import markdown

FILE = Path(__file__).parents[2] / "docs" / "errata.md"


@pytest.fixture
def page(client: Client) -> str:
    answer = client.get("/formulas/errata/")
    assert answer.status_code == 200
    return answer.content.decode()


def of(tmp_path: Path, text: str) -> str:
    """The HTML of a file with this text below its title."""
    file = tmp_path / "file.md"
    file.write_text(f"# Title\n\n{text}\n")
    assert markdown.page(file).title == "Title"
    return markdown.page(file).html


def test_every_entry_stands_on_the_page_with_its_anchor(page: str) -> None:
    headings = re.findall(r"^##+ (.+)$", FILE.read_text(), re.MULTILINE)
    assert len(headings) > 30
    shown = re.findall(r'<h[23] id="([^"]+)">(.+?)</h[23]>', page)
    assert [unescape(strip_tags(text)) for _, text in shown] == headings
    assert len({name for name, _ in shown}) == len(headings)


@pytest.mark.long
def test_its_links_lead_to_anchors_and_pages_that_are_there(client: Client, page: str) -> None:
    body = page[page.index('class="written"') : page.index('<nav class="documents')]
    links = [unescape(link) for link in re.findall(r'href="([^"]+)"', body)]
    inner = [link[1:] for link in links if link.startswith("#")]
    assert len(inner) == 5
    assert all(f'id="{name}"' in page for name in inner)
    outer = {link for link in links if not link.startswith("#")}
    assert "/analysis/XX.OXO..._O/?engine=alphabeta" in outer
    assert "/formulas/" in outer
    assert {client.get(link).status_code for link in outer} == {200}


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
