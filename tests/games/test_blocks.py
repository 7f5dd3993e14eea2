"""A block keeps two people from meeting in the lobby, and neither can tell from what they see."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import people
from accounts.models import User
from games import services
from games.match import OPEN, Match
from games.queries import selectors
from tests.conftest import logged_in

TERMS = services.Request("classic", "lobby", clock=(60, 2))


def offer(user: User, opponent: str = "lobby") -> Match:
    wanted = services.Request("classic", opponent, "X", (60, 2))
    return services.new_game(user_id=user.pk, name=user.name, request=wanted)


def paired(user: User) -> Match:
    return services.pair(user_id=user.pk, name=user.name, request=TERMS, present=lambda game: True)


@pytest.fixture(params=["ada blocks", "grace blocks"])
def apart(request: pytest.FixtureRequest, ada: User, grace: User) -> None:
    """A block between two people, either way."""
    people.block(*((ada, grace) if request.param == "ada blocks" else (grace, ada)))


@pytest.mark.usefixtures("apart")
def test_the_lobby_hides_their_offers_from_each_other(
    as_ada: Client, as_grace: Client, as_stranger: Client, ada: User, grace: User
) -> None:
    games = {user.name: offer(user).id for user in (ada, grace)}
    seen = {
        name: {card.id for card in client.get("/lobby/").context["games"]}
        for name, client in {"ada": as_ada, "grace": as_grace, "stranger": as_stranger}.items()
    }
    assert seen["ada"] == {games["ada"]}
    assert seen["grace"] == {games["grace"]}
    assert seen["stranger"] == set(games.values())


@pytest.mark.usefixtures("apart")
def test_quick_pairing_passes_them_over(ada: User, grace: User, stranger: User) -> None:
    waiting = paired(ada)
    other = paired(grace)
    assert other.status == OPEN
    assert other.id != waiting.id
    assert paired(stranger).id == waiting.id


@pytest.mark.usefixtures("apart")
def test_a_seat_in_the_lobby_is_taken_for_them(grace: User, ada: User, stranger: User) -> None:
    game = offer(ada)
    with pytest.raises(services.ActionRefused) as late:
        services.join(game_id=game.id, user_id=grace.pk, name="grace")
    assert selectors.match(game.id).status == OPEN
    services.join(game_id=game.id, user_id=stranger.pk, name="stranger")
    with pytest.raises(services.ActionRefused) as taken:
        services.join(game_id=game.id, user_id=grace.pk, name="grace")
    assert (late.value.code, late.value.message) == (taken.value.code, taken.value.message)


@pytest.mark.usefixtures("apart")
def test_a_link_that_was_sent_still_lets_one_in(grace: User, ada: User) -> None:
    game = offer(ada, "friend")
    assert services.join(game_id=game.id, user_id=grace.pk, name="grace").status != OPEN


def test_the_blocked_person_s_pages_are_those_of_before(ada: User, grace: User) -> None:
    people.follow(grace, ada)
    client = logged_in(grace)
    pages = ("/friends/", "/@ada/")
    before = [client.get(page).content.decode() for page in pages]
    people.block(ada, grace)
    after = [client.get(page).content.decode() for page in pages]
    assert [plain(page) for page in after] == [plain(page) for page in before]


def plain(page: str) -> str:
    """A page without what differs each time it is asked for."""
    lines = page.splitlines()
    return "\n".join(line for line in lines if "csrf" not in line and "nonce" not in line)
