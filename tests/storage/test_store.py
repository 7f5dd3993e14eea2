"""Many commits in one transaction: each gets its own answer, and what fails fails alone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from msgspec.structs import replace

from accounts.models import User
from games import services
from games.match import Action, Match, allowed, decide
from games.match.offers import MOST_SAID
from games.models import Game
from games.queries import selectors
from games.services.verify import verify
from games.signals import GameChange, game_finished, games_changed
from games.storage import match_cache as memory
from games.storage import store
from games.storage.log import digest
from games.storage.match_cache import CachedMatch, MatchCache, match_cache
from tests import logs
from tests.games.conftest import Play, person
from tests.opening import open_game

Many = list[Match]


@pytest.fixture
def many(ada: User, grace: User) -> Many:
    """Five games between ada (X) and grace (O)."""
    seats = {"X": person("X", ada), "O": person("O", grace)}
    return [
        services.open_game(
            services.GameSetup(by=ada.pk, variant="classic", kind="friend", seats=seats)
        )
        for _ in range(5)
    ]


@pytest.fixture
def finishing() -> Iterator[list[str]]:
    """Ids of games whose end was rung for; a game named ``refuse`` there is refused."""
    heard: list[str] = []

    def ring(match: Match, game: Any, **kwargs: Any) -> None:
        if match.id in heard:
            raise RuntimeError("this end is refused")
        assert game.status == "finished"
        heard.append(match.id)

    game_finished.connect(ring)
    yield heard
    game_finished.disconnect(ring)


def move(match: Match, cell: int, action_id: str | None = None) -> store.Change:
    acting = match.acting_seat
    assert acting is not None
    action = Action("place", match.version, action_id, cell, acting.user)
    return store.change(decide(match, action, services.now_ms()), action_id)


def test_many_changes_land_together(many: Many) -> None:
    assert store.commit_many([move(match, 4, f"m{n}") for n, match in enumerate(many)]) == [
        True
    ] * len(many)
    assert [selectors.match(match.id).moves for match in many] == [(4,)] * len(many)
    assert not any(verify(game) for game in Game.objects.all())


def test_one_stale_row_fails_alone(many: Many) -> None:
    changes = [move(match, 4) for match in many]
    assert store.commit_many([move(many[2], 0)]) == [True]
    assert store.commit_many(changes) == [True, True, False, True, True]
    assert selectors.match(many[2].id).moves == (0,)
    assert len(logs.every_move()) == len(many)


def test_of_two_changes_of_one_game_the_first_lands(many: Many) -> None:
    first, second = move(many[0], 4), move(many[0], 0)
    assert store.commit_many([first, second, move(many[1], 8)]) == [True, False, True]
    assert selectors.match(many[0].id).moves == (4,)


@pytest.mark.parametrize("how", ["together", "afterwards", "afterwards with another game's move"])
def test_an_offer_decided_beside_a_move_does_not_land_after_it(many: Many, how: str) -> None:
    """No row of theirs collides: only the version of the game keeps them apart."""
    match = many[0]
    offer = Action("offer_draw", match.version, "offer", user=match.seats[1].user)
    offered = store.change(decide(match, offer, services.now_ms()), offer.key)
    moved = move(match, 4)
    if how == "together":
        assert store.commit_many([moved, offered]) == [True, False]
    else:
        others = [move(many[1], 4)] if how != "afterwards" else []
        assert store.commit_many([moved]) == [True]
        assert store.commit_many([offered, *others]) == [False, *[True for _ in others]]
    assert selectors.match(match.id) == moved.progress.after


def test_an_end_that_is_refused_fails_alone(many: Many, play: Play, finishing: list[str]) -> None:
    almost = [play(match, 0, 3, 1, 4) for match in many[:2]]
    finishing.append(almost[0].id)
    refused, *others = store.commit_many([*(move(match, 2) for match in almost), move(many[2], 4)])
    assert isinstance(refused, RuntimeError)
    assert others == [True, True]
    assert selectors.match(almost[0].id).status == "active"
    assert finishing == [almost[0].id, almost[1].id]


def test_an_end_rings_for_each_game_of_a_batch(
    many: Many, play: Play, finishing: list[str]
) -> None:
    almost = [play(match, 0, 3, 1, 4) for match in many[:2]]
    assert store.commit_many([move(match, 2) for match in almost]) == [True, True]
    assert sorted(finishing) == sorted(match.id for match in almost)


def test_a_change_by_the_server_keeps_the_answers(ada: User, grace: User, play: Play) -> None:
    match = open_game(ada, options={"clock": (60_000, 0)}, X=ada, O=grace)
    match = play(match, 4)
    offer = Action("offer_draw", match.version, "offer", user=ada.pk)
    version = services.act(game_id=match.id, action=offer).version
    row = Game.objects.get(id=match.id)
    row.table["clock"]["since"] -= 60_001
    row.save(update_fields=["table"])
    assert services.advance(selectors.match(match.id)).status == "finished"
    assert services.act(game_id=match.id, action=offer).version == version


def test_a_game_keeps_the_answers_to_all_offers_until_there_are_too_many(friendly: Match) -> None:
    sent = []
    for number in range(MOST_SAID):
        match = selectors.match(friendly.id)
        user = [seat.user for seat in match.seats][number // 2 % 2 ^ number % 2]
        verb = "decline_draw" if match.draw_offer else "offer_draw"
        sent.append(Action(verb, match.version, f"n{number}", user=user))
        services.act(game_id=match.id, action=sent[-1])
    versions = [services.act(game_id=friendly.id, action=action).version for action in sent]
    assert versions == [action.version + 1 for action in sent]
    match = selectors.match(friendly.id)
    assert "offer_draw" not in allowed(match, match.seats[0].user)
    late = Action("offer_draw", match.version, "late", user=match.seats[0].user)
    with pytest.raises(services.ActionRefused, match="Too many draws were offered in this game"):
        services.act(game_id=match.id, action=late)
    assert "resign" in allowed(match, match.seats[0].user)


# --- the way of a socket's action --------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_actions_at_once_share_transactions_and_each_is_kept(many: Many) -> None:
    cached = [selectors.cached(match.id) for match in many]

    async def all_at_once() -> list[services.Accepted]:
        acts = [
            services.act_live(
                game_id=one.match.id,
                action=Action("place", one.match.version, "a", 4, one.match.seats[0].user),
            )
            for one in cached
        ]
        return await asyncio.gather(*acts)

    accepted = async_to_sync(all_at_once)()
    assert [one.version for one in accepted] == [match.version + 1 for match in many]
    assert [selectors.match(match.id) for match in many] == [one.match for one in accepted]


@pytest.mark.django_db(transaction=True)
def test_what_memory_holds_is_checked_against_the_row(friendly: Match, ada: User) -> None:
    before = selectors.cached(friendly.id)
    act(friendly, ada.pk, 4)
    match_cache.forget(friendly.id)
    match_cache.put(before)
    with pytest.raises(services.ActionRefused) as refused:
        live(friendly, ada.pk, 0, "late")
    assert (refused.value.code, refused.value.match.moves) == ("stale_version", (4,))


@pytest.mark.django_db(transaction=True)
def test_a_version_that_is_gone_is_refused_without_asking(
    friendly: Match, ada: User, django_assert_num_queries: Any
) -> None:
    """Under load most refusals are of this kind, and none of them can become untrue."""
    selectors.cached(friendly.id)
    moved = live(friendly, ada.pk, 4, "first")
    with django_assert_num_queries(0):
        with pytest.raises(services.ActionRefused) as refused:
            live(friendly, ada.pk, 0, "late")
        assert live(friendly, ada.pk, 4, "first").version == moved.version
    assert (refused.value.code, refused.value.match) == ("stale_version", moved.match)


@pytest.mark.django_db(transaction=True)
def test_a_repeated_action_gets_its_answer_from_memory_or_without(
    friendly: Match, ada: User
) -> None:
    selectors.cached(friendly.id)
    first = live(friendly, ada.pk, 4, "once")
    assert live(friendly, ada.pk, 4, "once").version == first.version
    match_cache.forget(friendly.id)
    assert live(friendly, ada.pk, 4, "once").version == first.version
    assert len(logs.every_move()) == 1


@pytest.mark.django_db(transaction=True)
def test_news_of_a_batch_comes_after_its_commit(many: Many) -> None:
    heard: dict[str, int] = {}

    def hear(changes: list[GameChange], **kwargs: Any) -> None:
        for match in (change.match for change in changes):
            assert selectors.versions([match.id])[match.id] == match.version
            heard[match.id] = match.version

    games_changed.connect(hear)
    try:
        store.commit_many([move(match, 4) for match in many])
    finally:
        games_changed.disconnect(hear)
    assert heard == {match.id: match.version + 1 for match in many}


def act(match: Match, user: int, cell: int) -> services.Accepted:
    action = Action("place", match.version, cell=cell, user=user)
    return services.act(game_id=match.id, action=action)


def live(match: Match, user: int, cell: int, action_id: str) -> services.Accepted:
    action = Action("place", match.version, action_id, cell, user)
    return async_to_sync(services.act_live)(game_id=match.id, action=action)


# --- the memory by itself -------------------------------------------------------------------------


def test_memory_keeps_the_newest_and_no_more_than_its_limit(
    many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "LIMIT", 3)
    here = MatchCache()
    for match in many:
        here.put(CachedMatch(match))
    assert [here.get(match.id) is not None for match in many] == [False, False, True, True, True]
    newer = CachedMatch(move(many[4], 0).progress.after)
    here.put(newer)
    here.put(CachedMatch(many[4]))
    assert here.get(many[4].id) == newer


def test_memory_follows_a_commit_only_from_the_version_it_holds(friendly: Match) -> None:
    here, first = MatchCache(), move(friendly, 4).progress.after
    here.put(CachedMatch(friendly, {digest("1:old"): 1}))
    here.follow([GameChange(first, friendly.version, "1:new")])
    held = here.get(friendly.id)
    assert held is not None
    assert (held.match, held.answers) == (
        first,
        {digest("1:old"): 1, digest("1:new"): first.version},
    )
    here.follow([GameChange(first, friendly.version, "1:late")])
    assert here.get(friendly.id) == held
    second = move(first, 0).progress.after
    here.follow([GameChange(move(second, 8).progress.after, second.version)])
    assert here.get(friendly.id) is None


def test_memory_is_read_again_after_a_while(
    friendly: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = MatchCache()
    here.put(CachedMatch(friendly))
    monkeypatch.setattr(memory, "FRESH", 0.0)
    assert here.get(friendly.id) is None


def test_memory_keeps_no_game_that_would_be_read_again(friendly: Match) -> None:
    here, long_ago = MatchCache(), time.monotonic() - memory.FRESH - 1
    for number in range(5):
        here.put(CachedMatch(replace(friendly, id=f"old-{number}"), read=long_ago))
    here.put(CachedMatch(friendly))
    assert len(here) == 1


def test_what_is_read_within_a_transaction_is_not_remembered(friendly: Match) -> None:
    assert connection.in_atomic_block
    selectors.match(friendly.id)
    assert match_cache.get(friendly.id) is None


def test_an_engine_seat_is_owed_a_reply(ada: User, friendly: Match) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    assert not services.owes(match)
    assert not services.owes(friendly)
    assert services.owes(act(match, ada.pk, 0).match)
