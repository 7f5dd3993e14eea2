"""The groups of staff: what each may see and do, and that every act is in the log."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import exports
from accounts.models import ApiToken, User
from games import services
from games.match import Match
from games.models import Game, Rating, RatingChange, Report, Seat
from progress.campaign import resets, selectors
from progress.classes import make
from progress.models import ProgressReset
from tests.conftest import PASSWORD, logged_in
from tests.games.conftest import friendly, play  # noqa: F401  fixtures
from tests.games.test_ratings import rated, resigned, second_of
from tests.progress.players import on_paper

GROUPS = ("moderators", "support", "admins")
FIRST = "0001_squashed_0014_people_by_prefix_and_email"
MIGRATION: Any = import_module(f"accounts.migrations.{FIRST}")
TOKENS: Any = import_module("accounts.migrations.0023_staff_see_tokens")

PAGES = {
    "games/game": GROUPS,
    "games/seat": GROUPS,
    "games/rating": GROUPS,
    "games/ratingchange": GROUPS,
    "progress/attempt": GROUPS,
    "progress/climber": GROUPS,
    "progress/puzzletry": GROUPS,
    "progress/progressreset": GROUPS,
    "progress/tally": GROUPS,
    "progress/record": GROUPS,
    "progress/meeting": GROUPS,
    **dict.fromkeys(("progress/stagehints", "progress/lessontaken"), GROUPS),
    "progress/openday": GROUPS,
    "progress/puzzlerating": GROUPS,
    "progress/solverrating": GROUPS,
    "progress/rush": GROUPS,
    "accounts/user": GROUPS,
    "accounts/follow": GROUPS,
    "accounts/block": GROUPS,
    "accounts/apitoken": ("moderators", "admins"),
    "games/challenge": GROUPS,
    "games/remark": GROUPS,
    "games/report": GROUPS,
    "accounts/user/add": ("admins",),
    "admin/logentry": ("admins",),
    "auth/group": (),
    "accounts/securityevent": (),
}

ACTS = {
    "games/game annul": ("moderators", "admins"),
    "games/game export_csv": ("support", "admins"),
    "games/rating export_csv": ("support", "admins"),
    "games/report take": ("moderators", "admins"),
    "games/report close": ("moderators", "admins"),
    "accounts/user deactivate": ("moderators", "admins"),
    "accounts/user reactivate": ("moderators", "admins"),
    "accounts/user end_sessions": ("moderators", "admins"),
    "accounts/user delete_accounts": ("admins",),
    "accounts/user export_csv": ("support", "admins"),
    "accounts/apitoken revoke": ("moderators", "admins"),
    "progress/attempt export_csv": ("support", "admins"),
    "progress/climber reset_progress": ("support", "admins"),
    "progress/progressreset undo": ("support", "admins"),
}


@pytest.fixture(params=GROUPS)
def group(request: pytest.FixtureRequest, db: Any) -> str:
    give()
    name: str = request.param
    return name


@pytest.fixture
def as_group(group: str) -> Client:
    return as_member_of(group)


def give() -> None:
    for step in (MIGRATION.make_groups, TOKENS.let_staff_look):
        step(apps, SimpleNamespace(connection=connection))


def as_member_of(group: str) -> Client:
    member = User.objects.create_user(f"in-{group}", PASSWORD, is_staff=True)
    member.groups.add(Group.objects.get(name=group))
    return logged_in(member)


@pytest.mark.long
def test_a_group_sees_its_pages_and_no_others(as_group: Client, group: str) -> None:
    seen = {page for page in PAGES if as_group.get(f"/admin/{page}/").status_code == 200}
    assert seen == {page for page, groups in PAGES.items() if group in groups}
    refused = PAGES.keys() - seen
    assert {as_group.get(f"/admin/{page}/").status_code for page in refused} == {403}


@pytest.mark.long
def test_a_group_is_offered_its_acts_and_no_others(
    as_group: Client,
    group: str,
    ada: User,
    friendly: Match,
) -> None:
    on_paper(ada, 1, 1, 3)
    resets.reset(user_id=ada.pk, by=None, reason="for the list")
    ApiToken.objects.create(user=ada, name="mine", digest="e" * 64, scopes="play")
    offered = set()
    for name in ACTS:
        page, action = name.split()
        listed = as_group.get(f"/admin/{page}/")
        forms = listed.context["action_form"] if listed.status_code == 200 else None
        choices = forms.fields["action"].choices if forms else []
        if action in dict(choices):
            offered.add(name)
    assert offered == {name for name, groups in ACTS.items() if group in groups}


def test_what_a_group_may_not_do_is_not_done(
    as_group: Client,
    group: str,
    ada: User,
    friendly: Match,
) -> None:
    done(as_group, "games/game", "annul", friendly.id)
    done(as_group, "accounts/user", "deactivate", ada.pk)
    ended = Game.objects.get(id=friendly.id).status == "aborted"
    closed = not User.objects.get(pk=ada.pk).is_active
    assert ended is closed is (group in ("moderators", "admins"))


def test_only_who_looks_after_accounts_changes_them(
    as_group: Client, group: str, ada: User
) -> None:
    form = {"name": "ada", "email": "ada@new.example", "reason": "she moved"}
    answer = as_group.post(f"/admin/accounts/user/{ada.pk}/change/", form)
    allowed = group != "moderators"
    assert answer.status_code == (302 if allowed else 403)
    assert (User.objects.get(pk=ada.pk).email == "ada@new.example") is allowed
    logged = [entry.get_change_message() for entry in LogEntry.objects.all()]
    assert logged == (["Changed email: she moved"] if allowed else [])


@pytest.mark.parametrize("method", ["get", "post"])
def test_staff_change_their_password_where_everybody_does(staff: User, method: str) -> None:
    answer = getattr(logged_in(staff), method)("/admin/password_change/", {"old_password": "x"})
    assert answer["Location"] == "/accounts/password-change/"


def test_making_the_groups_twice_changes_nothing(db: Any) -> None:
    give()
    before = {group.name: group.permissions.count() for group in Group.objects.all()}
    assert set(before) == set(GROUPS)
    give()
    assert {group.name: group.permissions.count() for group in Group.objects.all()} == before


# --- acts ------------------------------------------------------------------------------------


def done(client: Client, page: str, action: str, *keys: Any, **more: str) -> Any:
    form = {"action": action, "_selected_action": keys, "confirmed": "1", "reason": "spam & more"}
    return client.post(f"/admin/{page}/", {**form, **more}, follow=True)


def log() -> list[tuple[str, str]]:
    rows = LogEntry.objects.order_by("pk")
    return [(row.object_repr, row.get_change_message()) for row in rows]


def test_an_act_asks_for_a_reason_before_it_does_anything(staff: User, ada: User) -> None:
    client = logged_in(staff)
    form = {"action": "deactivate", "_selected_action": ada.pk}
    asked = client.post("/admin/accounts/user/", form).content.decode()
    assert "<li>ada</li>" in asked
    assert 'name="reason"' in asked
    refused = client.post("/admin/accounts/user/", {**form, "confirmed": "1", "reason": " "})
    assert "This field is required." in refused.content.decode()
    assert User.objects.get(pk=ada.pk).is_active
    assert log() == []


def test_people_are_deactivated_and_reactivated_with_the_reason_in_the_log(
    staff: User, ada: User, grace: User
) -> None:
    client, theirs = logged_in(staff), logged_in(ada)
    page = done(client, "accounts/user", "deactivate", ada.pk, grace.pk, staff.pk)
    assert "Deactivate: 2 done." in page.content.decode()
    assert "1 left as they are" in page.content.decode()
    assert set(User.objects.filter(is_active=True)) == {staff}
    assert theirs.get("/accounts/settings/").status_code == 302
    assert log() == [("ada", "Deactivate: spam & more"), ("grace", "Deactivate: spam & more")]
    done(client, "accounts/user", "reactivate", ada.pk)
    assert User.objects.get(pk=ada.pk).is_active


def test_admins_read_in_the_log_who_did_what_and_why(staff: User, ada: User) -> None:
    give()
    done(logged_in(staff), "accounts/user", "deactivate", ada.pk)
    page = as_member_of("admins").get("/admin/admin/logentry/", {"q": staff.name})
    assert page.context["cl"].result_count == 1
    assert "Deactivate: spam &amp; more" in page.content.decode()


def test_a_deleted_account_stays_in_the_log(staff: User, ada: User) -> None:
    done(logged_in(staff), "accounts/user", "delete_accounts", ada.pk)
    assert not User.objects.filter(pk=ada.pk).exists()
    assert log() == [("ada", "Delete accounts: spam & more")]


def test_a_large_account_is_closed_for_the_sweep_to_delete(
    staff: User, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.data_files.LARGE", 0)
    done(logged_in(staff), "accounts/user", "delete_accounts", ada.pk)
    assert User.objects.get(pk=ada.pk).closed_at
    assert log() == [("ada", "Delete accounts: spam & more")]


def test_an_act_passes_over_what_has_gone_with_another_row(staff: User, grace: User) -> None:
    pupil = make.make_class(teacher=grace, name="7b", pupils=["Amira"]).members.get().user
    form = {"action": "delete_accounts", "_selected_action": [grace.pk, pupil.pk]}
    sent = {**form, "confirmed": "1", "reason": "they left"}
    page = logged_in(staff).post("/admin/accounts/user/?kind=all", sent, follow=True)
    assert "Delete accounts: 1 done." in page.content.decode()
    assert "1 left as they are" in page.content.decode()
    assert set(User.objects.all()) == {staff}


def test_an_act_on_a_page_leads_back_to_it(
    staff: User,
    friendly: Match,
) -> None:
    page = done(
        logged_in(staff), "games/game", "replay_and_verify", friendly.id, on_page_of=friendly.id
    )
    assert page.redirect_chain == [(f"/admin/games/game/{friendly.id}/change/", 302)]
    assert "Replayed without a mistake: 1." in page.content.decode()


def test_an_act_on_a_page_that_is_none_leads_to_a_page(staff: User, friendly: Match) -> None:
    page = done(logged_in(staff), "games/game", "replay_and_verify", friendly.id, on_page_of="1\n2")
    assert page.status_code == 200


LINKED = (
    ("accounts/user", "account", 27),
    ("games/game", "game", 5),
    ("games/seat", "seat", 1),
    ("games/rating", "rating", 1),
    ("games/ratingchange", "change", 2),
    ("progress/climber", "account", 13),
    ("progress/attempt", "attempt", 3),
)


@pytest.fixture
def stored(ada: User, grace: User) -> dict[str, Any]:
    """The key of a row of each kind, with rows of all others that lead to it."""
    logged_in(ada)
    first = resigned(rated(ada, grace), grace)
    closing = resigned(second_of(first), grace)
    return {
        "account": ada.pk,
        "game": closing.id,
        "seat": Seat.objects.get(user=ada, game=closing.id).pk,
        "rating": Rating.objects.get(user=ada).pk,
        "change": RatingChange.objects.get(user=ada).pk,
        "attempt": on_paper(ada, 1, 1, 3).pk,
    }


@pytest.mark.long
@pytest.mark.parametrize(("page", "key", "count"), LINKED)
def test_every_row_leads_to_what_belongs_to_it(
    staff: User, stored: dict[str, Any], page: str, key: str, count: int
) -> None:
    client = logged_in(staff)
    shown = client.get(f"/admin/{page}/{stored[key]}/change/")
    links = shown.context["links"]
    assert len(links) == count
    for text, url in links:
        found = client.get(url)
        assert found.status_code == 200, text
        expected = found.context["cl"].queryset.model.objects.count() > 0
        assert found.context["cl"].result_count > 0 or not expected or text == "attempt", text


@pytest.mark.long
def test_a_page_asks_as_much_for_many_rows_as_for_one(
    staff: User, stored: dict[str, Any], ada: User, grace: User
) -> None:
    client = logged_in(staff)
    pages = [f"/admin/{page}/{stored[key]}/change/" for page, key, _ in LINKED]
    lists = [f"/admin/{page}/" for page in PAGES if PAGES[page] == GROUPS]

    def queries() -> dict[str, int]:
        counts = {}
        for page in [*pages, *lists]:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(page).status_code == 200
            counts[page] = len(captured)
        return counts

    queries()  # content types are remembered from now on
    one = queries()
    for stage in (1, 2, 3):
        resigned(second_of(resigned(rated(ada, grace), grace)), ada)
        on_paper(ada, 1, stage, 1)
    assert queries() == one


def test_progress_is_reset_and_brought_back(staff: User, ada: User) -> None:
    on_paper(ada, 1, 1, 3)
    client = logged_in(staff)
    done(client, "progress/climber", "reset_progress", ada.pk)
    assert selectors.standing(ada.pk).total == 0
    row = ProgressReset.objects.get()
    assert (row.by, row.reason) == (staff, "spam & more")
    done(client, "progress/progressreset", "undo", row.pk)
    assert selectors.standing(ada.pk).total == 3


def test_more_rows_than_one_act_may_change_are_refused(
    staff: User, ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.acts.MOST", 1)
    page = done(logged_in(staff), "accounts/user", "deactivate", ada.pk, grace.pk)
    assert "2 are chosen, 1 at once are the most" in page.content.decode()
    assert not User.objects.filter(is_active=False).exists()


def received(parts: AsyncIterator[bytes]) -> str:
    async def read() -> str:
        return "".join([part.decode() async for part in parts])

    return async_to_sync(read)()


def test_a_list_is_exported_whole_and_a_page_at_a_time(
    staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "AT_ONCE", 2)
    for number in range(4):
        User.objects.create_user(f"p{number}", email="=1+1@x.example" if number else "")
    form = {"action": "export_csv", "_selected_action": staff.pk, "select_across": "1"}
    sent = {**form, "confirmed": "1", "reason": "for the year"}
    answer: Any = logged_in(staff).post("/admin/accounts/user/", sent)
    assert answer.streaming
    rows = list(csv.DictReader(received(answer.streaming_content).splitlines()))
    assert [row["name"] for row in rows] == ["hopper", "p0", "p1", "p2", "p3"]
    assert rows[2]["email"] == "'=1+1@x.example"  # no formula for a spreadsheet
    assert log() == [("5 users", "Export as CSV: for the year")]


def test_an_export_has_addresses_for_those_alone_who_see_them_in_the_list(ada: User) -> None:
    reader = User.objects.create_user("reader", PASSWORD, is_staff=True)
    names = ("view_user", "export")
    reader.user_permissions.set(Permission.objects.filter(codename__in=names))
    sent = {"action": "export_csv", "_selected_action": ada.pk, "confirmed": "1", "reason": "why"}
    headers = []
    for _ in range(2):
        answer: Any = logged_in(reader).post("/admin/accounts/user/", sent)
        headers.append(received(answer.streaming_content).splitlines()[0].split(",")[:2])
        reader.user_permissions.add(Permission.objects.get(codename="change_user"))
    assert headers == [["name", "is_guest"], ["name", "email"]]


# --- nobody judges themselves ------------------------------------------------------------------


@pytest.mark.parametrize("root", [False, True])
def test_staff_neither_see_nor_close_a_report_about_themselves(
    db: None, ada: User, grace: User, root: bool
) -> None:
    client, me = _judge(root)
    about_me = Report.objects.create(reporter=ada, reported=me, reason="help")
    other = Report.objects.create(reporter=me, reported=grace, reason="help")
    page = client.get("/admin/games/report/?status=all").content.decode()
    assert f"/report/{other.pk}/change/" in page
    assert f"/report/{about_me.pk}/change/" not in page
    for way in ("change", "history"):
        answer = client.get(f"/admin/games/report/{about_me.pk}/{way}/")
        assert answer["Location"] == "/admin/"  # as where there is none
    done(client, "games/report", "take", about_me.pk)
    done(client, "games/report", "close", about_me.pk, other.pk)
    about_me.refresh_from_db()
    other.refresh_from_db()
    assert (about_me.status, other.status) == ("open", "closed")
    assert not services.take_report(report_id=about_me.pk, by=me.pk)
    assert not services.close_report(report_id=about_me.pk, by=me.pk, note="nothing")


@pytest.mark.parametrize("root", [False, True])
def test_staff_do_not_annul_a_game_of_their_own(db: None, ada: User, root: bool) -> None:
    client, me = _judge(root)
    own = resigned(rated(me, ada), me)
    done(client, "games/game", "annul", own.id, second_of(own).id)
    statuses = set(Game.objects.values_list("status", flat=True))
    assert statuses == {"finished", "active"}


def _judge(root: bool) -> tuple[Client, User]:
    if root:
        judge = User.objects.create_superuser("judge", PASSWORD)
        return logged_in(judge), judge
    give()
    return as_member_of("moderators"), User.objects.get(name="in-moderators")
