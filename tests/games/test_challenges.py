"""Challenges: ask, accept once, decline, withdraw, expire, limits, guests."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.models import User
from games import services
from games.match import Match, Refused
from games.models import Challenge, Game
from games.queries import selectors, social
from games.services.challenges import KEPT, merge_challenges
from tests.conftest import logged_in
from tests.markup import html_of

URL = "/challenges/new/"
CALM = services.Request("classic", "friend", "X")
BLITZ = services.Request("classic", "friend", "X", (60, 2))
RATED = services.Request("classic", "friend", "X", (60, 2), rated=True)


def challenge(by: User, to: User, request: services.Request = CALM) -> Challenge:
    return services.challenge(by=by.pk, to=to.pk, request=request)


def accept(asked: Challenge, user: User) -> Match:
    return services.accept(challenge_id=asked.pk, user_id=user.pk)


def late(asked: Challenge) -> None:
    """Let the time to answer be over."""
    Challenge.objects.filter(pk=asked.pk).update(expires_at=timezone.now() - timedelta(seconds=1))


def send(client: Client, to: str, **fields: str) -> Any:
    return client.post(URL, {"to": to, "variant": "classic", "seat": "O", **fields})


def press(client: Client, asked: Challenge, what: str, **headers: str) -> Any:
    return client.post(f"/challenges/{asked.pk}/{what}/", headers=headers)


# --- asking and answering ----------------------------------------------------------------------


def test_a_challenge_is_shown_to_both_and_begins_a_game(
    as_ada: Client, as_grace: Client, ada: User, grace: User
) -> None:
    assert send(as_ada, "grace", clock="60+2")["Location"] == "/challenges/"
    asked = Challenge.objects.get()
    assert "You have challenged grace." in html_of(as_ada.get("/challenges/"))
    page = html_of(as_grace.get("/rules/"))
    assert "grace challenges" not in page
    assert "ada challenges you.</b><span>Classic 3×3, 1 min + 2 s, you play X.</span>" in page
    answer = press(as_grace, asked, "accept")
    asked.refresh_from_db()
    assert answer["Location"] == f"/games/{asked.game_id}/"
    match = selectors.match(str(asked.game_id))
    assert {seat.name: seat.user for seat in match.seats} == {"X": grace.pk, "O": ada.pk}
    assert (match.status, match.kind, match.clock.base) == ("active", "friend", 60_000)  # type: ignore[union-attr]
    news = html_of(as_ada.get("/rules/"))
    assert "grace has accepted your challenge." in news
    assert f'href="/games/{match.id}/">Go to the game' in news


def test_a_rated_challenge_begins_a_rated_pair(ada: User, grace: User) -> None:
    match = accept(challenge(ada, grace, RATED), grace)
    assert match.rated
    assert [seat.rating for seat in match.seats] == [1500, 1500]


def test_a_game_for_three_leaves_the_third_seat_to_chance(ada: User, grace: User) -> None:
    match = accept(challenge(ada, grace, services.Request("dstru", "friend", "random")), grace)
    assert [seat.kind for seat in match.seats if seat.user is None] == ["neutral"]
    assert match.status == "active"


def test_accepting_twice_leads_to_one_game(ada: User, grace: User) -> None:
    asked = challenge(ada, grace)
    assert accept(asked, grace).id == accept(asked, grace).id
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_accepting_at_the_same_moment_leads_to_one_game(ada: User, grace: User) -> None:
    asked = challenge(ada, grace, BLITZ)

    def once(_: int) -> str:
        try:
            return accept(asked, grace).id
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(once, range(4)))) == 1
    assert Game.objects.count() == 1


def test_scripts_get_the_address_of_the_game_or_the_reason(
    as_grace: Client, ada: User, grace: User
) -> None:
    asked = challenge(ada, grace)
    answer = press(as_grace, asked, "accept", Accept="application/json")
    asked.refresh_from_db()
    assert answer.json() == {"url": f"/games/{asked.game_id}/"}
    refused = press(as_grace, asked, "decline", Accept="application/json")
    assert refused.status_code == 409
    assert refused.json() == {"message": "grace has accepted this challenge."}


def test_declining_is_told_to_the_challenger(
    as_ada: Client, as_grace: Client, ada: User, grace: User
) -> None:
    asked = challenge(ada, grace)
    assert press(as_grace, asked, "decline")["Location"] == "/challenges/"
    assert "grace has declined your challenge." in html_of(as_ada.get("/rules/"))
    with pytest.raises(Refused, match="grace has declined this challenge"):
        accept(asked, grace)


def test_a_withdrawn_challenge_cannot_be_accepted(
    as_ada: Client, as_grace: Client, ada: User, grace: User
) -> None:
    asked = challenge(ada, grace)
    press(as_ada, asked, "withdraw")
    page = html_of(as_grace.post(f"/challenges/{asked.pk}/accept/", follow=True))
    assert "ada has withdrawn this challenge." in page
    assert not Game.objects.exists()


@pytest.mark.parametrize("what", ["accept", "decline", "withdraw"])
def test_a_challenge_of_others_is_nobody_else_s(
    client: Client, as_stranger: Client, as_ada: Client, ada: User, grace: User, what: str
) -> None:
    asked = challenge(ada, grace)
    wrong = [client, as_stranger, logged_in(grace) if what == "withdraw" else as_ada]
    assert [press(one, asked, what).status_code for one in wrong] == [404] * 3
    assert as_ada.post(f"/challenges/zzz/{what}/").status_code == 404
    asked.refresh_from_db()
    assert asked.is_waiting


@pytest.mark.parametrize("busy", ["ada", "grace"])
def test_nobody_begins_a_second_game_with_a_clock(
    ada: User, grace: User, stranger: User, busy: str
) -> None:
    asked, calm = challenge(ada, grace, BLITZ), challenge(grace, ada)
    who = ada if busy == "ada" else grace
    accept(challenge(stranger, who, BLITZ), who)
    said = "ada is in a game" if busy == "ada" else "You are in a game with a clock. Finish it"
    with pytest.raises(Refused, match=said):
        accept(asked, grace)
    assert asked.is_waiting
    assert accept(calm, ada).clock is None


# --- time --------------------------------------------------------------------------------------


def test_with_a_clock_a_challenge_waits_ten_minutes_and_else_a_day(ada: User, grace: User) -> None:
    rows = challenge(ada, grace, BLITZ), challenge(grace, ada)
    waits = [row.expires_at - row.made_at for row in rows]
    assert waits == [timedelta(minutes=10), timedelta(days=1)]


def test_an_expired_challenge_is_gone_for_both_before_it_is_swept(
    as_ada: Client, ada: User, grace: User
) -> None:
    asked = challenge(ada, grace)
    late(asked)
    assert social.asked(grace.pk) == []
    assert "grace has not answered your challenge." in html_of(as_ada.get("/challenges/"))
    with pytest.raises(Refused, match="time to answer this challenge is over"):
        accept(asked, grace)
    challenge(ada, grace)


def test_the_sweep_closes_stale_challenges_and_forgets_old_ones(ada: User, grace: User) -> None:
    late(challenge(ada, grace))
    done = services.sweep()
    assert (done["challenges"], done["old_challenges"]) == (1, 0)
    assert Challenge.objects.get().status == "expired"
    Challenge.objects.update(made_at=timezone.now() - KEPT - timedelta(hours=1))
    assert services.sweep()["old_challenges"] == 1
    assert not Challenge.objects.exists()


# --- limits and bad input ----------------------------------------------------------------------


def test_one_challenge_at_a_time_to_one_person(as_ada: Client, ada: User, grace: User) -> None:
    challenge(ada, grace)
    page = send(as_ada, "grace", seat="O")
    assert page.status_code == 429
    assert "You have challenged grace already." in html_of(page)
    assert page.context["form"]["seat"].value() == "O"


def test_there_is_an_end_to_challenges_that_wait(
    ada: User, grace: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.challenges.MOST_WAITING", 1)
    late(challenge(ada, grace))
    challenge(ada, stranger)
    with pytest.raises(Refused, match="1 of your challenges wait"):
        challenge(ada, grace)


def test_a_flood_is_answered_with_429(as_ada: Client, grace: User) -> None:
    times, _ = settings.LIMITS["challenge"]
    statuses = [send(as_ada, "grace").status_code for _ in range(times + 1)]
    assert statuses == [302] + [429] * times
    assert "Too many challenges." in html_of(send(as_ada, "grace"))


@pytest.mark.parametrize(
    ("field", "value"), [("seat", "Tres"), ("seat", ""), ("clock", "1+1"), ("seat", "X" * 999)]
)
def test_terms_that_cannot_be_are_refused_beside_the_field(
    as_ada: Client, grace: User, field: str, value: str
) -> None:
    page = send(as_ada, "grace", **{field: value})
    assert page.status_code == 400
    assert page.context["form"].errors[field]
    assert not Challenge.objects.exists()


def test_a_rated_game_needs_a_clock(as_ada: Client, grace: User) -> None:
    page = send(as_ada, "grace", rated="on")
    assert page.status_code == 422
    assert "A rated game needs a clock." in html_of(page)


def test_nobody_challenges_themselves_or_nobody(as_ada: Client, ada: User) -> None:
    assert send(as_ada, "ada")["Location"] == "/challenges/"
    assert send(as_ada, "nobody").status_code == 404
    with pytest.raises(Refused, match="cannot challenge yourself"):
        challenge(ada, ada)


def test_nothing_begins_during_maintenance(ada: User, grace: User) -> None:
    asked = challenge(ada, grace)
    services.begin_maintenance("We are back at noon.")
    with pytest.raises(services.UnderMaintenance):
        accept(asked, grace)
    asked.refresh_from_db()
    assert asked.is_waiting


# --- guests ------------------------------------------------------------------------------------


def test_a_visitor_challenges_as_a_guest(client: Client, grace: User) -> None:
    page = html_of(client.get(f"{URL}?to=grace"))
    assert "without an account, so the game is not rated" in page
    assert send(client, "grace")["Location"] == "/challenges/"
    asked = Challenge.objects.get()
    assert asked.challenger.is_guest
    assert accept(asked, grace).status == "active"


def test_a_guest_is_challenged_unrated(as_ada: Client, ada: User) -> None:
    guest = guests.create()
    with pytest.raises(Refused, match="plays without an account"):
        challenge(ada, guest, RATED)
    with pytest.raises(Refused, match="Rated games need an account"):
        challenge(guest, ada, RATED)
    assert "rated" not in as_ada.get(URL, {"to": guest.name}).context["form"].fields
    send(as_ada, guest.name)
    assert "ada challenges you" in html_of(logged_in(guest).get("/rules/"))


def test_a_merge_brings_challenges_along(ada: User, grace: User, stranger: User) -> None:
    guest = guests.create()
    challenge(guest, grace)
    challenge(stranger, guest)
    challenge(guest, ada)
    challenge(ada, grace)
    merge_challenges(guest.pk, ada.pk)
    pairs = {(row.challenger.name, row.challenged.name) for row in Challenge.objects.all()}
    assert pairs == {("ada", "grace"), ("stranger", "ada")}
