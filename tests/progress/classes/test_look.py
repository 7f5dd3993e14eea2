"""Look here: what the teacher shows on all screens, questions to all, and their answers."""

from __future__ import annotations

import pytest
from django.test import Client

from progress.classes import ClassRefused, look
from progress.models import ClassMember, Classroom, LookAnswer
from tests.progress.classes.conftest import as_pupil

FORK = "XO..X...O X"


def test_all_screens_show_what_the_teacher_shows_and_are_given_back(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    client, page = as_pupil(pupils[0]), f"/classes/{classroom.pk}/look/"
    assert "data-follow" not in client.get("/learn/").text
    teacher.post(page, {"do": "show", "at": FORK})
    assert "data-follow" in client.get("/learn/").text
    shown = client.get("/classes/mine/look/")
    assert shown.context["board"].notation == FORK
    assert shown.context["sentence"] == "X to move."
    teacher.post(page, {"do": "give"})
    assert "Your turn again" in client.get("/classes/mine/look/").text


def test_a_question_to_all_has_bars_without_names_and_one_answer_each(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    page = f"/classes/{classroom.pk}/look/"
    teacher.post(page, {"do": "show", "at": FORK})
    teacher.post(page, {"do": "ask", "question": "move"})
    clients = [as_pupil(one) for one in pupils]
    for client, cell in zip(clients, ("a2", "a2", "c1"), strict=True):
        client.post("/classes/mine/look/", {"cell": cell})
    clients[2].post("/classes/mine/look/", {"cell": "b3"})
    bars = {one.word: one for one in teacher.get(page).context["bars"]}
    assert [(bars[cell].count, bars[cell].percent) for cell in ("a2", "b3", "c1")] == [
        (2, 100),
        (1, 50),
        (0, 0),
    ]
    assert not any(one.right for one in bars.values())
    assert clients[0].get("/classes/mine/look/").context["bars"] == []
    teacher.post(page, {"do": "answers"})
    bars = {one.word: one for one in clients[0].get("/classes/mine/look/").context["bars"]}
    assert {word for word, one in bars.items() if one.right} == {"a2", "a3"}
    teacher.post(page, {"do": "back"})
    assert not LookAnswer.objects.exists()


@pytest.mark.parametrize(
    ("notation", "right"), [(FORK, {"X"}), ("......... X", {"draw"}), ("XX.OO.... X", {"X"})]
)
def test_who_wins_is_what_the_solution_says(notation: str, right: set[str]) -> None:
    assert look.right_answers(look.Showing(notation, question="who")) == right


def test_a_search_is_stepped_through_with_a_sentence_at_each_step(
    teacher: Client, classroom: Classroom
) -> None:
    page = f"/classes/{classroom.pk}/look/"
    teacher.post(page, {"do": "show", "at": "X.O.X...O X"})
    teacher.post(page, {"do": "mode", "mode": "search"})
    sentences = []
    for _ in range(4):
        shown = teacher.get(page).context
        sentences.append((shown["drawn"].at, shown["sentence"]))
        teacher.post(page, {"do": "on"})
    assert [at for at, _ in sentences] == [1, 2, 3, 4]
    assert len({said for _, said in sentences}) == 4
    assert shown["frame"].window is not None


def test_a_step_of_a_search_becomes_a_game_that_led_there(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    page = f"/classes/{classroom.pk}/look/"
    teacher.post(page, {"do": "show", "at": "X.O.X...O X"})
    for fields in ({"do": "mode", "mode": "search"}, {"do": "on"}, {"do": "on"}):
        teacher.post(page, fields)
    searched = teacher.get(page).context["drawn"].board.notation
    teacher.post(page, {"do": "mode", "mode": "game"})
    for client, address in ((teacher, page), (as_pupil(pupils[0]), "/classes/mine/look/")):
        shown = client.get(address).context
        assert (shown["drawn"].mode, shown["drawn"].board.notation) == ("game", searched)


def test_a_place_beyond_the_moves_that_was_stored_is_the_last_one(
    teacher: Client, classroom: Classroom
) -> None:
    Classroom.objects.filter(pk=classroom.pk).update(
        showing={"start": FORK, "moves": [], "mode": "game", "at": 3}
    )
    assert teacher.get(f"/classes/{classroom.pk}/look/").context["board"].notation == FORK


def test_the_teacher_plays_on_the_board_and_takes_back(
    teacher: Client, classroom: Classroom
) -> None:
    page = f"/classes/{classroom.pk}/look/"
    for cell in ("b2", "a1"):
        teacher.post(page, {"cell": cell})
    assert teacher.get(page).context["board"].notation == "O...X.... X"
    teacher.post(page, {"do": "back"})
    assert teacher.get(page).context["board"].notation == "....X.... O"
    teacher.post(page, {"do": "clear"})
    assert teacher.get(page).context["board"].notation == "......... X"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"do": "dance"}, "'dance' is nothing that can be shown."),
        ({"do": "mode", "mode": "film"}, "'film' cannot be shown"),
        ({"do": "ask", "question": "why"}, "'why' is no question"),
        ({"do": "show", "at": "XXXX"}, "'XXXX' is no position"),
        ({"do": "game", "game": "/games/abcdefgh/"}, "'abcdefgh'"),
        ({"do": "cell", "cell": "z9"}, "z9"),
    ],
)
def test_what_cannot_be_shown_is_quoted(
    teacher: Client, classroom: Classroom, fields: dict[str, str], said: str
) -> None:
    answer = teacher.post(f"/classes/{classroom.pk}/look/", fields, follow=True)
    assert any(said in str(one) for one in answer.context["messages"])


@pytest.mark.parametrize(
    ("notation", "question", "refused"),
    [
        ("................ T", "who", True),
        ("................ T", "move", False),
        ("TU.............. D", "move", True),
    ],
)
def test_nobody_is_asked_what_chance_decides(
    teacher: Client, classroom: Classroom, notation: str, question: str, refused: bool
) -> None:
    page = f"/classes/{classroom.pk}/look/"
    teacher.post(page, {"do": "show", "at": notation})
    answer = teacher.post(page, {"do": "ask", "question": question}, follow=True)
    assert ("nobody can say" in answer.text) is refused


def test_an_answer_to_an_earlier_question_counts_for_no_new_one(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    earlier = look.Showing(FORK, question="move")
    look.show(classroom, earlier)
    look.show(classroom, look.Showing(FORK, question="who"))
    with pytest.raises(ClassRefused, match="This question is over"):
        look.answer(pupils[0], earlier, "a2")
    assert not LookAnswer.objects.exists()


def test_nobody_answers_without_a_question_or_from_another_class(
    classroom: Classroom, pupils: list[ClassMember], ada: object
) -> None:
    client = as_pupil(pupils[0])
    client.post("/classes/mine/look/", {"answer": "X"})
    look.show(classroom, look.Showing(FORK, question="move"))
    client.post("/classes/mine/look/", {"answer": "a1"})
    assert not LookAnswer.objects.exists()
