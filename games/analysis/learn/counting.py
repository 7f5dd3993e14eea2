"""What the page "How we count" shows of a position: every count, and what it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.analysis import variations
from games.analysis.analysis_cache import analysis_of
from games.analysis.learn.lessons import BY_SLUG, LESSONS
from games.analysis.position.compare import nodes_address, plays_out
from games.analysis.tree.savings import NAMES, WHOLE, counted, idea
from games.analysis.wording import number
from games.engines import Engine, engines_for, solution_of
from games.engines.sides import reader
from games.engines.subtrees import SearchCount, count
from games.engines.techniques import BEST_FIRST, EXTRA, PLAIN, Techniques, saving
from games.rules import Board

EXAMPLE = "X.O.X...O X"
"""The position of the course: one move draws, all others lose."""

MEMO = saving("memo")

LESSON_OF = {
    PLAIN: ("depth",),
    saving("pruning"): ("alpha-beta",),
    saving("pruning", "ordering"): ("ordering",),
    BEST_FIRST: ("ordering",),
    MEMO: ("memo",),
}
"""The lessons whose text gives the count of a search, at the example."""

STEPPED = {
    PLAIN: {"method": "minimax"},
    saving("pruning"): {"method": "alphabeta"},
    saving("pruning", "ordering"): {"method": "alphabeta", "order": "lines"},
}
"""The searches that the player shows step by step, as its address names them."""

TAUGHT = {
    WHOLE: "minimax",
    "pruning": "alpha-beta",
    "ordering": "ordering",
    "best_first": "ordering",
    "memo": "memo",
    "symmetry": "symmetry",
}
"""The lesson that explains a technique."""


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page that shows a count."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class CountingPage:
    """Every count of ``board``; ``games`` are None where they are not counted."""

    board: Board
    text: str
    url: str
    whole: str
    techniques: Sequence[Mapping[str, Any]]
    rows: Sequence[Mapping[str, Any]]
    engines: Sequence[Mapping[str, Any]]
    games: Mapping[str, str] | None
    sides: tuple[str, str]


def page(board: Board) -> CountingPage:
    """Every count of a drawable ``board``. Raises Busy."""
    solution_of(board).make_ready(board)
    steps, beside = counted(board).steps, [MEMO, EXTRA]
    if solution_of(board).value(board) is not None:
        beside.insert(0, BEST_FIRST)
    found = [*steps, *(count(board, one) for one in beside)]
    met = dict.fromkeys(name for one in found for name in one.names)
    return CountingPage(
        board=board,
        text=variations.slug_of(board),
        url=variations.address(board),
        whole=number(steps[0].entered),
        techniques=[_technique(board, name) for name in (WHOLE, *met)],
        rows=[_row(board, one) for one in found],
        engines=_engines(board),
        games=_games(board),
        sides=board.RIVALS,
    )


def _technique(board: Board, name: str) -> dict[str, Any]:
    """A technique in a few words, and the lesson that explains it, if one does."""
    slug = TAUGHT.get(name)
    lesson = _lesson(slug) if slug else None
    return {"name": NAMES[name], "idea": idea(board, name), "lesson": lesson}


def _lesson(slug: str) -> PageLink:
    lesson = BY_SLUG[slug]
    where = f"Lesson {LESSONS.index(lesson) + 1}: {lesson.title}"
    return PageLink(where, reverse("analysis:lesson", args=[slug]))


def _row(board: Board, one: SearchCount) -> dict[str, Any]:
    """A search with all that it counts; ``shown`` are the pages that show it."""
    return {
        "techniques": [NAMES[name] for name in one.names] or [NAMES[WHOLE]],
        "entered": number(one.entered),
        "leaves": number(one.found.leaves),
        "cutoffs": number(one.found.cutoffs),
        "cut": number(one.found.moves_cut),
        "skipped": number(one.found.skipped),
        "hits": number(one.found.hits),
        "known": number(one.found.known),
        "shown": _shown(board, one.techniques),
    }


def _shown(board: Board, techniques: Techniques) -> list[PageLink]:
    slug = variations.slug_of(board)
    player, tree = (reverse(f"analysis:{name}", args=[slug]) for name in ("search", "search_tree"))
    found = []
    if board.notation == EXAMPLE:
        found += [_lesson(lesson) for lesson in LESSON_OF.get(techniques, ())]
    if techniques in STEPPED:
        found.append(PageLink("Step by step", f"{player}?{urlencode(STEPPED[techniques])}"))
    if techniques not in (MEMO, BEST_FIRST):
        found.append(PageLink("The whole tree", tree))
    if techniques == EXTRA:
        found.append(PageLink("Step by step", player))
    return found


def _engines(board: Board) -> list[dict[str, Any]]:
    """The engines of the analysis that search, each as people play it."""
    titles = engines_for(board.VARIANT)
    return [
        {
            "title": titles[slug].title,
            "idea": titles[slug].idea,
            "url": _engine_page(board, titles[slug]),
            "entered": number(answer["nodes"]),
            "cut": number(answer["cutoffs"]),
            "side": reader(board, answer["values_for"]),
        }
        for slug, answer in analysis_of(board)["engines"].items()
        if answer["nodes"] and not plays_out(answer)
    ]


def _engine_page(board: Board, engine: Engine) -> str:
    """Where the analysis says what the engine enters, or else what it thinks."""
    here = variations.Variation((board,), (), 0)
    return nodes_address(here, engine) or variations.address(board, engine=engine.slug)


def _games(board: Board) -> dict[str, str] | None:
    """Whole games: those ``from_here`` and ``through`` a board; and boards that differ."""
    solution, start = solution_of(board), type(board).start()
    here, through = solution.games_from(board), solution.games_through(board)
    every, positions = solution.games_from(start), solution.positions()
    if here is None or through is None or every is None or not positions:
        return None
    return {
        "from_here": number(here.total),
        "through": number(through.total),
        "every": number(every.total),
        "positions": number(len(positions)),
        "nodes": number(count(start).entered),
    }
