"""What does not exist is refused in one line that quotes it, with exit code 2."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from .run import shell

REFUSED = [
    (("analyse", "XX"), "'XX' is no position: expected something like '......... X'"),
    (("analyse", ""), "'' is no position"),
    (("analyse", "X...O.... Y"), "'X...O.... Y' is no classic position"),
    (("analyse", "XXX...... O"), "'XXX...... O' cannot arise: X has 3 marks and O 0"),
    (("analyse", "X...O.... O"), "'X...O.... O' cannot arise: with these marks X is to move"),
    (("analyse", "XXXOOO... X"), "'XXXOOO... X' cannot arise"),
    (("analyse", "......... X", "--engine", "deep"), "'deep' is no engine for classic: expected"),
    (("prove", "deep"), "'deep' is no engine for classic: expected one of random, smart"),
    (("prove", "linear", "--game", "chess"), "'chess' is no game here: expected one of classic"),
    (("prove",), "'' names no one proof: expected one engine, or --all"),
    (("prove", "linear", "--all"), "'linear' names no one proof: expected one engine, or --all"),
    (("prove", "alphabeta:depth=0"), "'depth=0' does not fit: expected"),
    (("prove", "linear", "--lines", "-1"), "--lines -1 is too few: expected 0 or more"),
    (("prove", "greedy", "--game", "ultimate"), "'ultimate' has too many games to play them all"),
    (("solve", "chess"), "'chess' is not solved: expected one of classic"),
    (("solve", "classic", "--exact"), "classic has no 'exact' rule"),
    (("arena", "--games", "0"), "--games 0 is too few: expected 1 or more"),
    (("arena", "--engine", "smart"), "'smart' has no opponent: expected two engines or more"),
    (("arena", "--game", "chess"), "'chess' is no game here"),
    (("play", "--game", "chess"), "'chess' is no game here"),
    (("play", "--engine", "deep"), "'deep' is no engine for classic"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=lambda x: " ".join(x)[:40])
def test_it_is_refused(arguments: tuple[str, ...], message: str) -> None:
    out = StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command(*arguments, stdout=out, stderr=StringIO())
    assert refusal.value.returncode == 2
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert out.getvalue() == ""


@pytest.mark.long
@pytest.mark.parametrize("arguments", [REFUSED[0][0], REFUSED[6][0], ("solve", "chess", "--json")])
def test_the_shell_sees_one_line_and_code_2(arguments: tuple[str, ...]) -> None:
    done = shell(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_a_missing_argument_is_code_2_too() -> None:
    assert shell("analyse").returncode == 2


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="Not a directory") as refusal:
        call_command("tables", str(tmp_path / "file" / "folder"), "--game", "classic")
    assert refusal.value.returncode == 2


def test_for_a_game_without_a_table_no_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="chess"):
        call_command("tables", str(tmp_path / "folder"), "--game", "chess")
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize("command", ["backup", "restore", "tables"])
def test_no_path_is_not_the_current_folder(command: str) -> None:
    with pytest.raises(CommandError, match="'': expected a file or a folder"):
        call_command(command, "")
