"""The source of an algorithm, read from the file that the site itself runs."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from django.urls import reverse

from games.analysis import variations
from games.analysis.learn import texts
from games.analysis.learn.facts import ALPHA_BETA, MINIMAX, position
from games.analysis.tree.search_show import SearchShow
from games.analysis.wording import number

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """Where an algorithm lies: its ``module``, and the names in it that are its ``core``.

    ``search`` names the method of the player that runs it step by step, or ``engine`` the one that
    plays by it, on the board ``notation``.
    """

    title: str
    gist: str
    module: str
    core: Sequence[str]
    notation: str
    search: str = ""
    engine: str = ""


ALGORITHMS = {slug: Algorithm(**source) for slug, source in texts.load("algorithms").items()}

SEARCHES = {"minimax": MINIMAX, "alphabeta": ALPHA_BETA}


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines of a file, ``first`` to ``last``, counted from 1; ``core`` ones are not folded."""

    first: int
    last: int
    text: str
    core: bool


@lru_cache(maxsize=32)
def algorithm_page(slug: str) -> dict[str, Any]:
    """The page of the algorithm ``slug``: its file in segments, and ``whole`` to begin with.

    ``watch`` is where it runs, ``step`` what happens there at the step that the address names.
    """
    one = ALGORITHMS[slug]
    module = import_module(one.module)
    path = str(Path(inspect.getfile(module)).resolve().relative_to(ROOT))
    watch, step = _running(one)
    return {
        "slug": slug,
        "title": one.title,
        "gist": one.gist,
        "path": path,
        "segments": segments(module, one.core),
        "whole": starting_point(module, path),
        "watch": watch,
        "step": step,
        "others": [(other, known.title) for other, known in ALGORITHMS.items() if other != slug],
    }


def starting_point(module: ModuleType, path: str) -> str:
    """The whole file, with a line on top that says where it comes from."""
    return f"# From {path} of Oxo. Save it beside that file, and change it.\n" + inspect.getsource(
        module
    )


def segments(module: ModuleType, core: Sequence[str]) -> list[Segment]:
    """The file of ``module``, cut where the objects named in ``core`` begin and end."""
    lines = inspect.getsource(module).splitlines()
    found, at = [], 1
    for first, last in sorted(_extent(_named(module, name)) for name in core):
        if first > at:
            found.append(_segment(lines, at, first - 1, core=False))
        found.append(_segment(lines, first, last, core=True))
        at = last + 1
    if at <= len(lines):
        found.append(_segment(lines, at, len(lines), core=False))
    return [one for one in found if one.text.strip()]


def _segment(lines: Sequence[str], first: int, last: int, *, core: bool) -> Segment:
    return Segment(first, last, "\n".join(lines[first - 1 : last]).strip("\n"), core)


def _named(module: ModuleType, name: str) -> Any:
    found: Any = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    return found


def _extent(found: Any) -> tuple[int, int]:
    lines, first = inspect.getsourcelines(inspect.unwrap(found))
    return first, first + len(lines) - 1


def _running(one: Algorithm) -> tuple[str, str]:
    """Where the algorithm is at work, and what happens there."""
    board = position(one.notation)
    if not one.search:
        return variations.address(board, engine=one.engine), ""
    search = SEARCHES[one.search]
    step = search.next_cut(board, 1) or search.steps(board)
    path = reverse("analysis:search", args=[variations.slug_of(board)])
    frame, _ = SearchShow(search, board).frame(step, "")
    said = f"Step {number(step)}: {frame.sentence}"
    return f"{path}?method={one.search}&step={step}", said
