"""Starting a stage: what opens, what is refused, what is resumed."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import models
from games.queries import selectors
from progress.campaign import catalog, services
from progress.models import Attempt
from tests.progress.players import clear, clear_level, on_paper


def test_opens_the_stage_as_the_catalog_has_it(ada: User) -> None:
    clear(ada, (1, 1))
    game_id = services.start_stage(user_id=ada.pk, level=1, number=2)
    match, stage = selectors.match(game_id), catalog.at(1, 2)
    assert match.board == stage.board
    assert match.opening == 2
    assert match.moves == stage.opening
    assert (match.kind, match.status, match.to_act) == ("campaign", "active", "X")
    assert match.seat("X").user == ada.pk
    assert (match.seat("O").kind, match.seat("O").engine) == ("engine", "random")
    attempt = Attempt.objects.get(game_id=game_id)
    assert (attempt.user, attempt.level, attempt.stage, attempt.stars) == (ada, 1, 2, None)
    game = models.Game.objects.get(id=game_id)
    assert (game.event, game.created_by) == ("Level 1, stage 2: The centre", ada)


@pytest.mark.long
@pytest.mark.parametrize("stage", catalog.STAGES, ids=lambda s: f"{s.level}.{s.number}")
def test_every_stage_waits_for_the_player(ada: User, stage: catalog.Stage) -> None:
    if stage.level > 1:
        clear_level(ada, stage.level - 1)
    clear_level(ada, stage.level, stage.number - 1)
    game_id = services.start_stage(user_id=ada.pk, level=stage.level, number=stage.number)
    match = selectors.match(game_id)
    assert match.status == "active"
    assert match.to_act == stage.player
    assert len(match.moves) == len(stage.opening) + (stage.first == "engine")


def test_a_running_attempt_goes_on(ada: User) -> None:
    first = services.start_stage(user_id=ada.pk, level=1, number=1)
    assert services.start_stage(user_id=ada.pk, level=1, number=1) == first
    assert Attempt.objects.count() == 1


def test_a_finished_attempt_does_not(ada: User) -> None:
    done = on_paper(ada, 1, 1, 0)
    again = services.start_stage(user_id=ada.pk, level=1, number=1)
    assert again != done.game_id


def test_two_people_play_games_of_their_own(ada: User, grace: User) -> None:
    assert services.start_stage(user_id=ada.pk, level=1, number=1) != services.start_stage(
        user_id=grace.pk, level=1, number=1
    )


def test_locked_stage(ada: User) -> None:
    with pytest.raises(services.StageLocked) as refused:
        services.start_stage(user_id=ada.pk, level=1, number=2)
    assert refused.value.code == "locked"
    assert str(refused.value) == "Stage 2 opens when you clear stage 1, First mark."
    assert not models.Game.objects.exists()


def test_locked_level(ada: User) -> None:
    clear_level(ada, 1, 14)
    with pytest.raises(services.StageLocked, match="You have 14 of 15"):
        services.start_stage(user_id=ada.pk, level=2, number=1)
    clear(ada, (1, 15))
    assert services.start_stage(user_id=ada.pk, level=2, number=1)


def test_a_loss_opens_nothing(ada: User) -> None:
    on_paper(ada, 1, 1, 0)
    with pytest.raises(services.StageLocked):
        services.start_stage(user_id=ada.pk, level=1, number=2)


def test_another_persons_stars_open_nothing(ada: User, grace: User) -> None:
    clear(grace, (1, 1))
    with pytest.raises(services.StageLocked):
        services.start_stage(user_id=ada.pk, level=1, number=2)


@pytest.mark.parametrize(("level", "number"), [(0, 1), (1, 0), (1, 16), (4, 11), (8, 11), (9, 1)])
@pytest.mark.django_db
def test_no_such_stage(level: int, number: int) -> None:
    with pytest.raises(services.NoSuchStage, match=f"no stage {number} on level {level}"):
        services.start_stage(user_id=1, level=level, number=number)
