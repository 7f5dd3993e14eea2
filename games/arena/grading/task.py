"""What a worker of the compute pool does with somebody's file. It loads without Django."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

from games.arena.grading.grade import grade
from games.arena.grading.result import Grade

EVERY = 0.25
"""Seconds between two notes of how far the grading has come."""


def grade_file(data: bytes, game: str, progress: Path) -> Grade:
    """``grade``, which notes in the file ``progress`` how far it has come. Raises CannotGrade."""
    progress.parent.mkdir(parents=True, exist_ok=True)
    last = 0.0

    def note(done: int, of_all: int) -> None:
        nonlocal last
        if done == of_all or monotonic() - last >= EVERY:
            last = monotonic()
            fresh = progress.with_suffix(".new")
            fresh.write_text(f"{done} {of_all}")
            fresh.replace(progress)

    try:
        return grade(data, game, note)
    finally:
        progress.unlink(missing_ok=True)


def far(progress: Path) -> tuple[int, int]:
    """(done, of all) as last noted; zeros where nothing is."""
    try:
        done, of_all = progress.read_text().split()
    except (FileNotFoundError, ValueError):
        return 0, 0
    return int(done), int(of_all)
