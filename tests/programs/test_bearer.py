"""A token stands for its owner under /api/, within its scopes."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import open_sessions
from accounts.models import OpenSession, User
from accounts.tokens import Scope
from games.api.programs.operations import LINES, OPERATIONS
from games.api.urls import urlpatterns  # noqa: F401  declares all operations
from games.match import Match
from games.queries import selectors
from tests.games.conftest import friendly  # noqa: F401  a fixture
from tests.opening import open_game
from tests.programs.client import Program
from tests.programs.conftest import program_of


def test_the_account_of_a_token(ada: User) -> None:
    answer = program_of(ada, Scope.READ).get("/api/account")
    assert answer.status_code == 200
    assert answer.json() == {
        "id": "ada",
        "username": "ada",
        "title": None,
        "createdAt": int(ada.joined_at.timestamp() * 1000),
        "url": "http://testserver/@ada/",
        "perfs": {},
    }


def test_a_guest_has_an_account_without_a_profile(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("Guest 1234", is_guest=True))
    answer = client.get("/api/account")
    assert (answer.status_code, answer.json()["url"]) == (200, None)


def test_a_token_that_is_none_is_refused_and_says_how_to_send_one(client: Client, db: None) -> None:
    answer = client.get("/api/account", headers={"Authorization": "Bearer oxo_nonsense"})
    assert (answer.status_code, answer.json()["code"]) == (401, "login_required")
    assert answer["WWW-Authenticate"] == 'Bearer realm="Oxo"'


def test_a_visitor_has_no_account(client: Client, db: None) -> None:
    assert client.get("/api/account").status_code == 401


def test_a_token_lets_nobody_into_pages(ada: User) -> None:
    answer = program_of(ada).get("/accounts/settings/")
    assert answer.status_code == 302


def test_a_move_by_token_needs_no_csrf_token(ada: User, friendly: Match) -> None:
    act = {"id": "1", "version": 1, "action": "place", "cell": 4}
    answer = program_of(ada, Scope.PLAY).post(f"/api/games/{friendly.id}/actions/", act)
    assert (answer.status_code, answer.json()["version"]) == (200, 2)


def test_the_token_counts_and_not_a_cookie_beside_it(ada: User, grace: User) -> None:
    program = program_of(ada)
    program.client.force_login(grace)
    assert program.get("/api/account").json()["username"] == "ada"


def test_a_token_beside_a_cookie_leaves_the_session_with_its_person(ada: User, grace: User) -> None:
    program = program_of(ada)
    program.client.force_login(grace)
    open_sessions._noted.clear()
    program.get("/api/account")
    assert not OpenSession.objects.filter(user=ada).exists()


def test_a_list_of_games_is_bounded_whatever_is_played(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (open_game(ada, variant="classic", X=ada) for _ in range(2))
    assert set(selectors.playing_ids(ada.pk)) == {first.id, second.id}
    assert selectors.playing_ids(ada.pk)[0] == second.id


@pytest.mark.parametrize("path", ["/api/games", "/api/games/", "/api/challenge/ai/"])
def test_an_address_is_found_with_a_slash_and_without(ada: User, path: str) -> None:
    assert program_of(ada).post(path, {}).json()["code"] == "bad_message"


@pytest.mark.parametrize(
    "asked",
    [one for one in OPERATIONS if one.scopes and one.media != LINES],
    ids=lambda one: f"{one.method} {one.path}",
)
def test_a_token_without_the_scope_is_refused(asked: object, ada: User) -> None:
    missing = [scope for scope in Scope if scope not in asked.scopes]  # type: ignore[attr-defined]
    program = program_of(ada, *missing)
    names = dict.fromkeys(asked.placed, "1")  # type: ignore[attr-defined]
    path = asked.path.format(**names)  # type: ignore[attr-defined]
    answer = _ask(program, asked.method, path)  # type: ignore[attr-defined]
    assert (answer.status_code, answer.json()["code"]) == (403, "no_scope")


def _ask(program: Program, method: str, path: str) -> object:
    return program.post(path) if method == "POST" else program.get(path)
