"""The demo: an engine, a class, a month of boards, a game in the lobby; all of it goes again."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from accounts.models import User
from games.match import FINISHED
from games.models import Game
from games.services.exhibit import PLAYERS, exhibit
from progress.classes import closing, make
from progress.classes.door import may_come_in
from progress.demo import classroom, days, people
from progress.models import Classroom, PuzzleTry

pytestmark = pytest.mark.django_db


def test_two_bots_play_a_game_after_the_other_a_move_a_time() -> None:
    exhibit(Random(1))
    assert not Game.objects.exists()  # without the demo's people nobody plays
    people.everybody()
    exhibit(Random(1))
    game = Game.objects.get()
    assert (game.kind, game.event, game.version) == ("lobby", "Demo", 1)
    while game.status != FINISHED:
        before = game.version
        exhibit(Random(1))
        game.refresh_from_db()
        assert game.version == before + 1
    exhibit(Random(1))
    assert Game.objects.count() == 2


def test_a_child_comes_into_the_class_with_a_card(ada: User) -> None:
    child = classroom.open_class(ada)
    assert may_come_in(child.classroom)
    assert child.classroom.members.count() == len(classroom.PUPILS)
    assert classroom.open_class(ada) == child


def test_a_class_without_children_gets_new_ones_and_a_closed_one_a_new_class(ada: User) -> None:
    child = classroom.open_class(ada)
    for member in child.classroom.members.all():
        make.let_go(member)
    again = classroom.open_class(ada)
    assert again.classroom == child.classroom
    assert again.card
    closing.wipe(again.classroom)
    assert classroom.open_class(ada).classroom != again.classroom


@pytest.mark.long
def test_a_month_of_boards_is_found_as_people_find_them(ada: User) -> None:
    days.solve_a_month(ada, date(2026, 11, 26))
    rows = list(PuzzleTry.objects.filter(user=ada).order_by("day"))
    assert [row.day for row in rows][:: days.DAYS - 1] == [date(2026, 10, 27), date(2026, 11, 25)]
    assert sum(row.found_at is not None for row in rows) == 28
    assert sum(bool(row.solved) for row in rows) == 21


def test_clearing_leaves_people_who_have_the_names_by_chance() -> None:
    User.objects.create_user("ada", "a password of her own")
    User.objects.create_user(next(iter(PLAYERS)), "a password of its own", is_bot=True)
    assert people.clear() == 0
    assert User.objects.count() == 2


def test_clearing_leaves_nothing_of_the_demo(ada: User) -> None:
    everybody = people.everybody()
    classroom.open_class(everybody["grace"])
    exhibit(Random(1))
    assert people.clear() == len(PLAYERS) + 3
    assert not User.objects.exists()
    assert not Game.objects.exists()
    assert not Classroom.objects.exists()
