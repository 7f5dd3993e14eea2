"""A class of one teacher, with three pupils and a task for them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from progress.classes import door, kinds, make, tasks
from progress.models import ClassMember, Classroom, ClassTask
from tests.conftest import logged_in


@pytest.fixture
def classroom(grace: User) -> Classroom:
    """Grace's class of three, whose door is open."""
    made = make.make_class(teacher=grace, name="7b", pupils=["Amira", "Ben", "Chloé"])
    made.seed = "class1"
    made.save(update_fields=["seed"])
    door.open_door(made)
    return made


@pytest.fixture
def pupils(classroom: Classroom) -> list[ClassMember]:
    return list(classroom.members.select_related("user").order_by("pk"))


@pytest.fixture
def teacher(grace: User, classroom: Classroom) -> Client:
    return logged_in(grace)


def as_pupil(member: ClassMember) -> Client:
    """A browser on which somebody has come in with their card."""
    client = Client()
    first, second = make.spoken_words(member).split()
    answer = client.post(f"/join/{member.card}/", {"first": first, "second": second})
    assert answer.status_code == 302, answer
    return client


def given(classroom: Classroom, kind: str, what: str) -> ClassTask:
    """A task that the class has."""
    task = tasks.add(classroom, kinds.find_offer(kind, what))
    tasks.give(classroom, task.lesson, None)
    task.refresh_from_db()
    return task


@pytest.fixture
def pages(teacher: Client, classroom: Classroom) -> Any:
    """The teacher's pages by the end of their address."""
    return lambda end: teacher.get(f"/classes/{classroom.pk}/{end}")
