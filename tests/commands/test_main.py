"""``python -m games.main``, the program of document 004, as its terminal shows it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests import forking

from .run import ENVIRONMENT
from .terminal import on_terminal

MAIN = ["-m", "games.main"]

ROUND = (
    "Your move (row col): 1 1\n"
    "  0 1 2\n"
    "0  | | \n"
    "1  |X| \n"
    "2  | | \n"
    "\n"
    "AI is thinking...\n"
    "AI played at (0, 0)\n"
    "  0 1 2\n"
    "0 O| | \n"
    "1  |X| \n"
    "2  | | \n"
)
"""The example round as the document prints it."""


def test_the_example_round_stands_in_the_terminal_as_printed() -> None:
    with on_terminal(MAIN) as terminal:
        terminal.expect(r"^1: play as X \(you start first\)\r\n")
        terminal.expect(r"^2: play as O \(the computer starts first\)\r\n")
        terminal.expect(r"^Your choice \(1 or 2\): ")
        terminal.type("1")
        terminal.expect(r"^1\r\n  0 1 2\r\n0  \| \| \r\n1  \| \| \r\n2  \| \| \r\n\r\n")
        seen = terminal.expect("^Your move .*: ")
        terminal.type("1 1")
        seen += terminal.expect(r"(?s)^.*?AI played.*?2 .*?\r\n")
        assert seen.replace("\r\n", "\n") == ROUND
        terminal.expect(r"Your move \(row col\): ")
        terminal.press_end_of_input()
        terminal.expect("Good-bye")
        assert terminal.code() == 0


def test_bytes_that_are_no_text_are_asked_again() -> None:
    with on_terminal(MAIN) as terminal:
        terminal.expect("Your choice")
        terminal.type_bytes(b"\xff")
        terminal.expect("is no choice: expected 1 or 2")


@pytest.mark.parametrize("extra", ["--engine", "linear"])
def test_it_refuses_an_argument_and_quotes_it(extra: str) -> None:
    ended = forking.run([*MAIN, extra], ENVIRONMENT)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.endswith(f"error: unrecognized arguments: {extra}\n")


def test_it_ends_quietly_when_nobody_reads() -> None:
    command = [sys.executable, *MAIN]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=forking.ROOT, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"1: play as X")
        process.stdout.close()
        process.stdin.write(b"1\n1 1\n0 1\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() != 0
