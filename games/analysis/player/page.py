"""The page of the player: one engine at a step, or two side by side, stepping together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.analysis import variations
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.played import lesson_of
from games.analysis.player.methods import Method, methods_for
from games.analysis.player.show import DrawnRow, Frame, SearchStrip
from games.analysis.player.trace_show import Show
from games.analysis.tree import savings
from games.analysis.tree.counted import is_counted
from games.analysis.tree.search_show import is_drawable
from games.analysis.wording import number
from games.queries.parsing import whole_number
from games.rules import Board

MOST_FRAMES = 24
"""Steps that one answer holds."""


@dataclass(frozen=True, slots=True)
class Query:
    """What an address asks for: a ``method``, perhaps one to set ``against`` it."""

    method: Method
    against: Method | None = None

    @property
    def methods(self) -> tuple[Method, ...]:
        return (self.method,) if self.against is None else (self.method, self.against)

    @property
    def text(self) -> str:
        """The query of an address, without a step."""
        if self.against is None:
            return self.method.query
        return f"{self.method.query}&{urlencode({'against': self.against.name})}"

    @property
    def step(self) -> str:
        """The query, ready for a step."""
        return f"{self.text}&step="


@dataclass(frozen=True, slots=True)
class ShownEngine:
    """An engine on the page: its step, what is drawn, its code and its strip.

    ``code_lesson`` is the lesson whose file the code is from, empty where it is from none.
    """

    name: str
    frame: Frame
    tree: Sequence[DrawnRow]
    code: Sequence[str]
    code_lesson: str
    strip: SearchStrip | None

    @property
    def pen(self) -> str:
        """The place on the strip, for a drawing 1200 units wide."""
        return f"{self.frame.pen * 1200:.1f}"


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One engine or two at a ``step`` in a position; ``lessons`` explain what is shown.

    ``ways`` are where the controls lead; an empty address where they cannot.
    """

    board: Board
    url: str
    whole: str
    title: str
    lessons: Sequence[Lesson]
    shown: Sequence[ShownEngine]
    step: int
    steps: int
    sides: tuple[str, str]
    meanings: tuple[str, str, str] | None
    cuts: bool
    bits: bool
    methods: Sequence[Mapping[str, Any]]
    ladder: savings.SavingsTable | None
    ways: Mapping[str, str]
    alone: str
    query: str
    api: str
    embed: str


def page(board: Board, query: Query, step_text: str, view: str = "analysis:search") -> PlayerPage:
    """What ``query`` asks for of ``board`` at the step that ``step_text`` names, else at its first.

    ``view`` is the page that its links stay on.
    """
    shows = [method.show(board) for method in query.methods]
    steps = max(show.steps for show in shows)
    asked = whole_number(step_text, 8)
    step = 1 if asked is None else max(1, min(asked, steps))
    shown = [
        _side(show, method, step, query.step)
        for show, method in zip(shows, query.methods, strict=True)
    ]
    slug = variations.slug_of(board)
    path = reverse(view, args=[slug])
    tree = is_drawable(board) and query.method.search is not None
    return PlayerPage(
        board=board,
        url=variations.address(board),
        whole=_whole(board, slug, query.method),
        title=" beside ".join(method.title for method in query.methods)
        if query.against
        else query.method.heading,
        lessons=_lessons(query),
        shown=shown,
        step=step,
        steps=steps,
        sides=board.RIVALS,
        meanings=_meanings(board) if any(show.signs for show in shows) else None,
        cuts=any(show.cuts for show in shows),
        bits=any(method.bits for method in query.methods),
        methods=[_method_row(board, one, path, query) for one in methods_for(board)],
        ladder=savings.table(board) if tree and query.against is None else None,
        ways=_ways(_lead([one.frame for one in shown]), step, steps, path + query.step),
        alone=path + query.method.query,
        query=query.step,
        api=reverse("analysis:search_steps", args=[slug]) + f"{query.text}&from=",
        embed=reverse("analysis:embed_search", args=[slug]) + f"{query.step}{step}",
    )


def _whole(board: Board, slug: str, method: Method) -> str:
    """Where the whole tree of ``board`` is, as ``method`` leaves it if it searches all of it."""
    path = reverse("analysis:search_tree", args=[slug])
    if method.search is not None:
        return path + method.query
    return path if is_counted(board) else ""


def _lessons(query: Query) -> list[Lesson]:
    """One for each engine shown, without repeats."""
    found = [lesson_of(method.name) for method in query.methods]
    return list(dict.fromkeys(lesson for lesson in found if lesson))


def _meanings(board: Board) -> tuple[str, str, str]:
    """What the signs of the first seat, of neither and of the second mean."""
    first, second = board.RIVALS
    if board.CHANCE_SEAT:
        return f"{first} ahead", "even", f"{second} ahead"
    return f"{first} wins", "draw", f"{second} wins"


def _side(show: Show, method: Method, step: int, query: str) -> ShownEngine:
    frame, tree = show.frame(min(step, show.steps), query)
    return ShownEngine(method.title, frame, tree, show.code, show.lesson, show.strip)


def frames(board: Board, query: Query, first: int, count: int) -> dict[str, Any]:
    """The steps from ``first`` on as JSON: ``frames``, ``pieces`` (HTML by key), ``total``.

    A frame has the ways that the step leads to, and a part for each side. Raises ValueError for a
    step that there is not.
    """
    shows = [method.show(board) for method in query.methods]
    steps = max(show.steps for show in shows)
    if not 1 <= first <= steps:
        raise ValueError(f"Step {first} is not between 1 and {steps}.")
    made: list[dict[str, Any]] = []
    html: dict[str, str] = {}
    for step in range(first, min(first + min(count, MOST_FRAMES), steps + 1)):
        parts = []
        for show in shows:
            frame, rows = show.frame(min(step, show.steps), query.step)
            parts.append(frame)
            for row in rows:
                html.update((piece.key, piece.html) for piece in (row.shell, *row.boards))
        over, cut = _lead(parts)
        sides = [asdict(part) for part in parts]
        made.append({"step": step, "over": over, "cut": cut, "sides": sides})
    return {"total": steps, "frames": made, "pieces": html}


def _lead(found: Sequence[Frame]) -> tuple[int, int]:
    """Where stepping over leads, and the next cut on either side."""
    cuts = [frame.cut for frame in found if frame.cut]
    return max(frame.over for frame in found), min(cuts, default=0)


def _method_row(board: Board, method: Method, path: str, query: Query) -> dict[str, Any]:
    """A line of the table of engines; ``on`` if it is the one on show.

    ``against`` sets it beside the one on show; empty for that one itself.
    """
    found = method.search.found(board) if method.search else None
    on = method is query.method
    against = Query(query.method, None if on else method).text
    return {
        "title": method.title,
        "url": path + method.query,
        "against": "" if on else path + f"{against}&step=1",
        "on": on,
        "read": number(found.nodes) if found else "",
        "cuts": number(found.moves_cut) if found else "",
    }


def _ways(lead: tuple[int, int], step: int, steps: int, address: str) -> dict[str, str]:
    over, cut = lead
    ways = {
        "first": 1 if step > 1 else 0,
        "previous": step - 1,
        "next": step + 1 if step < steps else 0,
        "over": over,
        "cut": cut,
        "last": steps if step < steps else 0,
    }
    return {way: f"{address}{to}" if to else "" for way, to in ways.items()}
