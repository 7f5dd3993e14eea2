"""``manage.py play``, driven through a pseudo-terminal as a person would."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError

from games.rules import ClassicBoard

from .run import printed, shell
from .terminal import Terminal, on_terminal


@contextmanager
def playing(*options: str) -> Iterator[Terminal]:
    with on_terminal(["manage.py", "play", *options]) as terminal:
        yield terminal


@pytest.mark.long
def test_a_person_plays_x_to_the_end() -> None:
    board = ClassicBoard()
    with playing("--engine", "linear", "--seed", "1") as terminal:
        terminal.expect(r"1: play as X \(you start\)")
        terminal.expect(r"2: play as O \(the computer starts\)")
        terminal.expect("Your choice")
        terminal.type("1")
        while not board.is_game_over():
            if board.to_move == "X":
                terminal.expect(r"Your move \(row col\): ")
                move = board.available_moves()[0]
                terminal.type(f"{move // 3} {move % 3}")
            else:
                terminal.expect("O is thinking")
                where = terminal.expect(r"O played at \(\d, \d\)")
                row, column = map(int, re.findall(r"\d", where))
                move = 3 * row + column
            board = board.make_move(move)
            for line in board.display().splitlines():
                terminal.expect(re.escape(line.rstrip()))
        assert board.outcome is not None
        terminal.expect("O wins" if board.outcome.winner == "O" else "draw|X wins: that is you")
        assert terminal.code() == 0


@pytest.mark.long
def test_a_person_plays_o_and_the_computer_starts() -> None:
    with playing("--engine", "linear") as terminal:
        terminal.expect("Your choice")
        terminal.type("2")
        terminal.expect("X is thinking")
        terminal.expect(r"X played at \(1, 1\)")
        terminal.expect("Your move")
        terminal.type("0 1")
        terminal.expect(r"X played at")


@pytest.mark.long
def test_the_two_corner_trap_beats_linear_and_the_game_says_so() -> None:
    with playing("--engine", "linear", "--seed", "0") as terminal:
        terminal.expect("Your choice")
        terminal.type("1")
        terminal.type("0 0")
        terminal.expect(r"O played at \(1, 1\)")
        terminal.type("2 2")
        corner = terminal.expect(r"O played at \((0, 2|2, 0)\)")
        terminal.type("2 0" if "(0, 2)" in corner else "0 2")
        block = terminal.expect(r"O played at \(\d, \d\)")
        edges = {
            "(0, 2)": {"(1, 0)": "2 1", "(2, 1)": "1 0"},
            "(2, 0)": {"(0, 1)": "1 2", "(1, 2)": "0 1"},
        }
        terminal.type(edges[corner[-6:]][block[-6:]])
        terminal.expect("X wins: that is you")
        assert terminal.code() == 0


@pytest.mark.long
def test_bad_input_is_explained_and_asked_again() -> None:
    with playing("--engine", "perfect") as terminal:
        terminal.expect("Your choice")
        terminal.type("3")
        terminal.expect("'3' is no choice: expected 1 or 2")
        terminal.type("1")
        for answer in ("hello", "1", "1 1 1", "3 0", "-1 0", "", "１ １"):
            terminal.expect("Your move")
            terminal.type(answer)
            terminal.expect(re.escape(f"'{answer}' is no move: expected a row and a column"))
        terminal.expect("Your move")
        terminal.type("1 1")
        terminal.expect(r"played at")
        terminal.expect("Your move")
        terminal.type("1 1")
        terminal.expect("'1 1' is taken: expected a free cell")
        terminal.expect("Your move")


@pytest.mark.long
def test_the_end_of_input_ends_the_program_cleanly() -> None:
    with playing() as terminal:
        terminal.expect("Your choice")
        terminal.press_end_of_input()
        terminal.expect("Good-bye")
        assert terminal.code() == 0
    done = shell("play", stdin="1\n1 1\n")
    assert done.returncode == 0
    assert done.stdout.endswith("Good-bye.\n")
    assert done.stderr == ""


@pytest.mark.long
def test_an_interrupt_ends_the_program_cleanly() -> None:
    with playing() as terminal:
        terminal.expect("Your choice")
        terminal.interrupt()
        terminal.expect("Good-bye")
        assert terminal.code() == 0


def test_bytes_that_are_no_text_are_bad_input_like_any_other() -> None:
    with playing() as terminal:
        terminal.expect("Your choice")
        terminal.type_bytes(b"\xff\xfe")
        terminal.expect("is no choice: expected 1 or 2")
        terminal.type("1")
        terminal.expect("Your move")


def test_the_documents_own_game_is_played_line_for_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("1\n1 1\n"))
    said = printed("play", "--document")
    assert (
        "Your move (row col):   0 1 2\n0  | | \n1  |X| \n2  | | \n\n"
        "AI is thinking...\nAI played at (0, 0)\n  0 1 2\n0 O| | \n1  |X| \n2  | | \n\n"
    ) in said
    assert said.endswith("\nGood-bye.\n")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--engine", "linear"], "--engine 'linear' does not go with --document"),
        (["--seed", "0"], "--seed 0 does not go with --document"),
        (["--game", "dstru"], "--game 'dstru' does not go with --document"),
    ],
)
def test_the_documents_own_game_takes_no_other_option(options: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        printed("play", "--document", *options)


def test_a_switch_stands_in_the_name_of_the_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    said = printed("play", "--engine", "alphabeta:depth=2,heuristics=off")
    assert said.startswith("Classic 3×3 against Alpha-beta (depth 2, no heuristics)\n")
