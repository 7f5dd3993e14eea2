"""Make a class: accounts that the class owns, cards, who may do what, and its end."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import closing as accounts_closing
from accounts import guests
from accounts.models import SecurityEvent, User
from games import services
from games.match import Refused
from progress.classes import ClassRefused, closing, make, urls
from progress.classes.words import PICTURES
from progress.models import ClassMember, Classroom, LookAnswer
from tests.conftest import PASSWORD, logged_in
from tests.progress.classes.conftest import as_pupil, given

FORM = {"name": "7b", "how": "list", "names": "Amira\nBen", "closes_on": "", "takes_accounts": "on"}


def form(**changed: str) -> dict[str, str]:
    end = timezone.localdate() + timedelta(days=90)
    return FORM | {"closes_on": end.isoformat()} | changed


def test_one_form_makes_accounts_pictures_and_cards(grace: User) -> None:
    made = logged_in(grace).post("/classes/new/", form())
    classroom = Classroom.objects.get(teacher=grace)
    assert made.headers["Location"] == f"/classes/{classroom.pk}/ready/"
    members = list(classroom.members.select_related("user"))
    assert sorted(one.name for one in members) == ["Amira", "Ben"]
    assert len({one.picture for one in members} & set(PICTURES)) == 2
    assert len({make.spoken_words(one) for one in members}) == 2
    for one in members:
        user = one.user
        assert (user.is_guest, user.is_pupil, user.plays_outside) == (True, True, False)
        assert (user.email, user.has_usable_password()) == ("", False)
        assert user.name.startswith(f"{one.alias} ")


def test_the_name_of_a_class_is_one_line_also_in_its_letter(
    grace: User, settings: Any, mailoutbox: list[Any]
) -> None:
    logged_in(grace).post("/classes/new/", form(name="7b\r\nBcc: all"))
    classroom = Classroom.objects.get(teacher=grace)
    assert classroom.name == "7b Bcc: all"
    settings.SITE_URL = "https://oxo.example"
    User.objects.filter(pk=grace.pk).update(email="grace@school.example")
    soon = timezone.localdate() + timedelta(days=7)
    Classroom.objects.update(name="7b\nold", closes_on=soon)
    assert closing.write_letters() == 1
    assert mailoutbox[0].subject.startswith("7b old closes")


def test_a_number_makes_pupils_without_names(grace: User) -> None:
    logged_in(grace).post("/classes/new/", form(how="number", count="40", names=""))
    members = list(Classroom.objects.get(teacher=grace).members.all())
    assert len(members) == 40
    assert {one.name for one in members} == {""}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"names": ""}, "There is no name in the list"),
        ({"how": "number", "count": "41"}, "less than or equal to 40"),
        ({"how": "number", "count": ""}, "Say how many: 1 to 40."),
        ({"closes_on": "2020-01-01"}, "within a year. 01.01.2020 does not fit"),
        ({"name": ""}, "This field is required"),
    ],
)
def test_what_makes_no_class_is_said(grace: User, changed: dict[str, str], said: str) -> None:
    answer = logged_in(grace).post("/classes/new/", form(**changed))
    assert (answer.status_code, said in answer.text) == (400, True)
    assert not Classroom.objects.exists()


def test_a_teacher_has_twelve_classes(grace: User) -> None:
    for _ in range(make.MOST_CLASSES):
        make.make_class(teacher=grace, name="7b", pupils=[])
    with pytest.raises(ClassRefused, match="You have 12 classes"):
        make.make_class(teacher=grace, name="7b", pupils=[])


def test_guests_make_no_class(client: Client, db: None) -> None:
    assert client.get("/classes/new/").headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    "end", ["now/", "cards/", "door/", "tasks/", "end/", "ready/", "now.csv", "export.json"]
)
def test_nobody_else_sees_a_class(
    classroom: Classroom, pupils: list[ClassMember], ada: User, staff: User, end: str
) -> None:
    address = f"/classes/{classroom.pk}/{end}"
    assert logged_in(ada).get(address).status_code == 404
    assert logged_in(staff).get(address).status_code == 404
    assert as_pupil(pupils[0]).get(address).status_code == 302
    assert Client().get(address).status_code == 302


def test_a_teacher_has_no_power_over_members_of_another_class(
    teacher: Client, classroom: Classroom, ada: User
) -> None:
    other = make.make_class(teacher=ada, name="8a", pupils=["Dora"]).members.get()
    for end in (f"cards/{other.pk}/new/", f"members/{other.pk}/"):
        answer = teacher.post(f"/classes/{classroom.pk}/{end}", {"remove": "1"})
        assert answer.status_code == 404
    before = other.words
    other.refresh_from_db()
    assert other.words == before


def test_cards_show_words_and_squares_twelve_on_a_page(teacher: Client, grace: User) -> None:
    classroom = make.make_class(teacher=grace, name="30", pupils=[f"P{n}" for n in range(30)])
    page = teacher.get(f"/classes/{classroom.pk}/cards/")
    assert [len(one) for one in page.context["pages"]] == [12, 12, 6]
    member, words, address = page.context["pages"][0][0]
    assert words == make.spoken_words(member)
    assert address == f"HTTP://TESTSERVER/JOIN/{member.card}/"
    assert words not in json.dumps(list(ClassMember.objects.values("words", "card")))


def test_a_pupil_plays_within_the_class_alone(pupils: list[ClassMember], ada: User) -> None:
    pupil = pupils[0].user
    friend = services.Request("classic", "friend")
    with pytest.raises(Refused, match="Your class plays with each other"):
        services.new_game(user_id=pupil.pk, name=pupil.name, request=friend)
    with pytest.raises(Refused, match="Your class plays with each other"):
        services.challenge(by=ada.pk, to=pupil.pk, request=friend)
    open_game = services.new_game(user_id=ada.pk, name="ada", request=friend)
    with pytest.raises(services.ActionRefused, match="Your class plays with each other"):
        services.join(game_id=open_game.id, user_id=pupil.pk, name=pupil.name)
    against = services.Request("classic", "engine:random")
    assert services.new_game(user_id=pupil.pk, name=pupil.name, request=against).id


def test_a_pupil_keeps_the_account_of_the_class(pupils: list[ClassMember], grace: User) -> None:
    client = as_pupil(pupils[0])
    assert client.post("/accounts/delete/", {"confirm": "yes"}).status_code == 403
    fields = {"name": "amira", "password": "a-long-pass-phrase-1", "password_again": ""}
    client.post("/accounts/sign-up/", {**fields, "password1": "a-long-pass-phrase-1"})
    assert User.objects.get(pk=pupils[0].user_id).is_pupil
    client.post("/accounts/login/", {"username": "grace", "password": PASSWORD})
    assert User.objects.filter(pk=pupils[0].user_id).exists()
    again = as_pupil(pupils[0])
    again.post("/accounts/logout/")
    assert User.objects.filter(pk=pupils[0].user_id).exists()


def test_the_sweep_of_guests_leaves_pupils(pupils: list[ClassMember]) -> None:
    User.objects.update(last_login=timezone.now() - timedelta(days=400))
    guests.sweep()
    assert User.objects.filter(is_pupil=True).count() == 3


def test_a_wiped_class_comes_back_within_seven_days(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    inside = as_pupil(pupils[0])
    teacher.post(f"/classes/{classroom.pk}/end/", {"do": "wipe"})
    assert inside.get("/classes/mine/").headers["Location"] == "/join/"
    assert teacher.get(f"/classes/{classroom.pk}/now/").status_code == 302
    assert Client().get(f"/join/{pupils[0].card}/").status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=6)):
        closing.sweep()
    teacher.post(f"/classes/{classroom.pk}/end/", {"do": "back"})
    assert teacher.get(f"/classes/{classroom.pk}/now/").status_code == 200
    teacher.post(f"/classes/{classroom.pk}/end/", {"do": "wipe"})
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        assert closing.sweep() == 1
    assert not User.objects.filter(is_pupil=True).exists()
    assert not Classroom.objects.exists()


def test_a_class_that_comes_back_brings_nobody_back_whom_staff_turned_out(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    User.objects.filter(pk=pupils[0].user_id).update(is_active=False)
    for done in ("back", "wipe", "back"):
        teacher.post(f"/classes/{classroom.pk}/end/", {"do": done})
    active = User.objects.filter(is_pupil=True).order_by("pk").values_list("is_active", flat=True)
    assert list(active) == [False, True, True]
    teacher.post(f"/classes/{classroom.pk}/door/", {})
    assert as_pupil(pupils[1]).get("/classes/mine/").status_code == 200


def test_a_class_closes_by_itself_and_keeps_those_who_joined(
    classroom: Classroom, ada: User
) -> None:
    make.take_in(classroom, ada)
    after = timezone.now() + timedelta(days=400)
    with time_machine.travel(after):
        closing.sweep()
        classroom.refresh_from_db()
        assert classroom.is_closed
    with time_machine.travel(after + timedelta(days=8)):
        closing.sweep()
    ada.refresh_from_db()
    assert (ada.in_class, ada.is_active) == (False, True)
    assert not User.objects.filter(is_pupil=True).exists()


def test_the_accounts_of_a_class_go_with_its_teacher(classroom: Classroom, grace: User) -> None:
    grace.delete()
    assert not User.objects.filter(is_pupil=True).exists()


def test_the_export_has_everything_of_the_class(teacher: Client, classroom: Classroom) -> None:
    file = teacher.get(f"/classes/{classroom.pk}/export.json").json()
    assert file["class"] == "7b"
    assert sorted(one["name"] for one in file["members"]) == ["Amira", "Ben", "Chloé"]


def test_the_export_names_nobody_beside_an_answer_to_all(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    page = f"/classes/{classroom.pk}/look/"
    teacher.post(page, {"do": "show", "at": "XO..X...O X"})
    teacher.post(page, {"do": "ask", "question": "move"})
    as_pupil(pupils[0]).post("/classes/mine/look/", {"cell": "a2"})
    assert LookAnswer.objects.count() == 1
    file = teacher.get(f"/classes/{classroom.pk}/export.json").json()
    assert "class_answers" not in file["members"][0]["stored"]


def test_the_school_year_ends_in_july() -> None:
    assert make.usual_end(date(2026, 9, 1)) == date(2027, 7, 31)
    assert make.usual_end(date(2026, 5, 1)) == date(2026, 7, 31)
    assert make.usual_end(date(2026, 7, 10)) == date(2027, 7, 11)
    assert make.usual_end(date(2026, 7, 31)) == date(2027, 7, 31)


@pytest.mark.parametrize("day", [1, 15, 29])
def test_a_class_that_is_made_in_july_closes_in_the_next(grace: User, day: int) -> None:
    with time_machine.travel(datetime(2026, 7, day, 12, tzinfo=UTC)):
        made = make.make_class(teacher=grace, name="7b", pupils=[])
    assert (made.closes_on.year, made.closes_on.month) == (2027, 7)


def test_a_class_has_limits_of_its_own(
    pupils: list[ClassMember], settings: Any, client: Client
) -> None:
    settings.LIMITS = {**settings.LIMITS, "analysis": (2, 60)}
    inside = as_pupil(pupils[0])
    statuses = [client.get("/learn/lines/").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert [inside.get("/learn/lines/").status_code for _ in range(5)] == [200] * 4 + [429]
    assert client.get("/learn/lines/").status_code == 429


def test_coming_in_and_wrong_words_are_in_the_log(pupils: list[ClassMember]) -> None:
    as_pupil(pupils[0])
    first, second = make.spoken_words(pupils[0]).split()
    other = "bear" if second != "bear" else "bee"
    Client().post(f"/join/{pupils[0].card}/", {"first": first, "second": other})
    what = SecurityEvent.objects.filter(person=pupils[0].user_id).order_by("pk")
    assert list(what.values_list("what", flat=True)) == ["logged in", "log-in failed"]


def test_the_classes_of_a_closed_account_are_closed(classroom: Classroom, grace: User) -> None:
    accounts_closing.close(grace)
    classroom.refresh_from_db()
    assert classroom.is_closed
    accounts_closing.sweep()
    assert not User.objects.filter(is_pupil=True).exists()


def test_a_class_is_open_on_its_last_day(classroom: Classroom) -> None:
    midday = timezone.now().replace(hour=12)
    Classroom.objects.update(closes_on=midday.date())
    for days, closed in ((0, False), (1, True)):
        with time_machine.travel(midday + timedelta(days=days)):
            closing.sweep()
        classroom.refresh_from_db()
        assert classroom.is_closed == closed


def test_a_week_before_it_closes_the_class_says_so(teacher: Client, classroom: Classroom) -> None:
    now = f"/classes/{classroom.pk}/now/"
    assert "closes by itself" not in teacher.get(now).text
    soon = timezone.localdate() + timedelta(days=7)
    Classroom.objects.filter(pk=classroom.pk).update(closes_on=soon)
    assert "This class closes by itself on" in teacher.get(now).text


def test_a_week_before_it_closes_the_teacher_is_written_once(
    classroom: Classroom, grace: User, settings: Any, mailoutbox: list[Any]
) -> None:
    settings.SITE_URL = "https://oxo.example"
    soon = timezone.localdate() + timedelta(days=7)
    Classroom.objects.update(closes_on=soon)
    User.objects.filter(pk=grace.pk).update(email="")
    assert closing.write_letters() == 0
    User.objects.filter(pk=grace.pk).update(email="grace@school.example")
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        assert closing.write_letters() == 0
    assert [closing.write_letters() for _ in range(2)] == [1, 0]
    (letter,) = mailoutbox
    said = f"7b closes on {soon.day} {soon:%B}"
    assert (letter.to, letter.subject) == (["grace@school.example"], said)
    assert f"https://oxo.example/classes/{classroom.pk}/end/" in letter.body
    assert f"{soon:%B %Y}" in letter.alternatives[0][0]
    assert "Amira" not in letter.body


def test_a_letter_that_cannot_be_sent_is_tried_again(
    classroom: Classroom, grace: User, settings: Any
) -> None:
    settings.SITE_URL = "https://oxo.example"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 9  # nobody listens
    settings.EMAIL_HOST = "127.0.0.1"
    Classroom.objects.update(closes_on=timezone.localdate() + timedelta(days=2))
    User.objects.filter(pk=grace.pk).update(email="grace@school.example")
    assert closing.write_letters() == 0
    classroom.refresh_from_db()
    assert classroom.warned_at is None


def close_soon(settings: Any) -> None:
    """All classes close within a week, and their teachers have addresses."""
    settings.SITE_URL = "https://oxo.example"
    Classroom.objects.update(closes_on=timezone.localdate() + timedelta(days=2))
    for teacher in User.objects.filter(classes_taught__isnull=False):
        User.objects.filter(pk=teacher.pk).update(email=f"{teacher.name}@school.example")


@pytest.mark.parametrize(
    ("error", "again"),
    [
        (SMTPRecipientsRefused({"grace@school.example": (451, b"not now")}), True),
        (SMTPRecipientsRefused({"grace@school.example": (550, b"nobody")}), False),
        (SMTPDataError(451, "not now"), True),
        (SMTPDataError(554, "too much of it today"), True),
    ],
    ids=str,
)
def test_a_letter_that_is_wanted_later_is_sent_again(
    classroom: Classroom,
    grace: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    again: bool,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(closing, "send_mail", refuse)
    close_soon(settings)
    assert closing.write_letters() == 0
    assert Classroom.objects.filter(warned_at=None).exists() is again
    monkeypatch.setattr(closing, "send_mail", lambda *_, **__: None)
    assert closing.write_letters() == 0, "not in each round"
    monkeypatch.setattr(closing.cache, "get", lambda key: None)  # an hour later
    assert closing.write_letters() == int(again)


def test_an_address_that_takes_no_letter_keeps_no_other_teacher_waiting(
    classroom: Classroom,
    grace: User,
    ada: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def send(subject: str, text: str, sender: None, to: list[str], **_: Any) -> None:
        if to == ["grace@school.example"]:
            raise SMTPRecipientsRefused({to[0]: (550, b"nobody")})

    monkeypatch.setattr(closing, "send_mail", send)
    make.make_class(teacher=ada, name="8a", pupils=[])
    close_soon(settings)
    assert [closing.write_letters() for _ in range(2)] == [1, 0]
    assert not Classroom.objects.filter(warned_at=None).exists()


def test_letters_that_are_wanted_later_keep_no_other_teacher_waiting(
    classroom: Classroom,
    grace: User,
    ada: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = list[str]()

    def send(subject: str, text: str, sender: None, to: list[str], **_: Any) -> None:
        if to == ["grace@school.example"]:
            raise SMTPRecipientsRefused({to[0]: (451, b"not now")})
        written.extend(to)

    monkeypatch.setattr(closing, "send_mail", send)
    for number in range(closing.AT_ONCE - 1):
        make.make_class(teacher=grace, name=f"{number}a", pupils=[])
    make.make_class(teacher=ada, name="8a", pupils=[])
    close_soon(settings)
    assert [closing.write_letters() for _ in range(3)] == [0, 1, 0]
    assert written == ["ada@school.example"]


def test_staff_see_that_a_class_is_there_and_no_names(
    staff: User, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    Classroom.objects.update(name="The quick 7b")
    hidden = ("The quick 7b", "Amira", make.spoken_words(pupils[0]))
    client = logged_in(staff)
    for page, key in (("classroom", classroom.pk), ("classmember", pupils[0].pk)):
        for end in ("", f"{key}/change/", f"{key}/history/"):
            shown = client.get(f"/admin/progress/{page}/{end}")
            assert shown.status_code == 200
            assert [name for name in hidden if name in shown.text] == []


def test_a_teacher_finds_nothing_of_another_class(
    teacher: Client, classroom: Classroom, ada: User
) -> None:
    other = make.make_class(teacher=ada, name="8a", pupils=["Dora"])
    ids = {"member_id": other.members.get().pk, "task_id": given(other, "sheet", "lines").pk}
    before = closing.export(other)
    for one in urls.of_class:
        route = str(one.pattern)
        inner = [name for name in ids if f"<int:{name}>" in route]
        for whose in [other, *([classroom] if inner else [])]:
            address = f"/classes/{whose.pk}/{route}"
            for name in inner:
                address = address.replace(f"<int:{name}>", str(ids[name]))
            fields = {"do": "out", "remove": "1", "name": "Eve", "lesson": "1", "to": classroom.pk}
            found = {teacher.get(address).status_code, teacher.post(address, fields).status_code}
            assert found in ({404}, {404, 405}), address
    assert closing.export(other) == before


def test_a_closed_class_leads_to_its_end_from_everywhere(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    inside = as_pupil(pupils[0])
    task = given(classroom, "lesson", "lines")
    closing.wipe(classroom)
    for one in urls.of_class:
        if "<" in str(one.pattern) or one.name in ("end", "export"):
            continue
        address = f"/classes/{classroom.pk}/{one.pattern}"
        for answer in (teacher.get(address), teacher.post(address)):
            assert answer["Location"] == f"/classes/{classroom.pk}/end/", address
    for end in ("", "bar/", "look/", "arena/", f"{task.pk}/"):
        assert inside.get(f"/classes/mine/{end}")["Location"] == "/join/"
    assert inside.post(f"/classes/mine/{task.pk}/")["Location"] == "/join/"
