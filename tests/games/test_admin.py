"""What staff see of saved boards, and that others get nowhere."""

from __future__ import annotations

import csv
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import acts
from accounts.models import User
from games import services
from games.engines.ultimate.deepening import DeepeningEngine
from games.match import Action, Match, decide
from games.models import Game, Seat
from games.services.verify import verify
from games.staff import lists
from games.storage import store
from progress.models import Day
from progress.staff import days
from tests import logs
from tests.accounts.test_staff import received
from tests.games.conftest import Play
from tests.opening import open_game

LIST = "/admin/games/game/"


@pytest.fixture
def won(friendly: Match, play: Play) -> Match:
    return play(friendly, 0, 3, 1, 4, 2)


def test_the_list_shows_a_drawn_board_players_and_result(as_staff: Client, won: Match) -> None:
    page = as_staff.get(LIST).content.decode()
    assert page.count('class="mini"') == 1
    assert 'aria-label="XXXOO.... O"' in page
    assert "X: ada<br>O: grace" in page
    assert "X (line)" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"q": "ada"}, 1),
        ({"q": "GRACE"}, 1),
        ({"q": "nobody"}, 0),
        ({"status": "finished"}, 1),
        ({"status": "active"}, 0),
        ({"variant": "classic"}, 1),
        ({"kind__exact": "friend"}, 1),
        ({"kind__exact": "lobby"}, 0),
        ({"result": "X"}, 1),
        ({"result": "draw"}, 0),
    ],
)
def test_games_are_found_by_player_game_kind_status_and_result(
    as_staff: Client, won: Match, query: dict[str, str], found: int
) -> None:
    response: Any = as_staff.get(LIST, query)
    assert response.context["cl"].result_count == found


def test_games_of_an_engine_are_found_among_the_latest(
    as_staff: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for engine in ("minimax", "perfect", "minimax:depth=2", "minimaxim"):
        game = Game.objects.create(variant="classic", kind="engine", position="......... X")
        Seat.objects.create(game=game, name="X", index=0, kind="engine", engine=engine)

    def found(**more: str) -> int:
        response: Any = as_staff.get(LIST, {"engine": "minimax", **more})
        return int(response.context["cl"].result_count)

    assert found() == 2
    monkeypatch.setattr(lists, "LATEST", 2)
    assert found() == 1
    assert found(day=str(timezone.localdate())) == 2


@pytest.mark.long
def test_games_of_the_ladder_and_the_demo_stand_apart(as_staff: Client, won: Match) -> None:
    def listed(query: str = "") -> bool:
        return f">{won.id}<" in as_staff.get(f"{LIST}{query}").content.decode()

    assert listed()
    Game.objects.filter(pk=won.id).update(event="Ladder")
    assert [listed(f"?whose={one}") for one in ("people", "ladder", "demo", "all")] == [
        *(False, True, False, True),
    ]
    assert not listed()
    assert listed(f"?q={won.id}")  # a search finds all games
    days.write(timezone.localdate())
    assert Day.objects.get().games == 0


def test_an_export_has_players_and_moves(as_staff: Client, won: Match) -> None:
    User.objects.filter(is_staff=True).update(is_superuser=True)
    sent = {"action": "export_csv", "_selected_action": won.id, "confirmed": "1", "reason": "why"}
    answer: Any = as_staff.post(LIST, sent)
    table = list(csv.DictReader(received(answer.streaming_content).splitlines()))
    assert table[0]["moves_made"].split() == [won.board.cell_name(one) for one in won.moves]
    assert table[0]["seated"].startswith("X: ada; O: ")


def test_a_game_shows_every_move_with_the_board_after_it(as_staff: Client, won: Match) -> None:
    page = as_staff.get(f"{LIST}{won.id}/change/").content.decode()
    for position in ("X........ O", "X..O..... X", "XX.O..... O", "XX.OO.... X", "XXXOO.... O"):
        assert f'aria-label="{position}"' in page
    assert "The moves lead to the stored position and result." in page


def test_a_game_cannot_be_changed_added_or_deleted(as_staff: Client, won: Match) -> None:
    page = as_staff.get(f"{LIST}{won.id}/change/").content.decode()
    assert 'name="_save"' not in page
    assert as_staff.post(f"{LIST}{won.id}/change/", {"winner": "O"}).status_code == 403
    assert as_staff.get(f"{LIST}add/").status_code == 403
    assert as_staff.post(f"{LIST}{won.id}/delete/", {"post": "yes"}).status_code == 403
    assert Game.objects.get(id=won.id).winner == "X"


def test_a_slow_engine_is_not_asked_again_for_its_moves(
    as_staff: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_game(ada, "engine", "ultimate", X=ada, O="deepening:nodes=100000")
    action = Action("place", match.version, None, 40, ada.pk)
    match = services.act(game_id=match.id, action=action).match
    reply = Action("place", match.version, None, 31, seat="O")
    assert store.commit(decide(match, reply, services.now_ms()))
    stored = Game.objects.get(id=match.id)
    [difference] = verify(stored)
    assert "move 2 is stored as 31, but Deepening" in difference
    monkeypatch.setattr(DeepeningEngine, "choose", None)
    page = as_staff.get(f"{LIST}{match.id}/change/").content.decode()
    assert "The moves lead to the stored position and result. Not asked again" in page
    assert f"manage.py verify {match.id}" in page
    listed = verified(as_staff, match)
    assert "Replayed without a mistake: 1." in listed
    assert "Not asked again whether they would move so: Deepening" in listed


def verified(client: Client, match: Match) -> str:
    data = {"action": "replay_and_verify", "_selected_action": [match.id]}
    return client.post(LIST, data, follow=True).content.decode()


def test_replay_and_verify_finds_a_sound_game_sound(as_staff: Client, won: Match) -> None:
    assert "Replayed without a mistake: 1." in verified(as_staff, won)


def test_replay_and_verify_reports_differences(as_staff: Client, won: Match) -> None:
    logs.alter_move(won.id, 5, cell=8)
    page = verified(as_staff, won)
    assert "the moves lead to &#x27;XX.OO...X O&#x27;" in page
    assert "Replayed without a mistake" not in page


@pytest.mark.parametrize("event", ["Ladder", "Demo"])
def test_the_acts_on_a_page_are_done_to_a_game_of_any_kind(
    as_staff: Client, won: Match, event: str
) -> None:
    Game.objects.filter(pk=won.id).update(event=event)
    shown: Any = as_staff.get(f"{LIST}{won.id}/change/")
    data = {"action": "replay_and_verify", "_selected_action": won.id, "on_page_of": won.id}
    page = as_staff.post(shown.context["acts_url"], data, follow=True)
    assert "Replayed without a mistake: 1." in page.content.decode()


def test_more_games_than_an_act_may_change_are_not_replayed(
    as_staff: Client, won: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST", 0)
    page = verified(as_staff, won)
    assert "more than 0 are chosen, the most at once. Narrow the list." in page
    assert "Replayed" not in page


@pytest.mark.parametrize("path", [LIST, "{game}"])
def test_a_damaged_game_is_shown_as_it_is(as_staff: Client, won: Match, path: str) -> None:
    Game.objects.filter(id=won.id).update(position="O........ X")
    logs.drop_move(won.id, 2)
    address = path.format(game=f"{LIST}{won.id}/change/")
    page = as_staff.get(address)
    assert page.status_code == 200
    assert "O........ X" in page.content.decode()
    assert "move 2 is stored as X&#x27;s, but O was to act" in verified(as_staff, won)


def test_the_number_of_queries_does_not_grow_with_the_games(
    as_staff: Client, won: Match, django_assert_max_num_queries: Any
) -> None:
    for _ in range(12):
        clone = Game.objects.get(id=won.id)
        clone.pk = None
        clone.id = Game._meta.pk.get_default()
        clone.save(force_insert=True)
    with django_assert_max_num_queries(16):
        as_staff.get(LIST)


@pytest.mark.parametrize(
    "path", ["/admin/", LIST, "/admin/progress/attempt/", "/admin/accounts/user/"]
)
def test_without_staff_rights_one_gets_nowhere(as_ada: Client, client: Client, path: str) -> None:
    for visitor in (as_ada, client):
        response = visitor.get(path)
        assert (response.status_code, response.headers["Location"].split("?")[0]) == (
            302,
            "/admin/login/",
        )
