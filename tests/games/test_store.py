"""Many commits in one transaction: each gets its own answer, and what fails fails alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from accounts.models import User
from games import recent as memory
from games import selectors, services, store
from games.match import Action, Match, Seat, decide
from games.models import Game, Move
from games.recent import Known, Recent, recent
from games.services.verify import verify
from games.signals import game_changed, game_finished
from games.writer import Writer
from tests.games.conftest import Play, person

Many = list[Match]


@pytest.fixture
def many(ada: User, grace: User) -> Many:
    """Five games between ada (X) and grace (O)."""
    seats = {"X": person("X", ada), "O": person("O", grace)}
    return [
        services.open_game(by=ada.pk, variant="classic", kind="friend", seats=seats)
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
    return store.change(decide(match, action, services.now_ms()), action_id, Known(match))


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
    assert Move.objects.count() == len(many)


def test_of_two_changes_of_one_game_the_first_lands(many: Many) -> None:
    first, second = move(many[0], 4), move(many[0], 0)
    assert store.commit_many([first, second, move(many[1], 8)]) == [True, False, True]
    assert selectors.match(many[0].id).moves == (4,)


def test_an_action_id_that_is_there_already_fails_alone(many: Many) -> None:
    assert store.commit_many([move(many[0], 4, "again")]) == [True]
    twice = move(selectors.match(many[0].id), 0, "again")
    assert store.commit_many([twice, move(many[1], 8)]) == [False, True]
    assert selectors.match(many[0].id).moves == (4,)


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
    seats = {"X": person("X", ada), "O": person("O", grace)}
    match = services.open_game(
        by=ada.pk, variant="classic", kind="friend", seats=seats, clock=(60_000, 0)
    )
    match = play(match, 4)
    offer = Action("offer_draw", match.version, "offer", user=ada.pk)
    version = services.act(game_id=match.id, action=offer).version
    row = Game.objects.get(id=match.id)
    row.table["clock"]["since"] -= 60_001
    row.save(update_fields=["table"])
    assert services.settle(selectors.match(match.id)).status == "finished"
    assert services.act(game_id=match.id, action=offer).version == version


# --- the way of a socket's action --------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_actions_at_once_share_transactions_and_each_is_kept(many: Many) -> None:
    known = [selectors.known(match.id) for match in many]

    async def all_at_once() -> list[services.Accepted]:
        acts = [
            services.act_live(
                game_id=one.match.id,
                action=Action("place", one.match.version, "a", 4, one.match.seats[0].user),
            )
            for one in known
        ]
        return await asyncio.gather(*acts)

    accepted = async_to_sync(all_at_once)()
    assert [one.version for one in accepted] == [match.version + 1 for match in many]
    assert [selectors.match(match.id) for match in many] == [one.match for one in accepted]


@pytest.mark.django_db(transaction=True)
def test_what_memory_holds_is_checked_against_the_row(friendly: Match, ada: User) -> None:
    before = selectors.known(friendly.id)
    act(friendly, ada.pk, 4)
    recent.forget(friendly.id)
    recent.put(before)
    with pytest.raises(services.ActionRefused) as refused:
        live(friendly, ada.pk, 0, "late")
    assert (refused.value.code, refused.value.match.moves) == ("stale_version", (4,))


@pytest.mark.django_db(transaction=True)
def test_a_version_that_is_gone_is_refused_without_asking(
    friendly: Match, ada: User, django_assert_num_queries: Any
) -> None:
    """Under load most refusals are of this kind, and none of them can become untrue."""
    selectors.known(friendly.id)
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
    selectors.known(friendly.id)
    first = live(friendly, ada.pk, 4, "once")
    assert live(friendly, ada.pk, 4, "once").version == first.version
    recent.forget(friendly.id)
    assert live(friendly, ada.pk, 4, "once").version == first.version
    assert Move.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_news_of_a_batch_comes_after_its_commit(many: Many) -> None:
    heard: dict[str, int] = {}

    def hear(match: Match, **kwargs: Any) -> None:
        assert selectors.version(match.id) == match.version
        heard[match.id] = match.version

    game_changed.connect(hear)
    try:
        store.commit_many([move(match, 4) for match in many])
    finally:
        game_changed.disconnect(hear)
    assert heard == {match.id: match.version + 1 for match in many}


def act(match: Match, user: int, cell: int) -> services.Accepted:
    action = Action("place", match.version, cell=cell, user=user)
    return services.act(game_id=match.id, action=action)


def live(match: Match, user: int, cell: int, action_id: str) -> services.Accepted:
    action = Action("place", match.version, action_id, cell, user)
    return async_to_sync(services.act_live)(game_id=match.id, action=action)


# --- the writer and the memory by themselves ----------------------------------------------------


def test_the_writer_gathers_while_it_writes() -> None:
    import time

    batches: list[list[int]] = []

    def write(items: Any) -> list[bool]:
        batches.append(list(items))
        time.sleep(0.05)
        return [item % 2 == 0 for item in items]

    writer: Writer[int] = Writer(write, lambda: None)

    async def submit() -> list[bool]:
        return await asyncio.gather(*(writer.do(item) for item in range(20)))

    assert asyncio.run(submit()) == [item % 2 == 0 for item in range(20)]
    assert len(batches) <= 3
    assert [item for batch in batches for item in batch] == list(range(20))


def test_an_error_reaches_only_who_asked() -> None:
    writer: Writer[int] = Writer(
        lambda items: [ValueError("no") if item == 1 else True for item in items], lambda: None
    )

    async def submit() -> list[Any]:
        return await asyncio.gather(*(writer.do(n) for n in range(3)), return_exceptions=True)

    first, second, third = asyncio.run(submit())
    assert (first, third) == (True, True)
    assert isinstance(second, ValueError)


def test_memory_keeps_the_newest_and_no_more_than_its_limit(
    many: Many, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "LIMIT", 3)
    here = Recent()
    for match in many:
        here.put(Known(match))
    assert [here.get(match.id) is not None for match in many] == [False, False, True, True, True]
    newer = move(many[4], 0).after
    here.put(newer)
    here.put(Known(many[4]))
    assert here.get(many[4].id) == newer


def test_memory_is_read_again_after_a_while(
    friendly: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Recent()
    here.put(Known(friendly))
    monkeypatch.setattr(memory, "FRESH", 0.0)
    assert here.get(friendly.id) is None


def test_what_is_read_within_a_transaction_is_not_remembered(friendly: Match) -> None:
    assert connection.in_atomic_block
    selectors.match(friendly.id)
    assert recent.get(friendly.id) is None


def test_an_engine_seat_is_owed_a_reply(ada: User, friendly: Match) -> None:
    seats = {"X": person("X", ada), "O": Seat("O", "engine", engine="minimax")}
    match = services.open_game(by=ada.pk, variant="classic", kind="engine", seats=seats)
    assert not services.owes(match)
    assert not services.owes(friendly)
    assert services.owes(act(match, ada.pk, 0).match)
