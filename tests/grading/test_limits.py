"""Every row of the table of limits is tried."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from games.arena.grading.grade import grade
from games.arena.grading.limits import as_markdown, limits
from games.arena.grading.program import CannotGrade, read_program
from games.arena.grading.sandbox import Sandbox, SandboxError
from games.arena.jail.modules import ALLOWED
from games.rules import ClassicBoard
from tests.grading import wrong_files

START = ClassicBoard.start().notation


def answer(body: str, top: str = "", numpy: bool = False) -> object:
    """What ``choose`` answers on the empty board; ``!`` and the exception where it fails."""
    lines = "\n    ".join(body.split("\n"))
    with Sandbox(2.0, numpy=numpy) as box:
        box.ask("load", f"{top}\ndef choose(position):\n    {lines}\n", "choose", "")
        return box.ask("ask", START, [])["answer"]


def refused(said: str, body: str, top: str = "") -> None:
    with pytest.raises(SandboxError, match=said):
        answer(body, top)


LANGUAGE = """
import abc, enum, heapq, operator, string, sys
sys.setrecursionlimit(5000)

class Base(abc.ABC):
    def __init__(self, cells): self.cells = cells
    def __len__(self): return len(self.cells)
    def __lt__(self, other): return len(self) < len(other)
    @property
    def first(self): return self.cells[0]
    @staticmethod
    def one(): return 1
    @classmethod
    def made(cls): return cls([2, 1])

class Own(Base):
    def each(self):
        yield from self.cells

class Mark(enum.Enum):
    X = "X"

class Wrong(Exception):
    def __init__(self, cell):
        self.cell = cell

def deep(n): return n and deep(n - 1)
"""

USES = """
own, other = Own.made(), Own([])
del own.cells[1]
heap = [3, 1]
heapq.heapify(heap)
try:
    raise Wrong(4)
except Wrong as wrong:
    cell = wrong.cell
assert deep(3000) == 0 and Mark("X") is Mark.X and string.digits
match heap:
    case [1, *_]: cell += operator.neg(1)
least = sorted([own, other])[0]
return cell + len(own) + next(own.each()) + own.first + Own.one() + len(least)
"""


def language() -> None:
    assert answer(USES.strip(), LANGUAGE) == 3 + 1 + 2 + 2 + 1 + 0


def modules() -> None:
    loaded = "\n".join(f"import {name}" for name in ALLOWED if name != "__future__")
    assert answer("return 4", loaded) == 4
    source = "return np.array([[1, 2], [3, 4]]).sum() - np.int64(6)"
    assert answer(source, "import numpy as np", numpy=True) == 4
    assert grade(f"import numpy as np\ndef choose(p):\n    {source}\n".encode(), "classic").illegal
    refused("no module 'pygame'", "return 4", "import pygame")


def time() -> None:
    refused("line 3: it took more than 2 seconds", "while True: pass")


def memory() -> None:
    assert answer("return len('x' * 50_000_000) - 49_999_996") == 4
    refused("more than 64 MB", "'x' * 70_000_000")


def size() -> None:
    with pytest.raises(CannotGrade, match="has 65,537 bytes"):
        grade(b"#" * 65_537, "classic")


def printing() -> None:
    assert answer("print('x' * 65_000)\nreturn 4") == 4
    refused("printed more than 64 kB", "print('x' * 66_000)")


def asking() -> None:
    refused("EOFError: nobody is there", "return 4", "name = input()")
    main = "if __name__ == '__main__':\n    name = input()\n    import pygame"
    assert answer("return 4", main) == 4


def sleep() -> None:
    assert answer("import time\ntime.sleep(1000)\nreturn 4") == 4


def no_proof(source: str, said: str) -> None:
    found = grade(source.encode(), "classic")
    assert not found.never_loses
    assert said in " ".join(found.doubts)


def chance() -> None:
    no_proof(wrong_files.BY_FRACTION, "samples".capitalize())
    no_proof(wrong_files.BY_CHOICE, "It draws some of its moves")


def variables() -> None:
    no_proof(wrong_files.COUNTS, "It keeps asked")
    assert grade(wrong_files.CACHED.encode(), "classic").never_loses


def files() -> None:
    for body in ("open('/etc/passwd')", "import os\nos.fork()", "import os\nos.listdir('/')"):
        assert str(answer(body)).startswith("!PermissionError")
    thread = "import sys\nsys.modules['_thread'].start_new_thread(print, ())"
    assert str(answer(thread)).startswith("!RuntimeError")


def hidden_code() -> None:
    for name in ("exec", "eval", "__import__"):
        code = f"x = 1\ndef choose(p):\n    return {name}('1')\n"
        with pytest.raises(CannotGrade, match=f"Line 3 uses {name}, which is refused"):
            grade(code.encode(), "classic")
        own = f"def {name}(p):\n    return 4\n\ndef choose(p):\n    return {name}(p)\n"
        assert read_program(own.encode(), "classic").functions == (name, "choose")
    refused("NameError: name 'exec' is not defined", "return 4", "exec('import os')")


TRIED: dict[str, Callable[[], None]] = {
    "Language": language,
    "Modules": modules,
    "Time": time,
    "Memory": memory,
    "Size": size,
    "`print`": printing,
    "`input()`": asking,
    "`time.sleep`": sleep,
    "The clock": partial(no_proof, wrong_files.CLOCK, "looks at the clock"),
    "Chance": chance,
    "Sets of texts, None and objects": partial(no_proof, wrong_files.BY_TEXTS, "hash seeds"),
    "Variables outside functions": variables,
    "`exec`, `eval`, `__import__`": hidden_code,
    "Files, network, processes, threads": files,
}


def test_every_limit_is_tried() -> None:
    assert list(TRIED) == [one["about"] for one in limits()]


@pytest.mark.long
@pytest.mark.parametrize("about", TRIED)
def test_a_limit_is_what_the_table_says(about: str) -> None:
    TRIED[about]()


def test_the_table_for_authors_of_programs_is_the_same() -> None:
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
    assert as_markdown() in text
