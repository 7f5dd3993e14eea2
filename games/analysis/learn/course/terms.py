"""The words of the course: what each means, and the lesson that tells it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from games.analysis.learn.lesson import Content, Lesson
from games.analysis.learn.lessons import BY_SLUG


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the course. ``forms`` is how it is written in sentences, as a pattern."""

    name: str
    slug: str
    lesson: str
    forms: str
    meaning: str


TERMS = (
    Term("line", "line", "lines", r"lines?", "Three cells in a row, in a column or on a diagonal."),
    Term(
        "threat",
        "threat",
        "lines",
        r"threats?|threatens?",
        "Two marks of one side on a line whose third cell is free.",
    ),
    Term(
        "fork", "fork", "lines", r"forks?|forked", "Two threats at once. Only one can be blocked."
    ),
    Term("block", "block", "lines", r"block(?:ed|s)?", "To take the free cell of a threat."),
    Term(
        "value",
        "value",
        "minimax",
        r"values?|worth",
        "What a move or a position leads to if both sides play as well as they can: +10 if X wins, "
        "−10 if O wins, 0 for a draw.",
    ),
    Term(
        "tree",
        "tree",
        "minimax",
        r"trees?",
        "A board, below it the boards after every move, below those the boards after every reply, "
        "and so on.",
    ),
    Term(
        "minimax",
        "minimax",
        "minimax",
        r"minimax",
        "A search to the end of every game. Where X moves the highest value counts, where O moves "
        "the lowest.",
    ),
    Term(
        "search",
        "search",
        "depth",
        r"search(?:es|ed)?",
        "Going down the tree to find the value of a move.",
    ),
    Term("position", "position", "depth", r"positions?", "A board with a side to move."),
    Term("ply", "ply", "depth", r"ply|plies", "One move of one side."),
    Term(
        "alpha, α",
        "alpha",
        "alpha",
        r"alpha(?!-)|α(?!-)",
        "The best value that X has by now; of both sides, the one called MAX.",
    ),
    Term("infinity, ∞", "infinity", "alpha", r"∞", "Higher than any number; −∞ is lower."),
    Term(
        "beta, β",
        "beta",
        "alpha-beta",
        r"beta|β(?!-)",
        "The best value that O has by now, the lowest; of both sides, the one called MIN.",
    ),
    Term(
        "refuse",
        "refuse",
        "alpha-beta",
        r"refuse[sd]?",
        "To do without a move, because one reply to it leaves no more than one has already.",
    ),
    Term(
        "cut",
        "cut",
        "alpha-beta",
        r"cuts?|skipped|α-cuts?|β-cuts?",
        "To leave out the other replies to a move that is refused.",
    ),
    Term("alpha-beta", "alpha-beta", "alpha-beta", r"alpha-beta", "Minimax with cuts."),
    Term(
        "window",
        "window",
        "window",
        r"windows?",
        "α and β together: only values between them still matter.",
    ),
    Term(
        "MAX and MIN",
        "max",
        "window",
        r"MAX|MIN",
        "The side that wants a high number, and the side that wants a low one.",
    ),
    Term("node", "node", "window", r"nodes?", "A position in a tree."),
    Term(
        "leaf",
        "leaf",
        "window",
        r"leaf|leaves (?:are|hold)",
        "A node below which a search does not go.",
    ),
    Term(
        "bound",
        "bound",
        "window",
        r"bounds?",
        "What is known of a value when it is only certain to be at most, or at least, so much.",
    ),
    Term(
        "heuristic",
        "heuristic",
        "heuristics",
        r"heuristics?",
        "A guess at the value of a position where a search stops.",
    ),
    Term("memo", "memo", "memo", r"memo", "A list of boards with the values found for them."),
    Term(
        "symmetric",
        "symmetric",
        "symmetry",
        r"symmetric|symmetry",
        "The same after a turn or in a mirror.",
    ),
    Term(
        "AND",
        "and",
        "bitboards",
        r"AND",
        "It keeps the cells which two integers both hold.",
    ),
    Term("engine", "engine", "linear", r"engines?", "A program that chooses a move."),
    Term(
        "expected result",
        "expected",
        "dstru",
        r"expected results?",
        "What you get on average if the same position is played very often.",
    ),
    Term(
        "expectimax",
        "expectimax",
        "dstru",
        r"expectimax",
        "A search that takes the average of the values where chance moves.",
    ),
    Term(
        "solve",
        "solve",
        "solved",
        r"solved?",
        "To find the value of every position of a game.",
    ),
)
"""In the order in which the course tells them."""


def words_of(content: Content) -> Iterator[str]:
    """All that a lesson says, in the order in which it is read."""
    question = content.question
    yield from (*content.idea, content.touch.ask)
    yield from (content.touch.say(cell) for cell in content.touch.cells)
    yield question.ask
    for group in question.groups:
        for option in group.options:
            yield from (option.label, option.why)
    yield from (*question.hints, *question.because, *content.meaning, content.keep)


def uses(term: Term, text: str) -> bool:
    """Whether ``text`` has the term in it, as a word of its own."""
    flags = 0 if term.forms.isupper() or "MAX" in term.forms else re.IGNORECASE
    return re.search(rf"(?<![\w-])(?:{term.forms})(?!\w)", text, flags) is not None


@cache
def from_elsewhere(slug: str) -> Sequence[Term]:
    """The terms that a lesson uses and another one tells."""
    lesson: Lesson = BY_SLUG[slug]
    text = "\n".join(words_of(lesson.content))
    return tuple(term for term in TERMS if term.lesson != slug and uses(term, text))
