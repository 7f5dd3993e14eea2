"""Lessons: every page works, every exercise has an answer, and marking is right."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.analysis.learn.exercises import Exercise
from games.analysis.learn.lessons import LESSONS, Lesson
from games.engines import engine
from games.engines.proofs import prove
from games.models import Game
from games.rules import ClassicBoard
from games.rules.shape import parse_cell

pytestmark = pytest.mark.django_db

LESSON_IDS = [lesson.slug for lesson in LESSONS]
EXERCISES = [(lesson, one) for lesson in LESSONS for one in lesson.exercises]


@pytest.mark.parametrize("lesson", LESSONS, ids=LESSON_IDS)
def test_every_lesson_has_boards_and_exercises(client: Client, lesson: Lesson) -> None:
    page = client.get(f"/learn/{lesson.slug}/").content.decode()
    assert lesson.title in page
    links = set(re.findall(r'class="live-board" href="([^"]+)"', page))
    assert len(links) >= 3
    for link in links:
        assert client.get(link.replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize(("lesson", "one"), EXERCISES)
def test_every_exercise_has_a_right_and_a_wrong_answer(lesson: Lesson, one: Exercise) -> None:
    assert one.solution
    assert one.mark(one.solution[0])[0] == "right"
    if one.asks == "cell":
        free = [one.board.cell_name(cell) for cell in one.board.available_moves()]
        assert set(one.solution) < set(free)
        wrong = next(cell for cell in free if cell not in one.solution)
        assert one.mark(wrong.upper())[0] == "wrong"
    else:
        assert one.mark("-99")[0] == "wrong"


def test_known_answers() -> None:
    found = {(one.notation, one.question): one.solution for _, one in EXERCISES}
    told = list(found.values())
    assert ["c2"] in told  # the second example of document 004
    assert ["257"] in told
    assert ["9"] in told  # the heuristic, not 10
    assert ["a2", "b1", "b3", "c2"] in told  # the edges, against two opposite corners
    assert ["a4", "d1"] in told  # where Tres begins
    assert ["a3", "b3"] in told  # what alpha-beta skips once c2 refutes a2


@pytest.mark.parametrize("text", ["", " ", "z9", "b22", "nan", "1e99", "\x00", "🙂", "99999999999"])
def test_odd_answers_are_told_apart_from_wrong_ones(client: Client, text: str) -> None:
    answer = client.get("/learn/lines/", {"a1": text})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert ("is not a cell: expected" in page) == bool(text.strip())


def test_answers_are_marked_on_the_page(client: Client) -> None:
    page = client.get("/learn/lines/", {"a1": "c1", "a2": "b1"}).content.decode()
    assert "1 of 3 right" in page
    assert "b1 is not right" in page
    page = client.get("/learn/minimax/", {"a3": "three"}).content.decode()
    assert "is not a number" in page


def test_a_number_may_be_written_as_people_write_it() -> None:
    number = next(one for _, one in EXERCISES if one.solution == ["-3"])
    assert [number.mark(text)[0] for text in ("-3", "−3", " -3.0 ")] == ["right"] * 3


def test_the_trap_is_one_that_the_engine_falls_into() -> None:
    cells = [
        parse_cell(name, ClassicBoard.SHAPE) for name in ["a1", "b2", "c3", "c1", "a3", "b3", "a2"]
    ]
    lost = prove(engine("classic", "linear"), "O", ClassicBoard()).losing_lines
    assert tuple(cells) in lost


def test_a_member_can_play_the_trap(as_ada: Client, ada: User) -> None:
    page = as_ada.get("/learn/linear/").content.decode()
    assert "Play the trap" in page
    fields = {"variant": "classic", "opponent": "engine:linear", "seat": "X", "clock": ""}
    assert as_ada.post("/games/new/", fields).status_code == 302
    seats = {seat.name: seat for seat in Game.objects.get().seats.all()}
    assert seats["X"].user_id == ada.pk
    assert seats["O"].engine == "linear"


def test_a_visitor_plays_the_trap_or_steps_through_it(client: Client) -> None:
    page = client.get("/learn/linear/").content.decode()
    assert "Play the trap" in page
    assert "line=a1-b2-c3-c1-a3-b3-a2" in page


def test_there_is_no_other_lesson(client: Client) -> None:
    assert client.get("/learn/chess/").status_code == 404
    assert client.post("/learn/lines/").status_code == 405


def test_the_lessons_are_listed(client: Client) -> None:
    page = client.get("/learn/").content.decode()
    for lesson in LESSONS:
        assert f'href="/learn/{lesson.slug}/"' in page


def test_the_lesson_has_the_one_ladder_from_the_empty_board(client: Client) -> None:
    page = client.get("/learn/alpha-beta/").content.decode()
    for count in ("549,946", "18,297", "7,275", "918", "296"):
        assert f'<td class="n">{count}</td>' in page
    assert "÷ 30.1" in page
    assert "1,806 positions" in page
