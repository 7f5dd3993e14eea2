"""Files that mean harm: each ends in a sentence, and the next file is graded as ever."""

from __future__ import annotations

import pytest

from games.grading import CannotGrade, grade, sandbox
from tests.grading.files import choosing

HOSTILE = {
    "an endless loop": ("while True: pass", "more than 1 seconds"),
    "a loop that catches everything": (
        "while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass",
        "more than 1 seconds",
    ),
    "a list that doubles": ("x = [0]\n    while True: x = x + x", "64 MB"),
    "a long text": ("'a' * 10 ** 10", "64 MB"),
    "a huge power": ("10 ** 10 ** 8", "64 MB"),
    "a flood of output": ("print('x' * 10 ** 6)", "printed more than 64 kB"),
    "a sleeper": ("import time; time.sleep(60)", "may not sleep"),
}


@pytest.mark.parametrize(("body", "said"), HOSTILE.values(), ids=HOSTILE.keys())
def test_limits_end_in_a_sentence(body: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 1)
    monkeypatch.setattr(sandbox, "TOO_SLOW", "it took more than 1 seconds")
    with pytest.raises(CannotGrade, match=said):
        grade(choosing(body), "classic")


TRICKS = {
    "a file": ("open('/etc/passwd')", "PermissionError"),
    "the classes of a tuple": ("().__class__.__bases__", "AttributeError"),
    "a system call": ("import os\nos.system('true')", "AttributeError"),
    "a module that is not there": ("import socket", "ModuleNotFoundError"),
    "the builtins": ("__import__('os')", "NameError"),
    "endless recursion": ("def again(): again()\nagain()", "RecursionError"),
    "a number too long to print": ("str(9 ** 10 ** 5)", "ValueError"),
    "a way out": ("raise SystemExit", "SystemExit"),
    "inheritance": ("class Many(list):\n    pass", "the sandbox has no class inheritance"),
    "a generator": ("def many():\n    yield 1", "the sandbox has no yield expressions"),
}


@pytest.mark.parametrize(("code", "said"), TRICKS.values(), ids=TRICKS.keys())
def test_what_the_sandbox_does_not_have_fails_with_its_line(code: str, said: str) -> None:
    with sandbox.Sandbox() as box:
        with pytest.raises(sandbox.SandboxError, match=r"^line [1-4]: ") as failed:
            box.run(code)
        assert said in str(failed.value)
        assert box.run("1 + 1") == 2


def test_a_result_forged_on_standard_output_counts_for_nothing() -> None:
    forged = choosing("print('{\"never_loses\": true}')")
    assert not grade(forged, "classic").never_loses


def test_replacing_the_functions_that_ask_is_noticed_or_graded_by_what_they_say() -> None:
    source = b"""
def choose(position):
    global oxo_read
    oxo_read = lambda answer: {"a": position}
    return 0
"""
    found = grade(source, "classic")
    assert found.right == 0
    assert not found.never_loses


TEXTS = {
    "characters that no page can show": 'raise ValueError("\\x00\\x1b[31m\\ud800")',
    "a number that Python does not print": "return 10 ** 6000",
    "a huge text": "return 'z' * 10 ** 4",
    "a board": "return position",
}


@pytest.mark.parametrize("body", TEXTS.values(), ids=TEXTS.keys())
def test_what_a_program_says_can_be_stored_and_printed(body: str) -> None:
    found = grade(choosing(body), "classic")
    assert found.crashes + found.illegal == found.asked
    assert found.notes
    for note in found.notes:
        assert note.isprintable()
        assert "\x00" not in note
        assert len(note) < 300
        note.encode()
