"""Report a player to staff, with a game that both have played; staff take and close reports."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.match import RefusalCode, Refused
from games.models import Report
from games.queries import social


def report(*, by: int, against: int, game_id: str, reason: Report.Reason, text: str = "") -> Report:
    """Report the player ``against`` to staff.

    Raises Refused where the two have not met in that game, and for a second report of it.
    """
    if by == against:
        raise Refused(RefusalCode.NOT_ALLOWED, "You cannot report yourself.")
    if not social.have_met(by, against, game_id):
        said = f"You have not played them in the game {game_id[:40]!r}."
        raise Refused(RefusalCode.NOT_ALLOWED, said)
    row = Report(reporter_id=by, reported_id=against, game_id=game_id, reason=reason, text=text)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        said = "You have reported this already. We look at every report."
        raise Refused(RefusalCode.NOT_ALLOWED, said) from None
    return row


def take_report(*, report_id: int, by: int) -> bool:
    """Assign a report to a member of staff; False if another one has it, or it is closed.

    Nobody takes or closes a report about themselves.
    """
    rows = Report.objects.filter(pk=report_id, status=Report.Status.OPEN).exclude(reported=by)
    return rows.update(status=Report.Status.TAKEN, taken_by=by) > 0


def close_report(*, report_id: int, by: int, note: str) -> bool:
    """Close a report with what came of it; False if it is closed, or about ``by``."""
    rows = (
        Report.objects.filter(pk=report_id)
        .exclude(reported=by)
        .exclude(status=Report.Status.CLOSED)
    )
    done = rows.update(
        status=Report.Status.CLOSED, taken_by=by, closed_at=timezone.now(), note=note
    )
    return done > 0


def merge_reports(guest_id: int, member_id: int) -> None:
    """Give a member the reports by a guest and about the guest."""
    both = (guest_id, member_id)
    Report.objects.filter(reporter__in=both, reported__in=both).delete()
    for near, far in (("reporter", "reported"), ("reported", "reporter")):
        known = Report.objects.filter(**{near: member_id}).values_list(f"{far}_id", "game_id")
        for person, game_id in known:
            Report.objects.filter(**{near: guest_id, f"{far}_id": person}, game_id=game_id).delete()
        Report.objects.filter(**{near: guest_id}).update(**{near: member_id})
