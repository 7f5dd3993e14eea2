"""The door: a board of five or six marks, a picture, two words; and what slows down guesses."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from progress.classes import door, make
from progress.classes.words import FIRST, PICTURES, SECOND
from progress.models import ClassMember, Classroom
from tests.conftest import PASSWORD, logged_in
from tests.progress.classes.conftest import as_pupil, given


def test_there_are_9408_boards_forty_pictures_and_576_pairs_of_words() -> None:
    assert len(set(door.all_boards())) == 9408
    assert len(PICTURES) == 40
    assert (len(set(FIRST)), len(set(SECOND))) == (24, 24)


def test_eleven_taps_lead_in(client: Client, pupils: list[ClassMember]) -> None:
    kite = pupils[0]
    board = door.in_address(kite.classroom.door)
    shown = client.get("/join/", {"board": board})
    assert [one.picture for one, _ in shown.context["members"]] == sorted(
        one.picture for one in pupils
    )
    first, second = make.spoken_words(kite).split()
    fields = {"board": board, "picture": kite.picture}
    assert client.get("/join/", fields).context["choices"] == FIRST
    assert client.post("/join/", {**fields, "first": first}).context["choices"] == SECOND
    entered = client.post("/join/", {**fields, "first": first, "second": second})
    assert entered.headers["Location"] == "/classes/mine/?hello=1"
    hello = client.get("/classes/mine/?hello=1")
    assert f"Hello, {kite.alias}." in hello.text
    assert "Amira" not in hello.text
    kite.refresh_from_db()
    assert kite.came_at is not None


def test_only_a_post_logs_in(client: Client, pupils: list[ClassMember]) -> None:
    first, second = make.spoken_words(pupils[0]).split()
    for address in (f"/join/{pupils[0].card}/", "/join/"):
        board = door.in_address(pupils[0].classroom.door)
        fields = {"board": board, "picture": pupils[0].picture}
        client.get(address, {**fields, "first": first, "second": second})
    assert "_auth_user_id" not in client.session


def test_a_square_in_capitals_leads_to_its_picture(
    client: Client, pupils: list[ClassMember]
) -> None:
    assert client.get(f"/JOIN/{pupils[1].card}/").context["member"] == pupils[1]
    board = door.in_address(pupils[1].classroom.door)
    answer = client.get(f"/JOIN/D/{board}/", follow=True)
    assert answer.status_code == 200
    assert len(answer.context["members"]) == 3


def test_a_tap_changes_a_mark_without_scripts(client: Client, db: None) -> None:
    answer = client.get("/join/", {"board": "X-O------", "tap": "1"})
    assert answer.context["board"] == "XXO------"
    assert client.get("/join/", {"board": "XXO------", "tap": "0"}).context["board"] == "OXO------"
    assert client.get("/join/", {"board": "OXO------", "tap": "0"}).context["board"] == "-XO------"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"board": "XYZ"}, "&#x27;XYZ&#x27; is no board"),
        ({"board": "X" * 10}, "is no board"),
        ({"board": "X--------", "tap": "9"}, "&#x27;9&#x27; is no cell"),
    ],
)
def test_what_is_no_board_is_quoted(
    client: Client, db: None, fields: dict[str, str], said: str
) -> None:
    answer = client.get("/join/", fields)
    assert (answer.status_code, said in answer.text) == (400, True)


def test_three_wrong_boards_cost_five_seconds(client: Client, classroom: Classroom) -> None:
    wrong = next(one for one in door.all_boards() if one != classroom.door)
    answers = [client.get("/join/", {"board": door.in_address(wrong)}) for _ in range(4)]
    assert [one.status_code for one in answers] == [404, 404, 404, 429]
    right = {"board": door.in_address(classroom.door)}
    assert client.get("/join/", right).headers["Retry-After"] == "5"
    assert Client().get("/join/", right).status_code == 200  # on another device


@pytest.mark.long
def test_an_address_guesses_a_hundred_boards(classroom: Classroom) -> None:
    for board in list(door.all_boards())[:100]:
        if board != classroom.door:
            Client().get("/join/", {"board": door.in_address(board)})
    Client().get("/join/", {"board": "XOXOX----"})
    right = {"board": door.in_address(classroom.door)}
    assert Client().get("/join/", right).status_code == 429


def test_a_wider_network_guesses_twice_as_many_boards(classroom: Classroom, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong_doors": (2, 60)}
    wrong = next(one for one in door.all_boards() if one != classroom.door)

    def guess(number: int, board: str) -> int:
        fields = {"board": door.in_address(board)}
        place = f"2001:db8:1:{number:x}::1"
        return Client().get("/join/", fields, REMOTE_ADDR=place).status_code

    assert [guess(number, wrong) for number in range(5)] == [404] * 4 + [429]
    assert guess(9, classroom.door) == 429


def test_a_board_opens_for_fifteen_minutes_and_another_one_replaces_it(
    client: Client, classroom: Classroom
) -> None:
    old = {"board": door.in_address(classroom.door)}
    door.open_door(classroom)
    assert client.get("/join/", old).status_code == 404
    new = {"board": door.in_address(classroom.door)}
    assert Client().get("/join/", new).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=15, seconds=1)):
        assert Client().get("/join/", new).status_code == 404


def test_three_wrong_pairs_of_words_have_to_wait(client: Client, pupils: list[ClassMember]) -> None:
    true = make.spoken_words(pupils[0])
    first, second = true.split()
    wrong = next(one for one in SECOND if one != second)
    address = f"/join/{pupils[0].card}/"
    answers = [client.post(address, {"first": first, "second": wrong}) for _ in range(4)]
    assert [one.status_code for one in answers] == [403, 403, 403, 429]
    assert client.post(address, {"first": first, "second": second}).status_code == 429
    assert "Show your card to your teacher" in answers[-1].text
    other = make.spoken_words(pupils[1]).split()
    entered = client.post(f"/join/{pupils[1].card}/", {"first": other[0], "second": other[1]})
    assert entered.status_code == 302


def test_cards_work_while_the_door_is_open_or_a_task_is_due(
    client: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    card = f"/join/{pupils[0].card}/"
    assert client.get(card).status_code == 200
    door.shut_door(classroom)
    assert client.get(card).status_code == 404
    task = given(classroom, "lesson", "lines")
    assert client.get(card).status_code == 404
    task.due = timezone.localdate() + timedelta(days=1)
    task.save()
    assert client.get(card).status_code == 200
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        assert client.get(card).status_code == 404


def test_a_new_card_ends_the_old_one_and_every_session(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    entered, old = as_pupil(pupils[0]), pupils[0].card
    assert entered.get("/classes/mine/").status_code == 200
    teacher.post(f"/classes/{classroom.pk}/cards/{pupils[0].pk}/new/")
    assert entered.get("/classes/mine/").headers["Location"] == "/join/"
    assert Client().get(f"/join/{old}/").status_code == 404
    pupils[0].refresh_from_db()
    assert as_pupil(pupils[0]).get("/classes/mine/").status_code == 200


def test_a_member_comes_in_with_their_own_account_and_nobody_has_power_over_it(
    teacher: Client, classroom: Classroom, ada: User
) -> None:
    board = {"board": door.in_address(classroom.door)}
    client = Client()
    led = client.post("/join/account/", board)
    assert led.headers["Location"].startswith("/accounts/login/?next=/join/")
    client = logged_in(ada)
    assert client.post("/join/account/", board).status_code == 302
    member = classroom.members.get(user=ada)
    assert (member.is_owned, member.card, member.words) == (False, "", "")
    teacher.post(f"/classes/{classroom.pk}/cards/{member.pk}/new/")
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
    teacher.post(f"/classes/{classroom.pk}/members/{member.pk}/", {"remove": "1"})
    ada.refresh_from_db()
    assert (ada.is_active, ada.in_class) == (True, False)


def test_a_class_for_cards_alone_takes_no_accounts(classroom: Classroom, ada: User) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(takes_accounts=False)
    board = {"board": door.in_address(classroom.door)}
    assert "cards alone" in logged_in(ada).post("/join/account/", board).text
    assert not classroom.members.filter(user=ada).exists()
