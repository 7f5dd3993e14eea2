"""What is read of progress, and with how many queries."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from progress.campaign import catalog, selectors
from progress.people import places
from tests.progress.players import clear, clear_level, on_paper


def board() -> list[tuple[str, int]]:
    return [(row["user__name"], row["total"]) for row in selectors.leaderboard()]


def test_standing_keeps_the_best_of_each_stage(ada: User, grace: User) -> None:
    for stars in (1, 3, 0, 2):
        on_paper(ada, 1, 1, stars)
    on_paper(ada, 1, 2, None)
    on_paper(grace, 1, 1, 1)
    assert selectors.standing(ada.pk).stars == {(1, 1): 3}
    assert selectors.standing(None).stars == {}


def test_standing_is_one_query(ada: User, django_assert_num_queries: Any) -> None:
    clear_level(ada, 1)
    with django_assert_num_queries(1):
        assert selectors.standing(ada.pk).total == 15


def test_running(ada: User, grace: User) -> None:
    mine = on_paper(ada, 1, 1, None)
    on_paper(ada, 1, 2, 3)
    on_paper(grace, 1, 1, None)
    assert selectors.running(ada.pk) == {(1, 1): mine.game_id}
    assert selectors.running(None) == {}
    assert selectors.running_game(ada.pk, catalog.at(1, 2)) is None


def test_leaderboard_is_by_stars_then_by_who_got_there_first(
    ada: User, grace: User, stranger: User
) -> None:
    on_paper(ada, 1, 1, 3, minutes=10)
    on_paper(grace, 1, 1, 2, minutes=1)
    on_paper(grace, 1, 2, 1, minutes=5)
    on_paper(stranger, 1, 1, 2, minutes=0)
    assert board() == [("grace", 3), ("ada", 3), ("stranger", 2)]


def test_equalling_a_best_later_does_not_move_anybody_back(ada: User, grace: User) -> None:
    on_paper(ada, 1, 1, 3, minutes=1)
    on_paper(grace, 1, 1, 3, minutes=2)
    on_paper(ada, 1, 1, 3, minutes=30)
    on_paper(ada, 1, 1, 1, minutes=40)
    assert board() == [("ada", 3), ("grace", 3)]


def test_improving_a_stage_counts_once(ada: User) -> None:
    for minutes, stars in enumerate((1, 2, 3, 2)):
        on_paper(ada, 1, 1, stars, minutes=minutes)
    on_paper(ada, 1, 1, 3, minutes=2)
    assert board() == [("ada", 3)]
    assert selectors.leaderboard()[0]["cleared"] == 1


def test_leaderboard_leaves_out_the_starless_and_the_inactive(ada: User, grace: User) -> None:
    on_paper(ada, 1, 1, 0)
    on_paper(ada, 1, 1, None)
    on_paper(grace, 1, 1, 3)
    grace.is_active = False
    grace.save()
    assert board() == []
    grace.is_active = True
    grace.save(update_fields=["is_active"])
    assert board() == [("grace", 3)]
    assert places.place(ada.pk) is None


def test_leaderboard_agrees_with_standings(ada: User, grace: User, stranger: User) -> None:
    for minutes, (user, stage, stars) in enumerate(
        [(ada, 1, 1), (grace, 1, 3), (ada, 2, 3), (ada, 1, 2), (stranger, 1, 1), (grace, 1, 3)]
    ):
        on_paper(user, 1, stage, stars, minutes=minutes)
    totals = {row["user_id"]: row["total"] for row in selectors.leaderboard()}
    people = selectors.standings(totals)
    assert totals == {user_id: standing.total for user_id, standing in people.items()}


def test_leaderboard_is_one_query(ada: User, grace: User, django_assert_num_queries: Any) -> None:
    clear_level(ada, 1)
    clear(grace, (1, 1))
    with django_assert_num_queries(1):
        assert len(board()) == 2


# --- what an attempt brought -------------------------------------------------------------


def test_the_first_star_opens_the_next_stage(ada: User) -> None:
    brought = selectors.outcome(on_paper(ada, 1, 1, 2).game_id)
    assert brought is not None
    assert (brought.stars, brought.before, brought.best) == (2, 0, 2)
    assert brought.opened == brought.onward == catalog.at(1, 2)
    assert brought.opened_level is None


def test_a_second_star_opens_nothing_new(ada: User) -> None:
    on_paper(ada, 1, 1, 2, minutes=1)
    brought = selectors.outcome(on_paper(ada, 1, 1, 3, minutes=2).game_id)
    assert brought is not None
    assert (brought.before, brought.best, brought.opened) == (2, 3, None)
    assert brought.onward == catalog.at(1, 2)


def test_a_loss_leads_nowhere(ada: User) -> None:
    brought = selectors.outcome(on_paper(ada, 1, 1, 0).game_id)
    assert brought is not None
    assert (brought.opened, brought.onward) == (None, None)


def test_the_last_stage_of_a_level_opens_the_next_level(ada: User) -> None:
    clear_level(ada, 1, 14)
    brought = selectors.outcome(on_paper(ada, 1, 15, 1, minutes=5).game_id)
    assert brought is not None
    assert brought.opened == catalog.at(2, 1)
    assert brought.opened_level == catalog.level(2)


def test_three_stars_twice_in_a_row_open_level_2_also_in_a_replay(ada: User) -> None:
    first = on_paper(ada, 1, 1, 1, minutes=1)
    on_paper(ada, 1, 2, 3, minutes=2)
    brought = selectors.outcome(on_paper(ada, 1, 1, 3, minutes=3).game_id)
    assert brought is not None
    assert (brought.opened, brought.onward) == (None, catalog.at(1, 2))
    assert brought.news.startswith("Level 2 is open: ")
    assert brought.level_ahead == catalog.at(2, 1)
    brought = selectors.outcome(first.game_id)
    assert brought is not None
    assert (brought.opened_level, brought.level_ahead) == (None, None)


def test_a_stage_and_a_level_can_open_at_once(ada: User) -> None:
    on_paper(ada, 1, 1, 3, minutes=1)
    brought = selectors.outcome(on_paper(ada, 1, 2, 3, minutes=2).game_id)
    assert brought is not None
    stage, level = brought.news.split(". ", 1)
    assert stage == f"Stage 3, {catalog.at(1, 3).name}, is open"
    assert level.startswith("Level 2 is open: ")


def test_nothing_comes_after_the_last_stage(ada: User) -> None:
    for level in (1, 2, 3):
        clear_level(ada, level, 14 if level == 3 else 15)
    brought = selectors.outcome(on_paper(ada, 3, 15, 1, minutes=5).game_id)
    assert brought is not None
    assert (brought.opened, brought.onward) == (None, None)


def test_the_campaign_is_cleared_once_no_stage_is_left(ada: User) -> None:
    clear_level(ada, 1, 14)  # and its exam is left out
    clear_level(ada, 2)
    clear_level(ada, 3, 14)
    last = on_paper(ada, 3, 15, 1, minutes=5).game_id
    brought = selectors.outcome(last)
    assert brought is not None
    assert (brought.all_cleared, brought.news) == (False, "")
    on_paper(ada, 1, 15, 1, minutes=6)
    brought = selectors.outcome(last)
    assert brought is not None
    assert brought.all_cleared


def test_what_was_open_already_is_not_announced(ada: User) -> None:
    brought = selectors.outcome(on_paper(ada, 1, 14, 1).game_id)
    assert brought is not None
    assert (brought.opened, brought.onward) == (None, catalog.at(1, 15))


def test_an_old_result_reads_as_it_did_then(ada: User) -> None:
    first = on_paper(ada, 1, 1, 1, minutes=1)
    on_paper(ada, 1, 1, 3, minutes=2)
    brought = selectors.outcome(first.game_id)
    assert brought is not None
    assert (brought.stars, brought.before, brought.best) == (1, 0, 3)
    assert brought.opened == catalog.at(1, 2)


def test_no_outcome_of_what_is_no_attempt(db: Any) -> None:
    assert selectors.outcome("nothing") is None
    assert selectors.attempt_of("nothing") is None
