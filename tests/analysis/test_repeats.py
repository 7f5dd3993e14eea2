"""Exercises one at a time with the answer at once, and those that come back."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.analysis.learn.lessons import BY_SLUG
from games.analysis.learn.repeats import MOST, Repeat, again, due, later, updated
from progress.models import ExerciseToRepeat, LessonTaken
from progress.puzzles import lessons

pytestmark = pytest.mark.django_db

SHEET = "/learn/lines/exercises/"
TODAY = date(2026, 3, 1)
KEY = ("lines", "s", 1)


def page(client: Client, path: str, status: int = 200, **query: Any) -> str:
    answer = client.get(path, query)
    assert answer.status_code == status
    return " ".join(unescape(answer.content.decode()).split())


def key_of(number: int, *, right: bool, seed: str = "s", lesson: str = "lines") -> str:
    group = BY_SLUG[lesson].sheet(seed)[number - 1].groups[0]
    return next(one.key for one in group.options if one.right == right)


# --- one at a time ---


def test_a_sheet_shows_one_exercise_and_its_answer_at_once(client: Client) -> None:
    first, second, *_ = BY_SLUG["lines"].sheet("s")
    asked = page(client, SHEET, seed="s")
    assert first.ask in asked
    assert f"<legend>{second.ask}</legend>" not in asked
    assert 'class="because"' not in asked
    told = page(client, SHEET, seed="s", at="1", check="1", q1=key_of(1, right=False))
    assert "Not this time." in told
    assert first.because[0] in told.partition('class="because"')[2]
    assert "Next exercise" in told
    assert 'name="check"' not in re.sub(r'<input type="hidden"[^>]*>', "", told)


def test_the_next_exercise_carries_the_answers_so_far(client: Client) -> None:
    wrong = key_of(1, right=False)
    answer = client.post(SHEET, {"seed": "s", "at": "1", "q1": wrong, "check": "1"})
    assert urlsplit(answer["Location"]).fragment == "exercise"
    query = parse_qs(urlsplit(answer["Location"]).query)
    assert query == {"at": ["1"], "seed": ["s"], "check": ["1"], "q1": [wrong]}
    told = page(client, answer["Location"])
    following = re.search(r'href="([^"]+)" data-in-place data-next', told)
    assert following
    query = parse_qs(urlsplit(following[1]).query)
    assert query == {"at": ["2"], "seed": ["s"], "check": ["1"], "q1": [wrong]}
    second = page(client, following[1])
    assert BY_SLUG["lines"].sheet("s")[1].ask in second
    assert 'Exercise </span>1<span class="vh">, not right' in second
    assert 'Exercise </span>2<span class="vh">, not answered' in second


def test_the_last_answer_counts_the_sheet_once(as_ada: Client, ada: User) -> None:
    fields: dict[str, Any] = {"seed": "s", "check": []}
    for number in range(1, 6):
        fields[f"q{number}"] = key_of(number, right=number != 2)
        fields["check"] = [*fields["check"], str(number)]
        answer = as_ada.post(SHEET, {**fields, "at": str(number)})
        assert LessonTaken.objects.filter(user=ada).exists() == (number == 5)
    assert lessons.results(ada.pk)["lines"] == (False, 4, 1)
    assert "4 of 5 right." in page(as_ada, answer["Location"])


def test_nothing_chosen_is_no_answer(as_ada: Client, ada: User) -> None:
    answer = as_ada.post(SHEET, {"seed": "s", "at": "1", "check": "1"})
    assert "check" not in parse_qs(urlsplit(answer["Location"]).query)
    assert not ExerciseToRepeat.objects.exists()


@pytest.mark.parametrize("text", ["0", "6", "x", "🙂", "11111111111111111111111"])
def test_an_exercise_that_is_none_is_quoted(client: Client, text: str) -> None:
    assert repr(text[:20]) in page(client, SHEET, 404, seed="s", at=text)


def test_all_five_stand_on_one_page_if_that_is_asked_for(client: Client) -> None:
    whole = page(client, SHEET, seed="s", all="1")
    assert all(one.ask in whole for one in BY_SLUG["lines"].sheet("s"))


# --- when something comes back ---


def test_a_wrong_answer_comes_back_after_1_3_and_7_days() -> None:
    kept = again(None, KEY, TODAY, right=False)
    waits = []
    today = TODAY
    while kept is not None:
        waits.append((kept.due - today).days)
        today = kept.due
        kept = again(kept, KEY, today, right=True)
    assert waits == [1, 3, 7]


def test_a_right_answer_before_its_day_changes_nothing() -> None:
    kept = Repeat(*KEY, 1, TODAY + timedelta(3))
    assert again(kept, KEY, TODAY, right=True) == kept
    assert again(None, KEY, TODAY, right=True) is None


def test_a_wrong_answer_begins_anew() -> None:
    kept = Repeat(*KEY, 2, TODAY)
    assert again(kept, KEY, TODAY, right=False) == Repeat(*KEY, 0, TODAY + timedelta(1))


def test_the_list_is_bounded_and_in_order() -> None:
    many = [Repeat("lines", f"s{n}", 1, 0, TODAY + timedelta(n)) for n in range(MOST)]
    kept = updated(many, "alpha", "t", {4: False}, TODAY)
    assert len(kept) == MOST
    assert kept[1] == Repeat("alpha", "t", 4, 0, TODAY + timedelta(1))
    assert many[-1] not in kept
    assert due(kept, TODAY) == [many[0]]
    assert later(kept, TODAY)[:2] == [(TODAY + timedelta(1), 2), (TODAY + timedelta(2), 1)]


# --- the page ---


def make_due(user: User, number: int = 1, step: int = 0, days: int = 0) -> None:
    ExerciseToRepeat.objects.create(
        user=user,
        lesson="lines",
        seed="s",
        number=number,
        step=step,
        due=timezone.localdate() + timedelta(days),
    )


def test_what_was_wrong_is_on_the_page_to_repeat_the_day_after(as_ada: Client, ada: User) -> None:
    as_ada.post(SHEET, {"seed": "s", "at": "1", "q1": key_of(1, right=False), "check": "1"})
    row = ExerciseToRepeat.objects.get(user=ada)
    assert (row.lesson, row.seed, row.number, row.step) == ("lines", "s", 1, 0)
    assert row.due == timezone.localdate() + timedelta(1)
    before = page(as_ada, "/learn/repeat/")
    assert "Nothing for today." in before
    assert "tomorrow</time>: 1 exercise" in before
    ExerciseToRepeat.objects.update(due=timezone.localdate())
    ready = page(as_ada, "/learn/repeat/")
    assert "1 exercise for today." in ready
    assert BY_SLUG["lines"].sheet("s")[0].ask in ready
    assert "1 exercise for today" in page(as_ada, "/learn/")


@pytest.mark.parametrize(("step", "days"), [(0, 3), (1, 7), (2, None)])
def test_a_right_answer_sends_it_further_away(
    as_ada: Client, ada: User, step: int, days: int | None
) -> None:
    make_due(ada, step=step)
    sent = {"lesson": "lines", "seed": "s", "number": "1", "a": key_of(1, right=True)}
    answer = as_ada.post("/learn/repeat/", sent)
    assert "Right." in page(as_ada, answer["Location"])
    rows = list(ExerciseToRepeat.objects.values_list("step", "due"))
    wanted = [] if days is None else [(step + 1, timezone.localdate() + timedelta(days))]
    assert rows == wanted


def test_a_wrong_answer_on_the_page_begins_anew(as_ada: Client, ada: User) -> None:
    make_due(ada, step=2)
    make_due(ada, number=2)
    sent = {"lesson": "lines", "seed": "s", "number": "1", "a": key_of(1, right=False)}
    told = page(as_ada, as_ada.post("/learn/repeat/", sent)["Location"])
    assert "Not this time." in told
    assert "Next exercise" in told
    row = ExerciseToRepeat.objects.get(number=1)
    assert (row.step, row.due) == (0, timezone.localdate() + timedelta(1))
    assert BY_SLUG["lines"].sheet("s")[1].ask in page(as_ada, "/learn/repeat/")


@pytest.mark.parametrize(
    ("query", "quoted"),
    [
        ({"lesson": "chess", "seed": "s", "number": "1"}, "'chess'"),
        ({"lesson": "lines", "seed": "S!", "number": "1"}, "'S!'"),
        ({"lesson": "lines", "seed": "s", "number": "9"}, "'9'"),
        ({"lesson": "lines", "seed": "s", "number": "x"}, "'x'"),
    ],
)
def test_an_exercise_to_repeat_that_is_none_is_quoted(
    client: Client, query: dict[str, str], quoted: str
) -> None:
    assert quoted in page(client, "/learn/repeat/", 404, **query)
    assert client.post("/learn/repeat/", query).status_code == 404
    assert client.post("/learn/repeat/", {}).status_code == 404


def test_a_member_gets_what_comes_back_to_the_guest_they_were(ada: User, grace: User) -> None:
    make_due(ada, number=1)
    make_due(ada, number=2, step=1)
    make_due(grace, number=1, step=2, days=5)
    lessons.merge(guest_id=ada.pk, member_id=grace.pk)
    assert lessons.repeats(ada.pk) == []
    assert {(one.number, one.step) for one in lessons.repeats(grace.pk)} == {(1, 2), (2, 1)}


def test_a_visitor_keeps_it_in_the_session_where_no_guest_can_be_made(
    client: Client, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (0, 60)}
    client.post(SHEET, {"seed": "s", "at": "1", "q1": key_of(1, right=False), "check": "1"})
    assert not User.objects.exists()
    assert "tomorrow</time>: 1 exercise" in page(client, "/learn/repeat/")
    session = client.session
    session["exercises_to_repeat"] = [["lines", "s", 1, 0, timezone.localdate().isoformat()]]
    session.save()
    assert "1 exercise for today." in page(client, "/learn/repeat/")
    sent = {"lesson": "lines", "seed": "s", "number": "1", "a": key_of(1, right=True)}
    client.post("/learn/repeat/", sent)
    assert client.session["exercises_to_repeat"] == [
        ["lines", "s", 1, 1, (timezone.localdate() + timedelta(3)).isoformat()]
    ]


def test_a_visitor_who_is_right_stays_a_visitor(client: Client) -> None:
    client.post(SHEET, {"seed": "s", "at": "1", "q1": key_of(1, right=True), "check": "1"})
    assert not User.objects.exists()
