"""What the page of a search shows, and what it shows at each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isinf
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.analysis import variations
from games.analysis.tree import ladder_figure, rows, sentences
from games.analysis.tree import strip as strips
from games.analysis.wording import number
from games.engines.steps import Moment, SteppedSearch, shared
from games.query import whole_number
from games.rules import Board

MOST_FREE = 9
"""Positions with more free cells have trees too large to count."""

MOST_FRAMES = 24
"""Steps that one answer holds."""


@dataclass(frozen=True, slots=True)
class Method:
    """A search as the address names it; ``slug`` and ``order`` are its query."""

    slug: str
    order: str
    title: str

    @property
    def query(self) -> str:
        named = {"method": self.slug} | ({"order": self.order} if self.order else {})
        return f"?{urlencode(named)}&step="


METHODS = (
    Method("alphabeta", "", "Alpha-beta, a1 to c3"),
    Method("alphabeta", "lines", "Alpha-beta, most lines first"),
    Method("minimax", "", "Minimax"),
)
"""The first is the one that an address without a query names."""


def search_of(method: Method) -> SteppedSearch:
    """The one search of this process by ``method``."""
    return shared(pruning=method.slug == "alphabeta", ordered=bool(method.order))


def method_of(slug: str, order: str) -> Method:
    """The method that a query names; the first one if it names none."""
    named = (slug or METHODS[0].slug, order)
    return next((one for one in METHODS if (one.slug, one.order) == named), METHODS[0])


@dataclass(frozen=True, slots=True)
class Window:
    """α and β on the number line: which of its five stops each is at, and what that means.

    ``shut`` says that nothing is left between them.
    """

    alpha: int
    beta: int
    shut: bool
    said: str


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: what happens, the running line of the code, the tree, and where the ways lead.

    ``rows`` has a list for each row of the tree: the key of the row and those of its boards.
    ``pen`` is the place on the strip. ``over`` and ``cut`` are the steps after the position in hand
    and of the next cut, 0 if there is none.
    """

    step: int
    kind: str
    heading: str
    sentence: str
    line: int
    live: str
    window: Window | None
    count: str
    crumbs: str
    pen: float
    over: int
    cut: int
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class MethodRow:
    """A line of the table of searches; ``on`` if it is the one on show."""

    title: str
    url: str
    on: bool
    read: str
    cuts: str


@dataclass(frozen=True, slots=True)
class Ways:
    """Where the controls lead; an empty address where they cannot."""

    first: str
    previous: str
    next: str
    over: str
    cut: str
    last: str


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A search at one step, with the rows of the ``tree``."""

    board: Board
    url: str
    whole: str
    title: str
    frame: Frame
    steps: int
    tree: Sequence[rows.DrawnRow]
    code: Sequence[str]
    strip: strips.Strip
    sides: tuple[str, str]
    methods: Sequence[MethodRow]
    ladder: ladder_figure.Ladder | None
    ways: Ways
    query: str
    api: str
    across: int
    embed: str


def is_drawable(board: Board) -> bool:
    """Whether there is a tree to show: of a live position without chance, not too large."""
    if board.CHANCE_SEAT or board.is_game_over():
        return False
    return len(board.available_moves()) <= MOST_FREE


def page(board: Board, method: Method, step_text: str, view: str = "analysis:search") -> SearchPage:
    """The search of a drawable ``board`` at the step that ``step_text`` names, else at its end.

    ``view`` is the page that its links stay on.
    """
    search = search_of(method)
    steps = search.steps(board)
    number_of = whole_number(step_text, 8)
    step = steps if number_of is None else max(1, min(number_of, steps))
    frame, tree = _frame(search, board, step, method.query)
    path = reverse(view, args=[variations.slug_of(board)])
    return SearchPage(
        board=board,
        url=variations.address(board),
        whole=reverse("analysis:search_tree", args=[variations.slug_of(board)])
        + method.query.removesuffix("&step="),
        title="Minimax, step by step" if method.slug == "minimax" else "Alpha-beta, step by step",
        frame=frame,
        steps=steps,
        tree=tree,
        code=sentences.code(search, board),
        strip=strips.strip(search, board),
        sides=sentences.sides(board),
        methods=[_method_row(board, one, path, on=one is method) for one in METHODS],
        ladder=ladder_figure.figure(board),
        ways=_ways(frame, steps, path + method.query),
        query=method.query,
        api=_api(board, method),
        across=len(board.available_moves()),
        embed=reverse("analysis:embed_search", args=[variations.slug_of(board)])
        + f"{method.query}{step}",
    )


def _api(board: Board, method: Method) -> str:
    """The address of the steps as JSON, up to the number of the first one."""
    path = reverse("analysis:search_steps", args=[variations.slug_of(board)])
    return f"{path}{method.query.removesuffix('step=')}from="


def frames(board: Board, method: Method, first: int, count: int) -> dict[str, Any]:
    """The steps from ``first`` on as JSON: ``frames``, ``pieces`` (HTML by key), ``total``.

    Raises ValueError for a step that there is not.
    """
    search = search_of(method)
    steps = search.steps(board)
    if not 1 <= first <= steps:
        raise ValueError(f"Step {first} is not between 1 and {steps}.")
    made: list[dict[str, Any]] = []
    html: dict[str, str] = {}
    for step in range(first, min(first + min(count, MOST_FRAMES), steps + 1)):
        frame, tree = _frame(search, board, step, method.query)
        made.append(asdict(frame))
        for row in tree:
            html.update((piece.key, piece.html) for piece in (row.shell, *row.boards))
    return {"total": steps, "frames": made, "pieces": html}


def _frame(
    search: SteppedSearch, board: Board, step: int, query: str
) -> tuple[Frame, list[rows.DrawnRow]]:
    moment = search.moment(board, step)
    tree = rows.rows(moment, search, query)
    path = moment.hand.path
    if moment.branch is not None:
        path = (*path, moment.branch.cell)
    last = moment.kind == "done"
    frame = Frame(
        step=step,
        kind=moment.kind,
        heading=sentences.heading(moment, search.pruning),
        sentence=sentences.sentence(moment, search),
        line=sentences.running(moment, search.pruning),
        live=sentences.live_values(moment),
        window=_window(moment) if search.pruning else None,
        count=_count(moment),
        crumbs=rows.crumbs(board, moment.hand.path),
        pen=strips.WIDTH if last else strips.place(search, board, path),
        over=0 if last else search.over(moment),
        cut=search.next_cut(board, step) or 0,
        rows=tuple((row.shell.key, *(one.key for one in row.boards)) for row in tree),
    )
    return frame, tree


def _count(moment: Moment) -> str:
    read = f"{number(moment.read)} read"
    return f"{read}, {number(moment.unread)} skipped" if moment.unread else read


def _window(moment: Moment) -> Window:
    hand = moment.hand
    alpha, beta = hand.alpha.value, hand.beta.value
    high, low = sentences.sides(hand.board)
    shut = alpha >= beta
    said = (
        f"α is {sentences.limit(alpha)}, what {high} has. "
        f"β is {sentences.limit(beta)}, what {low} can hold {high} to."
    )
    return Window(_stop(alpha), _stop(beta), shut, f"{said} Nothing is left." if shut else said)


def _stop(value: float) -> int:
    """The stop of the number line: −∞, −10, 0, +10, +∞ from 0 to 4."""
    if isinf(value):
        return 4 if value > 0 else 0
    return 2 + int(value > 0) - int(value < 0)


def _method_row(board: Board, method: Method, path: str, *, on: bool) -> MethodRow:
    found = search_of(method).found(board)
    url = path + method.query.removesuffix("&step=")
    return MethodRow(method.title, url, on, number(found.read), number(found.moves_cut))


def _ways(frame: Frame, steps: int, address: str) -> Ways:
    def way(step: int) -> str:
        return f"{address}{step}" if step else ""

    return Ways(
        first=way(1 if frame.step > 1 else 0),
        previous=way(frame.step - 1),
        next=way(frame.step + 1 if frame.step < steps else 0),
        over=way(frame.over),
        cut=way(frame.cut),
        last=way(steps if frame.step < steps else 0),
    )
