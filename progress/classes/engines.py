"""The engines that members of a class have uploaded, in a ladder of their own: what is proven of
each, those that never lose first."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Q

from games.arena.report import grade_of, verdict
from games.models import UploadedEngine
from games.rules import board_class
from progress.models import ClassMember, Classroom

MOST = 200


class MemberEngine(NamedTuple):
    """A member's latest engine of a name. ``lost`` is its shortest lost game, as a line."""

    member: ClassMember
    engine: UploadedEngine
    said: str
    right: int = 0
    asked: int = 0
    lost: str = ""

    @property
    def rank(self) -> tuple[bool, bool, float]:
        """Graded ones first, those that never lose before others, then by right answers."""
        never = self.said == "It never loses"
        return not self.asked, not never, -self.right / max(1, self.asked)


def engines_of(classroom: Classroom) -> list[MemberEngine]:
    """The ladder of a class: its pupils' engines, and those that others share. Two queries."""
    members = {one.user_id: one for one in classroom.members.all()}
    rows = UploadedEngine.objects.filter(author__in=members).defer("source")
    shown = rows.filter(Q(author__is_pupil=True) | Q(shared=True))
    latest: dict[tuple[int, str, str], UploadedEngine] = {}
    for row in shown.order_by("-uploaded_at")[:MOST]:
        latest.setdefault((row.author_id, row.variant, row.name), row)
    found = [_engine(members[row.author_id], row) for row in latest.values()]
    return sorted(found, key=lambda one: one.rank)


def _engine(member: ClassMember, row: UploadedEngine) -> MemberEngine:
    if row.status != UploadedEngine.Status.GRADED:
        said = row.get_status_display().capitalize()
        return MemberEngine(member, row, said)
    grade, start = grade_of(row), board_class(row.variant).start()
    lost = grade.refutation.moves if grade.refutation else ()
    line = "-".join(start.cell_name(cell) for cell in lost)
    return MemberEngine(member, row, verdict(grade), grade.right, grade.asked, line)
