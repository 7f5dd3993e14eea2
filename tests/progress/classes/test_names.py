"""A pasted list of names: each odd line is answered in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from progress.classes import ClassRefused
from progress.classes.names import LONGEST, MOST, read_names


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Amira Haddad", "Amira Haddad"),
        ("  Finn   O’Brien ", "Finn O’Brien"),
        ("3. Ivo", "Ivo"),
        ("12) Mei", "Mei"),
        ("Zoe\u0301", "Zoé"),
        ("a\u200bb\u202e", "ab"),
        ("Noor 🦄", "Noor"),
        ("😀 Yuki ❤️", "Yuki"),
        ("أميرة", "أميرة"),
    ],
)
def test_a_name_is_what_one_would_write_on_a_card(line: str, name: str) -> None:
    assert read_names(line).names == [name]


def test_odd_lines_are_answered_and_blank_ones_are_not() -> None:
    found = read_names("Emma\nEmma\n\nNoor 🦄\nxx@mail.com\n" + "L" * 50)
    assert found.names == ["Emma", "Emma", "Noor", "L" * LONGEST]
    assert found.notes == [
        "Line 4: the drawing in “Noor 🦄” was left out.",
        "Line 5 looks like an address. We keep none: it was left out.",
        f"Line 6 is long: “{'L' * LONGEST}” is kept of it.",
        "Some are called alike: Emma. Their pictures keep them apart.",
    ]


def test_two_hundred_names_are_seven_classes() -> None:
    with pytest.raises(ClassRefused, match=r"^200 names\. A class has 40 at most: make 7 classes"):
        read_names("\n".join(f"Child {number}" for number in range(200)))


@pytest.mark.parametrize("text", ["", " \n\t\n", "🦄", "a@b"])
def test_a_list_without_a_name_is_refused(text: str) -> None:
    with pytest.raises(ClassRefused, match="no name"):
        read_names(text)


@given(st.text(max_size=400))
def test_whatever_is_pasted_makes_names_that_can_be_stored(text: str) -> None:
    try:
        names = read_names(text).names
    except ClassRefused:
        return
    assert 0 < len(names) <= MOST
    assert all(0 < len(name) <= LONGEST and name == name.strip() for name in names)
    assert not any(one in name for name in names for one in "\0\n\r\u200b@")
