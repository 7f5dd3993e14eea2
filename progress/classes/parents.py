"""What is stored about a child, and why: one line for each column that leads to a pupil.

``tests/progress/classes/test_parents.py`` compares it with the models.
"""

from __future__ import annotations

from typing import NamedTuple


class StoredThing(NamedTuple):
    """``columns`` are the tables and columns that a line tells of."""

    what: str
    example: str
    why: str
    icon: str
    seen_by: str
    columns: tuple[str, ...]


TEACHER = "the teacher"
THE_CLASS = "the class"

KEPT = (
    StoredThing(
        "Picture",
        "a kite, called “Kite”",
        "to be somebody in class without a name",
        "people",
        THE_CLASS,
        ("ClassMember.picture", "ClassMember.user", "ClassMember.classroom"),
    ),
    StoredThing(
        "Card",
        "two words, sealed, and the number of the QR code",
        "to come in",
        "lock",
        TEACHER,
        ("ClassMember.words", "ClassMember.card"),
    ),
    StoredThing(
        "Name",
        "“Jamal B.”, or none",
        "so that the teacher knows whom to help",
        "eye",
        TEACHER,
        ("ClassMember.name",),
    ),
    StoredThing(
        "Answers",
        "“task 5: b3, then c2”",
        "so that the teacher sees who is stuck",
        "eye",
        TEACHER,
        (
            *("TaskAttempt.task", "TaskAttempt.member", "TaskAttempt.tries", "TaskAttempt.wrong"),
            *("TaskAttempt.stuck_at", "TaskAttempt.hint"),
        ),
    ),
    StoredThing(
        "Minutes",
        "6 for task 5",
        "to plan the next lesson",
        "eye",
        TEACHER,
        ("TaskAttempt.begun_at", "TaskAttempt.done_at"),
    ),
    StoredThing(
        "Games",
        "against Boat, 24 November, won",
        "to look at them again, and for the arena",
        "people",
        "the class, as Kite",
        (
            *("TaskAttempt.game", "ClassPlayer.arena", "ClassPlayer.member", "ClassPlayer.points"),
            *("ClassPlayer.streak", "ClassPlayer.games", "ClassPlayer.sheet", "ClassPlayer.last"),
            *("ClassPlayer.game", "ClassPlayer.ready_at"),
        ),
    ),
    StoredThing(
        "A vote",
        "“b3”, while a question is on the wall",
        "to draw the bars; it goes with the question",
        "people",
        "nobody by name",
        ("LookAnswer.member", "LookAnswer.answer"),
    ),
    StoredThing(
        "Stars, puzzles, programs",
        "stage 1-3 with two stars",
        "to go on where one stopped",
        "eye",
        "the child and the teacher",
        (),
    ),
    StoredThing(
        "Number at school",
        "“4127”, where your school’s system opens Oxo",
        "to come in from there, and so that grades go back",
        "lock",
        TEACHER,
        ("SchoolPupil.member", "SchoolPupil.subject"),
    ),
    StoredThing(
        "Last day here",
        "24 November",
        "to see who is in",
        "eye",
        TEACHER,
        ("ClassMember.came_at",),
    ),
)
"""Everything that is stored for one child, in the order of the page."""
