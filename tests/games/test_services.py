"""Open, join, act, advance, verify: what is kept, and what happens when two meet."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games import services
from games.match import Action, Match, decide
from games.models import Game
from games.queries import selectors
from games.queries.lobby import open_games
from games.rules import RulesError
from games.services.advance import reply
from games.services.new import MOST_OPEN
from games.services.verify import verify
from games.signals import GameChange, game_finished, games_changed
from games.storage import log, store
from tests import logs
from tests.games.conftest import Play
from tests.opening import open_game


def act(match: Match, verb: str, user: User, **more: object) -> Match:
    action = Action(verb, match.version, user=user.pk, **more)  # type: ignore[arg-type]
    return services.act(game_id=match.id, action=action).match


def test_what_is_read_is_what_was_written(friendly: Match, play: Play) -> None:
    match = play(friendly, 4, 0, 8)
    assert selectors.match(friendly.id) == match
    assert [(m.ply, m.seat, m.cell, m.version) for m in logs.moves(match.id)] == [
        (1, "X", 4, 2),
        (2, "O", 0, 3),
        (3, "X", 8, 4),
    ]


def test_an_unknown_game_is_no_game(db: None) -> None:
    with pytest.raises(selectors.NoSuchGame, match="'nowhere'"):
        selectors.match("nowhere")


def test_an_opening_is_on_the_board_before_anybody_acts(ada: User) -> None:
    match = open_game(
        ada, "campaign", options={"opening": (0, 4), "event": "L3"}, X=ada, O="minimax"
    )
    assert (match.moves, match.opening, match.to_act) == ((0, 4), 2, "X")
    assert [(one.seat, one.cell) for one in logs.moves(match.id)] == [("X", 0), ("O", 4)]


def test_an_illegal_opening_leaves_nothing_behind(ada: User) -> None:
    with pytest.raises(RulesError):
        open_game(ada, "local", options={"opening": (4, 4)})
    assert not Game.objects.exists()


def test_an_engine_that_sits_first_opens_the_game(ada: User) -> None:
    match = open_game(ada, "engine", X="smart", O=ada)
    assert (len(match.moves), match.to_act) == (1, "O")


def test_a_reply_the_server_still_owed_is_made_up_for_at_the_next_read(ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    match = act(match, "place", ada, cell=0)
    assert match.to_act == "O"
    settled = services.advance(selectors.match(match.id))
    assert settled.moves == (0, 4)
    assert services.advance(settled) == settled


def test_the_same_game_at_the_same_ply_gets_the_same_reply(ada: User) -> None:
    match = act(open_game(ada, "engine", X=ada, O="random"), "place", ada, cell=0)
    assert len({reply(match) for _ in range(20)}) == 1


def test_a_commit_on_an_old_version_changes_nothing(friendly: Match, ada: User) -> None:
    action = Action("place", friendly.version, cell=4, user=ada.pk)
    progress = decide(friendly, action, services.now_ms())
    assert store.commit(progress) is True
    assert store.commit(progress) is False
    assert len(logs.every_move()) == 1


def test_a_repeated_resignation_gets_the_same_ack(friendly: Match, ada: User) -> None:
    action = Action("resign", friendly.version, id="r", user=ada.pk)
    first = services.act(game_id=friendly.id, action=action)
    again = services.act(game_id=friendly.id, action=action)
    assert first.version == again.version == friendly.version + 1


def test_the_end_rings_inside_the_transaction(friendly: Match, play: Play, ada: User) -> None:
    class Refusing(Exception):
        pass

    def refuse(**kwargs: object) -> None:
        raise Refusing

    play(friendly, 0, 3, 1, 4)
    game_finished.connect(refuse)
    try:
        with pytest.raises(Refusing):
            act(selectors.match(friendly.id), "place", ada, cell=2)
    finally:
        game_finished.disconnect(refuse)
    assert selectors.match(friendly.id).status == "active"
    assert len(logs.every_move()) == 4


@pytest.mark.django_db(transaction=True)
def test_news_comes_after_the_commit(ada: User, friendly: Match) -> None:
    heard: list[int] = []

    def hear(changes: list[GameChange], **kwargs: object) -> None:
        [(match, *_)] = changes
        assert selectors.versions([match.id])[match.id] >= match.version
        heard.append(match.version)

    games_changed.connect(hear)
    try:
        act(friendly, "place", ada, cell=4)
    finally:
        games_changed.disconnect(hear)
    assert heard == [friendly.version + 1]


def test_a_join_begins_the_game(open_match: Match, grace: User) -> None:
    match = services.join(game_id=open_match.id, user_id=grace.pk, name="grace")
    assert (match.status, match.seat("O").title) == ("active", "grace")
    assert selectors.match(match.id) == match


@pytest.mark.django_db(transaction=True)
def test_of_many_who_join_at_once_one_sits_down(open_match: Match) -> None:
    people = [User.objects.create_user(f"guest{number}") for number in range(8)]

    def sit(user: User) -> bool:
        try:
            services.join(game_id=open_match.id, user_id=user.pk, name=user.name)
        except services.ActionRefused as refused:
            assert refused.code == "not_open"  # noqa: PT017
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(sit, people)) == 1
    match = selectors.match(open_match.id)
    assert (match.status, match.version) == ("active", open_match.version + 1)


def test_who_leaves_for_good_resigns_also_while_the_other_moves(
    friendly: Match, ada: User, grace: User, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(friendly, 4, 0, 8)
    read, versions = selectors.match, []

    def moves_meanwhile(game_id: str) -> Match:
        known = read(game_id)
        versions.append(known.version)
        if len(versions) == 2:  # it cannot be cancelled, and is to be resigned
            play(known, 1)
        return known

    monkeypatch.setattr(selectors, "match", moves_meanwhile)
    assert services.leave_all(user_id=ada.pk) == 1
    assert read(friendly.id).status == "finished"


def test_a_rematch_counts_as_a_new_game(ada: User, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "create_game": (1, 60)}
    match = open_game(ada, "engine", X=ada, O="smart")
    agreed = act(act(match, "resign", ada), "rematch", ada)
    assert agreed.rematch_game is not None
    again = act(services.advance(selectors.match(agreed.rematch_game)), "resign", ada)
    with pytest.raises(services.ActionRefused) as refused:
        act(again, "rematch", ada)
    assert (refused.value.code, refused.value.message) == (
        "too_fast",
        "Too many new games. Try again in 60 seconds.",
    )
    assert selectors.match(again.id).rematch_game is None
    assert Game.objects.count() == 2


def test_a_cancelled_game_of_the_lobby_is_tried_again_in_the_lobby(
    open_match: Match, ada: User
) -> None:
    again = act(act(open_match, "abort", ada), "rematch", ada).rematch_game
    assert again is not None
    assert [game.id for game in open_games()] == [again]


def test_nobody_has_more_games_waiting_by_trying_again(open_match: Match, ada: User) -> None:
    over = act(open_match, "abort", ada)
    for _ in range(MOST_OPEN):
        open_game(ada, "lobby", X=ada)
    with pytest.raises(services.ActionRefused) as refused:
        act(over, "rematch", ada)
    assert refused.value.code == "too_many"
    assert selectors.match(over.id).rematch_game is None


def test_a_rematch_swaps_seats_and_is_opened_once(friendly: Match, ada: User, grace: User) -> None:
    over = act(friendly, "resign", ada)
    offered = act(over, "rematch", ada)
    agreed = act(offered, "rematch", grace)
    assert agreed.rematch_game is not None
    rematch = selectors.match(agreed.rematch_game)
    assert (rematch.seat("X").user, rematch.seat("O").user) == (grace.pk, ada.pk)
    with pytest.raises(services.ActionRefused) as refused:
        act(agreed, "rematch", ada)
    assert refused.value.code == "game_over"
    assert Game.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_click_rematch_at_once_get_one_game(
    friendly: Match, ada: User, grace: User
) -> None:
    over = act(act(friendly, "resign", ada), "rematch", ada)

    def click(_: int) -> None:
        try:
            act(selectors.match(over.id), "rematch", grace)
        except services.ActionRefused:
            pass
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(click, range(6)))
    assert Game.objects.count() == 2


def test_a_rematch_with_an_engine_begins_at_once(ada: User) -> None:
    match = open_game(ada, "engine", X=ada, O="minimax")
    agreed = act(act(match, "resign", ada), "rematch", ada)
    assert agreed.rematch_game is not None
    rematch = selectors.match(agreed.rematch_game)
    assert (rematch.seat("X").engine, rematch.to_act, len(rematch.moves)) == ("minimax", "O", 1)


def test_a_flag_falls_at_the_next_read(ada: User, grace: User) -> None:
    match = open_game(ada, options={"clock": (1_000, 0)}, X=ada, O=grace)
    match = act(match, "place", ada, cell=4)
    row = Game.objects.get(id=match.id)
    row.table["clock"]["since"] -= 1_001
    row.save(update_fields=["table"])
    with pytest.raises(services.ActionRefused) as refused:
        act(match, "place", grace, cell=0)
    assert refused.value.code == "game_over"
    ended = selectors.match(match.id)
    assert (ended.outcome.winner, ended.outcome.reason) == ("X", "time")  # type: ignore[union-attr]


def test_a_sound_game_verifies(friendly: Match, play: Play) -> None:
    play(friendly, 0, 3, 1, 4, 2)
    assert verify(Game.objects.get(id=friendly.id)) == []


@pytest.mark.parametrize(
    ("change", "report"),
    [
        ({"position": "O........ X"}, "stored is 'O........ X'"),
        ({"winner": "O"}, "the board shows the result ('X', 'line')"),
    ],
)
def test_a_row_that_was_tampered_with_is_reported(
    friendly: Match, play: Play, change: dict[str, str], report: str
) -> None:
    play(friendly, 0, 3, 1, 4, 2)
    Game.objects.filter(id=friendly.id).update(**change)
    assert report in "; ".join(verify(Game.objects.get(id=friendly.id)))


def test_moves_that_were_tampered_with_are_reported(friendly: Match, play: Play) -> None:
    play(friendly, 0, 3, 1, 4, 2)
    game = Game.objects.get(id=friendly.id)
    logs.alter_move(game.id, 2, cell=0)
    game.refresh_from_db()
    assert "move 2 is illegal" in verify(game)[0]
    logs.drop_move(game.id, 2)
    game.refresh_from_db()
    assert verify(game) == ["move 2 is stored as X's, but O was to act"]
    Game.objects.filter(id=game.id).update(log=game.log[:-1])
    game.refresh_from_db()
    assert "the log ends within an entry" in verify(game)[0]
    Game.objects.filter(id=game.id).update(log=game.log[: log.BEGIN])
    game.refresh_from_db()
    assert verify(game) == [f"the log leads to version 1, stored is {game.version}"]


def test_nobody_waits_for_a_player_whose_account_is_gone(
    friendly: Match, open_match: Match, play: Play, ada: User
) -> None:
    play(friendly, 4, 0, 8)
    ada.delete()
    assert selectors.match(open_match.id).status == "aborted"
    ended = selectors.match(friendly.id)
    assert (ended.outcome.winner, ended.outcome.reason) == ("O", "resign")  # type: ignore[union-attr]


def test_a_deleted_players_games_stay_without_the_name(friendly: Match, ada: User) -> None:
    ada.delete()
    seat = selectors.match(friendly.id).seat("X")
    assert (seat.kind, seat.user, seat.title) == ("person", None, "former player")
