"""What games earn, played for real: wins, draws, losses, resignations; and two at once."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import models
from games.match import Action, Seat
from games.queries import selectors
from games.services import GameSetup, act, open_game
from games.signals import game_finished
from progress.campaign import catalog, services
from progress.campaign.selectors import outcome, standing
from progress.models import Attempt
from tests.progress import oracle
from tests.progress.players import clear, clear_level, named, on_paper, perfectly, play_out
from tests.wire import PATIENCE


def stars(game_id: str) -> int | None:
    return Attempt.objects.get(game_id=game_id).stars


def start(user: User, level: int, number: int) -> str:
    return services.start_stage(user_id=user.pk, level=level, number=number)


def reach(user: User, level: int, number: int) -> str:
    """Start a stage after clearing all before it."""
    for before in range(1, level):
        clear_level(user, before)
    clear_level(user, level, number - 1)
    return start(user, level, number)


def test_a_win_at_once_earns_three_stars(ada: User) -> None:
    game_id = reach(ada, 2, 1)
    assert stars(game_id) is None
    assert outcome(game_id) is None
    play_out(ada, game_id, named("a1"))
    assert stars(game_id) == 3


def test_marks_of_the_opening_do_not_count(ada: User) -> None:
    """Two birds: two marks stand, the third blocks and forks, the fourth wins."""
    game_id = reach(ada, 2, 13)
    match = play_out(ada, game_id, named("b2", "a1", "a3"))
    assert match.outcome is not None
    assert match.outcome.winner == "X"
    assert stars(game_id) == 3
    brought = outcome(game_id)
    assert brought is not None
    assert (brought.result, brought.moves) == ("won", 2)


def test_a_loss_earns_none(ada: User) -> None:
    game_id = reach(ada, 2, 13)
    match = play_out(ada, game_id, named("a1"))
    assert match.outcome is not None
    assert match.outcome.winner == "O"
    assert stars(game_id) == 0
    assert not standing(ada.pk).stars.get((2, 13))


def test_an_attempt_is_rated_from_the_seat_that_its_player_holds(ada: User) -> None:
    """A game begun when the stage had another board counts as it was played."""
    seats = {
        "X": Seat("X", "person", ada.pk, "ada"),
        "O": Seat("O", "engine", engine="random"),
    }
    setup = GameSetup(
        by=ada.pk, variant="classic", kind="campaign", seats=seats, opening=(0, 3, 1, 4)
    )
    match = open_game(setup)
    assert catalog.at(1, 8).player == "O"
    Attempt.objects.create(game_id=match.id, user=ada, level=1, stage=8)
    play_out(ada, match.id, named("c1"))
    assert stars(match.id) == 3
    brought = outcome(match.id)
    assert brought is not None
    assert (brought.result, brought.moves) == ("won", 1)


def test_a_resignation_earns_none(ada: User) -> None:
    game_id = start(ada, 1, 1)
    match = selectors.match(game_id)
    act(game_id=game_id, action=Action("resign", match.version, user=ada.pk))
    assert stars(game_id) == 0


def test_an_aborted_attempt_earns_nothing_and_can_be_begun_again(ada: User) -> None:
    game_id = start(ada, 1, 1)
    match = selectors.match(game_id)
    act(game_id=game_id, action=Action("abort", match.version, user=ada.pk))
    assert not stars(game_id)
    assert standing(ada.pk).total == 0
    assert start(ada, 1, 1) != game_id


def test_a_draw_clears_the_last_stage(ada: User) -> None:
    game_id = reach(ada, 3, 15)
    match = play_out(ada, game_id, perfectly)
    assert match.outcome is not None
    assert match.outcome.winner is None
    assert stars(game_id) == 1
    brought = outcome(game_id)
    assert brought is not None
    assert (brought.result, brought.is_last) == ("drawn", True)


def test_a_draw_elsewhere_earns_none(ada: User) -> None:
    game_id = reach(ada, 3, 12)
    holding = next(iter(sorted(oracle.moves_worth(catalog.at(3, 12).board, 0))))
    first = named(holding)
    match = play_out(
        ada, game_id, lambda board: first(board) if board.ply == 2 else perfectly(board)
    )
    assert match.outcome is not None
    assert match.outcome.winner is None
    assert stars(game_id) == 0


def test_games_outside_the_campaign_are_left_alone(ada: User, grace: User) -> None:
    seats = {
        "X": Seat("X", "person", ada.pk, "ada"),
        "O": Seat("O", "engine", engine="random"),
    }
    match = open_game(GameSetup(by=ada.pk, variant="classic", kind="engine", seats=seats))
    act(game_id=match.id, action=Action("resign", match.version, user=ada.pk))
    assert not Attempt.objects.exists()


def test_stars_stand_and_fall_with_the_ending(ada: User) -> None:
    """A receiver that fails takes the whole ending back: no game without its stars."""
    game_id = reach(ada, 2, 1)

    def fail(**_: object) -> None:
        raise RuntimeError("the disk is full")

    game_finished.connect(fail)
    try:
        with pytest.raises(RuntimeError), transaction.atomic():
            play_out(ada, game_id, named("a1"))
    finally:
        game_finished.disconnect(fail)
    assert models.Game.objects.get(id=game_id).status == "active"
    assert stars(game_id) is None
    play_out(ada, game_id, named("a1"))
    assert stars(game_id) == 3


def test_the_best_is_kept(ada: User) -> None:
    first = reach(ada, 2, 1)
    on_paper(ada, 2, 1, 2)
    play_out(ada, first, named("a1"))
    assert standing(ada.pk).stars[2, 1] == 3
    second = start(ada, 2, 1)
    act(game_id=second, action=Action("resign", 1, user=ada.pk))
    assert stars(second) == 0
    assert standing(ada.pk).stars[2, 1] == 3


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_finish_at_once_lose_nothing(ada: User) -> None:
    clear_level(ada, 1)
    clear(ada, (2, 1))
    games = {start(ada, 2, 1): "a1", start(ada, 2, 2): "b2"}
    ready = threading.Barrier(len(games))
    trouble: list[BaseException] = []

    def finish(game_id: str, cell: str) -> None:
        try:
            ready.wait(PATIENCE)
            play_out(ada, game_id, named(cell))
        except BaseException as error:
            trouble.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=finish, args=pair) for pair in games.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not trouble
    assert [stars(game_id) for game_id in games] == [3, 3]
    assert standing(ada.pk).total == 15 + 3 + 3


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_start_at_once_share_one_game(ada: User) -> None:
    ready, opened = threading.Barrier(4), []

    def begin() -> None:
        try:
            ready.wait(PATIENCE)
            opened.append(start(ada, 1, 1))
        finally:
            connection.close()

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(opened) == 4
    assert len(set(opened)) == 1
    assert Attempt.objects.count() == 1
