"""A climber is reset: attempts are set aside and brought back, and nothing is lost."""

from __future__ import annotations

from accounts.models import User
from games import services
from progress.campaign import resets, selectors
from progress.models import Attempt, ProgressReset
from tests.progress.players import on_paper


def reset(user: User) -> bool:
    return resets.reset(user_id=user.pk, by=None, reason="asked for it")


def test_a_reset_takes_all_stars_and_can_be_undone_once(ada: User, grace: User) -> None:
    on_paper(ada, 1, 1, 3)
    on_paper(ada, 1, 2, 2)
    on_paper(grace, 1, 1, 1)
    assert reset(ada)
    assert [selectors.standing(user.pk).total for user in (ada, grace)] == [0, 1]
    row = ProgressReset.objects.get()
    assert [resets.undo(reset_id=row.pk) for _ in range(2)] == [True, False]
    assert selectors.standing(ada.pk).stars == {(1, 1): 3, (1, 2): 2}


def test_without_attempts_there_is_nothing_to_reset(ada: User) -> None:
    assert not reset(ada)


def test_of_both_times_the_best_counts(ada: User) -> None:
    on_paper(ada, 1, 1, 1)
    reset(ada)
    on_paper(ada, 1, 1, 3)
    resets.undo(reset_id=ProgressReset.objects.get().pk)
    assert selectors.standing(ada.pk).stars == {(1, 1): 3}
    assert Attempt.objects.count() == 2


def test_an_annulled_attempt_has_no_stars(ada: User) -> None:
    attempt = on_paper(ada, 1, 1, 3)
    services.annul(game_id=attempt.game_id)
    assert selectors.standing(ada.pk).stars == {}
