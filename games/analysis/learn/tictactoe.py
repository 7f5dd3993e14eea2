"""The short file beside lessons on search and on learning, ready for the form that takes engines.

Each is a whole ``tictactoe.py`` in the convention of its lesson: cells are 0 to 8 from a1 to c3, X
wants +10 and O −10. It offers ``choose(position)`` and is graded like any other file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from django.urls import reverse

from games.rules import read_notation

VARIANT = read_notation("......... X").VARIANT
"""The game that the files play."""

FOLDER = Path(__file__).parent / "files"

FILES = {path.stem.replace("_", "-"): path for path in sorted(FOLDER.glob("*.py"))}
"""The file of a lesson, by its slug."""


@dataclass(frozen=True, slots=True)
class LessonFile:
    """The file of the lesson ``slug``; ``lines`` are counted from 1."""

    slug: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @property
    def count(self) -> int:
        """Its lines of code, without the empty ones."""
        return sum(bool(line.strip()) for line in self.lines)

    @property
    def engine_name(self) -> str:
        """The name that the form suggests for it."""
        return f"Lesson {self.slug}"

    @property
    def upload(self) -> str:
        """The form, filled in with this file."""
        return f"{reverse('engines:mine')}?{urlencode({'lesson': self.slug})}"

    def function(self, name: str) -> tuple[int, list[str]]:
        """The number of the first line of a function at top level, and its lines."""
        lines = self.lines
        first = next(at for at, line in enumerate(lines) if line.startswith(f"def {name}("))
        last = next(
            (at for at in range(first + 1, len(lines)) if lines[at] and lines[at][0] != " "),
            len(lines),
        )
        return first + 1, "\n".join(lines[first:last]).rstrip().splitlines()


@cache
def file_of(slug: str) -> LessonFile | None:
    """The file beside a lesson; None where it has none."""
    path = FILES.get(slug)
    return LessonFile(slug, path.read_text()) if path else None
