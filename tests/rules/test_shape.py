"""Boards of any shape: the names of their cells, their rows, and how a terminal shows them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import BadNotation, IllegalMove, Shape, read_notation
from games.rules.shape import cell_name, display, parse_cell, parse_row_column, place_words

SHAPES = st.builds(Shape, st.integers(1, 8), st.integers(1, 9))


@given(SHAPES)
def test_every_cell_has_a_name_of_its_own_that_reads_back(shape: Shape) -> None:
    names = [cell_name(cell, shape) for cell in range(shape.cells)]
    assert [parse_cell(name, shape) for name in names] == list(range(shape.cells))


@given(SHAPES)
def test_every_cell_is_found_by_its_row_and_column(shape: Shape) -> None:
    for cell in range(shape.cells):
        column, row = shape.place(cell)
        assert parse_row_column(f"{row} {column}", shape) == cell


@pytest.mark.parametrize("text", ["", "a", "a0", "d1", "1a", "a4", "aa", "a1 x", "²1"])
def test_a_name_of_no_cell_is_quoted(text: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        parse_cell(text, Shape(3, 3))
    assert repr(text) in str(refusal.value)


def test_a_refusal_names_the_last_cell_of_the_board() -> None:
    with pytest.raises(IllegalMove, match="'a2' is no cell: expected a1 to e1"):
        parse_cell("a2", Shape(5, 1))
    with pytest.raises(IllegalMove, match="a row from 0 to 0 and a column from 0 to 4"):
        parse_row_column("1 1", Shape(5, 1))


def test_cells_are_named_column_first_from_the_top_left() -> None:
    names = [cell_name(cell, Shape(3, 2)) for cell in range(6)]
    assert names == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert Shape(3, 2).in_rows(names) == [["a1", "b1", "c1"], ["a2", "b2", "c2"]]


def test_a_terminal_shows_row_and_column_numbers() -> None:
    assert display(("X", "", "O", "", "X", ""), Shape(3, 2)) == "  0 1 2\n0 X| |O\n1  |X| "


def test_a_shape_is_said_in_columns_and_rows() -> None:
    assert str(Shape(5, 1)) == "5 by 1"


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (
            Shape(3, 3),
            {0: "top left", 1: "top edge", 3: "left edge", 4: "centre", 8: "bottom right"},
        ),
        (Shape(4, 4), {3: "top right", 5: "inside, upper left", 10: "inside, lower right"}),
        (Shape(5, 1), {0: "left end", 2: "centre", 4: "right end"}),
    ],
)
def test_a_cell_is_where_one_would_say_it_is(shape: Shape, words: dict[int, str]) -> None:
    assert {cell: place_words(cell, shape) for cell in words} == words


@given(SHAPES)
def test_every_cell_lies_somewhere_and_no_two_corners_alike(shape: Shape) -> None:
    words = [place_words(cell, shape) for cell in range(shape.cells)]
    assert all(words)
    if min(shape) > 1:
        corners = [word for word in words if word.startswith(("top ", "bottom "))]
        corners = [word for word in corners if word.endswith((" left", " right"))]
        assert len(corners) == len(set(corners)) == 4


@pytest.mark.parametrize("text", ["k" * 5000, "X...O.... " + "k" * 5000])
def test_a_long_text_is_quoted_in_part(text: str) -> None:
    """Pages say what they refuse, whatever is sent to them."""
    with pytest.raises(BadNotation) as notation:
        read_notation(text)
    with pytest.raises(IllegalMove) as cell:
        parse_cell(text, Shape(3, 3))
    assert len(str(notation.value)) < 250
    assert len(str(cell.value)) < 150
    assert str(cell.value).startswith(f"{text[:60] + '…'!r} is no cell")
