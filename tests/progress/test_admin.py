"""Staff look at progress; nobody else does, and nobody writes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.staff import lists
from tests.markup import text_of
from tests.progress.players import clear_level, on_paper

ATTEMPTS = "/admin/progress/attempt/"
CLIMBERS = "/admin/progress/climber/"


def test_attempts(ada: User, grace: User, as_staff: Client) -> None:
    on_paper(ada, 1, 2, 3)
    on_paper(grace, 2, 1, None)
    page = text_of(as_staff.get(ATTEMPTS))
    assert "2: The centre" in page
    assert "1: Finish" in page
    assert "2 progress" not in page
    assert "1: Finish" not in text_of(as_staff.get(f"{ATTEMPTS}?level__exact=1"))
    assert "2: The centre" not in text_of(as_staff.get(f"{ATTEMPTS}?q=grace"))


def test_attempts_are_found_by_a_whole_name_in_any_case_or_by_a_game(
    ada: User, grace: User, as_staff: Client
) -> None:
    mine = on_paper(ada, 1, 2, 3)
    on_paper(grace, 2, 1, None)

    def found(asked: str) -> tuple[bool, bool]:
        page = text_of(as_staff.get(ATTEMPTS, {"q": asked}))
        return "2: The centre" in page, "1: Finish" in page

    assert found(" ADA ") == (True, False)
    assert found(mine.game_id) == (True, False)
    assert found("ad") == (False, False)
    assert found("") == (True, True)


def test_long_lists_are_looked_through_from_their_end_by_level(
    ada: User, as_staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    for level, stage in ((1, 1), (1, 2), (2, 1)):
        on_paper(ada, level, stage, 3)
    monkeypatch.setattr(lists, "LATEST", 2)

    def found(**asked: str) -> int:
        response: Any = as_staff.get(ATTEMPTS, {"level": "1", **asked})
        return int(response.context["cl"].result_count)

    assert found() == 1
    assert found(q="ada") == 2


def test_an_attempt(ada: User, as_staff: Client) -> None:
    attempt = on_paper(ada, 1, 2, 3)
    response = as_staff.get(f"{ATTEMPTS}{attempt.pk}/change/")
    assert response.status_code == 200
    assert f"/campaign/games/{attempt.game_id}/" in response.content.decode()


def test_progress_by_player(ada: User, as_staff: Client) -> None:
    clear_level(ada, 1, 4)
    on_paper(ada, 1, 1, 3)
    page = text_of(as_staff.get(CLIMBERS))
    assert "6 of 133" in page
    assert "4 of 45" in page
    assert "ada" in text_of(as_staff.get(f"{CLIMBERS}?q=ada"))
    assert "6 of 133" not in text_of(as_staff.get(f"{CLIMBERS}?q=hopper"))


def test_one_players_stars_by_stage(ada: User, as_staff: Client) -> None:
    on_paper(ada, 1, 1, 3)
    on_paper(ada, 1, 2, 0)
    page = text_of(as_staff.get(f"{CLIMBERS}{ada.pk}/change/"))
    assert "Level 1 3 0 · ·" in page
    assert f"user__id__exact={ada.pk}" in as_staff.get(CLIMBERS).content.decode()


def test_progress_by_player_takes_a_constant_number_of_queries(
    as_staff: Client, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        on_paper(User.objects.create_user(f"p{number}"), 1, 1, 1)
    with django_assert_max_num_queries(12):  # filters and the dates count for themselves
        as_staff.get(CLIMBERS)
    with django_assert_max_num_queries(12):
        as_staff.get(ATTEMPTS)


@pytest.mark.parametrize("address", [ATTEMPTS, CLIMBERS])
def test_without_staff_rights_nobody_gets_in(as_ada: Client, client: Client, address: str) -> None:
    for visitor in (as_ada, client):
        response = visitor.get(address)
        assert response.status_code == 302
        assert "/admin/login/" in response["Location"]


@pytest.mark.parametrize("address", [ATTEMPTS, CLIMBERS])
def test_nothing_can_be_written(ada: User, as_staff: Client, address: str) -> None:
    attempt = on_paper(ada, 1, 1, 3)
    key = attempt.pk if address == ATTEMPTS else ada.pk
    assert as_staff.get(f"{address}add/").status_code == 403
    assert as_staff.post(f"{address}{key}/change/", {"stars": 0}).status_code == 403
    assert as_staff.post(f"{address}{key}/delete/", {"post": "yes"}).status_code == 403
    attempt.refresh_from_db()
    assert attempt.stars == 3


def test_an_attempt_says_which_campaign_it_belongs_to(ada: User, as_staff: Client) -> None:
    on_paper(ada, 6, 1, 2)
    assert "Plain campaign, level 2 1: First game" in text_of(as_staff.get(ATTEMPTS))
