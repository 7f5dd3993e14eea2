"""Reports: who can report whom, limits, the queue of staff, and what is kept of it."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.test import Client

from accounts import guests
from accounts.models import User
from games import services
from games.match import Match, Refused
from games.models import Report
from games.services.reports import merge_reports
from tests.accounts.test_staff import as_member_of, done, give
from tests.conftest import logged_in

URL = "/reports/new/"


def send(client: Client, person: str, match: Match, **fields: str) -> Any:
    body = {"person": person, "game": match.id, "reason": "stalling", "text": "", **fields}
    return client.post(URL, body)


def report(by: User, against: User, match: Match) -> Report:
    reason = Report.Reason.STALLING
    return services.report(by=by.pk, against=against.pk, game_id=match.id, reason=reason)


def test_a_report_has_the_game_a_reason_and_some_words(
    as_ada: Client, ada: User, grace: User, friendly: Match
) -> None:
    page = as_ada.get(URL, {"person": "grace", "game": friendly.id})
    assert page.context["form"]["game"].value() == friendly.id
    assert "grace is not told who sent it" in page.content.decode()
    answer = send(as_ada, "grace", friendly, text="Waits for an hour <each> time.")
    assert answer["Location"] == f"/games/{friendly.id}/"
    row = Report.objects.get()
    assert (row.reporter, row.reported, row.game_id) == (ada, grace, friendly.id)
    assert (row.reason, row.status) == ("stalling", "open")
    assert row.text == "Waits for an hour <each> time."


def test_a_game_that_is_over_leads_to_the_report(
    as_ada: Client, as_stranger: Client, friendly: Match, play: Any
) -> None:
    play(friendly, 0, 3, 1, 4, 2)
    link = f"{URL}?person=grace&amp;game={friendly.id}"
    assert link in as_ada.get(f"/games/{friendly.id}/").content.decode()
    assert link not in as_stranger.get(f"/games/{friendly.id}/").content.decode()


def test_only_people_one_has_played_can_be_reported(
    as_stranger: Client, stranger: User, grace: User, friendly: Match
) -> None:
    page = as_stranger.get(URL, {"person": "grace"}).content.decode()
    assert "You have not played grace yet." in page
    assert send(as_stranger, "grace", friendly).status_code == 400
    with pytest.raises(Refused, match="You have not played them"):
        report(stranger, grace, friendly)
    assert not Report.objects.exists()


def test_nobody_is_reported_twice_for_one_game(
    as_ada: Client, ada: User, grace: User, friendly: Match
) -> None:
    report(ada, grace, friendly)
    again = send(as_ada, "grace", friendly, text="kept")
    assert again.status_code == 422
    assert "You have reported this already." in again.content.decode()
    assert again.context["form"]["text"].value() == "kept"


@pytest.mark.parametrize(
    ("field", "value"),
    [("reason", "spite"), ("reason", ""), ("game", "zzz"), ("text", "x" * 501), ("text", "a\0b")],
)
def test_what_cannot_be_is_refused_beside_it(
    as_ada: Client, friendly: Match, field: str, value: str
) -> None:
    page = send(as_ada, "grace", friendly, **{field: value})
    assert page.status_code == 400
    assert page.context["form"].errors[field]
    assert not Report.objects.exists()


def test_nobody_reports_themselves_nobody_or_as_a_visitor(
    client: Client, as_ada: Client, friendly: Match
) -> None:
    assert send(as_ada, "ada", friendly).status_code == 404
    assert send(as_ada, "nobody", friendly).status_code == 404
    assert send(client, "grace", friendly)["Location"].startswith("/accounts/login/")


def test_a_flood_is_answered_with_429(as_ada: Client, friendly: Match) -> None:
    times, _ = settings.LIMITS["report"]
    statuses = [send(as_ada, "grace", friendly).status_code for _ in range(times + 1)]
    assert statuses == [302, *[422] * (times - 1), 429]


def test_a_guest_reports_and_is_reported(as_ada: Client, ada: User) -> None:
    guest = guests.create()
    wanted = services.Request("classic", "friend", "X")
    match = services.new_game(user_id=ada.pk, name="ada", request=wanted)
    services.join(game_id=match.id, user_id=guest.pk, name=guest.name)
    assert send(as_ada, guest.name, match).status_code == 302
    assert send(logged_in(guest), "ada", match, reason="name").status_code == 302
    assert Report.objects.count() == 2


# --- the queue of staff ------------------------------------------------------------------------


def test_moderators_take_and_close_reports_with_a_note(
    ada: User, grace: User, friendly: Match
) -> None:
    give()
    client = as_member_of("moderators")
    row = report(ada, grace, friendly)
    listed = client.get("/admin/games/report/").content.decode()
    assert "Lets the time run" in listed
    page = client.get(f"/admin/games/report/{row.pk}/change/").content.decode()
    assert f'href="/admin/games/game/{friendly.id}/change/">Step through' in page
    for person in (ada, grace):
        assert f'href="/admin/accounts/user/{person.pk}/change/"' in page
    done(client, "games/report", "take", row.pk)
    row.refresh_from_db()
    assert (row.status, row.taken_by) == ("taken", User.objects.get(name="in-moderators"))
    done(client, "games/report", "close", row.pk)
    row.refresh_from_db()
    assert row.status == "closed"
    assert row.closed_at is not None
    notes = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert notes == [f"Take: {row.note}", f"Close: {row.note}"]
    assert (
        f"/admin/games/report/{row.pk}/" not in client.get("/admin/games/report/").content.decode()
    )
    every = client.get("/admin/games/report/?status=all").content.decode()
    assert f"/admin/games/report/{row.pk}/" in every


def test_what_one_has_taken_nobody_else_takes(
    ada: User, grace: User, staff: User, friendly: Match
) -> None:
    row = report(ada, grace, friendly)
    assert services.take_report(report_id=row.pk, by=staff.pk)
    assert not services.take_report(report_id=row.pk, by=ada.pk)
    assert services.close_report(report_id=row.pk, by=ada.pk, note="done")
    assert not services.close_report(report_id=row.pk, by=staff.pk, note="again")


# --- people who come and go --------------------------------------------------------------------


def test_reports_go_with_either_account_and_outlive_staff(
    ada: User, grace: User, staff: User, friendly: Match
) -> None:
    row = report(ada, grace, friendly)
    services.take_report(report_id=row.pk, by=staff.pk)
    staff.delete()
    row.refresh_from_db()
    assert row.taken_by is None
    grace.delete()
    assert not Report.objects.exists()


def test_a_merge_brings_reports_along_once(ada: User, grace: User, friendly: Match) -> None:
    guest = guests.create()
    report(ada, grace, friendly)
    for one, other in ((guest, grace), (grace, guest), (guest, ada)):
        Report.objects.create(reporter=one, reported=other, game_id=friendly.id, reason="other")
    merge_reports(guest.pk, ada.pk)
    pairs = sorted((row.reporter.name, row.reported.name) for row in Report.objects.all())
    assert pairs == [("ada", "grace"), ("grace", "ada")]
