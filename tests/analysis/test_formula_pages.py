"""The page of the fifteen formulas: its numbers are those of the functions, for any board."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.analysis.documents.formulas.values import VALUES, Examples
from games.analysis.documents.formulas.views import LIVE
from games.engines import engine
from games.engines.classic import formulas
from games.engines.classic.odds import against_chance
from games.engines.classic.tablebase import table
from games.rules import ClassicBoard
from progress.campaign import catalog, scoring
from progress.campaign.formula_examples import candidates_of
from tests.markup import html_of

FREE_BOARDS = ["OO.......", "OOO......", "OO.XX....", "X.O.X...O", "XOXXOOOXX", "XX.OO.X.."]
"""Boards of any marks; not all of them can arise."""

Row = tuple[str, str | None, str]


def marks(cells: str) -> tuple[str, ...]:
    return tuple("" if letter == "." else letter for letter in cells)


def results(client: Client, number: int, value: str) -> dict[str, Row]:
    """What the page shows for a formula: by name and note the name, what is printed, what holds."""
    page = html_of(client.get(f"/formulas/{number}/", {f"f{number}": value}))
    part = page[page.index(f'id="live-{number}"') :]
    body = part[part.index('class="tab results"') : part.index('class="said')]
    rows = {}
    for row in re.findall(r"<tr[^>]*>(<th scope=\"row\">.*?)</tr>", body, re.DOTALL):
        name = re.search(r'aria-label="([^"]*)"', row)
        note = re.search(r'<span class="muted[^"]*">(.*?)</span>', row)
        printed = re.search(r'class="n printed[^"]*">(.*?)</td>', row)
        holds = re.search(r'class="n holds">(.*?)</td>', row)
        assert name
        assert holds
        key = f"{name[1]}, {note[1]}" if note else name[1]
        rows[unescape(key)] = (key, printed and unescape(printed[1]), unescape(holds[1]))
    return rows


def signed(value: float) -> str:
    return f"{value:+.0f}".replace("-", "−") if value else "0"


def names(cells: Any) -> str:
    return "{" + ", ".join(ClassicBoard.cell_name(at) for at in cells) + "}"


def said(value: bool) -> str:
    return str(value).lower()


@pytest.mark.parametrize("cells", FREE_BOARDS[::2])
@pytest.mark.parametrize(("mover", "ai"), [("X", "X"), ("O", "X"), ("X", "O")])
def test_formula_1_shows_v(client: Client, cells: str, mover: str, ai: str) -> None:
    rows = results(client, 1, f"{cells}-{mover}-{ai}")
    value = formulas.minimax_value(marks(cells), mover, ai)
    assert rows[f"V of s and {mover}, for {ai} as the AI"][2] == signed(value)


def test_formula_1_shows_the_sooner_of_two_wins(client: Client) -> None:
    rows = results(client, 1, "XX.O.O...-X-X")
    assert rows["maximum over m, reached at"][2] == "{c1, b2}"
    assert rows["played, of these, by distance to the end"][2] == "{c1}"


@pytest.mark.parametrize("cells", FREE_BOARDS)
def test_formulas_2_and_6_show_wins_and_draws(client: Client, cells: str) -> None:
    wins, draw = results(client, 2, cells), results(client, 6, cells)
    for seat in "XO":
        won = formulas.win(marks(cells), seat)
        assert wins[f"Win of b and {seat}"][2] == said(won)
        assert draw[f"not Win of b and {seat}"][2] == said(not won)
    assert draw["Draw of b"][2] == said(formulas.draw(marks(cells)))


@pytest.mark.parametrize("cells", ["XXXOO....", "XXXOOX.O.", "XO.XXOO.X", "XXXXXX.OO", "X.O......"])
@pytest.mark.parametrize("opening", [0, 1, 3])
def test_formula_3_counts_the_moves_of_x(client: Client, cells: str, opening: int) -> None:
    rows = results(client, 3, f"{cells}-{opening}" if opening else cells)
    count = max(0, cells.count("X") - opening)
    assert rows["m, moves of X, the player"][2] == str(count)
    assert rows[f"Stars of {count}, for a win"][2] == str(scoring.stars_for_win(count))
    won = formulas.win(marks(cells), "X")
    assert rows["earned, on this board"][2] == str(scoring.stars_for_win(count) if won else 0)


@pytest.mark.parametrize("cells", FREE_BOARDS)
def test_formula_4_shows_both_sums_for_both_sides(client: Client, cells: str) -> None:
    rows = results(client, 4, cells)
    for ai in "XO":
        _, printed, holds = rows[f"E of s with {ai} as the AI"]
        assert printed == signed(formulas.state_evaluation_printed(marks(cells), ai))
        assert holds == signed(formulas.state_evaluation(marks(cells), ai))


def test_formula_4_shows_the_known_fault(client: Client) -> None:
    assert results(client, 4, "OO.......")["E of s with X as the AI"][1:] == ("+17", "−23")
    assert results(client, 4, "OOO......")["E of s with X as the AI"][1:] == ("+295", "−305")


@pytest.mark.parametrize("cells", ["....X....", "X........", "XO.......", "X...O...X", "XX.OO...."])
@pytest.mark.parametrize("ai", "XO")
def test_formula_5_shows_both_choices(client: Client, cells: str, ai: str) -> None:
    _, printed, holds = results(client, 5, f"{cells}-{ai}")["m star, best moves"]
    assert printed == names(formulas.best_moves_printed(marks(cells), ai))
    assert holds == names(formulas.best_moves(marks(cells), ai))


@pytest.mark.parametrize("cells", ["XXXOO....", "XOXXOOOXX"])
def test_formula_5_has_no_move_in_a_finished_game(client: Client, cells: str) -> None:
    assert results(client, 5, f"{cells}-X")["m star, best moves"][1:] == ("∅", "∅")


@pytest.mark.parametrize(
    ("value", "printed", "holds"),
    [
        ("1-won", "2", "2"),
        ("14-lost", "14", "14"),
        ("15-won", "null", "null"),
        ("15-lost", "null and 15", "null"),
    ],
)
def test_formula_7_shows_what_opens(client: Client, value: str, printed: str, holds: str) -> None:
    stage, result = value.split("-")
    opened = scoring.next_stage(int(stage), cleared=result == "won")
    assert holds == ("null" if opened is None else str(opened))
    rows = results(client, 7, value)
    found = rows[f"Unlock of l and {stage}, the stage that is open then"]
    assert found[1:] == (printed, holds)


@pytest.mark.parametrize("digits", ["333332222211110", "111111111111111", "0" * 15])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_formulas_8_and_12_read_the_stars(client: Client, level: int, digits: str) -> None:
    before = {(max(1, level - 1), n): int(d) for n, d in enumerate(digits, start=1)}
    rows = results(client, 8, f"{level}-{digits}")
    is_open = scoring.is_level_open(before, level)
    assert rows[f"UnlockLevel of {level}"][2] == said(is_open)
    here = {(level, n): int(d) for n, d in enumerate(digits, start=1)}
    share = f"{scoring.completion(here, level):.2f}".rstrip("0").rstrip(".")
    assert results(client, 12, f"{level}-{digits}")[f"P of {level}"][2] == f"{share} %"


@pytest.mark.parametrize("cells", ["XX..O....", "X........", "XX.OO.X..", "XO.......", "X.O.X...."])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_formula_9_shows_what_the_engine_of_a_stage_chooses_from(
    client: Client, level: int, cells: str
) -> None:
    side = "O" if cells.count("X") > cells.count("O") else "X"
    board = ClassicBoard.from_notation(f"{cells} {side}")
    stage = next(one for one in catalog.STAGES if one.level == level and one.opponent == "O")
    rows = results(client, 9, f"{level}-{stage.number}-{cells}")
    assert rows["AI, the mark it plays"][2] == "O"
    assert ("AIMove, chosen from" in rows) == (side == "O")
    if side == "O":
        answer = engine("classic", stage.engine).choose(board, Random(1))
        assert rows["AIMove, chosen from"][2] == names(sorted(answer.candidates))


@pytest.mark.parametrize(
    ("stage", "first", "mark"),
    [("1-7", "player", "X"), ("2-15", "player", "O"), ("3-15", "AI", "X")],
)
def test_formula_9_says_who_moves_first_after_the_opening(
    client: Client, stage: str, first: str, mark: str
) -> None:
    rows = results(client, 9, f"{stage}-.........")
    assert rows["first, who moves first after the opening marks"][2] == first
    assert rows["AI, the mark it plays"][2] == mark


def test_the_table_chooses_from_what_minimax_chooses_from() -> None:
    for board in table().boards()[2000:4000:97]:
        if not board.is_game_over():
            answer = engine("classic", "minimax").choose(board, Random(1))
            assert set(candidates_of(board, "minimax")[0]) == set(answer.candidates)


@pytest.mark.parametrize(
    ("value", "printed", "holds"),
    [
        ("8-1000-9-990", "local", "remote"),
        ("9-990-8-1000", "remote", "local"),
        ("8-1000-9-1001", "remote", "remote"),
        ("8-1000-8-1000", "local", "local"),
    ],
)
def test_formula_10_orders_by_version(client: Client, value: str, printed: str, holds: str) -> None:
    found = results(client, 10, value)["Sync of the two states, the one that stays"]
    assert found[1:] == (printed, holds)


@pytest.mark.parametrize("cells", FREE_BOARDS[1:4])
@pytest.mark.parametrize(("at", "role", "turn"), [(2, "O", "O"), (0, "X", "X"), (9, "X", "X")])
def test_formula_11_shows_both_answers(
    client: Client, cells: str, at: int, role: str, turn: str
) -> None:
    rows = results(client, 11, f"{cells}-{at}-{role}-{turn}")
    (row,) = rows.values()
    assert row[1] == said(formulas.valid_move_printed(at, role, turn, marks(cells)))
    assert row[2] == said(formulas.valid_move(at, role, turn, marks(cells)))


def test_formula_13_adds_up_and_prints_one_attainable_maximum(client: Client) -> None:
    levels = ["3" * 15, "2" * 15, "1" * 5 + "0" * 10]
    rows = results(client, 13, "-".join(levels))
    stars = {(at, n): int(d) for at, row in enumerate(levels, 1) for n, d in enumerate(row, 1)}
    assert rows["S total"][1:] == (str(scoring.total(stars)),) * 2 == ("80", "80")
    maximum = rows["S max, the most stars"][1:]
    assert maximum == (str(scoring.PRINTED_MAXIMUM), str(catalog.MAXIMUM))


@pytest.mark.parametrize("cells", [".........", "X........", "X...O....", "XO......."])
def test_formula_14_shows_exact_odds(client: Client, cells: str) -> None:
    side = "O" if cells.count("X") > cells.count("O") else "X"
    board = ClassicBoard.from_notation(f"{cells} {side}")
    rows, odds = results(client, 14, cells), against_chance(board, "X")
    assert rows["P that the player wins, level 3, stage 15"][2] == "0"
    drawn = table().score(board) == 0
    assert rows["P of a draw, from here, both perfect"][2] == ("1" if drawn else "0")
    for name, share in zip(("player wins", "draw", "AI wins"), odds, strict=True):
        what = f"P of a {name}" if name == "draw" else f"P that the {name}"
        shown = f"{float(100 * share):.2f}".rstrip("0").rstrip(".")
        assert rows[f"{what}, from here, the player at random"][1:] == ("–", f"{shown} %")


@pytest.mark.parametrize("cells", FREE_BOARDS)
def test_formula_15_shows_the_matrix_and_its_lines(client: Client, cells: str) -> None:
    rows = results(client, 15, cells)
    for seat in "XO":
        shown = rows[f"a line of {seat}, a row, a column or a diagonal"][2]
        assert shown == said(formulas.win(marks(cells), seat))
    matrix = LIVE[15](Examples({"f15": cells})).matrix
    values = [int(text) for text in re.findall(r"-?\d", matrix)]
    assert values == [{"X": 1, "O": -1, ".": 0}[letter] for letter in cells]


@pytest.mark.parametrize("number", range(1, 16))
def test_every_link_of_an_example_leads_to_a_page(client: Client, number: int) -> None:
    page = html_of(client.get(f"/formulas/{number}/"))
    part = page[page.index(f'id="live-{number}"') : page.index('aria-label="Chapters"')]
    links = [unescape(one) for one in re.findall(r'href="(\?[^"]*)"', part)]
    assert links
    for link in links[:4] + links[-2:]:
        assert client.get(f"/formulas/{number}/{link}").status_code == 200


def test_an_example_leads_back_to_its_own_beginning(client: Client) -> None:
    page = html_of(client.get("/formulas/4/?f4=OO......."))
    assert 'href="?f4=.O......."' in page
    assert 'href="?" data-key="fresh-4"' in page
    assert "Back to the example" not in html_of(client.get("/formulas/4/"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("f1", "XX.O.O...-X"),
        ("f2", "XXXOO..."),
        ("f4", "abcdefghi"),
        ("f5", "....X....-Q"),
        ("f7", "16-won"),
        ("f8", "2-33"),
        ("f10", "08-1-1-1"),
        ("f11", "OO.XXX...-10-O-O"),
        ("f13", "9" * 15),
        ("f14", "XXX......"),
        ("f9", "1-1-OOO......"),
        ("f2", "<script>"),
        ("f2", "X" * 500),
        ("f2", "\x00"),
        ("f16", "X"),
    ],
)
def test_a_bad_value_is_quoted(client: Client, name: str, value: str) -> None:
    answer = client.get("/formulas/", {name: value}, follow=True)
    assert answer.status_code == 400
    text = unescape(strip_tags(answer.content.decode()))
    assert name in text
    quoted = value.split("-")[-1] if name in ("f9", "f14") else value[:60]
    assert name == "f16" or repr(quoted)[:-1] in text
    assert "<script>" not in html_of(answer).partition("<main")[2].partition("</main")[0]


def test_every_value_that_opens_the_page_can_be_read() -> None:
    for value in VALUES.values():
        assert "-".join(value.read(value.default)) == value.default


def test_other_parameters_and_methods(client: Client) -> None:
    assert client.get("/formulas/?utm_source=x").status_code == 200
    assert client.post("/formulas/").status_code == 405
    assert client.head("/formulas/").status_code == 200


def test_the_chapters_follow_each_other(client: Client) -> None:
    contents = client.get("/formulas/").text
    assert re.findall(r'<a id="formula-(\d+)"\s+href="/formulas/(\d+)/">', contents) == [
        (str(number), str(number)) for number in range(1, 16)
    ]
    for number in range(1, 16):
        page = client.get(f"/formulas/{number}/").text
        found = re.findall(r'href="/formulas/(\d+)/"\s+rel="(\w+)"', page)
        ways = {rel: int(at) for at, rel in found}
        expected = {"prev": number - 1, "next": number + 1}
        assert ways == {rel: at for rel, at in expected.items() if 1 <= at <= 15}
        assert f"{number} of 15" in page
    assert client.get("/formulas/16/").status_code == 404
    assert client.get("/formulas/0/").status_code == 404


def test_addresses_of_the_one_page_that_it_was_lead_on(client: Client) -> None:
    answer = client.get("/formulas/?f4=OO.......")
    assert (answer.status_code, answer["Location"]) == (301, "/formulas/4/?f4=OO.......")
    several = client.get("/formulas/?f2=XXX......&f4=OO.......").text
    assert 'href="/formulas/4/?f2=XXX......&amp;f4=OO......."' in several
    assert client.get("/formulas/4/?f2=XXX......&f4=OO.......").status_code == 200
    assert client.get("/formulas/4/?f2=XXX").status_code == 400


@pytest.mark.parametrize("address", ["/learn/", "/formulas/matrix/", "/formulas/sets/"])
def test_other_pages_lead_to_the_formulas(client: Client, address: str) -> None:
    assert 'href="/formulas/"' in html_of(client.get(address))
