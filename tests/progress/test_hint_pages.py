"""Hints on the pages: asked for step by step, counted, free; offered after the third failure."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games import services
from games.match import Action
from games.queries import selectors
from progress.campaign import services as campaign
from progress.models import Attempt, StageHints, Total
from tests.markup import text_of
from tests.progress.players import clear_level, named, on_paper, play_out


def ask(client: Client, address: str, step: object = 1) -> Any:
    return client.post(f"{address}hint/", {"step": step}, follow=True)


def test_the_three_steps_come_one_by_one_and_are_counted(ada: User, as_ada: Client) -> None:
    assert "Hint" in text_of(as_ada.get("/campaign/1/1/"))
    first = text_of(ask(as_ada, "/campaign/1/1/", 1))
    assert "Nobody can force a win yet. Which cell gives you the best chance?" in first
    assert "It is a corner." not in first
    assert "Where?" in first
    second = text_of(ask(as_ada, "/campaign/1/1/", 2))
    assert "It is a corner." in second
    third = text_of(ask(as_ada, "/campaign/1/1/", 3))
    assert "a1. No other cell gives you a better chance." in third
    assert "Which cell?" in second
    assert "Which cell?" not in third
    assert "3 steps of hints taken at this stage. They cost no stars." in third
    assert StageHints.objects.get(user=ada).taken == 3


def test_a_step_asked_for_twice_is_given_once(ada: User, as_ada: Client) -> None:
    for _ in range(2):
        ask(as_ada, "/campaign/1/1/", 1)
    row = StageHints.objects.get(user=ada)
    assert (row.taken, row.step) == (1, 1)


def test_a_visitor_who_asks_becomes_a_guest(client: Client, db: Any) -> None:
    assert "Which cell gives you the best chance?" in text_of(ask(client, "/campaign/1/1/"))
    assert StageHints.objects.get().user.is_guest


def test_in_a_game_the_hint_is_about_the_board_as_it_stands(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    clear_level(ada, 2, 3)
    game_id = campaign.start_stage(user_id=ada.pk, level=2, number=4)
    address = f"/campaign/games/{game_id}/"
    assert "Look for a threat that must be answered" in text_of(ask(as_ada, address))
    match = selectors.match(game_id)
    action = Action("place", match.version, cell=3, user=ada.pk)
    services.act_and_advance(game_id=game_id, action=action)
    page = text_of(as_ada.get(address))
    assert "Look for a threat that must be answered" not in page
    assert "Hint" in page
    assert "makes two threats at once" in text_of(ask(as_ada, address))
    assert StageHints.objects.get(user=ada).taken == 2
    assert not Attempt.objects.get(game_id=game_id).stars


def test_hints_cost_no_stars(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    game_id = campaign.start_stage(user_id=ada.pk, level=2, number=1)
    for step in (1, 2, 3):
        ask(as_ada, f"/campaign/games/{game_id}/", step)
    play_out(ada, game_id, named("a1"))
    assert Attempt.objects.get(game_id=game_id).stars == 3


def test_only_the_player_gets_one(ada: User, as_grace: Client) -> None:
    game_id = campaign.start_stage(user_id=ada.pk, level=1, number=1)
    page = text_of(ask(as_grace, f"/campaign/games/{game_id}/"))
    assert "Only the player of this game can ask for a hint." in page
    assert "hint/" not in page
    assert not StageHints.objects.exists()


def test_a_game_that_is_over_has_none(ada: User, as_ada: Client) -> None:
    clear_level(ada, 1)
    game_id = campaign.start_stage(user_id=ada.pk, level=2, number=1)
    play_out(ada, game_id, named("a1"))
    page = text_of(ask(as_ada, f"/campaign/games/{game_id}/"))
    assert "You get a hint when it is your move." in page


@pytest.mark.parametrize("step", ["", "x", "99", "<b>"])
def test_what_is_no_step_is_quoted(as_ada: Client, step: str) -> None:
    page = text_of(ask(as_ada, "/campaign/1/1/", step))
    assert "is no step of a hint: expected 1, 2 or 3." in page
    assert not StageHints.objects.filter(taken__gt=0).exists()


def test_a_locked_stage_gives_none(as_ada: Client) -> None:
    assert ask(as_ada, "/campaign/1/2/").status_code == 403
    assert not StageHints.objects.exists()


@pytest.mark.parametrize("path", ["9/1", "1/16", "4/1", "dstru/11", "chess/1", "classic/1"])
def test_there_is_no_such_stage(as_ada: Client, path: str) -> None:
    assert as_ada.post(f"/campaign/{path}/hint/", {"step": 1}).status_code == 404


def test_hints_are_only_posted(as_ada: Client) -> None:
    assert as_ada.get("/campaign/1/1/hint/").status_code == 405


def test_asking_too_often(as_ada: Client) -> None:
    times, _ = settings.LIMITS["hint"]
    for _ in range(times):
        as_ada.post("/campaign/1/1/hint/", {"step": 1})
    assert "That was too often." in text_of(ask(as_ada, "/campaign/1/1/", 2))


def test_hints_of_a_guest_are_added_to_the_members(ada: User, grace: User) -> None:
    for user, stage, taken in ((ada, 1, 2), (grace, 1, 1), (grace, 2, 3)):
        StageHints.objects.create(user=user, level=1, stage=stage, taken=taken, position="-")
    campaign.merge_progress(guest_id=grace.pk, member_id=ada.pk)
    kept = StageHints.objects.filter(user=ada).order_by("stage")
    assert [(row.stage, row.taken) for row in kept] == [(1, 3), (2, 3)]
    assert not StageHints.objects.filter(user=grace).exists()


def test_the_third_failure_at_a_stage_brings_an_offer_of_help(ada: User, as_ada: Client) -> None:
    for _ in range(2):
        on_paper(ada, 1, 1, 0)
    assert "This one is stubborn." not in text_of(as_ada.get("/campaign/1/1/"))
    attempt = on_paper(ada, 1, 1, 0)
    page = as_ada.get("/campaign/1/1/")
    assert "This one is stubborn. The lesson Win, block, fork shows the idea" in text_of(page)
    assert 'href="/learn/lines/"' in page.content.decode()
    game = as_ada.get(f"/campaign/games/{attempt.game_id}/")
    assert "or take a hint : it costs nothing." in text_of(game)
    assert 'href="/campaign/1/1/#hint"' in game.content.decode()


def test_help_names_no_hint_where_there_is_none(ada: User, as_ada: Client) -> None:
    """The engine begins on the last stage."""
    for _ in range(3):
        attempt = on_paper(ada, 3, 15, 0)
    game = text_of(as_ada.get(f"/campaign/games/{attempt.game_id}/"))
    assert "This one is stubborn." in game
    assert "take a hint" not in game


def test_games_that_are_played_or_won_are_no_failures(ada: User, as_ada: Client) -> None:
    for stars in (0, 0, 2, None):
        on_paper(ada, 1, 1, stars)
    assert "This one is stubborn." not in text_of(as_ada.get("/campaign/1/1/"))
    assert Total.objects.get(pk=ada.pk).stars == 2
