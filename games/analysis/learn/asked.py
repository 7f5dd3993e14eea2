"""A question on a page: the choices, the marking, and what is said of each option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from games.analysis.learn.facts import spoken
from games.analysis.learn.number_trees import NumberTree, Searched, alpha_beta
from games.analysis.learn.questions import (
    NONE,
    AnswerOption,
    Given,
    Group,
    Marking,
    Question,
    TreePosition,
    grade,
)
from games.analysis.player.show import Window
from games.analysis.wording import bounded, limit, signed
from games.presenters import pale_cells
from games.presenters.contexts import Cell
from games.rules import Board

Context = dict[str, Any]

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
class ShownOption:
    """An option with its place in the form. ``state`` and ``word`` tell what choosing it did."""

    option: AnswerOption
    name: str
    several: bool
    chosen: bool
    state: str = ""
    word: str = ""
    why: str = ""

    @property
    def notation(self) -> str:
        return self.option.board.notation if self.option.board else ""

    @property
    def won(self) -> tuple[int, ...]:
        return won(self.option.board) if self.option.board else ()


def won(board: Board) -> tuple[int, ...]:
    """The cells of the line that decided a position, if one did."""
    return board.outcome.cells if board.outcome else ()


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """Options of one choice; ``none`` is the option that says none of them."""

    key: str
    label: str
    options: tuple[ShownOption, ...]
    none: ShownOption | None


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question on a page. ``open`` while it waits for an answer, else with a ``verdict``.

    ``prefix`` begins the names of its fields. ``because`` is empty while it is open.
    """

    question: Question
    prefix: str
    groups: tuple[ShownGroup, ...]
    rows: Sequence[Sequence[Cell]]
    root: Context | None
    numbers: Context | None
    verdict: Marking | None
    because: tuple[str, ...]
    open: bool

    @property
    def group(self) -> ShownGroup:
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


def ask(
    question: Question, prefix: str, query: QueryDict, *, check: bool, show: bool
) -> ShownQuestion:
    """``question`` as a page shows it: marked if ``check``, with its answer if ``show``."""
    given = read(question, prefix, query)
    verdict = grade(question, given) if check else None
    closed = show or (verdict is not None and verdict.mark != "unclear")
    groups = tuple(
        _group(question, one, prefix, given, verdict, show=show) for one in question.groups
    )
    by_key = {group.key: group for group in groups}
    return ShownQuestion(
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


def _because(question: Question, verdict: Marking | None) -> tuple[str, ...]:
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


def said(question: Question, given: Given) -> str:
    """An answer in the words of its options."""
    parts = []
    for group in question.groups:
        chosen = [one.label for one in group.options if one.key in given.get(group.key, ())]
        named = f"{group.label}: " if len(question.groups) > 1 else ""
        parts.append(f"{named}{', '.join(chosen) or 'none'}")
    return "; ".join(parts)


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
    verdict: Marking | None,
    *,
    show: bool,
) -> ShownGroup:
    name = field(prefix, group)
    words = {"branches": BRANCH_STATES, "leaves": LEAF_STATES}.get(question.kind, STATES)
    closed = show or (verdict is not None and verdict.mark != "unclear")
    options = []
    for one in group.options:
        state = verdict.states.get((group.key, one.key), "") if verdict else ""
        if show and one.right and not state:
            state = "missed"
        options.append(
            ShownOption(
                one,
                name,
                group.several,
                chosen=one.key in given[group.key],
                state=state,
                word=words[state] if verdict else ("right" if state else ""),
                why=one.why if closed else "",
            )
        )
    none = None
    if group.several and question.kind != "cells":
        none = ShownOption(AnswerOption(NONE, "None of them"), name, True, NONE in given[group.key])
    return ShownGroup(group.key, group.label, tuple(options), none)


def _rows(question: Question, group: ShownGroup) -> Sequence[Sequence[Cell]]:
    board = question.board
    away, spent = pale_cells(board)
    at = {one.option.cell: one for one in group.options}
    cells = [
        Cell(
            cell,
            board.cell_name(cell),
            mark,
            option=at.get(cell),
            away=cell in away,
            spent=cell in spent,
        )
        for cell, mark in enumerate(board.marks)
    ]
    return board.SHAPE.in_rows(cells)


def _node(node: TreePosition, groups: dict[str, ShownGroup]) -> Context:
    """A position in a tree: its value, or the ``group`` of values to choose from."""
    return {
        "node": node,
        "notation": node.board.notation,
        "won": won(node.board),
        "group": groups.get(node.group),
        "children": [_node(one, groups) for one in node.children],
    }


def _numbers(question: Question, group: ShownGroup, *, closed: bool) -> Context:
    assert question.numbers is not None
    leaves = {one.option.key: one for one in group.options} if question.kind == "leaves" else {}
    return _number(question.numbers, leaves, alpha_beta(question.numbers) if closed else None)


def _number(node: NumberTree, leaves: dict[str, ShownOption], search: Searched | None) -> Context:
    """A node of a tree of numbers. ``option`` marks a leaf, where leaves are marked.

    ``found`` and ``window`` tell what the search did there; they are empty while the question is
    open.
    """
    visit = search.visit(node.name) if search and node.children else None
    found = window = ""
    if visit is not None:
        low, high = visit.value <= visit.alpha, visit.value >= visit.beta
        found = bounded(visit.value, "upper" if low else "lower" if high else "exact")
        window = f"({limit(visit.alpha)}, {limit(visit.beta)})"
    left_out = search is not None and (
        visit is None if node.children else node.name in search.skipped
    )
    return {
        "node": node,
        "value": "" if node.children else signed(node.value),
        "option": None if node.children else leaves.get(node.name),
        "found": found,
        "window": window,
        "skipped": left_out,
        "children": [_number(one, leaves, search) for one in node.children],
    }
