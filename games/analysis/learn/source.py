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
from games.analysis.learn.course.moves import MAIN
from games.analysis.learn.facts import ALPHA_BETA, MINIMAX, position
from games.analysis.tree import sentences
from games.analysis.wording import number
from games.engines.steps import SteppedSearch

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Algorithm:
    """Where an algorithm lies: its ``module``, and the names in it that are its ``core``.

    ``search`` is the search that runs it step by step, if one does, or ``engine`` the one that
    plays by it, on the board ``notation``.
    """

    title: str
    gist: str
    module: str
    core: tuple[str, ...]
    notation: str = MAIN
    search: SteppedSearch | None = None
    engine: str = ""


ALGORITHMS = {
    "minimax": Algorithm(
        "Minimax",
        "Try every move, let the other side do the same, take the best.",
        "games.engines.classic.search",
        ("Search._tree", "Search._last_ply"),
        search=MINIMAX,
    ),
    "alpha-beta": Algorithm(
        "Alpha-beta",
        "The same, between what one side has and what the other can hold it to.",
        "games.engines.classic.search",
        ("Search.score", "Search._windowed"),
        search=ALPHA_BETA,
    ),
    "heuristic": Algorithm(
        "A heuristic",
        "Points for lines, where a search stops.",
        "games.engines.classic.heuristic",
        ("evaluate", "bounded"),
        notation="X.O.X.... O",
        engine="alphabeta",
    ),
    "memo": Algorithm(
        "A memo",
        "Remember values and bounds by position.",
        "games.engines.classic.search",
        ("Search._recall", "Search._remember"),
        engine="alphabeta:memo=on",
    ),
    "symmetry": Algorithm(
        "Symmetry",
        "One board for all its turned and mirrored pictures.",
        "games.engines.classic.symmetry",
        ("_generated", "images", "canonical"),
        notation="X...O...X O",
        engine="perfect",
    ),
    "bitboards": Algorithm(
        "Bitboards",
        "A search on two integers.",
        "games.engines.classic.bitboard",
        ("BitSearch.negamax", "BitSearch.rank"),
        notation="X...O...X O",
        engine="bitboard",
    ),
    "linear": Algorithm(
        "Linear",
        "Three products with one matrix.",
        "games.engines.classic.linear",
        ("occupancies", "evaluate", "best_cells"),
        notation="X...O...X O",
        engine="linear",
    ),
    "guard": Algorithm(
        "Linear, guarded",
        "The same matrices, one move and one reply ahead.",
        "games.engines.classic.guard",
        ("judge", "gaps", "_forks", "allowed"),
        notation="X...O...X O",
        engine="linear-guarded",
    ),
    "chance": Algorithm(
        "Expectimax",
        "The best where players move, the average where chance does.",
        "games.engines.dstru.search",
        ("Search.value", "Search.moves", "Search._fold"),
        notation="TTT......U..U... D",
        engine="search",
    ),
    "backwards": Algorithm(
        "Solving backwards",
        "From the full boards to the empty one, ply by ply.",
        "games.engines.classic.tablebase",
        ("table", "_value_layer"),
        notation="X........ O",
        engine="perfect",
    ),
}


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
    if one.search is None:
        return variations.address(board, engine=one.engine), ""
    step = one.search.next_cut(board, 1) or one.search.steps(board)
    moment = one.search.moment(board, step)
    method = "alphabeta" if one.search.pruning else "minimax"
    path = reverse("analysis:search", args=[variations.slug_of(board)])
    said = f"Step {number(step)}: {sentences.sentence(moment, one.search)}"
    return f"{path}?method={method}&step={step}", said
