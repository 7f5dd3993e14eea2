"""Pages that are the same for every visitor are drawn once, and nobody else gets them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts import places
from accounts.models import User
from games import services
from games.analysis.puzzles import collection
from games.live import visitor_pages
from games.live.maintenance import notice
from games.live.visitor_pages import PAGES, same_for_visitors
from progress.models import Total
from tests.bench.plans import recorded

KEPT = ("/", "/lobby/", "/leaderboards/", "/leaderboards/classic/", "/campaign/", "/puzzles/")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that pages are kept by."""
    now = [1_000.0]
    monkeypatch.setattr(visitor_pages, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def starry(ada: User) -> Total:
    return Total.objects.create(pk=ada.pk, stars=7, since=ada.joined_at, listed=True)


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def without_secrets(html: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value|nonce)="[^"]+"', "", html)


@pytest.mark.parametrize("path", KEPT)
def test_the_next_visitor_gets_the_same_page_without_a_query(
    db: None, clock: list[float], path: str
) -> None:
    first = page(Client(), path)
    with recorded() as statements:
        second = page(Client(), path)
    assert statements == []
    assert without_secrets(second) == without_secrets(first)
    assert "\0" not in second


@pytest.mark.parametrize("path", KEPT)
def test_each_visitor_gets_a_token_a_nonce_and_headers_of_their_own(
    db: None, clock: list[float], path: str
) -> None:
    tokens, nonces = set(), set()
    for _ in range(3):
        response = Client(enforce_csrf_checks=True).get(path)
        html = response.content.decode()
        tokens |= set(re.findall(r'csrfmiddlewaretoken" value="([^"]+)"', html))
        used = set(re.findall(r'nonce="([^"]+)"', html))
        assert all(f"'nonce-{one}'" in response["Content-Security-Policy"] for one in used)
        nonces |= used
        assert "Cookie" in response["Vary"]
        assert "private" in response["Cache-Control"]
        assert response.cookies["csrftoken"].value
    assert len(tokens) == 3
    assert len(nonces) in (0, 3)


def test_the_forms_of_a_kept_page_can_be_sent(db: None, clock: list[float]) -> None:
    page(Client(), "/leaderboards/")
    client = Client(enforce_csrf_checks=True)
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', page(client, "/leaderboards/"))
    assert token
    sent = {"csrfmiddlewaretoken": token[1], "theme": "dark", "next": "/leaderboards/"}
    assert client.post("/accounts/theme/", sent).status_code == 302
    assert 'data-theme="dark"' in page(client, "/leaderboards/")
    assert 'data-theme="system"' in page(Client(), "/leaderboards/")


@pytest.mark.parametrize("path", KEPT)
def test_nobody_gets_the_page_of_a_member_nor_a_member_that_of_a_visitor(
    as_ada: Client, clock: list[float], path: str
) -> None:
    assert "ada" in page(as_ada, path)
    assert "ada" not in page(Client(), path)
    assert "ada" in page(as_ada, path)


def test_a_guest_gets_pages_of_their_own(db: None, clock: list[float]) -> None:
    guest = Client()
    page(Client(), "/")
    guest.post("/games/first-move/", {"cell": "4"})
    name = User.objects.get(is_guest=True).name
    assert name in page(guest, "/")
    assert name not in page(Client(), "/")


def test_a_message_to_a_visitor_is_told_to_nobody_else(db: None, clock: list[float]) -> None:
    page(Client(), "/")
    client = Client()
    client.post("/games/first-move/", {"cell": "44"})
    assert "is not a free cell" in page(client, "/")
    assert "is not a free cell" not in page(Client(), "/")


def test_a_cookie_that_nobody_knows_keeps_a_page_to_oneself(
    clock: list[float], starry: Total
) -> None:
    page(Client(), "/leaderboards/")
    Total.objects.update(stars=9)
    stranger = Client()
    stranger.cookies[places.COOKIE] = "known"
    assert '<td class="n">7</td>' in page(stranger, "/leaderboards/")
    stranger.cookies["zone"] = "Europe/Zagreb"
    assert '<td class="n">9</td>' in page(stranger, "/leaderboards/")
    assert '<td class="n">7</td>' in page(Client(), "/leaderboards/")


def test_a_page_is_kept_for_three_seconds_and_no_longer(clock: list[float], starry: Total) -> None:
    assert '<td class="n">7</td>' in page(Client(), "/leaderboards/")
    Total.objects.update(stars=9)
    clock[0] += 2.9
    assert '<td class="n">7</td>' in page(Client(), "/leaderboards/")
    clock[0] += 0.2
    assert '<td class="n">9</td>' in page(Client(), "/leaderboards/")


def test_a_game_in_the_lobby_is_seen_at_once(
    ada: User, clock: list[float], django_capture_on_commit_callbacks: Any
) -> None:
    assert "No game is waiting" in page(Client(), "/lobby/")
    wanted = services.Request("classic", "lobby", "X")
    with django_capture_on_commit_callbacks(execute=True):
        match = services.new_game(user_id=ada.pk, name="ada", request=wanted)
    assert f'data-game="{match.id}"' in page(Client(), "/lobby/")


def test_what_everybody_is_told_is_seen_at_once(
    db: None, clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    page(Client(), "/campaign/")
    monkeypatch.setattr(notice, "text", "We close at noon.")
    assert "We close at noon." in page(Client(), "/campaign/")


def test_pages_by_number_are_kept_apart_and_other_questions_not_at_all(
    db: None, clock: list[float]
) -> None:
    def queries(path: str) -> int:
        page(Client(), path)
        with recorded() as statements:
            page(Client(), path)
        return len(statements)

    assert queries("/leaderboards/?page=2") == 0
    for path in ("?page=x", "?page=1&page=2", "?from=mail", "?page=1000000"):
        assert queries(f"/leaderboards/{path}") > 0, path


def test_a_puzzle_is_kept_but_no_try_at_it(db: None, clock: list[float]) -> None:
    path = f"/puzzles/{next(iter(collection.pool()))}/"
    first = page(Client(), path)
    assert without_secrets(page(Client(), path)) == without_secrets(first)
    answer = Client().post(path, {"cell": "z9z"})
    assert answer.status_code == 400
    assert "z9z" in answer.content.decode()
    assert "z9z" not in page(Client(), path)


def view_that(says: Any) -> Any:
    @same_for_visitors("test")
    def view(request: HttpRequest) -> HttpResponse:
        found: HttpResponse = says(request)
        return found

    return view


def test_a_page_drawn_before_a_change_is_not_kept_after_it(db: None, clock: list[float]) -> None:
    drawn = []

    def says(request: HttpRequest) -> HttpResponse:
        drawn.append(request)
        PAGES.forget("test")  # somebody else's change, while this page is drawn
        return HttpResponse("a list")

    request = visitor()
    view_that(says)(request)
    view_that(says)(request)
    assert len(drawn) == 2


@pytest.mark.parametrize(
    "answer",
    [
        HttpResponse("gone", status=404),
        HttpResponse("mine", headers={"Cache-Control": "no-store"}),
        HttpResponse(f"the key is {'k' * 64}"),
    ],
)
def test_what_may_not_be_anybody_s_is_not_kept(
    db: None, clock: list[float], answer: HttpResponse
) -> None:
    drawn = []

    def says(request: HttpRequest) -> HttpResponse:
        drawn.append(request)
        return answer

    for _ in range(2):
        view_that(says)(visitor())
    assert len(drawn) == 2


def visitor() -> HttpRequest:
    """A request as it reaches a view from somebody without a session."""
    from csp.middleware import CSPMiddleware
    from django.contrib.auth.middleware import AuthenticationMiddleware
    from django.contrib.sessions.middleware import SessionMiddleware

    request = RequestFactory().get("/anywhere/")
    for middleware in (SessionMiddleware, AuthenticationMiddleware, CSPMiddleware):
        middleware(lambda request: HttpResponse()).process_request(request)
    return request


def test_only_so_many_pages_are_kept(
    monkeypatch: pytest.MonkeyPatch, db: None, clock: list[float]
) -> None:
    monkeypatch.setattr(visitor_pages, "MOST", 2)
    for number in (1, 2, 3):
        page(Client(), f"/leaderboards/?page={number}")
    with recorded() as statements:
        page(Client(), "/leaderboards/?page=3")
    assert statements == []
    with recorded() as statements:
        page(Client(), "/leaderboards/?page=1")
    assert statements != []
