"""A question on a page: the choices, the marking, and what is said of each option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from urllib.parse import urlencode

from django.http import QueryDict

from games.analysis.learn.facts import spoken
from games.analysis.learn.number_trees import NumberTree, Searched, alpha_beta
from games.analysis.learn.questions import (
    NONE,
    Given,
    Group,
    Node,
    Option,
    Question,
    Verdict,
    grade,
)
from games.analysis.player.show import Window
from games.analysis.wording import bounded, limit, signed

MOST = 40
"""Characters of an answer in an address."""

STATES = {
    "hit": "right",
    "miss": "not right",
    "missed": "this is right",
    "": "",
}
"""What a marked option did, in words."""

LEAF_STATES = {**STATES, "miss": "it is entered", "missed": "this is skipped"}

BRANCH_STATES = {**STATES, "hit": "you knew", "miss": "it is entered", "missed": "not marked"}


@dataclass(frozen=True, slots=True)
class AskedOption:
    """An option with its place in the form. ``state`` and ``word`` tell what choosing it did."""

    option: Option
    id: str
    name: str
    several: bool
    chosen: bool
    state: str
    word: str
    why: str
    last: int | None = None

    @property
    def notation(self) -> str:
        return self.option.board.notation if self.option.board else ""

    @property
    def won(self) -> tuple[int, ...]:
        """The cells of the line that decided the position after it."""
        board = self.option.board
        return board.outcome.cells if board and board.outcome else ()


@dataclass(frozen=True, slots=True)
class AskedGroup:
    """Options of one choice; ``none`` is the option that says none of them."""

    key: str
    label: str
    options: tuple[AskedOption, ...]
    none: AskedOption | None


@dataclass(frozen=True, slots=True)
class AskedCell:
    """A cell of a question's board: an option to choose, or a mark that stands there."""

    name: str
    mark: str
    option: AskedOption | None


@dataclass(frozen=True, slots=True)
class AskedNode:
    """A position in a tree: its ``value``, or the group of values to choose from."""

    node: Node
    notation: str
    won: tuple[int, ...]
    group: AskedGroup | None
    children: tuple[AskedNode, ...]


@dataclass(frozen=True, slots=True)
class AskedNumber:
    """A node of a tree of numbers. ``option`` marks a leaf, where leaves are marked.

    ``found`` and ``window`` tell what the search did there; they are empty while the question is
    open.
    """

    node: NumberTree
    value: str
    option: AskedOption | None
    found: str
    window: str
    skipped: bool
    children: tuple[AskedNumber, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question on a page. ``open`` while it waits for an answer, else with a ``verdict``.

    ``prefix`` begins the names of its fields. ``because`` is empty while it is open.
    """

    question: Question
    prefix: str
    groups: tuple[AskedGroup, ...]
    rows: Sequence[Sequence[AskedCell]]
    root: AskedNode | None
    numbers: AskedNumber | None
    verdict: Verdict | None
    because: tuple[str, ...]
    open: bool

    @property
    def group(self) -> AskedGroup:
        """The only group of a question that has one."""
        return self.groups[0]

    @property
    def spoken(self) -> str:
        """The board of the question in words."""
        return spoken(self.question.board)

    @property
    def window(self) -> Window | None:
        """α and β on the number line, where the question is about them."""
        if self.question.limits is None:
            return None
        one = self.question.limits[0 if self.open else 1]
        return Window(_stop(one.alpha), _stop(one.beta), one.alpha >= one.beta, one.said)

    @property
    def ghost(self) -> str:
        """The mark that a choice on the board shows: of the seat to move, if one mark is placed."""
        one = not self.question.groups[0].several
        return self.question.board.to_move if one and self.question.board.action == "place" else ""


def ask(question: Question, prefix: str, query: QueryDict, *, check: bool, show: bool) -> Asked:
    """``question`` as a page shows it: marked if ``check``, with its answer if ``show``."""
    given = read(question, prefix, query)
    verdict = grade(question, given) if check else None
    closed = show or (verdict is not None and verdict.mark != "unclear")
    groups = tuple(
        _group(question, one, prefix, given, verdict, show=show) for one in question.groups
    )
    by_key = {group.key: group for group in groups}
    return Asked(
        question=question,
        prefix=prefix,
        groups=groups,
        rows=_rows(question, groups[0]) if question.kind == "cells" else (),
        root=_node(question.tree, by_key) if question.tree else None,
        numbers=_numbers(question, groups[0], closed=closed) if question.numbers else None,
        verdict=verdict,
        because=_because(question, verdict) if closed else (),
        open=not closed,
    )


def _stop(value: float) -> int:
    """The stop of the number line: −∞, −10, 0, +10, +∞ from 0 to 4."""
    known = 2 + int(value > 0) - int(value < 0)
    return known if isfinite(value) else 4 if value > 0 else 0


def _because(question: Question, verdict: Verdict | None) -> tuple[str, ...]:
    """Why the answer is what it is; of wrong choices first, why they are not."""
    states = verdict.states if verdict else {}
    wrong = [
        one.why
        for group in question.groups
        for one in group.options
        if (not group.several or question.kind == "cells")
        and one.why
        and states.get((group.key, one.key)) == "miss"
    ]
    return (*wrong, *question.because)


def field(prefix: str, group: Group) -> str:
    """The name of the field that holds the choice of a group."""
    return f"{prefix}-{group.key}" if group.key else prefix


def read(question: Question, prefix: str, query: QueryDict) -> Given:
    """The answers that an address or a form gives to ``question``, by group."""
    return {
        group.key: [text[:MOST] for text in query.getlist(field(prefix, group)) if text]
        for group in question.groups
    }


def answers(questions: Sequence[tuple[str, Question]], query: QueryDict, **more: str) -> str:
    """The answers to all ``questions`` as the query of an address, with ``more`` before them."""
    pairs = [(name, value) for name, value in more.items() if value]
    for prefix, question in questions:
        given = read(question, prefix, query)
        for group in question.groups:
            pairs += [(field(prefix, group), one) for one in given[group.key]]
    return urlencode(pairs)


def _group(
    question: Question,
    group: Group,
    prefix: str,
    given: Given,
    verdict: Verdict | None,
    *,
    show: bool,
) -> AskedGroup:
    name = field(prefix, group)
    words = {"branches": BRANCH_STATES, "leaves": LEAF_STATES}.get(question.kind, STATES)
    closed = show or (verdict is not None and verdict.mark != "unclear")
    options = []
    for one in group.options:
        state = verdict.states.get((group.key, one.key), "") if verdict else ""
        if show and one.right and not state:
            state = "missed"
        options.append(
            AskedOption(
                option=one,
                id=f"{name}-{one.key}",
                name=name,
                several=group.several,
                chosen=one.key in given[group.key],
                state=state,
                word=words[state] if verdict else ("right" if state else ""),
                why=one.why if closed else "",
            )
        )
    none = None
    if group.several and question.kind != "cells":
        option = Option(NONE, "None of them")
        chosen = NONE in given[group.key]
        none = AskedOption(option, f"{name}-{NONE}", name, True, chosen, "", "", "")
    return AskedGroup(group.key, group.label, tuple(options), none)


def _rows(question: Question, group: AskedGroup) -> Sequence[Sequence[AskedCell]]:
    board = question.board
    at = {one.option.cell: one for one in group.options}
    cells = [
        AskedCell(board.cell_name(cell), mark, at.get(cell))
        for cell, mark in enumerate(board.marks)
    ]
    return board.SHAPE.in_rows(cells)


def _node(node: Node, groups: dict[str, AskedGroup]) -> AskedNode:
    outcome = node.board.outcome
    return AskedNode(
        node=node,
        notation=node.board.notation,
        won=outcome.cells if outcome else (),
        group=groups.get(node.group),
        children=tuple(_node(one, groups) for one in node.children),
    )


def _numbers(question: Question, group: AskedGroup, *, closed: bool) -> AskedNumber:
    assert question.numbers is not None
    leaves = {one.option.key: one for one in group.options} if question.kind == "leaves" else {}
    return _number(question.numbers, leaves, alpha_beta(question.numbers) if closed else None)


def _number(
    node: NumberTree, leaves: dict[str, AskedOption], search: Searched | None
) -> AskedNumber:
    visit = search.visit(node.name) if search and node.children else None
    found = window = ""
    if visit is not None:
        low, high = visit.value <= visit.alpha, visit.value >= visit.beta
        found = bounded(visit.value, "upper" if low else "lower" if high else "exact")
        window = f"({limit(visit.alpha)}, {limit(visit.beta)})"
    left_out = search is not None and (
        visit is None if node.children else node.name in search.skipped
    )
    return AskedNumber(
        node=node,
        value="" if node.children else signed(node.value),
        option=leaves.get(node.name) if not node.children else None,
        found=found,
        window=window,
        skipped=left_out,
        children=tuple(_number(one, leaves, search) for one in node.children),
    )
