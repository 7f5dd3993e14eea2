"""Quick pairing, the lobby's list, and how many games one may have waiting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import services
from games.live.visitor_pages import PAGES
from games.match import Match, Refused
from games.models import Game
from games.queries import selectors
from games.queries.lobby import OFFERS_AT_ONCE, Terms, waiting_on
from games.services.new import MOST_OPEN
from tests.bench.plans import examined, recorded

BLITZ = services.Request("classic", "lobby", clock=(60, 2))


def pair(user: User, request: services.Request = BLITZ, *, there: bool = True) -> Match:
    return services.pair(
        user_id=user.pk, name=user.name, request=request, present=lambda game: there
    )


def test_the_first_waits_and_the_second_sits_down(ada: User, grace: User) -> None:
    waiting = pair(ada)
    assert waiting.status == "open"
    found = pair(grace)
    assert (found.id, found.status) == (waiting.id, "active")
    assert {seat.user for seat in found.seats} == {ada.pk, grace.pk}


def test_asking_twice_goes_on_waiting_at_the_same_game(ada: User) -> None:
    assert pair(ada).id == pair(ada).id


def test_a_second_press_leads_to_the_game_that_the_first_one_began(ada: User, grace: User) -> None:
    waiting = pair(ada)
    assert pair(grace).id == waiting.id
    assert pair(grace).id == waiting.id
    assert pair(ada).id == waiting.id
    later = timezone.now() + timedelta(seconds=11)
    with time_machine.travel(later, tick=False):
        assert pair(grace).id != waiting.id
    assert Game.objects.count() == 2


@pytest.mark.parametrize(
    "other",
    [
        services.Request("dstru", "lobby", clock=(60, 2)),
        services.Request("classic", "lobby", clock=(60, 5)),
        services.Request("classic", "lobby", clock=(180, 2)),
        services.Request("classic", "lobby"),
        services.Request("classic", "lobby", clock=(60, 2), rated=True),
    ],
)
def test_other_terms_do_not_meet(ada: User, grace: User, other: services.Request) -> None:
    assert pair(ada).id != pair(grace, other).id
    assert Game.objects.filter(status="open").count() == 2


def test_games_for_a_friend_for_three_or_by_other_rules_are_not_paired(
    ada: User, grace: User
) -> None:
    clock = (60, 2)
    for request in (
        services.Request("dstru", "friend", clock=clock),
        services.Request("dstru", "lobby", clock=clock, rules=services.Rules(dos="person")),
        services.Request("dstru", "lobby", clock=clock, rules=services.Rules(option="exact")),
    ):
        services.new_game(user_id=ada.pk, name="ada", request=request)
    assert pair(grace, services.Request("dstru", "lobby", clock=clock)).status == "open"


def test_nobody_is_sent_to_a_game_whose_opener_left(ada: User, grace: User) -> None:
    assert pair(ada).id != pair(grace, there=False).id


def test_of_many_games_with_nobody_at_them_the_one_with_its_opener_is_found(grace: User) -> None:
    waiting = [_offer(number) for number in range(OFFERS_AT_ONCE + 2)]
    there = waiting[-1].id
    found = services.pair(
        user_id=grace.pk, name="grace", request=BLITZ, present=lambda game: game.id == there
    )
    assert (found.id, found.status) == (there, "active")


def test_of_many_games_only_the_longest_waiting_are_read(grace: User) -> None:
    waiting = [_offer(number) for number in range(OFFERS_AT_ONCE + 2)]
    seen: list[str] = []
    with recorded() as statements:
        found = services.pair(
            user_id=grace.pk,
            name="grace",
            request=BLITZ,
            present=lambda game: bool(seen.append(game.id)) or len(seen) == 2,
        )
    assert seen == [one.id for one in waiting[:2]]
    assert found.id == seen[-1]
    read = [params for sql, params in statements if sql.startswith("SELECT")]
    assert not any(waiting[0].id in (values or ()) for values in read)


def test_offers_are_found_by_their_terms(grace: User) -> None:
    for number in range(30):
        _offer(number, services.Request("classic", "lobby", clock=(180, 2)))
    there = _offer(30)
    with recorded() as statements:
        found = [one.id for one in waiting_on(Terms("classic", 60_000, 2_000, rated=False))]
    assert found == [there.id]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
        assert examined(list(statements))[0] == 1


def _offer(number: int, request: services.Request = BLITZ) -> Match:
    user = User.objects.create_user(f"opener{number}")
    return services.new_game(user_id=user.pk, name=user.name, request=request)


@pytest.mark.django_db(transaction=True)
def test_however_many_ask_at_once_they_meet_two_by_two() -> None:
    people = [User.objects.create_user(f"guest{number}") for number in range(8)]

    def ask(user: User) -> None:
        try:
            pair(user)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, people))
    assert list(Game.objects.values_list("status", flat=True)) == ["active"] * 4
    seated = [seat.user_id for game in Game.objects.all() for seat in game.seats.all()]
    assert sorted(filter(None, seated)) == sorted(user.pk for user in people)


def test_a_button_of_the_lobby_pairs(as_ada: Client, as_grace: Client) -> None:
    asked = {"terms": "classic 60+2"}
    first = as_ada.post("/lobby/pair/", asked)
    second = as_grace.post("/lobby/pair/", asked)
    assert first["Location"] == second["Location"]
    assert selectors.match(first["Location"].split("/")[2]).status == "active"
    page = as_ada.post("/lobby/pair/", {"terms": "chess 1+1"}, follow=True)
    assert b"The lobby offers no game" in page.content
    assert as_ada.get("/lobby/pair/").status_code == 405


@pytest.mark.long
def test_a_game_nobody_waits_at_is_not_listed(client: Client, open_match: Match) -> None:
    assert b"Take the seat" in client.get("/lobby/").content
    Game.objects.update(created_at=timezone.now() - timedelta(minutes=2))
    PAGES.clear()  # a visitor's page may be some seconds old
    assert b"Take the seat" not in client.get("/lobby/").content


def test_private_games_are_never_listed(client: Client, ada: User) -> None:
    wanted = services.Request("classic", "friend", "X")
    services.new_game(user_id=ada.pk, name="ada", request=wanted)
    assert b"Take the seat" not in client.get("/lobby/").content


def test_an_open_game_is_withdrawn_once_and_never_under_somebody_who_sat_down(
    open_match: Match, ada: User, grace: User
) -> None:
    services.join(game_id=open_match.id, user_id=grace.pk, name="grace")
    assert services.withdraw(game_id=open_match.id) is False
    other = pair(ada)
    assert services.withdraw(game_id=other.id) is True
    assert services.withdraw(game_id=other.id) is False
    assert selectors.match(other.id).status == "aborted"


def test_one_person_may_have_so_many_games_waiting(as_ada: Client, ada: User) -> None:
    for _ in range(MOST_OPEN):
        services.new_game(user_id=ada.pk, name="ada", request=services.Request("classic", "friend"))
    with pytest.raises(Refused) as refused:
        services.new_game(user_id=ada.pk, name="ada", request=services.Request("classic", "lobby"))
    assert refused.value.code == "too_many"
    body = {"variant": "classic", "opponent": "friend"}
    answer = as_ada.post("/api/games/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
    engine = services.Request("classic", "engine:smart")
    assert services.new_game(user_id=ada.pk, name="ada", request=engine).status == "active"
