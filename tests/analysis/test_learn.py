"""The course: lessons, sheets of exercises, what is remembered, and the source of algorithms."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from games.analysis.learn.lesson import Lesson
from games.analysis.learn.lessons import LESSONS
from games.models import Game
from progress.models import LessonTaken
from progress.puzzles import lessons
from tests.markup import html_of
from tests.spoken import spoken

pytestmark = pytest.mark.django_db

SLUGS = [lesson.slug for lesson in LESSONS]

each = pytest.mark.parametrize("lesson", LESSONS, ids=SLUGS)


def page(client: Client, path: str, status: int = 200, **query: Any) -> str:
    answer = client.get(path, query)
    assert answer.status_code == status
    return unescape(html_of(answer))


def said(client: Client, path: str, **query: Any) -> list[str]:
    return spoken(html_of(client.get(path, query)), "lesson")


# --- lessons ---


@pytest.mark.long
@each
def test_a_lesson_asks_before_it_tells(client: Client, lesson: Lesson) -> None:
    content = lesson.content
    told = (*content.question.because, *content.meaning, content.keep)
    before = "\n".join(said(client, f"/learn/{lesson.slug}/"))
    assert all(line in before for line in (*content.idea, content.touch.ask, content.question.ask))
    assert not any(line in before for line in told)
    after = "\n".join(said(client, f"/learn/{lesson.slug}/", show="1"))
    assert all(line in after for line in told)


@pytest.mark.long
@each
def test_every_cell_to_touch_says_something_of_its_own(client: Client, lesson: Lesson) -> None:
    touch = lesson.content.touch
    sentences = [touch.say(cell) for cell in touch.cells]
    names = [touch.board.cell_name(cell) for cell in touch.cells]
    assert all(name in sentence for name, sentence in zip(names, sentences, strict=True))
    assert sentences[0] in page(client, f"/learn/{lesson.slug}/", touch=names[0])


@pytest.mark.parametrize("text", ["z9", "a1", "🙂", "c22"])
def test_what_cannot_be_touched_is_quoted(client: Client, text: str) -> None:
    assert repr(text) in page(client, "/learn/alpha-beta/", 400, touch=text)


def test_a_guess_is_marked_card_by_card(client: Client) -> None:
    lines = said(client, "/learn/alpha-beta/", a=["c2"], check="1")
    assert "Not quite: 3 of 4 right." in lines
    assert "checkbox, chosen: 3 · c2, skipped: 1 position, you knew" in lines
    assert "checkbox: 4 · b3, skipped: 11 positions, not marked" in lines
    assert "Right." in said(client, "/learn/alpha-beta/", a=["c2", "b3"], check="1")


def test_an_answer_that_is_none_is_told_apart_from_a_wrong_one(client: Client) -> None:
    assert "Nothing is marked yet." in page(client, "/learn/alpha-beta/", check="1")
    assert "'zz' is not one of the answers" in page(client, "/learn/lines/", a="zz", check="1")
    tree = page(client, "/learn/minimax/", **{"a-top": "0", "check": "1"})
    assert "After c2: choose one first." in tree
    assert "Choose one answer only." in page(client, "/learn/lines/", a=["a2", "a3"], check="1")


def test_there_is_no_other_lesson(client: Client) -> None:
    for path in ("/learn/chess/", "/learn/chess/exercises/", "/learn/code/chess/"):
        page(client, path, 404)
    assert client.put("/learn/lines/").status_code == 405


# --- sheets ---


def test_a_sheet_without_a_seed_is_a_new_one(client: Client) -> None:
    first, second = (client.get("/learn/lines/exercises/")["Location"] for _ in range(2))
    assert first != second
    assert page(client, first) != page(client, second)


def test_a_seed_repeats_the_sheet(client: Client) -> None:
    asked = [said(client, "/learn/memo/exercises/", seed="class-7b") for _ in range(2)]
    assert asked[0] == asked[1]
    assert asked[0] != said(client, "/learn/memo/exercises/", seed="class-7c")


@pytest.mark.parametrize("seed", ["", "A", "a b", "x" * 25, "ü", "<b>"])
def test_a_seed_that_cannot_be_is_quoted(client: Client, seed: str) -> None:
    assert repr(seed) in page(client, "/learn/lines/exercises/", 404, seed=seed)


def test_a_sheet_counts_what_is_right(client: Client) -> None:
    questions = next(one for one in LESSONS if one.slug == "lines").sheet("s")
    answers = {f"q{at}": one.groups[0].right[0].key for at, one in enumerate(questions, 1)}
    path = "/learn/lines/exercises/"
    assert "5 of 5 right. Well done." in page(client, path, seed="s", check="1", **answers)
    wrong = next(one for one in questions[0].groups[0].options if not one.right)
    answers["q1"] = wrong.key
    marked = page(client, path, seed="s", check="1", **answers)
    assert "4 of 5 right." in marked
    assert questions[0].because[0] in marked


@pytest.mark.long
def test_a_sheet_on_paper_has_no_answers_for_who_has_its_seed(client: Client) -> None:
    sheet = page(client, "/learn/alpha-beta/exercises/", seed="s", paper="1")
    for one in next(one for one in LESSONS if one.slug == "alpha-beta").sheet("s"):
        assert one.ask in sheet
        assert one.because[-1] not in sheet
    for key in ("1", "x", "0123456789abcdef"):
        refused = page(
            client, "/learn/alpha-beta/exercises/", 404, seed="s", paper="1", answers=key
        )
        assert repr(key) in refused


def test_who_draws_a_new_sheet_prints_its_answers_apart(client: Client) -> None:
    drawn = client.get("/learn/alpha-beta/exercises/", {"paper": "1", "answers": "new"})
    query = parse_qs(urlsplit(drawn["Location"]).query)
    assert query["answers"] != ["new"]
    questions, answers = page(client, drawn["Location"]).split('class="answers-apart"')
    (seed,) = query["seed"]
    for one in next(one for one in LESSONS if one.slug == "alpha-beta").sheet(seed):
        assert one.ask in questions
        assert one.because[-1] in answers
        assert one.because[-1] not in questions
    other = {"seed": "s", "paper": "1", "answers": query["answers"][0]}
    assert client.get("/learn/alpha-beta/exercises/", other).status_code == 404


@pytest.mark.long
def test_trees_are_trees_on_paper(client: Client) -> None:
    for slug, trees in (("minimax", 5), ("window", 5)):
        sheet = page(client, f"/learn/{slug}/exercises/", seed="s", paper="1")
        drawn = next(one for one in LESSONS if one.slug == slug).sheet("s")
        with_tree = [one for one in drawn if one.tree or one.numbers or one.kind == "branches"]
        assert sheet.count('class="number-tree') == len(with_tree) <= trees
        assert with_tree


@pytest.mark.long
def test_paper_has_binary_digits_and_matrices_to_fill_in(client: Client) -> None:
    bits = page(client, "/learn/bitboards/exercises/", seed="s", paper="1")
    assert bits.count("<caption>In binary: 1 for a cell") == 5
    assert '<th scope="row">number</th><td>256</td><td>128</td><td>64</td>' in bits
    assert page(client, "/learn/bitboards/").count("273 is 100010001.") == 1
    matrix = page(client, "/learn/linear/exercises/", seed="s", paper="1")
    drawn = next(one for one in LESSONS if one.slug == "linear").sheet("s")
    tables = [one.table for one in drawn if one.table]
    assert matrix.count("<caption>The lines as a matrix") == len(tables) > 0
    first = tables[0]
    assert first.rows[1] == ("a1–b1–c1", *"111000000", "", "")
    marks = drawn[[one.table for one in drawn].index(first)]
    own = marks.board.to_move
    wanted = ["1" if mark == own else "−1" if mark else "0" for mark in marks.board.marks]
    assert first.rows[0] == ("board", *wanted, "", "")


# --- what is remembered ---


def test_a_visitor_who_answers_is_remembered_as_a_guest(client: Client) -> None:
    answer = client.post("/learn/lines/", {"a": "a2"})
    assert answer["Location"] == "/learn/lines/?check=1&a=a2#question"
    row = LessonTaken.objects.get()
    assert (row.lesson, row.answered, row.sheets) == ("lines", True, 0)
    assert row.user.is_guest
    course = page(client, "/learn/")
    assert "you have read 1" in course
    assert "Go on: What a move is worth" in course


def test_reading_and_sharing_remember_nothing(client: Client) -> None:
    page(client, "/embed/learn/lines/", a="a2", check="1")
    assert not client.cookies
    page(client, "/learn/lines/", a="a2", check="1")
    client.post("/learn/lines/", {"a": "zz"})
    client.post("/learn/lines/exercises/", {"seed": "s"})
    assert not User.objects.exists()
    assert set(client.cookies) == {"csrftoken"}


def test_the_best_sheet_counts(as_ada: Client, ada: User) -> None:
    questions = next(one for one in LESSONS if one.slug == "lines").sheet("s")
    right = {f"q{at}": one.groups[0].right[0].key for at, one in enumerate(questions, 1)}
    path = "/learn/lines/exercises/"
    answer = as_ada.post(path, {"seed": "s", **right})
    query = parse_qs(urlsplit(answer["Location"]).query)
    assert query == {"seed": ["s"], "check": ["1"], **{key: [one] for key, one in right.items()}}
    as_ada.post(path, {"seed": "s", "q1": right["q1"]})
    assert lessons.results(ada.pk)["lines"] == (False, 5, 2)
    assert "5 of 5 exercises right" in page(as_ada, "/learn/")


def test_a_member_gets_the_lessons_of_the_guest_they_were(ada: User, grace: User) -> None:
    lessons.take(user_id=ada.pk, lesson="alpha", right=None)
    lessons.take(user_id=ada.pk, lesson="lines", right=4)
    lessons.take(user_id=grace.pk, lesson="lines", right=2)
    lessons.merge(guest_id=ada.pk, member_id=grace.pk)
    assert lessons.results(grace.pk) == {"alpha": (True, 0, 0), "lines": (False, 4, 2)}
    assert lessons.results(ada.pk) == {}


def test_answers_go_on_where_too_many_guests_come_from_one_address(
    client: Client, settings: Any
) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests": (0, 60)}
    assert client.post("/learn/lines/", {"a": "a2"}).status_code == 302
    assert not User.objects.exists()


# --- for classes ---


@pytest.mark.parametrize("path", ["/embed/learn/lines/", "/embed/learn/lines/exercises/?seed=s"])
def test_others_may_frame_a_lesson_and_a_sheet(client: Client, path: str) -> None:
    answer = client.get(path)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    text = html_of(answer)
    assert 'method="post"' not in text
    assert "csrf" not in text
    ours = re.findall(r'href="(/learn/[^"]*)"[^>]*>', text)
    assert [one for one in ours if f'href="{one}" target="_blank"' not in text] == []


def test_no_other_page_of_the_course_can_be_framed(client: Client) -> None:
    assert client.get("/learn/lines/")["X-Frame-Options"] == "DENY"


def test_a_projector_stays_one_while_answering(client: Client) -> None:
    assert 'class="projector"' in page(client, "/learn/lines/", projector="1")
    answer = client.post("/learn/lines/", {"a": "a2", "projector": "1"})
    assert "projector=1" in answer["Location"]


@each
def test_the_course_lists_each_lesson(client: Client, lesson: Lesson) -> None:
    assert f'href="/learn/{lesson.slug}/"' in page(client, "/learn/")


# --- what else lessons lead to ---


@pytest.mark.long
@pytest.mark.parametrize("slug", [one.slug for one in LESSONS if one.more])
def test_every_board_to_read_on_leads_to_its_analysis(client: Client, slug: str) -> None:
    links = set(re.findall(r'class="live-board" href="([^"]+)"', page(client, f"/learn/{slug}/")))
    assert links
    assert all(client.get(link).status_code == 200 for link in links)


def test_a_member_can_play_the_trap(as_ada: Client, ada: User) -> None:
    assert "Play the trap" in page(as_ada, "/learn/linear/")
    fields = {"variant": "classic", "opponent": "engine:linear", "seat": "X", "clock": ""}
    assert as_ada.post("/games/new/", fields).status_code == 302
    seats = {seat.name: seat for seat in Game.objects.get().seats.all()}
    assert seats["X"].user_id == ada.pk
    assert seats["O"].engine == "linear"


def test_the_lesson_has_the_one_ladder_from_the_empty_board(client: Client) -> None:
    text = page(client, "/learn/alpha-beta/")
    for count in ("549,946", "18,297", "7,275", "1,242", "285", "296"):
        assert f'<td class="n">{count}</td>' in text
    assert "÷ 30.1" in text
    assert "1,806 positions" in text


def test_seeds_are_as_random_as_they_look() -> None:
    """A sheet does not depend on what was drawn before it."""
    lesson = LESSONS[0]
    first = lesson.sheet("s")
    lesson.sheet("t")
    Random(1).random()
    assert [one.board for one in lesson.sheet("s")] == [one.board for one in first]


# --- size ---


@pytest.mark.parametrize(
    "path",
    [
        "/learn/",
        "/learn/minimax/?show=1",
        "/learn/alpha-beta/?show=1",
        "/learn/alpha/exercises/?seed=s",
        "/learn/minimax/exercises/?seed=s&check=1",
        "/learn/code/alpha-beta/",
    ],
)
def test_a_page_with_all_it_loads_stays_under_80_kb(client: Client, path: str) -> None:
    """Compressed as servers send it; the typeface is compressed already."""
    text = client.get(path).content
    names = set(re.findall(r'(?:href|src)="/static/([^"]+\.(?:css|js|woff2))"', text.decode()))
    imports = re.search(r'<script type="importmap"[^>]*>(.*?)</script>', text.decode(), re.DOTALL)
    if imports:
        names |= {
            url.removeprefix("/static/") for url in json.loads(imports[1])["imports"].values()
        }
    files = [Path(str(finders.find(name))).read_bytes() for name in names]
    assert len(files) > 3
    assert sum(len(gzip.compress(one)) for one in [text, *files]) < 80_000
