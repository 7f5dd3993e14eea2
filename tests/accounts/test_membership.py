"""From guest to member: signing up keeps the row, logging in offers to merge; games go on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts import guests, membership
from accounts.models import KnownPlace, User
from accounts.sessions import stored_key
from games import models, services
from games.live.session import users_of
from games.match import Action, Match
from games.queries import selectors
from progress.campaign import selectors as progress
from progress.campaign import totals
from progress.models import Attempt, ExerciseToRepeat, PuzzleTry, Rush
from progress.people import places
from progress.puzzles import puzzle_attempts
from progress.puzzles.day_clock import midnight
from tests.conftest import PASSWORD
from tests.markup import html_of
from tests.opening import open_game

FORM = {"name": "Ada", "password1": PASSWORD, "password2": PASSWORD}
LOG_IN = {"username": "ada", "password": PASSWORD}


@pytest.fixture
def guest(visitor: Client) -> User:
    """Who ``visitor`` is, after starting a stage of the campaign."""
    visitor.post("/campaign/1/1/")
    return User.objects.get(is_guest=True)


def against(x: User, o: User) -> Match:
    """A running game between two people, whose X has moved."""
    match = open_game(x, X=x, O=o)
    act = Action("place", match.version, cell=4, user=x.pk)
    return services.act(game_id=match.id, action=act).match


def key(client: Client) -> str:
    return client.cookies["sessionid"].value


def names(match: Match) -> list[str]:
    return [seat.title for seat in selectors.match(match.id).seats]


# --- signing up ----------------------------------------------------------------------------


def test_signing_up_keeps_the_row_and_what_hangs_on_it(visitor: Client, guest: User) -> None:
    assert "You keep all you did as" in html_of(visitor.get("/accounts/sign-up/"))
    response = visitor.post("/accounts/sign-up/", {**FORM, "next": "/campaign/"}, follow=True)
    assert "Your account is ready, with all your games and stars." in html_of(response)
    member = User.objects.get()
    assert (member.pk, member.name, member.is_guest) == (guest.pk, "Ada", False)
    assert member.check_password(PASSWORD)
    assert Attempt.objects.get().user == member
    assert visitor.session["_auth_user_id"] == str(member.pk)
    assert Client().post("/accounts/login/", LOG_IN).status_code == 302
    assert KnownPlace.objects.filter(user=member).exists()


def test_a_running_game_shows_the_new_name(visitor: Client, guest: User, grace: User) -> None:
    match = against(guest, grace)
    visitor.post("/accounts/sign-up/", FORM)
    assert names(match) == ["Ada", "grace"]
    after = selectors.match(match.id)
    assert (after.moves, after.to_act, after.version) == ((4,), "O", match.version + 1)


def test_the_session_gets_a_new_key_and_the_old_one_logs_nobody_in(
    visitor: Client, guest: User
) -> None:
    before = key(visitor)
    visitor.post("/accounts/sign-up/", FORM)
    assert key(visitor) != before
    thief = Client()
    thief.cookies["sessionid"] = before
    assert "who-name" not in html_of(thief.get("/"))
    assert "Log in" in html_of(thief.get("/"))


def test_a_socket_of_the_old_key_logs_nobody_in(visitor: Client, guest: User) -> None:
    before = stored_key(key(visitor))
    assert users_of([before]) == {before: guest.pk}
    visitor.post("/accounts/sign-up/", FORM)
    now = stored_key(key(visitor))
    assert users_of([before, now]) == {now: guest.pk}
    visitor.post("/accounts/logout/")
    assert users_of([before, now]) == {}


def test_a_name_that_is_taken_leaves_the_guest_as_before(
    visitor: Client, guest: User, ada: User
) -> None:
    before = stored_key(key(visitor))
    page = visitor.post("/accounts/sign-up/", FORM)
    assert "“Ada” is taken." in html_of(page)
    guest.refresh_from_db()
    assert guest.is_guest
    assert users_of([before]) == {before: guest.pk}


def test_a_name_taken_in_the_same_moment_leaves_the_guest_as_before(
    visitor: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    from accounts import names as rules

    monkeypatch.setattr(rules, "check_free", lambda name: User.objects.create_user(name))
    page = visitor.post("/accounts/sign-up/", FORM)
    assert "“Ada” is taken." in html_of(page)
    guest.refresh_from_db()
    assert guest.is_guest
    assert visitor.session["_auth_user_id"] == str(guest.pk)


def test_of_two_tabs_that_sign_up_the_first_counts(visitor: Client, guest: User) -> None:
    account = User(name="Grace", password="!")
    request: Any = visitor.get("/accounts/sign-up/").wsgi_request
    visitor.post("/accounts/sign-up/", FORM)
    assert membership.sign_up(request, guest, account) is False
    assert User.objects.get().name == "Ada"


# --- logging in to an account --------------------------------------------------------------


def log_in(client: Client, **fields: str) -> Any:
    return client.post("/accounts/login/", {**LOG_IN, **fields}, follow=True)


def test_a_guest_who_logs_in_is_asked(visitor: Client, guest: User, ada: User) -> None:
    page = log_in(visitor, next="/campaign/")
    assert page.redirect_chain == [("/accounts/merge/?next=%2Fcampaign%2F", 302)]
    said = html_of(page)
    assert f"you played as {guest.name}: 1 game, still going on." in said
    assert visitor.session["_auth_user_id"] == str(ada.pk)
    assert set(User.objects.all()) == {guest, ada}


def test_who_did_nothing_is_not_asked(visitor: Client, guest: User, ada: User) -> None:
    models.Game.objects.all().delete()
    assert log_in(visitor).redirect_chain == [("/", 302)]
    assert User.objects.get() == ada


def test_everything_that_would_be_lost_is_named(grace: User) -> None:
    guest, today = guests.create(), puzzle_attempts.today()
    services.challenge(by=guest.pk, to=grace.pk, request=services.Request("classic", "friend"))
    PuzzleTry.objects.create(user=guest, puzzle="a", day=today, solved=None)
    ExerciseToRepeat.objects.create(
        user=guest, lesson="alpha", seed="s", number=1, step=0, due=today
    )
    Rush.objects.create(user=guest, best=3)
    held = ["1 challenge", "1 puzzle", "1 exercise", "a best of 3 in the rush"]
    assert membership.held_by(guest) == held


def test_an_answer_that_is_none_is_asked_again(visitor: Client, guest: User, ada: User) -> None:
    log_in(visitor)
    assert visitor.post("/accounts/merge/", {"answer": "perhaps"}).status_code == 400
    assert "/accounts/merge/" in html_of(visitor.get("/accounts/settings/"))
    assert User.objects.filter(is_guest=True).exists()


def test_left_behind_is_deleted(visitor: Client, guest: User, ada: User) -> None:
    log_in(visitor)
    page = visitor.post("/accounts/merge/", {"answer": "leave"}, follow=True)
    assert f"We have deleted what you did as {guest.name}." in html_of(page)
    assert User.objects.get() == ada
    assert not models.Game.objects.exists()


def test_nobody_merges_a_guest_they_were_not(guest: User, as_ada: Client) -> None:
    assert as_ada.get("/accounts/merge/")["Location"] == "/"
    assert as_ada.post("/accounts/merge/", {"answer": "bring"})["Location"] == "/"
    assert User.objects.filter(is_guest=True).exists()


def test_brought_along_goes_on_in_the_account(
    visitor: Client, guest: User, ada: User, grace: User
) -> None:
    match = against(guest, grace)
    log_in(visitor)
    page = visitor.post("/accounts/merge/", {"answer": "bring", "next": "/campaign/"})
    assert page["Location"] == "/campaign/"
    assert not User.objects.filter(is_guest=True).exists()
    after = selectors.match(match.id)
    assert names(match) == ["ada", "grace"]
    assert (after.status, after.moves, after.to_act) == ("active", (4,), "O")
    assert after.seat_of(ada.pk) == "X"
    assert models.Game.objects.filter(created_by=ada).count() == 2
    assert Attempt.objects.get().user == ada


def test_the_reset_of_a_password_offers_it_too(visitor: Client, guest: User, ada: User) -> None:
    from django.contrib.auth.tokens import default_token_generator
    from django.utils.encoding import force_bytes
    from django.utils.http import urlsafe_base64_encode

    place = urlsafe_base64_encode(force_bytes(ada.pk))
    link = f"/accounts/password-reset/{place}/{default_token_generator.make_token(ada)}/"
    page = visitor.get(link, follow=True)
    form = {"new_password1": "another-board-9", "new_password2": "another-board-9"}
    answer = visitor.post(page.redirect_chain[-1][0], form)
    assert answer["Location"].startswith("/accounts/merge/?next=")


# --- the best of both ----------------------------------------------------------------------


def attempt(user: User, stars: int) -> None:
    match = against(user, user)
    models.Game.objects.filter(pk=match.id).update(kind="campaign")
    Attempt.objects.create(game_id=match.id, user=user, level=1, stage=1, stars=stars)
    totals.renew([user.pk])


@pytest.mark.parametrize(("theirs", "own"), [(3, 1), (1, 3)])
def test_of_stars_the_better_count(ada: User, theirs: int, own: int) -> None:
    guest = guests.create()
    attempt(guest, theirs)
    attempt(ada, own)
    membership.merge(guest, ada)
    assert progress.standing(ada.pk).total == 3
    assert Attempt.objects.filter(user=ada).count() == 2


def test_of_puzzles_the_better_try_counts_and_streaks_join(ada: User) -> None:
    guest, today = guests.create(), puzzle_attempts.today()
    day = puzzle_attempts.DAY
    rows = [
        (guest, "a", None, True),
        (ada, "a", None, False),
        (guest, "b", None, False),
        (ada, "b", None, True),
        (guest, "c", None, False),
        (guest, "d", today, True),
        (ada, "e", today - day, True),
        (guest, "e", today - day, False),
        (guest, "f", today - 2 * day, True),
    ]
    for user, puzzle, on, solved in rows:
        row = PuzzleTry.objects.create(user=user, puzzle=puzzle, day=on, solved=solved)
        if on:
            PuzzleTry.objects.filter(pk=row.pk).update(at=midnight(on, "UTC"))
    membership.merge(guest, ada)
    record = puzzle_attempts.record(ada.pk)
    assert (record.solved, record.failed) == ({"a", "b", "d", "e", "f"}, {"c"})
    assert record.streak == puzzle_attempts.Streak(3, 3)
    assert not PuzzleTry.objects.exclude(user=ada).exists()


def test_a_game_in_which_both_are_seated_stays_with_the_guest(ada: User, grace: User) -> None:
    guest = guests.create()
    both, other = against(guest, ada), against(guest, grace)
    membership.merge(guest, ada)
    assert names(both) == [guest.name, "ada"]
    assert names(other) == ["ada", "grace"]
    assert selectors.match(both.id).version == both.version
    assert User.objects.filter(pk=guest.pk, is_guest=True).exists()


def test_both_seats_at_one_screen_move(ada: User) -> None:
    guest = guests.create()
    match = against(guest, guest)
    membership.merge(guest, ada)
    assert {seat.user for seat in selectors.match(match.id).seats} == {ada.pk}


def test_a_merge_that_fails_halfway_changes_nothing(
    ada: User, grace: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = guests.create()
    match = against(guest, grace)
    monkeypatch.setattr("progress.receivers.merge_progress", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        membership.merge(guest, ada)
    assert names(match) == [guest.name, "grace"]
    assert User.objects.filter(pk=guest.pk).exists()


def test_members_are_never_merged(ada: User, grace: User) -> None:
    match = against(ada, grace)
    membership.merge(ada, grace)
    membership.merge(guests.create(), guests.create())
    assert names(match) == ["ada", "grace"]
    assert User.objects.count() == 4


# --- a guest who is gone -------------------------------------------------------------------


def test_games_against_people_stay_with_a_seat_called_guest(ada: User, as_ada: Client) -> None:
    guest = guests.create()
    met, alone = against(guest, ada), against(guest, guest)
    guest.delete()
    assert names(met) == ["Guest", "ada"]
    assert selectors.match(met.id).status == "aborted"
    assert not models.Game.objects.filter(pk=alone.id).exists()
    page = html_of(as_ada.get(f"/games/{met.id}/"))
    assert re.search(r'<span class="name">Guest</span>', page)
    assert "Guest" in html_of(as_ada.get("/games/"))


def test_a_guests_seat_leads_to_no_profile(ada: User, as_ada: Client) -> None:
    guest = guests.create()
    page = html_of(as_ada.get(f"/games/{against(guest, ada).id}/"))
    assert f'<span class="name">{guest.name}</span>' in page
    assert 'href="/@ada/"' in page
    assert as_ada.get(f"/@{guest.name}/").status_code == 404


def test_guests_stand_on_no_leaderboard(ada: User, as_ada: Client) -> None:
    guest = guests.create()
    attempt(guest, 3)
    attempt(ada, 1)
    assert [row["user_id"] for row in progress.leaderboard()] == [ada.pk]
    assert places.place(guest.pk) is None
