"""The socket of a class: who may open it, and what makes whose pages look again."""

from __future__ import annotations

from typing import Any

import pytest
from channels.db import database_sync_to_async

from accounts.models import User
from progress.classes import closing, make, sockets
from progress.classes.sockets import ClassSocket, ClassState, OpenClasses
from progress.models import ClassMember, Classroom


def test_the_teacher_and_members_may_open_it_and_nobody_else(
    classroom: Classroom, pupils: list[ClassMember], grace: User, ada: User
) -> None:
    state = ClassState(classroom.revision + 1, classroom.calls)
    Classroom.objects.filter(pk=classroom.pk).update(revision=state.revision)
    assert sockets._seat_in(classroom.pk, grace.pk) == (state, True)
    assert sockets._seat_in(classroom.pk, pupils[0].user_id) == (state, False)
    assert sockets._seat_in(classroom.pk, ada.pk) is None
    assert sockets._seat_in(classroom.pk, None) is None
    assert sockets._seat_in(classroom.pk + 1, grace.pk) is None
    closing.wipe(classroom)
    assert sockets._seat_in(classroom.pk, grace.pk) is None


@pytest.mark.django_db(transaction=True)
async def test_an_answer_tells_the_teacher_and_a_board_for_all_tells_everybody(
    monkeypatch: pytest.MonkeyPatch, django_user_model: Any
) -> None:
    def prepared() -> Classroom:
        teacher = User.objects.create_user("grace", "x")
        return make.make_class(teacher=teacher, name="7b", pupils=["Amira"])

    classroom = await database_sync_to_async(prepared)()
    told: list[tuple[str, int]] = []
    opened, state = OpenClasses(), ClassState(1, 0)
    monkeypatch.setattr(opened, "_look_on", lambda: _nothing())
    for name in ("teacher", "pupil"):
        socket = ClassSocket()
        socket.teaches = name == "teacher"
        monkeypatch.setattr(
            socket, "push_text", lambda text, name=name: told.append((name, int(text[-2:-1])))
        )
        opened.add(classroom.pk, socket, state)
        socket.tell(state)
    assert told == [("teacher", 1), ("pupil", 0)]
    for for_all, expected in ((False, {("teacher", 2)}), (True, {("teacher", 3), ("pupil", 1)})):
        told.clear()
        await database_sync_to_async(make.note_change)(classroom.pk, for_all=for_all)
        await opened.look()
        assert set(told) == expected
        told.clear()
        await opened.look()
        assert told == []


async def _nothing() -> None: ...
