"""What a screen reader says of each lesson, as text that makes sense when read."""

from __future__ import annotations

import os

import pytest
from django.test import Client

from games.analysis.learn.lesson import Lesson
from games.analysis.learn.lessons import LESSONS
from games.analysis.learn.source import ROOT
from tests.spoken import spoken

pytestmark = pytest.mark.django_db

SLUGS = [lesson.slug for lesson in LESSONS]
TRANSCRIPTS = ROOT / "docs/lessons"

each = pytest.mark.parametrize("lesson", LESSONS, ids=SLUGS)


def said(client: Client, path: str, **query: str) -> list[str]:
    return spoken(client.get(path, query).content.decode(), "lesson")


def transcript(client: Client, lesson: Lesson) -> str:
    """A lesson as it is heard: up to the question, a touch, then from the answer on."""
    path = f"/learn/{lesson.slug}/"
    touch = lesson.content.touch
    name = touch.board.cell_name(touch.cells[0])
    read = said(client, path)
    answered = said(client, path, show="1")
    start = answered.index("heading 2: What comes out")
    parts = [
        *read[: read.index("button: See what comes out") + 1],
        "",
        f"[{name} is touched]",
        touch.say(touch.cells[0]),
        "",
        "[Show me the answer]",
        *answered[start : answered.index("link: Five exercises")],
    ]
    return "\n".join(parts) + "\n"


@pytest.mark.long
@each
def test_the_transcript_of_a_lesson_is_the_one_on_file(client: Client, lesson: Lesson) -> None:
    """UPDATE_TRANSCRIPTS=1 writes what is heard now; the diff shows what changed."""
    heard, path = transcript(client, lesson), TRANSCRIPTS / f"{lesson.slug}.txt"
    if os.environ.get("UPDATE_TRANSCRIPTS"):
        path.write_text(heard)
    assert heard == path.read_text()


@each
def test_a_transcript_is_complete(lesson: Lesson) -> None:
    text, content = (TRANSCRIPTS / f"{lesson.slug}.txt").read_text(), lesson.content
    question = content.question
    everything = [
        lesson.title,
        *content.idea,
        content.touch.ask,
        question.ask,
        *(option.label for group in question.groups for option in group.options),
        *question.because,
        *content.meaning,
        content.keep,
    ]
    assert [one for one in everything if one not in text] == []


def test_there_is_a_transcript_of_each_lesson_and_no_other() -> None:
    assert {path.stem for path in TRANSCRIPTS.glob("*.txt")} == set(SLUGS)


def test_the_lesson_on_cuts_is_heard_like_this() -> None:
    text = (TRANSCRIPTS / "alpha-beta.txt").read_text()
    assert text[text.index("[Show me") :] == (
        "[Show me the answer]\n"
        "heading 2: What comes out\n"
        "O replies to a3, and the replies are entered from left to right. X has 0 from c2. Which "
        "replies are cut? Mark them.\n"
        "image: Board: X on a1, b2 and a3, O on c1 and c3. O to move.\n"
        "checkbox: 1 · b1, entered: +10\n"
        "checkbox: 2 · a2, entered: 0\n"
        "checkbox: 3 · c2, skipped: 1 position, right\n"
        "checkbox: 4 · b3, skipped: 11 positions, right\n"
        "image: α is 0, from c2. β is 0, from a2. Nothing is left between them.\n"
        "checkbox: None of them\n"
        "b1 is worth +10. X could still get more than 0 here, so the next reply is entered.\n"
        "a2 is worth 0. O can hold X to 0 here, and X has 0 from c2: X avoids this "
        "position.\n"
        "c2 and b3 are cut: 12 positions skipped. c2 would even win for O on the spot. "
        "It makes no difference: the move is refuted already.\n"
        "button: Check again\n"
        "link: Start over\n"
        "heading 2: What that means\n"
        "The search stopped after 2 of 4 replies. It does not know how good c2 and b3 are. It "
        "knows that they cannot change the answer: a higher one O would not choose, a lower one "
        "makes a3 only worse for X.\n"
        "That is alpha-beta. From the board before a3 it enters 88 of 186 positions, cuts in 21 "
        "places, and finds the same move as minimax.\n"
        "One good reply refutes a move. How good the others are no longer matters.\n"
    )
