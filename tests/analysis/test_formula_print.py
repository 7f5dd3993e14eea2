"""The fifteen formulas as printed, what has to be there in their place, and how they are copied."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.analysis.documents.formulas.printed import FORMULAS, as_latex, as_markdown
from games.analysis.documents.formulas.views import LIVE
from progress.campaign.catalog import MAXIMUM


def copies(page: str) -> list[str]:
    """What the page's buttons copy."""
    buttons = re.findall(r'data-copy="([^"]*)"', page)
    fields = dict(re.findall(r'<textarea id="([^"]*)"[^>]*>\n?(.*?)</textarea>', page, re.DOTALL))
    return [unescape(fields[one]) for one in buttons]


def test_every_formula_is_shown_and_copied_in_one_line_as_printed(client: Client) -> None:
    assert [formula.number for formula in FORMULAS] == list(range(1, 16)) == sorted(LIVE)
    for formula in FORMULAS:
        part = client.get(f"/formulas/{formula.number}/").text
        assert formula.title in part
        assert part.count("<math aria-label=") >= len(formula.statements)
        expected = [f"$$ {formula.printed} $$"]
        if formula.mended:
            expected.append(f"$$ {formula.holds} $$")
        assert copies(part) == expected
        assert "\n" not in "".join(expected)
        assert not re.search(r"<m[ionr][^>]*>\\", part), "a command that was not understood"
        assert "<math>" not in part, "mathematics without a name"


def test_all_fifteen_are_copied_at_once(client: Client) -> None:
    markdown, latex = copies(client.get("/formulas/").content.decode())[:2]
    assert (markdown, latex) == (as_markdown(FORMULAS), as_latex(FORMULAS))
    assert re.findall(r"^\$\$ .* \$\$$", markdown, re.MULTILINE) == [
        f"$$ {formula.printed} $$" for formula in FORMULAS
    ]
    assert re.findall(r"^\\\[ (.*) \\\]$", latex, re.MULTILINE) == [
        formula.printed for formula in FORMULAS
    ]


def test_the_print_keeps_its_where_clauses() -> None:
    without = {formula.number for formula in FORMULAS if r"\text{ where" not in formula.printed}
    assert without == set()
    for formula in FORMULAS:
        assert ", ".join(formula.statements[1:]) in formula.printed


@pytest.mark.parametrize(
    ("number", "part"),
    [
        (1, r"s = \text{game state}"),
        (4, r"C = \text{winning combinations}"),
        (9, r"\text{MinimaxFirst} = \text{AI moves first with minimax}"),
        (14, r"P(\text{player wins} | l=3, s=15, \text{AI first}) = 0"),
    ],
)
def test_the_print_is_whole(number: int, part: str) -> None:
    assert part in FORMULAS[number - 1].printed


def test_what_is_wrong_in_print_stands_there_once_and_says_why() -> None:
    mended = [formula for formula in FORMULAS if formula.mended]
    assert [formula.number for formula in mended] == [4, 5, 7, 10, 11, 13, 14]
    for formula in FORMULAS:
        assert bool(formula.mended) == bool(formula.fault) == bool(formula.mended_statements)
        for wrong, right in formula.mended:
            assert formula.printed.count(wrong) == 1
            assert right in formula.holds


def test_the_most_stars_are_those_of_the_campaign() -> None:
    assert rf"\text{{max possible}} = {MAXIMUM} " in FORMULAS[12].holds
