"""Which interface a file offers, and what is said where it offers none."""

from __future__ import annotations

import pytest

from games.arena.grading.program import MOST_BYTES, CannotGrade, read_program
from tests.grading import files


def refusal(source: str | bytes, game: str = "classic") -> str:
    data = source if isinstance(source, bytes) else source.encode()
    with pytest.raises(CannotGrade) as refused:
        read_program(data, game)
    return str(refused.value)


@pytest.mark.parametrize(
    ("source", "interface"),
    [
        (files.CS50, "cs50"),
        (files.FIRST_FREE, "get_move"),
        (files.CLASSES, "get_move"),
        (files.CHANCE, "choose"),
    ],
)
def test_interface_is_found_by_what_a_file_defines(source: str, interface: str) -> None:
    assert read_program(source.encode(), "classic").interface == interface


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:\n", "Line 1: invalid syntax."),
        ("x = 1\nif x\n    y = 2\n", "Line 2: expected ':'."),
        ("x = 1\n", "none of the known interfaces"),
        ("def f(): pass\n", "It defines f."),
        ("def minimax(board):\n    return None\n", "needs initial_state, player, actions"),
        (b"\xff\xfe\x00", "not UTF-8"),
        ("def choose(p):\n    return '\0'\n", "no Python source"),
        ("(" * 5_000 + ")" * 5_000, "too many nested parentheses"),
        ("#" * (MOST_BYTES + 1), "65,537 bytes"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(source: str | bytes, said: str) -> None:
    assert said in refusal(source)


def test_a_file_for_classic_cannot_play_dstru() -> None:
    assert refusal(files.CS50, "dstru") == (
        "A file with minimax(board) plays classic, not dstru: "
        "define choose(position) to play dstru."
    )
