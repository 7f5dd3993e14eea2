"""Files that mean harm: each ends in a sentence, and the next file is graded as ever."""

from __future__ import annotations

import json

import pytest

from games.arena.grading import sandbox
from games.arena.grading.asking import LoadedProgram, Reply
from games.arena.grading.grade import grade
from games.arena.grading.program import CannotGrade, read_program
from games.arena.jail.lock import CannotLock, rules
from tests.grading.files import choosing

HOSTILE = {
    "an endless loop": ("while True: pass", "more than 1 seconds"),
    "a loop that catches everything": (
        "while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass",
        "more than 1 seconds",
    ),
    "code in C that looks at no clock": (
        "x = y = 0\n    for _ in range(60): x, y = [x, x], [y, y]\n    x == y",
        "more than 1 seconds",
    ),
    "a list that doubles": ("x = [0]\n    while True: x = x + x", "64 MB"),
    "a long text": ("'a' * 10 ** 10", "64 MB"),
    "a huge power": ("10 ** 10 ** 8", "64 MB|more than 1 seconds"),
    "a flood of output": ("print('x' * 10 ** 6)", "printed more than 64 kB"),
    "output past the file's own": (
        "import os; os.write(1, b'x' * 10 ** 6)",
        "wrote into the pipe of the grader",
    ),
    "questions taken away": ("import os; os.read(0, 10 ** 6)", "more than 1 seconds"),
    "an end": ("import os; os._exit(0)", "ended its own process"),
    "a crash of Python": (
        "import sys; sys.modules['ctypes'].string_at(1)",
        "Python crashed",
    ),
}


@pytest.mark.long
@pytest.mark.parametrize(("body", "said"), HOSTILE.values(), ids=HOSTILE.keys())
def test_limits_end_in_a_sentence(body: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 1.0)
    with pytest.raises(CannotGrade, match=said):
        grade(choosing(body), "classic")


NESTED = "x = 0\n    for _ in range(40): x = [x] * 8\n    return x"

OWN_SLICES = """
class Text(str):
    def __getitem__(self, part): return "A" * 10_000_000
    def __str__(self): return self
class Kind(type):
    __name__ = property(lambda kind: Text("A"))
class Wrong(Exception, metaclass=Kind):
    def __str__(self): return Text("A" * 1000)
"""

LONG = {
    "letters": "return 'a' * 10_000_000",
    "a list": "return [0] * 4_000_000",
    "lists in lists": NESTED,
    "a text that cuts itself": "return Text('a' * 100)",
    "an exception": "raise ValueError('A' * 5_000_000)",
    "an exception that cuts itself": "raise Wrong",
}


@pytest.mark.parametrize("body", LONG.values(), ids=LONG.keys())
def test_an_answer_is_short_before_it_leaves_the_sandbox(body: str) -> None:
    source = f"{OWN_SLICES}\ndef minimax(board):\n    {body}\n"
    others = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
    source += "".join(f"def {name}(*_):\n    {body}\n" for name in others)
    with sandbox.Sandbox(2.0) as box:
        box.ask("load", source, "cs50", "")
        for question in (("ask", "......... X", []), ("check", "......... X", False), ("initial",)):
            [found] = list(box.ask_all([question]))
            assert len(json.dumps(found)) < 4_000


def test_a_program_that_raises_a_long_text_is_told_in_a_short_one() -> None:
    with sandbox.Sandbox() as box, pytest.raises(sandbox.SandboxError) as failed:
        box.ask("load", "raise ValueError('A' * 5_000_000)", "choose", "")
    assert str(failed.value).startswith("line 1: ValueError: AAA")
    assert len(str(failed.value)) < 200


TRICKS = {
    "a file": ("open('/etc/passwd')", "PermissionError"),
    "a file to write": ("open('/tmp/here', 'w')", "PermissionError"),
    "a folder": ("import os\nos.listdir('/')", "PermissionError"),
    "another process": ("import os\nos.fork()", "PermissionError"),
    "another program": ("import os\nos.execv('/bin/true', ['true'])", "PermissionError"),
    "a signal to its parent": ("import os\nos.kill(os.getppid(), 9)", "PermissionError"),
    "a thread": ("import sys\nsys.modules['_thread'].start_new_thread(print, ())", "RuntimeError"),
    "standard error": ("import os\nos.write(2, b'x')", "PermissionError"),
    "a module that is not there": ("import socket", "the sandbox has no module 'socket'"),
    "native code": ("import ctypes", "the sandbox has no module 'ctypes'"),
    "a hidden import": ("__import__('subprocess')", "No module named 'subprocess'"),
    "endless recursion": ("def again(): again()\nagain()", "RecursionError"),
    "a number too long to print": ("str(9 ** 10 ** 5)", "ValueError"),
    "an exception with two words": ("raise KeyError(1, 2)", "KeyError: (1, 2)"),
    "a way out": ("raise SystemExit", "SystemExit"),
    "a question to nobody": ("input('Your move? ')", "EOFError: nobody is there"),
}


@pytest.mark.parametrize(("code", "said"), TRICKS.values(), ids=TRICKS.keys())
def test_what_is_not_allowed_fails_with_its_line(code: str, said: str) -> None:
    with sandbox.Sandbox() as box:
        with pytest.raises(sandbox.SandboxError, match=r"^line [1-4]: ") as failed:
            box.ask("load", code, "choose", "")
        assert said in str(failed.value)
        assert box.ask("state")["order"] == 0


def value_of(expression: str) -> object:
    """What an expression is inside the jail, as the file would answer it."""
    source = f"import os, sys\ndef choose(position):\n    return str({expression})\n"
    with sandbox.Sandbox() as box:
        box.ask("load", source, "choose", "")
        return box.ask("ask", "......... X", [])["answer"]


def test_a_process_in_jail_knows_nothing_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "hush")
    assert value_of("'SECRET_KEY' in os.environ") == "=False"
    assert value_of("len(os.environ)") in ("=2", "=3")


NATIVE = "sys.modules['ctypes'].CDLL(None, use_errno=True)"


@pytest.mark.parametrize(
    "call",
    [
        "open(b'/etc/passwd', 0)",
        "socket(2, 1, 0)",
        "fork()",
        "kill(1, 0)",
        "prctl(22, 0, 0, 0, 0)",
        "syscall(425, 1, 0)",
        "mmap(0, 4096, 7, 34, -1, 0)",
        "ptrace(0, 0, 0, 0)",
    ],
)
def test_native_code_has_no_more_rights_than_python(call: str) -> None:
    """Whoever gets hold of ctypes meets the kernel's refusal all the same."""
    assert value_of(f"{NATIVE}.{call}") == "=-1"


def test_a_call_of_another_machine_is_no_way_round() -> None:
    with pytest.raises(CannotLock, match="no list of system calls for riscv64"):
        rules("riscv64")
    assert len(rules("x86_64")) % 8 == len(rules("aarch64")) % 8 == 0


def test_where_nothing_can_be_locked_up_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    start = sandbox.START.replace(
        "main()", "import games.arena.jail.lock as l; l.MACHINES = {}; main()"
    )
    monkeypatch.setattr(sandbox, "COMMAND", (*sandbox.COMMAND[:-1], start))
    with pytest.raises(CannotGrade, match="the grader is not available here: there is no list"):
        grade(choosing("pass"), "classic")


@pytest.mark.long
def test_sleep_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 1.0)
    assert grade(choosing("import time; time.sleep(60)"), "classic").crashes == 0


@pytest.mark.long
def test_a_result_forged_on_standard_output_counts_for_nothing() -> None:
    forged = choosing("print('{\"never_loses\": true}')")
    assert not grade(forged, "classic").never_loses


@pytest.mark.long
def test_replacing_the_functions_that_ask_is_noticed_or_graded_by_what_they_say() -> None:
    source = b"""
import sys

def choose(position):
    sys.modules["games.arena.jail.asking"].plain_move = lambda answer: {"a": position}
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


@pytest.mark.long
@pytest.mark.parametrize("body", TEXTS.values(), ids=TEXTS.keys())
def test_what_a_program_says_can_be_stored_and_printed(body: str) -> None:
    found = grade(choosing(body), "classic")
    assert found.crashes + found.illegal == found.asked
    assert found.cases
    for note in (case.sentence for case in found.cases):
        assert note.isprintable()
        assert "\x00" not in note
        assert len(note) < 500
        note.encode()


FORGED = {
    "draws without end": '{"answer": 4, "draws": [999999999999999999999]}',
    "a number without end": '{"answer": ' + "9" * 300 + "}",
    "no answer": '{"line": -1}',
    "another type": '{"answer": [4], "draws": "x", "line": "y", "changed": 5}',
}


@pytest.mark.parametrize("frame", FORGED.values(), ids=FORGED.keys())
def test_forged_answers_are_judged_like_others(frame: str) -> None:
    """A file that finds the pipe can say what it likes of its own moves, and nothing more."""
    data = frame.encode()
    source = f"""
import os, sys

def send(pipe, found):
    data = {data!r}
    os.write(1, len(data).to_bytes(4, "big") + data)

def choose(position):
    sys.modules["games.arena.jail.inside"]._send = send
    return 4
"""
    found = _answers(source)
    assert all(isinstance(one.answer, int | str) and one.line >= 0 for one in found)
    assert not any(one.answer == 4 and not one.by_chance for one in found[1:])


def _answers(source: str) -> list[Reply]:
    with sandbox.Sandbox() as box:
        asked = LoadedProgram(box, read_program(source.encode(), "classic"))
        return [reply for _, reply in asked.replies([("......... X", ())] * 3)]
