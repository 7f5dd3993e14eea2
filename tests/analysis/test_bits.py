"""The bit workbench: what document 003 prints, and the same on every other board."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.test import Client

from games.analysis.documents import bits
from games.rules import ClassicBoard
from games.rules.classic import LINES, MASKS
from tests import markup
from tests.markup import html_of


def shown(board: str = "", **choice: str) -> dict[str, Any]:
    given: dict[str, Any] = {"board": board or bits.BOARD.default, **choice}
    read = bits.read(lambda name, default: given.get(name, default))
    return bits.page(read, lambda other, part: f"{sorted(other.items())}#{part}")


def text_of(client: Client, address: str = "/formulas/bits/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return markup.text_of(answer)


def test_it_opens_with_the_10_of_the_document(client: Client) -> None:
    text = text_of(client)
    assert "positionsX = 8 + 2 = 10, in binary 1010." in text
    assert "Square 0 1 2 3 4 5 6 7 8 Mark · X · X · · · · ·" in text
    assert "Square 8 7 6 5 4 3 2 1 0 Mark · · · · · X · X · Bit 0 0 0 0 0 1 0 1 0" in text
    assert "Worth 256 128 64 32 16 8 4 2 1" in text
    assert "int positionsO 0 000000000" in text


def test_each_printed_example_is_a_link_to_what_it_says(client: Client) -> None:
    page = html_of(client.get("/formulas/bits/"))
    links = re.findall(r'<a href="([^"]*)" data-key="example-\d">([^<]*)</a>', page)
    said = {
        "10 = 1010": "positionsX = 8 + 2 = 10, in binary 1010.",
        "2 | 256 = 258": "000000010 2 | 100000000 256 = 100000010 258 Square 8 is c3",
        "15 & 7 = 7": "15 & 7 = 7: the result is the mask itself. X has won.",
    }
    assert [unescape(name) for _, name in links] == list(said)
    for url, name in links:
        text = text_of(client, f"/formulas/bits/{unescape(url)}")
        assert said[unescape(name)] in text


def test_integers_moves_and_masks_are_right_on_every_board_there_could_be() -> None:
    for letters in product(".XO", repeat=9):
        cells = "".join(letters)
        x = sum(2**at for at, letter in enumerate(cells) if letter == "X")
        o = sum(2**at for at, letter in enumerate(cells) if letter == "O")
        assert (bits.positions(cells, "X"), bits.positions(cells, "O")) == (x, o)
        fitting = [
            mask
            for line, mask in zip(LINES, MASKS, strict=True)
            if all(cells[at] == "X" for at in line)
        ]
        assert bits.chosen_mask("found", x) == (fitting[0] if fitting else 84)
        free = [at for at, letter in enumerate(cells) if letter == "."]
        assert bits.chosen_square("last", cells) == (free[-1] if free else 8)


@pytest.mark.parametrize("seat", ["X", "O"])
def test_masks_are_tried_one_by_one_on_a_finished_board(seat: str) -> None:
    board = ClassicBoard.from_notation("XXXOO.... O")
    first = shown(f"{board.notation[:9]}-{seat}", mask="7")
    own = board.x if seat == "X" else board.o
    assert [trial["state"] for trial in first["trials"]] == ["now", *["later"] * 7]
    assert first["trial"].text == f"{own} & 7 = {own & 7}"
    assert first["back"] == ""
    assert "('mask', '56')" in first["next"]
    last = shown(f"{board.notation[:9]}-{seat}", mask="84")
    assert [(trial["mask"], trial["result"]) for trial in last["trials"]] == [
        (m, own & m) for m in MASKS
    ]
    assert [trial["fits"] for trial in last["trials"]] == [seat == "X", *[False] * 7]
    assert last["next"] == ""
    assert {cell.name for row in first["board"].rows for cell in row if cell.won} == (
        {"a1", "b1", "c1"} if seat == "X" else set()
    )


def test_a_side_that_has_not_won_is_said_to_after_the_last_mask() -> None:
    assert shown("XX.......-X")["said"] == (
        "3 & 84 = 0, which is not 84. None of the eight masks fits: X has not won."
    )
    assert shown("XX.......-X", mask="7")["said"] == "3 & 7 = 3, which is not 7: not this line."


def test_a_move_is_an_or_and_says_where_a_program_must_look_first() -> None:
    free = shown("X...O....-X", square="8")
    assert (free["move"].text, "XX" in free["play"]) == ("1 | 256 = 257", False)
    assert "X...O...X-X" in free["play"]
    taken = shown("X...O....-X", square="4")
    assert (taken["move"].text, taken["play"]) == ("1 | 16 = 17", "")
    assert "whether 17 & 16 is 0" in taken["moved"]
    own = shown("X...O....-X", square="0")
    assert (own["move"].text, own["play"]) == ("1 | 1 = 1", "")
    assert "changes nothing" in own["moved"]


def test_the_board_shows_the_numbers_of_its_squares_on_request(client: Client) -> None:
    numbers = r'<span class="square[^"]*" aria-hidden="true">(\d)</span>'
    off = html_of(client.get("/formulas/bits/"))
    assert re.findall(numbers, off) == []
    on = html_of(client.get("/formulas/bits/", {"squares": "on"}))
    assert re.findall(numbers, on) == list("012345678")
    assert 'aria-label="square 1, b1, X; make it O"' in on


@pytest.mark.parametrize(
    ("address", "has"),
    [
        ("/analysis/X...O...X_O/?engine=bitboard", True),
        ("/analysis/X...O...X_O/search/?method=bitboard", True),
        ("/analysis/X...O...X_O/?engine=linear", False),
        ("/analysis/X...O...X_O/search/?method=linear", False),
    ],
)
@pytest.mark.django_db
def test_pages_with_bits_have_the_squares_and_lead_to_the_workbench(
    client: Client, address: str, has: bool
) -> None:
    page = html_of(client.get(address))
    squares = re.findall(r"<td><b>(\d)</b><small[^>]*>(..)</small></td>", page)
    cells = [(str(cell), ClassicBoard.cell_name(cell)) for cell in range(9)]
    assert squares == (cells if has else [])
    query = "?board=X...O...X-O&squares=on"
    assert (f'href="/formulas/bits/{query}"' in unescape(page)) == has
    assert "positionsO = 16, in binary 10000." in text_of(client, f"/formulas/bits/{query}")
