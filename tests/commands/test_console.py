"""What the commands share: numbers, the bar, blocks side by side, outlines."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO

import pytest

from games.management.console import ProgressBar, number, outline, side_by_side
from tests.commands.run import ENVIRONMENT


class Watched(StringIO):
    """A terminal as Django wraps one: ``write`` takes an ending."""

    def __init__(self, tty: bool) -> None:
        super().__init__()
        self._tty = tty

    def isatty(self) -> bool:
        return self._tty

    def write(self, text: str, ending: str = "\n") -> int:
        return super().write(text + ending)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (-10, "−10"), (4.5, "4.5"), (549946, "549,946"), (1 / 3, "0.3333"), (None, "?")],
)
def test_numbers_for_people(value: float | None, text: str) -> None:
    assert number(value) == text


def test_the_bar_is_drawn_over_itself_once_per_percent() -> None:
    out = Watched(tty=True)
    bar = ProgressBar(out, "working")
    for done in range(1, 1001):
        bar(done, 1000)
    frames = out.getvalue().split("\r")
    assert len(frames) == 1 + 101
    assert frames[-1].endswith("100 %\n")
    assert frames[51].count("█") == ProgressBar.WIDTH // 2


def test_where_nobody_watches_the_bar_is_one_line() -> None:
    out = Watched(tty=False)
    bar = ProgressBar(out, "working")
    for done in range(1, 1001):
        bar(done, 1000)
    assert out.getvalue().count("%") == 1


def test_blocks_stand_side_by_side_while_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = [["aaaa", "a"], ["bb"], ["c", "c", "c"]]
    monkeypatch.setenv("COLUMNS", "9")
    assert side_by_side(blocks) == ["aaaa   bb", "a", "", "c", "c", "c", ""]
    monkeypatch.setenv("COLUMNS", "80")
    assert side_by_side(blocks) == ["aaaa   bb   c", "a           c", "            c", ""]


def test_an_outline_indents_what_is_nested() -> None:
    data = {"value": 0, "wins": {"X": 1, "O": 2}, "P": [[1, 0], [0, 1]], "deep": {"a": {"b": True}}}
    assert outline(data) == [
        "value  0",
        "wins   X 1 · O 2",
        "P",
        "  1 0",
        "  0 1",
        "deep",
        "  a  b yes",
    ]


@pytest.mark.long
@pytest.mark.parametrize("arguments", [["campaign"], ["help"], ["prove", "smart", "--json"]])
def test_a_command_whose_reader_is_gone_ends_quietly(arguments: list[str]) -> None:
    command = subprocess.Popen(
        [sys.executable, "manage.py", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert command.stdout
    command.stdout.close()
    _, said = command.communicate()
    assert b"Traceback" not in said
    assert b"Exception ignored" not in said
    assert command.returncode == 141
