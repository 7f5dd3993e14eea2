"""Questions that are answered by clicking: cells of a board, branches of a tree, values, weights.

A question is pure data, computed from engines and solutions. It knows which answers are right and
says of each option why, so that it can be marked, printed with its answers, and read aloud.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from games.analysis.learn.number_trees import NumberTree
from games.rules import Board

Kind = Literal["cells", "cards", "branches", "choice", "tree", "weights", "leaves", "window"]
"""How it is drawn: as a board, as cards in an order, as cards that can be cut, as words, as a tree
whose nodes take values, as numbers to be set, or as a tree of numbers whose leaves can be marked or
beside which words are chosen."""

Mark = Literal["right", "wrong", "unclear"]

NONE = "none"
"""The answer to a question for several options that none of them is right."""


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One thing to choose. ``why`` is said of it once the question is marked.

    ``board`` is drawn beside it, if there is one; ``cell`` is where it stands on the board of the
    question.
    """

    key: str
    label: str
    right: bool = False
    why: str = ""
    board: Board | None = None
    cell: int | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Options of which one is chosen, or ``several``. ``key`` tells it from others.

    Of one, any right option is an answer; of several, all right ones and no other are.
    """

    key: str
    label: str
    options: tuple[AnswerOption, ...]
    several: bool = False

    @property
    def right(self) -> tuple[AnswerOption, ...]:
        """The options that are right, in order."""
        return tuple(one for one in self.options if one.right)


@dataclass(frozen=True, slots=True)
class TreePosition:
    """A position in the tree of a question: a ``value`` to read, or a ``group`` to fill in."""

    board: Board
    move: str
    value: str = ""
    group: str = ""
    children: tuple[TreePosition, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """α and β in points, and in words; infinite where nothing is known."""

    alpha: float
    beta: float
    said: str


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Numbers of a question in rows, for paper; an empty text is a blank to fill in."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Judge = Callable[[Mapping[str, str]], tuple[bool, str]]
"""Whether one choice for each group is right, and what follows from it."""


class QuestionText(NamedTuple):
    """What is asked, three ``hints`` one after another, and why the answer is what it is."""

    ask: str
    hints: tuple[str, ...]
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about ``board``, and its ``Words``.

    ``tree`` belongs to questions of this kind; ``judge`` marks those of which no single option is
    right. ``limits`` are α and β before and after, where the question is about them. One about a
    tree of ``numbers`` has the empty board. ``table`` is printed beside the board on paper.
    """

    kind: Kind
    board: Board
    groups: tuple[Group, ...]
    ask: str
    hints: tuple[str, ...]
    because: tuple[str, ...]
    tree: TreePosition | None = None
    judge: Judge | None = None
    limits: tuple[Limits, Limits] | None = None
    numbers: NumberTree | None = None
    table: PaperTable | None = None

    @property
    def solution(self) -> str:
        """The right answer in a line, for a sheet of answers."""
        if self.judge is not None:
            return ""
        found = []
        for group in self.groups:
            names = [one.label for one in group.right] or ["none"]
            told = (", " if group.several else " or ").join(names)
            found.append(f"{group.label}: {told}" if len(self.groups) > 1 else told)
        return "; ".join(found)


@dataclass(frozen=True, slots=True)
class Marking:
    """``mark`` and what is ``said``; ``states`` tell of options what the choice did.

    By (group, option): ``hit`` chosen and right, ``miss`` chosen and wrong, ``missed`` right and
    not chosen.
    """

    mark: Mark
    said: str
    states: Mapping[tuple[str, str], str] = field(default_factory=dict)


Given = Mapping[str, Sequence[str]]
"""The chosen options by group, as an address names them."""


def grade(question: Question, given: Given) -> Marking:
    """Mark ``given``. What cannot be an answer is ``unclear`` and says what is missing."""
    for group in question.groups:
        if problem := _problem(group, given.get(group.key, ())):
            return Marking("unclear", problem)
    if question.judge is not None:
        chosen = {group.key: given[group.key][0] for group in question.groups}
        right, said = question.judge(chosen)
        return Marking("right" if right else "wrong", said)
    states: dict[tuple[str, str], str] = {}
    wrong = 0
    for group in question.groups:
        chosen_keys = set(given[group.key])
        wrong += not _is_right(group, chosen_keys)
        states.update(_states(group, chosen_keys))
    return Marking("wrong" if wrong else "right", _said(question, wrong, states), states)


def _problem(group: Group, chosen: Sequence[str]) -> str:
    known = {one.key for one in group.options} | ({NONE} if group.several else set())
    for one in chosen:
        if one not in known:
            names = ", ".join(option.label for option in group.options)
            return f"{one[:20]!r} is not one of the answers: {names}."
    if not chosen:
        if group.several:
            return "Nothing is marked yet."
        return f"{group.label}: choose one first." if group.key else "Choose an answer first."
    if len(chosen) > 1 and not group.several:
        return "Choose one answer only."
    if len(chosen) > 1 and NONE in chosen:
        return "Mark some, or choose “None of them”, but not both."
    return ""


def _is_right(group: Group, chosen: set[str]) -> bool:
    right = {one.key for one in group.right}
    if group.several:
        return chosen - {NONE} == right  # NONE stands alone
    return chosen <= right


def _states(group: Group, chosen: set[str]) -> dict[tuple[str, str], str]:
    found = {}
    answered = _is_right(group, chosen)
    for one in group.options:
        if one.key in chosen:
            found[group.key, one.key] = "hit" if one.right else "miss"
        elif one.right and not (answered and not group.several):
            found[group.key, one.key] = "missed"
    return found


def _said(question: Question, wrong: int, states: Mapping[tuple[str, str], str]) -> str:
    if not wrong:
        return "Right."
    if len(question.groups) > 1:
        count = len(question.groups)
        return f"{count - wrong} of {count} right."
    group = question.groups[0]
    if group.several:
        misses = sum(state in ("miss", "missed") for state in states.values())
        count = len(group.options)
        return f"Not quite: {count - misses} of {count} right."
    return "Not this time."
