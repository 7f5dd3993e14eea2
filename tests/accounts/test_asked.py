"""Lists of the admin answer what they name, and nothing else that an address could ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.db.models import Field, Model
from django.test import Client, RequestFactory

from accounts.asked import NamedLookups
from accounts.models import ApiToken, User
from games.match import Match
from games.models import Game, UploadedEngine, seed_of
from tests.accounts.test_staff import GROUPS, as_member_of, give
from tests.conftest import PASSWORD
from tests.games.conftest import friendly  # noqa: F401  a fixture

HOW = ("exact", "iexact", "gt", "gte", "lt", "startswith", "contains", "regex", "in", "isnull")

NAMED = {
    "accounts.apitoken": "id user__id",
    "accounts.block": "id blocker__id blocked__id",
    "accounts.datafile": "id user__id",
    "accounts.follow": "id follower__id followed__id",
    "accounts.securityevent": "id person at at__gte at__lt",
    "accounts.user": "id is_active is_staff is_superuser joined_at joined_at__gte joined_at__lt",
    "admin.logentry": "id user__id",
    "auth.group": "id",
    "games.challenge": "id challenged__id challenger__id status",
    "games.contestant": "id retired variant",
    "games.game": "id kind rated",
    "games.rating": "id user__id",
    "games.ratingchange": "id game__id user__id",
    "games.remark": "id game__id",
    "games.report": "id game__id reason reported__id reporter__id",
    "games.seat": "id game__id kind",
    "games.uploadedengine": "id author__id status variant",
    "lti_tool.ltiregistration": "id",
    "progress.attempt": "id game__id game__status user__id",
    "progress.classmember": "id user__id",
    "progress.classroom": "id teacher__id",
    "progress.climber": "id",
    "progress.lessontaken": "id user__id",
    "progress.meeting": "id user__id",
    "progress.openday": "user__id",
    "progress.progressreset": "id user__id",
    "progress.puzzlerating": "",
    "progress.puzzletry": "id solved user__id",
    "progress.record": "user__id",
    "progress.rush": "user__id",
    "progress.solverrating": "user__id",
    "progress.stagehints": "id user__id",
    "progress.tally": "id user__id",
}
"""Of each list the columns that an address may ask for, by their exact value or as they say."""

Admins = list[tuple[str, NamedLookups]]


def admins() -> Admins:
    return [(model._meta.label_lower, one) for model, one in admin.site._registry.items()]  # type: ignore[misc]


@pytest.fixture
def group(db: Any) -> None:
    give()


def test_every_admin_comes_from_the_base() -> None:
    assert {name for name, one in admins() if not isinstance(one, NamedLookups)} == set()
    assert {name for name, _ in admins()} == set(NAMED)


def test_an_admin_of_another_package_gets_the_base() -> None:
    site = type(admin.site)()  # the class behind Django's lazy object
    site.register(Game, type("Foreign", (admin.ModelAdmin,), {}))
    assert isinstance(site._registry[Game], NamedLookups)


@pytest.mark.long
@pytest.mark.parametrize("role", ["moderators", "support", "admins", "superuser"])
def test_lists_answer_no_look_up_that_they_do_not_name(group: None, role: str) -> None:
    """Of every column, and of every column one relation away, in each way of asking."""
    user = _staff(role)
    answered: dict[str, set[str]] = {}
    for name, one in admins():
        for column, field in _columns(one.model):
            for how in HOW:
                if _answers(one, user, f"{column}__{how}", field):
                    answered.setdefault(name, set()).add(f"{column}__{how}")
    expected = {
        name: {_in_full(lookup) for lookup in lookups.split()} for name, lookups in NAMED.items()
    }
    asked = {name: answered.get(name, set()) for name in NAMED}
    assert asked == {name: found & _askable(name) for name, found in expected.items()}


def _staff(role: str) -> User:
    if role in GROUPS:
        as_member_of(role)
        return User.objects.get(name=f"in-{role}")
    return User.objects.create_superuser("root", PASSWORD)


def _in_full(lookup: str) -> str:
    return lookup if lookup.endswith(("__gte", "__lt")) else f"{lookup}__exact"


def _askable(name: str) -> set[str]:
    model = {one.model._meta.label_lower: one.model for _, one in admins()}[name]
    return {f"{column}__{how}" for column, _ in _columns(model) for how in HOW}


def _columns(model: type[Model]) -> Iterator[tuple[str, Field[Any, Any]]]:
    for field in model._meta.get_fields():
        if not field.is_relation:
            yield field.name, field  # type: ignore[misc]
            continue
        name = field.name
        if field.concrete:
            yield name, field  # type: ignore[misc]
        for other in field.related_model._meta.concrete_fields:  # type: ignore[union-attr]
            yield f"{name}__{other.name}", other


def _answers(one: NamedLookups, user: User, lookup: str, field: Field[Any, Any]) -> bool:
    request = RequestFactory().get("/", {lookup: "1"})
    request.user = user
    try:
        one.get_changelist_instance(request)
    except DisallowedModelAdminLookup:
        return False
    except Exception:
        return True
    return True


@pytest.mark.long
def test_a_moderator_learns_no_password_by_asking(group: None, ada: User) -> None:
    client = as_member_of("moderators")
    for page in ("progress/climber", "accounts/user"):
        for lookup in ("password__gte", "password__startswith", "password"):
            answer = client.get(f"/admin/{page}/", {"q": "ada", lookup: ada.password[:9]})
            assert answer.status_code == 400, (page, lookup)
    for lookup in ("user__password__gte", "user__api_tokens__digest__gte"):
        assert client.get("/admin/games/seat/", {lookup: "a"}).status_code == 400


@pytest.mark.long
def test_nobody_learns_the_seed_of_a_game_in_play(
    group: None,
    friendly: Match,
    staff: User,
) -> None:
    seed = seed_of(Game.objects.get(id=friendly.id))
    root = Client()
    root.force_login(staff)
    for client in (as_member_of("moderators"), root):
        for page, lookup in (
            ("games/game", "secret__gte"),
            ("games/seat", "game__secret__lt"),
            ("accounts/user", "seats__game__secret__gte"),
        ):
            assert client.get(f"/admin/{page}/", {lookup: seed}).status_code == 400, page
        page = client.get(f"/admin/games/game/{friendly.id}/change/").content.decode()
        assert str(seed) not in page


@pytest.mark.long
def test_no_list_tells_the_text_of_an_engine_or_a_token(group: None, ada: User) -> None:
    UploadedEngine.objects.create(
        author=ada, name="mine", variant="classic", source="secret = 1", digest="d" * 64
    )
    ApiToken.objects.create(user=ada, name="mine", digest="e" * 64, scopes="play")
    client = as_member_of("admins")
    for page, lookup in (
        ("games/uploadedengine", "source__startswith"),
        ("accounts/user", "uploaded_engines__source__contains"),
        ("accounts/apitoken", "digest__gte"),
        ("accounts/user", "api_tokens__digest__gte"),
    ):
        assert client.get(f"/admin/{page}/", {lookup: "s"}).status_code in (400, 403), page


SECRET = {
    "accounts.User": {"password"},
    "accounts.ApiToken": {"digest"},
    "accounts.KnownPlace": {"place"},
    "games.Game": {"seed"},
    "games.UploadedEngine": {"source"},
    "progress.Climber": {"password"},
    "progress.Rush": {"seed", "puzzle"},
}


def test_lists_are_ordered_and_searched_by_no_secret(staff: User) -> None:
    request = RequestFactory().get("/")
    request.user = staff
    for _, one in admins():
        secret = SECRET.get(one.model._meta.label, set())
        listed = one.get_changelist_instance(request)
        columns = {str(listed.get_ordering_field(name)) for name in listed.list_display}
        searched = {part.strip("=^@").split("__")[0] for part in one.get_search_fields(request)}
        assert not secret & (columns | searched), one


@pytest.mark.parametrize("order", ["99", "-99", "abc", "--1", "1.99", "1e1", "²"])
def test_an_ordering_that_the_list_does_not_name_is_refused(staff: User, order: str) -> None:
    client = Client()
    client.force_login(staff)
    assert client.get("/admin/accounts/user/", {"o": order}).status_code == 400
    assert client.get("/admin/accounts/user/", {"o": "1.-2"}).status_code == 200


def test_rows_are_chosen_by_their_keys_alone(staff: User) -> None:
    client = Client()
    client.force_login(staff)
    for name in ("password", "email"):
        asked = {"_popup": "1", "_to_field": name}
        assert client.get("/admin/accounts/user/", asked).status_code == 400
    assert client.get("/admin/accounts/user/", {"_to_field": "id"}).status_code == 200


def test_nothing_is_searched_while_one_types(staff: User) -> None:
    client = Client()
    client.force_login(staff)
    asked = {"app_label": "games", "model_name": "seat", "field_name": "user", "term": "a"}
    assert client.get("/admin/autocomplete/", asked).status_code == 403


def test_pages_of_rows_show_no_secret(staff: User, ada: User) -> None:
    """Every page of a row names the columns that it shows."""
    request = RequestFactory().get("/")
    request.user = staff
    for _, one in admins():
        secret = SECRET.get(one.model._meta.label, set())
        groups = one.get_fieldsets(request, one.model())
        shown = {field for _, group in groups for field in group["fields"]}
        assert not secret & shown, one
        for inline in one.get_inline_instances(request):
            fields = set(inline.get_fields(request))
            assert not SECRET.get(inline.model._meta.label, set()) & fields


@pytest.mark.long
@pytest.mark.parametrize("group_name", GROUPS)
def test_only_who_looks_after_accounts_sees_e_mail_addresses(
    group: None, ada: User, group_name: str
) -> None:
    User.objects.filter(pk=ada.pk).update(email="ada@engines.example")
    client = as_member_of(group_name)
    sees = group_name != "moderators"
    listed = client.get("/admin/accounts/user/").content.decode()
    page = client.get(f"/admin/accounts/user/{ada.pk}/change/").content.decode()
    found = client.get("/admin/accounts/user/", {"q": "ada@engines.example"}).content.decode()
    assert ("ada@engines.example" in listed) is ("ada@engines.example" in page) is sees
    assert (f"/user/{ada.pk}/" in found) is sees
