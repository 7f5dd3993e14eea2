"""What games earn, played for real: wins, draws, losses, resignations; and two at once."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from accounts.models import User
from games import models, selectors
from games.match import Action, Seat
from games.services import GameSetup, act, open_game
from games.signals import game_finished
from progress import services
from progress.models import Attempt
from progress.selectors import outcome, standing
from tests.progress.players import clear, clear_level, named, on_paper, perfectly, play_out
from tests.wire import PATIENCE


def stars(game_id: str) -> int | None:
    return Attempt.objects.get(game_id=game_id).stars


def start(user: User, level: int, number: int) -> str:
    return services.start_stage(user_id=user.pk, level=level, number=number)


def test_a_third_mark_earns_three_stars(ada: User) -> None:
    clear(ada, (1, 1))
    game_id = start(ada, 1, 2)
    assert stars(game_id) is None
    assert outcome(game_id) is None
    play_out(ada, game_id, named("c1"))
    assert stars(game_id) == 3


def test_marks_of_the_opening_count(ada: User) -> None:
    """Two birds: two marks stand, the third blocks and forks, the fourth wins."""
    clear_level(ada, 1)
    clear_level(ada, 2, 2)
    game_id = start(ada, 2, 3)
    match = play_out(ada, game_id, named("b2", "a3", "c3"))
    assert match.outcome is not None
    assert match.outcome.winner == "X"
    assert stars(game_id) == 2


def test_a_loss_earns_none(ada: User) -> None:
    clear_level(ada, 1)
    clear(ada, (2, 1))
    game_id = start(ada, 2, 2)
    match = play_out(ada, game_id, named("b1"))
    assert match.outcome is not None
    assert match.outcome.winner == "O"
    assert stars(game_id) == 0
    assert not standing(ada.pk).stars.get((2, 2))


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


@pytest.mark.parametrize("number", [1, 12, 15])
def test_a_draw_on_level_3_clears_the_stage(ada: User, number: int) -> None:
    clear_level(ada, 1)
    clear_level(ada, 2)
    clear_level(ada, 3, number - 1)
    game_id = start(ada, 3, number)
    match = play_out(ada, game_id, perfectly)
    assert match.outcome is not None
    assert match.outcome.winner is None
    assert stars(game_id) == 1
    brought = outcome(game_id)
    assert brought is not None
    assert (brought.result, brought.is_last) == ("drawn", number == 15)


def test_a_draw_elsewhere_earns_none(ada: User) -> None:
    clear_level(ada, 1)
    clear_level(ada, 2, 12)
    game_id = start(ada, 2, 13)
    # Tempo: after b1 every threat is met, and the lesson's test shows that nothing can win.
    named_first = named("b1")
    match = play_out(
        ada, game_id, lambda board: named_first(board) if board.ply == 2 else perfectly(board)
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
    clear(ada, (1, 1))
    game_id = start(ada, 1, 2)

    def fail(**_: object) -> None:
        raise RuntimeError("the disk is full")

    game_finished.connect(fail)
    try:
        with pytest.raises(RuntimeError), transaction.atomic():
            play_out(ada, game_id, named("c1"))
    finally:
        game_finished.disconnect(fail)
    assert models.Game.objects.get(id=game_id).status == "active"
    assert stars(game_id) is None
    play_out(ada, game_id, named("c1"))
    assert stars(game_id) == 3


def test_the_best_is_kept(ada: User) -> None:
    clear(ada, (1, 1))
    on_paper(ada, 1, 2, 2)
    first = start(ada, 1, 2)
    play_out(ada, first, named("c1"))
    assert standing(ada.pk).stars[1, 2] == 3
    second = start(ada, 1, 2)
    act(game_id=second, action=Action("resign", 1, user=ada.pk))
    assert stars(second) == 0
    assert standing(ada.pk).stars[1, 2] == 3


@pytest.mark.django_db(transaction=True)
def test_two_tabs_that_finish_at_once_lose_nothing(ada: User) -> None:
    clear(ada, (1, 1), (1, 2))
    games = {start(ada, 1, 2): "c1", start(ada, 1, 3): "c3"}
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
    assert standing(ada.pk).total == 7


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
