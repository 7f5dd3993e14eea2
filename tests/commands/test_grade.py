"""``manage.py grade``: exit status, JSON to the letter, words."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from games.arena.grading.result import Grade
from tests.grading import files

KEYS = [
    *("game", "interface", "asked", "right", "wins_missed", "draws_lost", "illegal", "crashes"),
    *("never_loses", "lines", "refutation", "error", "seconds"),
]


def run(tmp_path: Path, source: str, *options: str) -> tuple[int, str, str]:
    file = tmp_path / "engine.py"
    file.write_text(source)
    return run_file(str(file), *options)


def run_file(file: str, *options: str) -> tuple[int, str, str]:
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("grade", file, *options, stdout=out, stderr=err)
    return int(str(ended.value.code)), out.getvalue(), err.getvalue()


@pytest.mark.long
def test_an_engine_that_can_lose(tmp_path: Path) -> None:
    status, out, _ = run(tmp_path, files.FIRST_FREE, "--json")
    found = json.loads(out)
    assert status == 1
    assert list(found) == KEYS
    assert found["refutation"] == {"seat": "O", "moves": [0, 1, 3, 2, 6]}
    assert (found["asked"], found["never_loses"], found["error"]) == (4520, False, None)


def test_an_engine_that_never_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proven = Grade("choose", 4520, 4520, 0, 0, 0, 0, True, 1_041, None)
    monkeypatch.setattr("games.management.commands.grade.grade", lambda *_: proven)
    status, out, _ = run(tmp_path, files.FIRST_FREE)
    assert status == 0
    assert "It never loses: proven over 1,041 complete games." in out


def test_what_cannot_be_graded(tmp_path: Path) -> None:
    status, out, _ = run(tmp_path, "x = 1\n", "--json")
    found = json.loads(out)
    assert status == 2
    assert list(found) == KEYS
    assert "none of the known interfaces" in found["error"]
    status, out, err = run(tmp_path, "def choose(:\n")
    assert (status, out, err) == (2, "", "Line 1: invalid syntax.\n")


@pytest.mark.long
def test_a_refutation_is_drawn(tmp_path: Path) -> None:
    _, out, _ = run(tmp_path, files.FIRST_FREE)
    assert "It loses as O, in the shortest game like this:" in out
    assert "a1 b1 a2 c1 a3" in out


def test_a_file_that_is_not_there() -> None:
    said = "'/nowhere.py' cannot be read: No such file or directory."
    assert run_file("/nowhere.py") == (2, "", f"{said}\n")
    status, out, err = run_file("/nowhere.py", "--json")
    assert (status, json.loads(out)["error"], err) == (2, said, "")
