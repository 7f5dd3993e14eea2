"""A school's system lets teachers and pupils in, links tasks, and is sent their grades."""

from __future__ import annotations

import hmac
import html
import json
import re
import subprocess
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from lti_tool.models import LtiUser

from accounts.models import User
from games.signals import AnsweredQuestion
from progress.classes import attempts, closing, tasks
from progress.classes.lti import grades, people
from progress.models import ClassMember, Classroom, SchoolGrade, SchoolPupil, SchoolTeacher
from tests.conftest import PASSWORD
from tests.progress.classes.conftest import given
from tests.progress.classes.lti.platform import CLAIM, DEEP, Platform, asked_of, rsa_key, running
from tests.sources import ROOT

pytestmark = pytest.mark.long


@pytest.fixture
def platform(db: None) -> Iterator[Platform]:
    cache.clear()
    with running() as one:
        yield one


@pytest.fixture
def course(platform: Platform, classroom: Classroom) -> Classroom:
    """Grace's class, whose people come from a course."""
    people.connect(classroom, platform.deployment.pk, "course-7")
    SchoolTeacher.objects.create(
        user=classroom.teacher, platform=platform.registration.pk, subject="instructor-1"
    )
    return classroom


def who(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_a_teacher_says_once_which_class_a_course_is(
    platform: Platform, classroom: Classroom, grace: User, client: Client
) -> None:
    came = platform.launch(client, "Instructor")
    assert (came.status_code, came["Location"]) == (302, "/lti/connect/")
    assert who(client) is None
    client.post("/accounts/login/?next=/lti/connect/", {"username": "Grace", "password": PASSWORD})
    page = client.get("/lti/connect/")
    assert "Class 7b, computing" in page.text
    assert "Hill School" in page.text
    done = client.post("/lti/connect/", {"class": classroom.pk})
    assert done["Location"] == f"/classes/{classroom.pk}/tasks/"
    assert people.class_of(platform.deployment.pk, "course-7") == classroom
    again = Client()
    assert platform.launch(again, "Instructor")["Location"] == f"/classes/{classroom.pk}/now/"
    assert who(again) == str(grace.pk)


def test_a_class_can_be_made_for_a_course(platform: Platform, grace: User, client: Client) -> None:
    client.force_login(grace)
    platform.launch(client, "Instructor")
    assert client.post("/lti/connect/", {"class": "9"}, follow=True).status_code == 200
    client.post("/lti/connect/", {"class": "new"})
    made = grace.classes_taught.get()
    assert (made.name, made.members.count()) == ("Class 7b, computing", 0)


def test_nobody_connects_who_has_not_come_from_a_course(grace: User, client: Client) -> None:
    client.force_login(grace)
    assert client.get("/lti/connect/").status_code == 400


def test_a_pupil_comes_in_as_a_picture_and_comes_back_to_it(
    platform: Platform, course: Classroom, client: Client
) -> None:
    assert platform.launch(client, "Learner")["Location"] == "/classes/mine/?hello=1"
    member = SchoolPupil.objects.get().member
    assert (member.name, member.user.email, member.user.is_pupil) == ("Jamal Brown", "", True)
    assert who(client) == str(member.user_id)
    assert not LtiUser.objects.exists()  # nor what else the library would store
    platform.launch(Client(), "Learner")
    assert course.members.count() == 4
    course.delete()
    assert not SchoolPupil.objects.exists()


def test_a_link_leads_to_its_task_and_the_grade_goes_back(
    platform: Platform, course: Classroom, client: Client
) -> None:
    task = given(course, "lesson", "lines")
    custom = {f"{CLAIM}custom": {"task": str(task.pk)}}
    came = platform.launch(client, "Learner", **custom, **platform.graded())
    assert came["Location"] == "/learn/lines/"
    grade = SchoolGrade.objects.get()
    assert grade.due is None
    answer(grade.attempt.member, "lesson", "lines", "", [True])
    assert grades.send_due() == 1
    (score,) = platform.scores
    assert score["at"] == "/line-1/scores"
    assert (score["scoreGiven"], score["scoreMaximum"], score["userId"]) == (1.0, 1, "learner-1")
    assert (score["activityProgress"], score["gradingProgress"]) == ("Completed", "FullyGraded")
    asked = platform.read(platform.assertions[0], f"{platform.url}/token")
    assert asked["iss"] == "oxo-1"
    assert grades.send_due() == 0


def answer(member: ClassMember, kind: str, what: str, seed: str, rights: list[bool]) -> None:
    found = [AnsweredQuestion(number, "x", right) for number, right in enumerate(rights, 1)]
    attempts.note_answers(
        user=member.user, kind=kind, what=what, seed=seed, answers=found, of=len(found)
    )


def test_the_grade_of_a_sheet_waits_until_its_answers_are_released(
    platform: Platform, course: Classroom, client: Client
) -> None:
    task = given(course, "sheet", "lines")
    custom = {f"{CLAIM}custom": {"task": str(task.pk)}}
    platform.launch(client, "Learner", **custom, **platform.graded())
    member = SchoolPupil.objects.get().member
    answer(member, "sheet", "lines", course.seed, [True, False, True, True])
    assert grades.send_due() == 0
    tasks.lock(task, locked=False)
    assert grades.send_due() == 1
    assert platform.scores[0]["scoreGiven"] == 0.75


def test_a_grade_is_sent_again_until_it_arrives(
    platform: Platform, course: Classroom, client: Client
) -> None:
    task = given(course, "lesson", "lines")
    custom = {f"{CLAIM}custom": {"task": str(task.pk)}}
    platform.launch(client, "Learner", **custom, **platform.graded())
    answer(SchoolPupil.objects.get().member, "lesson", "lines", "", [True])
    platform.broken = True
    assert (grades.send_due(), grades.send_due()) == (0, 0)
    assert len(platform.assertions) == 1
    platform.broken = False
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        assert grades.send_due() == 1
    assert len(platform.scores) == 1


def test_a_grade_of_a_pupil_whom_the_school_no_longer_names_stops_no_other(
    platform: Platform, course: Classroom, client: Client
) -> None:
    task = given(course, "lesson", "lines")
    custom = {f"{CLAIM}custom": {"task": str(task.pk)}}
    for sub in ("first", "second"):
        platform.launch(Client(), "Learner", **custom, **platform.graded(), sub=sub)
    first, second = SchoolPupil.objects.order_by("pk")
    for one in (first, second):
        answer(one.member, "lesson", "lines", "", [True])
    first.delete()
    assert grades.send_due() == 1
    assert platform.scores[0]["userId"] == "second"
    assert not SchoolGrade.objects.exclude(due=None).exists()


def test_a_teacher_links_a_task_from_within_a_frame(
    platform: Platform, course: Classroom, client: Client
) -> None:
    task = tasks.add(course, tasks.kinds.find_offer("lesson", "lines"))
    page = platform.launch(client, "Instructor", target="choose", **platform.deep())
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in page
    assert who(client) is None
    way = html.unescape(re.search(r'name="way" value="([^"]+)"', page.text)[1])
    strict = Client(enforce_csrf_checks=True)
    done = strict.post("/lti/chosen/", {"way": way, "task": task.pk})
    assert f"form-action {platform.url}" in done["Content-Security-Policy"]
    assert "<script" not in done.text.partition("<main")[2]
    token = re.search(r'name="JWT" value="([^"]+)"', done.text)[1]
    said = platform.read(token, platform.url)
    (item,) = said[f"{DEEP}content_items"]
    assert said[f"{DEEP}data"] == "opaque"
    assert item["custom"] == {"task": str(task.pk)}
    assert item["url"] == "http://testserver/lti/launch/"
    assert (item["lineItem"]["scoreMaximum"], item["window"]) == (1, {"targetName": "_blank"})
    task.refresh_from_db()
    assert task.given_at is not None
    assert strict.post("/lti/chosen/", {"way": f"{way}x", "task": task.pk}).status_code == 400
    assert strict.post("/lti/chosen/", {"way": way, "task": "77"}).status_code == 400


def test_pupils_choose_no_task(platform: Platform, course: Classroom, client: Client) -> None:
    page = platform.launch(client, "Learner", target="choose", **platform.deep())
    assert page.status_code == 400


@pytest.mark.parametrize("missing", ["iss", "login_hint"])
def test_a_first_step_that_says_too_little_is_refused(
    platform: Platform, client: Client, missing: str
) -> None:
    fields = {"iss": platform.url, "login_hint": "7"}
    page = client.post("/lti/login/", {**fields, missing: ""})
    assert (page.status_code, repr(missing) in html.unescape(page.text)) == (400, True)


def test_a_first_step_to_what_is_no_address_is_refused(platform: Platform, client: Client) -> None:
    fields = {"iss": platform.url, "login_hint": "7", "target_link_uri": "http://["}
    page = client.post("/lti/login/", fields)
    assert (page.status_code, "'http://[' is no address" in html.unescape(page.text)) == (400, True)


def test_in_a_frame_the_first_step_is_a_link_to_a_window(
    platform: Platform, client: Client
) -> None:
    fields = {"iss": platform.url, "login_hint": "7", "client_id": "oxo-1"}
    page = client.post("/lti/login/", fields, headers={"Sec-Fetch-Dest": "iframe"})
    assert "frame-ancestors *" in page["Content-Security-Policy"]
    assert "<script" not in page.text.partition("<main")[2]
    link = html.unescape(re.search(r'href="(/lti/login/[^"]+)" target="_blank"', page.text)[1])
    assert asked_of(client.get(link))["login_hint"] == "7"


def test_the_keys_of_a_platform_are_fetched_once_and_again_for_a_new_one(
    platform: Platform, course: Classroom, client: Client
) -> None:
    for _ in range(3):
        assert platform.launch(client, "Learner").status_code == 302
    assert platform.key_requests == 1
    assert platform.launch(client, "Learner", key=rsa_key(2)).status_code == 400
    assert platform.launch(client, "Learner", key=rsa_key(2)).status_code == 400
    assert platform.key_requests == 2  # a forger cannot make this site ask on and on
    cache.clear()
    platform.keys.insert(0, rsa_key(2))
    assert platform.launch(client, "Learner", key=rsa_key(2)).status_code == 302


def test_a_way_in_opens_once_and_in_its_own_browser_alone(
    platform: Platform, course: Classroom, client: Client
) -> None:
    asked = asked_of(platform.first_step(client))
    token = platform.signed(platform.claims(asked["nonce"], "Learner"))
    fields = {"id_token": token, "state": asked["state"]}
    assert Client().post("/lti/launch/", fields).status_code == 400
    assert client.post("/lti/launch/", fields).status_code == 302
    again = client.post("/lti/launch/", fields)
    assert (again.status_code, "used already" in again.text) == (400, True)


BAD: list[dict[str, Any]] = [
    {"exp": 1},
    {"exp": None},
    {"nonce": "guessed"},
    {"nonce": 7},
    {"iss": "https://elsewhere.example"},
    {f"{CLAIM}deployment_id": 7},
    {"iss": "a\x00b"},
    {"aud": []},
    {"aud": "another"},
    {"sub": ""},
    {"sub": "x" * 256},
    {f"{CLAIM}version": "1.1"},
    {f"{CLAIM}roles": "Learner"},
    {f"{CLAIM}roles": ["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Learner"]},
    {f"{CLAIM}context": None},
    {f"{CLAIM}context": {"id": "nowhere"}},
    {f"{CLAIM}custom": {"task": "99"}},
    {f"{CLAIM}custom": {"task": "²"}},
    {f"{CLAIM}custom": [1]},
    {f"{CLAIM}message_type": "Other"},
]


@pytest.mark.parametrize("bad", BAD, ids=lambda one: json.dumps(one)[-40:])
def test_a_bad_token_is_refused_with_a_reason(
    platform: Platform, course: Classroom, client: Client, bad: dict[str, Any]
) -> None:
    page = platform.launch(client, "Learner", **bad)
    assert page.status_code == 400
    assert "You cannot come in this way" in page.text
    assert who(client) is None


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "W10.W10.x", "e30.e30.x", "\x00.é.x"])
def test_what_is_no_token_is_refused(platform: Platform, client: Client, token: str) -> None:
    asked = asked_of(platform.first_step(client))
    fields = {"id_token": token, "state": asked["state"]}
    assert client.post("/lti/launch/", fields).status_code == 400


@pytest.mark.parametrize("algorithm", ["none", "HS256"])
def test_a_token_is_signed_by_the_algorithm_of_its_key(
    platform: Platform, course: Classroom, client: Client, algorithm: str
) -> None:
    asked = asked_of(platform.first_step(client))
    head = {"alg": algorithm, "kid": platform.keys[0]["kid"]}
    parts = [json.dumps(one).encode() for one in (head, platform.claims(asked["nonce"], "Learner"))]
    text = b".".join(urlsafe_b64encode(one).rstrip(b"=") for one in parts)
    known = platform.keys[0].export_to_pem()  # the public key, which everybody has
    signature = hmac.digest(known, text, "sha256") if algorithm == "HS256" else b""
    token = text + b"." + urlsafe_b64encode(signature).rstrip(b"=")
    fields = {"id_token": token.decode(), "state": asked["state"]}
    assert client.post("/lti/launch/", fields).status_code == 400
    assert who(client) is None


@pytest.mark.parametrize(
    "fields", [{}, {"iss": ""}, {"iss": "x"}, {"client_id": "9"}, {"login_hint": ""}]
)
def test_a_first_step_that_is_none_is_refused(
    platform: Platform, client: Client, fields: dict[str, str]
) -> None:
    usual = {"iss": platform.url, "login_hint": "7", "client_id": "oxo-1"} if fields else {}
    answer = client.get("/lti/login/", {**usual, **fields, "window": "1"})
    assert answer.status_code == 400


def test_a_school_comes_in_only_when_staff_let_it(
    platform: Platform, course: Classroom, client: Client
) -> None:
    platform.deployment.is_active = False
    platform.deployment.save()
    page = platform.launch(client, "Learner")
    assert (page.status_code, "let your school in first" in page.text) == (400, True)


def test_the_word_of_a_school_logs_no_staff_in(
    platform: Platform, course: Classroom, grace: User, client: Client
) -> None:
    grace.is_staff = True
    grace.save()
    assert platform.launch(client, "Instructor").status_code == 302
    assert who(client) is None


def test_a_teacher_of_the_course_who_does_not_teach_the_class_sees_nothing_of_it(
    platform: Platform, course: Classroom, ada: User, client: Client
) -> None:
    client.force_login(ada)
    platform.launch(client, "Instructor", sub="instructor-2")
    assert client.get("/lti/connect/").status_code == 400


def test_a_class_of_another_school_knows_none_of_the_first(
    platform: Platform, course: Classroom, client: Client
) -> None:
    platform.launch(client, "Learner")
    people.connect(course, platform.deployment.pk + 1, "course-7")
    assert not SchoolPupil.objects.exists()


def test_a_class_that_is_full_or_closed_says_so(
    platform: Platform, course: Classroom, client: Client
) -> None:
    closing.wipe(course)
    assert "The class is closed." in platform.launch(client, "Learner").text


def test_an_address_begins_no_endless_log_ins(
    platform: Platform, client: Client, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "analysis": (2, 60)}
    answers = [platform.first_step(client) for _ in range(3)]
    assert [one.status_code for one in answers] == [302, 302, 429]
    assert int(answers[2]["Retry-After"]) <= 60


def test_our_keys_are_public(client: Client, db: None) -> None:
    (key,) = client.get("/lti/keys/").json()["keys"]
    assert (key["kty"], key["alg"]) == ("RSA", "RS256")
    assert "d" not in key


def test_staff_neither_see_nor_change_a_private_key(platform: Platform, as_staff: Client) -> None:
    registration = platform.registration
    registration.public_key, registration.private_key = "PUBLIC PEM", "PRIVATE PEM"
    registration.save()
    page = f"/admin/lti_tool/ltiregistration/{registration.pk}/"
    form = as_staff.get(f"{page}change/")
    assert form.status_code == 200
    fields = {name: form.context["adminform"].form[name].value() for name in ("uuid", "issuer")}
    fields |= {name: getattr(registration, name) for name in ("auth_url", "token_url")}
    fields |= {"client_id": "oxo-2", "keyset_url": registration.keyset_url, "name": "School"}
    none = {"deployments-TOTAL_FORMS": "0", "deployments-INITIAL_FORMS": "0"}
    sent = as_staff.post(f"{page}change/", {**fields, **none, "private_key": "ANOTHER PEM"})
    assert sent.status_code == 302, sent.context["errors"]
    registration.refresh_from_db()
    assert (registration.client_id, registration.private_key) == ("oxo-2", "PRIVATE PEM")
    for end in ("change/", "history/", "delete/", "../"):
        assert "PEM" not in as_staff.get(page + end).text, end


WITHOUT = """
import sys
sys.modules["lti_tool"] = None
import django
django.setup()
from django.core.management import call_command
from django.urls import NoReverseMatch, reverse
from progress.classes import receivers, teacher_views
call_command("check")
call_command("makemigrations", "--check", "--dry-run")
try:
    reverse("lti:login")
except NoReverseMatch:
    print("no such address")
"""


@pytest.mark.long
def test_without_the_package_the_site_is_the_same_but_for_these_addresses() -> None:
    command = [sys.executable, "-c", WITHOUT]
    settings = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "no such address"), done.stderr
