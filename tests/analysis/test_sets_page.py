"""Document 002 as a page: its names, its members, where it begins, and the relation T."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain, combinations, product

import pytest
from django.test import Client

from games.analysis.documents import definitions, relations, sets
from games.analysis.documents.relations import DIAGONAL
from games.rules import DstruBoard
from games.rules.dstru import PATTERNS, cell_at

pytestmark = pytest.mark.django_db


def page_of(client: Client, **query: str) -> str:
    """The game as sets, and after it what is given."""
    answers = [client.get(f"/formulas/sets/{page}", query) for page in ("", "given/")]
    assert [answer.status_code for answer in answers] == [200, 200]
    return "".join(answer.text for answer in answers)


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def part(page: str, name: str) -> str:
    """The section of the page whose heading has the id ``name``."""
    return page[page.index(f'aria-labelledby="{name}"') :].partition("</section>")[0]


# --- names and members ---


def test_patterns_have_the_names_of_the_document_and_ours() -> None:
    found = {
        one["printed"]: (one["ours"], one["fixed"], one["wins"]) for one in definitions.patterns()
    }
    assert found == {
        "Horizontal Line": ("top row", "x = 1", True),
        "Main Diagonal": ("the other diagonal", "x = y", False),
        "Anti-Diagonal": ("diagonal", "x + y = 5", True),
        "Vertical Line": ("bottom row", "x = 4", True),
    }


def test_members_are_labelled_with_the_cells_of_the_board() -> None:
    named = {
        one["printed"]: " ".join(member.pair + member.name for member in one["members"])
        for one in definitions.patterns()
    }
    assert named == {
        "Horizontal Line": "(1, 1)a1 (1, 2)b1 (1, 3)c1 (1, 4)d1",
        "Main Diagonal": "(1, 1)a1 (2, 2)b2 (3, 3)c3 (4, 4)d4",
        "Anti-Diagonal": "(1, 4)d1 (2, 3)c2 (3, 2)b3 (4, 1)a4",
        "Vertical Line": "(4, 1)a4 (4, 2)b4 (4, 3)c4 (4, 4)d4",
    }
    boards = [one["notation"] for one in definitions.patterns()]
    assert boards[2] == "...T..T..T..T... T"


def test_the_page_names_c_and_w_and_labels_t_and_f(client: Client) -> None:
    page = page_of(client, moves="d1c2")
    table = part(page, "patterns")
    rows = [words_of("<tr" + row.partition("</tr>")[0]) for row in table.split("<tr")[2:]]
    assert [row.endswith("yes") for row in rows] == [True, False, True, True]
    assert rows[1].endswith("no: it equals T")
    assert "Anti-Diagonal diagonal (1, 4) d1 (2, 3) c2 (3, 2) b3 (4, 1) a4" in rows[2]
    free = page[page.index("The 14 members of F by name") :].partition("</details>")[0]
    names = re.findall(r"<b>(\w\d)</b>", free)
    assert len(names) == 14
    assert not {"d1", "c2"} & {*names}
    assert "(1, 1) a1 (2, 2) b2 (3, 3) c3 (4, 4) d4" in words_of(part(page, "t"))


def test_f_is_defined_and_p_has_sixteen_positions(client: Client) -> None:
    given = {one.key: one for one in definitions.sets()}
    assert given["f"].latex == r"F=P-(\text{Uno}\cup\text{Tres})"
    assert len(re.findall(r"\(\d,\d\)", given["p"].latex)) == 16
    assert [given[name].latex.count(r"\{(") for name in ("c", "w")] == [4, 3]
    page = page_of(client)
    for one in given.values():
        assert f'aria-label="{one.words}"' in page


def test_the_author_is_named_as_the_document_does(client: Client) -> None:
    assert "last edited by 2ru17" in words_of(page_of(client))
    assert "2ru17" in words_of(client.get("/rules/dstru/sets/").content.decode())


# --- the start, the transitions, the end ---


def test_the_initial_state_is_that_of_the_rules(client: Client) -> None:
    assert {one.key: one.latex for one in definitions.initial()} == {
        "initial-uno": r"\text{Uno}=\varnothing",
        "initial-dos": r"\text{Dos}=\varnothing",
        "initial-tres": r"\text{Tres}=\varnothing",
        "initial-turn": r"\text{turn}=\text{true}",
        "initial-go": r"\text{go}=\text{false}",
        "initial-over": r"\text{over}=\text{false}",
    }
    first = part(page_of(client), "first")
    assert first.count("<li>") == 6
    assert 'aria-label="at first go is false"' in first


def test_the_transitions_have_their_names_and_their_sequence(client: Client) -> None:
    moves = words_of(part(page_of(client), "moves"))
    assert "NextPlayerMove" in moves
    assert "The sequence: Tres → Uno → Dos" in moves
    printed = [one["printed"] for one in sets.page(DstruBoard.start(), ())["transitions"]]
    assert printed == ["3. Tres’s Move", "1. Uno’s Move", "2. Position Removal (Dos)"]
    for one in printed:
        assert f"in the document “{one}”" in moves


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("contains", "Uno contains a pattern of W or Tres contains a pattern of W or F is empty"),
        ("equals", "Uno equals a pattern of W or Tres equals a pattern of W or F is empty"),
    ],
)
def test_over_is_defined_in_the_reading_in_force(client: Client, reading: str, words: str) -> None:
    page = page_of(client, won=reading)
    assert f'aria-label="over is true exactly if {words}"' in page


# --- T ---


def holding(relation: relations.Relation) -> list[str]:
    return [one.name for one in relations.properties(relation) if one.holds]


def by_definition(relation: relations.Relation) -> list[str]:
    """The properties, asked of all elements of A."""
    pairs, a = set(relation), range(1, 5)
    each = {
        "reflexive": all((x, x) in pairs for x in a),
        "symmetric": all((y, x) in pairs for x, y in pairs),
        "antisymmetric": all(x == y or (y, x) not in pairs for x, y in pairs),
        "transitive": all(
            (x, z) in pairs
            for x, y, z in product(a, repeat=3)
            if (x, y) in pairs and (y, z) in pairs
        ),
    }
    return [name for name, holds in each.items() if holds]


def test_the_printed_t_has_all_four_properties_with_a_witness_each() -> None:
    assert {one.name: one.shown for one in relations.properties(DIAGONAL) if one.holds} == {
        "reflexive": "(1, 1), (2, 2), (3, 3) and (4, 4) are in T",
        "symmetric": "(1, 1), (2, 2), (3, 3) and (4, 4): each is its own reversal",
        "antisymmetric": (
            "only (1, 1), (2, 2), (3, 3) and (4, 4) are in T with their reversal, and there a = b"
        ),
        "transitive": (
            "(1, 1) (1, 1) gives (1, 1), (2, 2) (2, 2) gives (2, 2), (3, 3) (3, 3) gives (3, 3) "
            "and (4, 4) (4, 4) gives (4, 4)"
        ),
    }


def test_properties_of_relations_are_those_of_the_definitions() -> None:
    """On three elements all relations, with whatever the fourth lacks."""
    few = list(product(range(1, 4), repeat=2))
    every = chain.from_iterable(combinations(few, size) for size in range(len(few) + 1))
    for relation in every:
        assert holding(relation) == by_definition(relation), relation


def test_only_the_printed_t_is_all_four() -> None:
    """Of all relations on A: those that are reflexive have the main diagonal, and perhaps more."""
    beside = [pair for pair in product(range(1, 5), repeat=2) if pair not in DIAGONAL]
    every = chain.from_iterable(combinations(beside, size) for size in range(len(beside) + 1))
    found = [more for more in every if len(by_definition((*DIAGONAL, *more))) == 4]
    assert found == [()]
    assert holding(DIAGONAL) == ["reflexive", "symmetric", "antisymmetric", "transitive"]


@pytest.mark.parametrize(
    ("t", "name", "shown"),
    [
        ("a1b2c3", "reflexive", "(4, 4) is missing"),
        ("b1", "symmetric", "(1, 2) is in T, (2, 1) is not"),
        ("a2b1", "antisymmetric", "(1, 2) and (2, 1) are in T"),
        ("b1c2", "transitive", "(1, 2) and (2, 3) are in T, (1, 3) is not"),
        ("a2b1", "transitive", "(1, 2) and (2, 1) are in T, (1, 1) is not"),
    ],
)
def test_a_changed_t_has_its_counterexample(client: Client, t: str, name: str, shown: str) -> None:
    page = part(page_of(client, t=t), "t")
    (row,) = [row for row in page.split("<tr") if f"</b> {name}<" in row]
    assert 'class="differs"' in row
    assert shown in words_of(row)
    assert "T as printed" in page


def test_a_relation_without_pairs_asks_for_nothing(client: Client) -> None:
    assert holding(()) == ["symmetric", "antisymmetric", "transitive"]
    said = words_of(part(page_of(client, t=""), "t"))
    assert "T is not reflexive." in said
    assert said.count("so nothing is asked") == 3


def test_a_click_puts_a_pair_in_or_takes_it_out_and_keeps_the_game(client: Client) -> None:
    page = page_of(client, moves="d1c2", won="equals")
    link = re.search(r'<a href="([^"]*)" data-key="relation-b1"', page)
    assert link
    assert unescape(link[1]) == "?moves=d1c2&won=equals&t=a1b1b2c3d4#relation"
    query = unescape(link[1]).partition("#")[0]
    page = "".join(client.get(f"/formulas/sets/{one}{query}").text for one in ("", "given/"))
    assert "T is not symmetric." in page
    back = re.search(r'<a href="([^"]*)" data-key="relation-b1" aria-label="([^"]*)"', page)
    assert back
    assert unescape(back[1]) == "?moves=d1c2&won=equals#relation"
    assert back[2] == "(1, 2), in T; take it out"
    cell = re.search(r'<a href="([^"]*)" data-key="board-d1"', page)
    assert cell
    assert unescape(cell[1]) == "?moves=d1c2d1&won=equals&t=a1b1b2c3d4#live"


@pytest.mark.parametrize(("t", "quoted"), [("a1a1", "'a1a1'"), ("e5", "'e5'"), ("a", "'a'")])
def test_a_bad_relation_is_quoted(client: Client, t: str, quoted: str) -> None:
    answer = client.get("/formulas/sets/", {"t": t})
    assert answer.status_code == 400
    assert quoted in unescape(answer.content.decode())


def test_w_is_c_without_the_pattern_equal_to_t() -> None:
    assert set(definitions.C) - {DIAGONAL} == set(PATTERNS)
    assert DstruBoard.LINES[0] == tuple(cell_at(*one) for one in definitions.C[0])
