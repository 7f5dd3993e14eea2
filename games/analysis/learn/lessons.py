"""The lessons of the course, in the order in which they build on each other."""

from __future__ import annotations

from games.analysis.learn import texts
from games.analysis.learn.course import (
    cuts,
    depth,
    endings,
    guessing,
    learning,
    likeness,
    matrices,
    moves,
    savings,
    windows,
)
from games.analysis.learn.lesson import Course, Lesson

COURSE: Course = {
    **moves.COURSE,
    **depth.COURSE,
    **cuts.COURSE,
    **windows.COURSE,
    **savings.COURSE,
    **likeness.COURSE,
    **matrices.COURSE,
    **endings.COURSE,
    **guessing.COURSE,
    **learning.COURSE,
}
"""What writes each lesson, and what draws the exercises of its sheets."""

LESSONS = tuple(
    Lesson(
        slug=slug,
        title=source["title"],
        gist=source["gist"],
        board=source["board"],
        write=COURSE[slug][0],
        makers=COURSE[slug][1],
        code=source.get("code", ""),
        more=source.get("more", ""),
        counts=source.get("counts", False),
    )
    for slug, source in texts.LESSONS.items()
)
BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}

EXPLAINED: dict[str, str] = {
    method: slug for slug, source in texts.LESSONS.items() for method in source.get("explains", ())
}
"""The lesson that explains what the player shows, by the name of its method there. A lesson leads
to the first method that it explains."""
