"""Tasks: what a class can be given, and what each answer does to the matrix."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from msgspec.structs import replace

from accounts.models import User
from games import services
from games.analysis.puzzles import collection
from games.match import FINISHED, Reason
from games.models import Game
from games.rules import Outcome
from progress.classes import ClassRefused, attempts, courses, kinds, make, questions, tasks
from progress.classes.matrix import matrix, table
from progress.models import ClassMember, Classroom, ClassTask, StageHints, TaskAttempt
from tests.conftest import logged_in
from tests.progress.classes.conftest import as_pupil, given

CHOICE = next(
    one
    for one in kinds.LESSONS
    if len(one.content.question.groups) == 1 and not one.content.question.groups[0].several
)
"""A lesson that asks for one of a few answers."""


def go(client: Client, task: ClassTask) -> str:
    return str(client.post(f"/classes/mine/{task.pk}/").headers["Location"])


def of(member: ClassMember) -> TaskAttempt:
    return TaskAttempt.objects.get(member=member)


@pytest.mark.parametrize(
    ("kind", "what", "said"),
    [
        ("essay", "x", "'essay' is no kind of task."),
        ("lesson", "cooking", "There is no lesson 'cooking'."),
        ("stage", "9-9", "There is no stage '9-9'."),
        ("puzzles", "fork:0", "'0' is no number of puzzles: expected 1 to 20."),
        ("puzzles", "spoon:5", "There is no theme 'spoon'."),
        ("position", "XX|engine:minimax", "'XX' is no position"),
        ("position", "XXX.OO..._O|engine:minimax", "the game is over"),
        ("position", "X...O...X_O|engine:nobody", "'engine:nobody' is no opponent"),
    ],
)
def test_what_is_no_task_is_quoted(kind: str, what: str, said: str) -> None:
    with pytest.raises(ClassRefused) as refused:
        kinds.find_offer(kind, what)
    assert said in str(refused.value)


def test_every_offer_can_be_found_by_what_it_is_made_of() -> None:
    for kind in kinds.Kind:
        for offer in kinds.offers(kind):
            assert kinds.find_offer(kind, offer.what) == offer
    assert len(kinds.offers(ClassTask.Kind.STAGE)) == 45


def test_the_ready_courses_lead_to_tasks_that_there_are(classroom: Classroom) -> None:
    assert [one.title for one in courses.COURSES.values()] == [
        "First lesson",
        "How computers think",
        "Minimax and alpha-beta",
    ]
    assert courses.COURSES["first-lesson"].lessons[0].minutes == 45
    added = sum(courses.use(one, classroom) for one in courses.COURSES.values())
    assert classroom.tasks.count() == added == 34
    assert not tasks.given(classroom).exists()


def test_three_wrong_answers_in_a_lesson_are_stuck_and_a_right_one_is_done(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "lesson", CHOICE.slug)
    client = as_pupil(pupils[0])
    address = go(client, task)
    assert address == f"/learn/{CHOICE.slug}/"
    (group,) = CHOICE.content.question.groups
    wrong = [one.key for one in group.options if not one.right]
    right = next(one.key for one in group.options if one.right)
    for key in (wrong * 3)[:3]:
        client.post(address, {"a": key})
    assert (of(pupils[0]).wrong, of(pupils[0]).stuck_at is not None) == (3, True)
    assert matrix(classroom).stuck[0][0].member == pupils[0]
    assert "Your teacher sees that you are stuck" in client.get(address).text
    client.post(address, {"a": right})
    done = of(pupils[0])
    assert (done.done_at is not None, done.stuck_at) == (True, None)
    assert matrix(classroom).done == [1]


def test_a_sheet_has_the_seed_of_the_class_and_hides_its_answers_until_released(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "sheet", "lines")
    client = as_pupil(pupils[0])
    address = go(client, task)
    assert address == f"/learn/lines/exercises/?seed={classroom.seed}"
    assert task.locked
    sheet = kinds.LESSONS[0].sheet(classroom.seed)
    for number, question in enumerate(sheet, 1):
        chosen = {}
        for group in question.groups:
            right = [one.key for one in group.options if one.right] or ["none"]
            field = f"q{number}-{group.key}" if group.key else f"q{number}"
            chosen[field] = right if group.several else right[:1]
        page = client.post(
            "/learn/lines/exercises/",
            {"seed": classroom.seed, "at": number, "check": number, **chosen},
            follow=True,
        )
        assert page.context["current"].verdict is None
        assert page.context["withheld"]
    assert of(pupils[0]).done_at is not None
    assert [right for _, right, _ in of(pupils[0]).tries] == [True] * 5
    marked = f"{address}&at=1&check=1&q1=a1"
    assert client.get(marked).context["current"].verdict is None
    teacher.post(f"/classes/{classroom.pk}/tasks/{task.pk}/", {"do": "release"})
    assert not client.get(marked).context["withheld"]


def test_no_way_marks_a_sheet_of_a_class_before_it_is_released(
    teacher: Client, classroom: Classroom, pupils: list[ClassMember], ada: User
) -> None:
    task = given(classroom, "sheet", "lines")
    group = kinds.LESSONS[0].sheet(classroom.seed)[0].groups[0]
    wrong = next(one.key for one in group.options if not one.right)
    seed = {"seed": classroom.seed}
    sheet, repeat = "/learn/lines/exercises/", "/learn/repeat/"
    pupil = as_pupil(pupils[0])
    go(pupil, task)
    pupil.post(sheet, {**seed, "at": "1", "check": "1", "q1": wrong})
    pupil.post(sheet, {**seed, "check": "1", "q1": wrong})
    again = {**seed, "lesson": "lines", "number": "1", "check": "1", "a": wrong}
    pupil.post(repeat, again)
    assert pupil.get("/learn/").context["done"] == 0
    assert pupil.get(repeat).context["later"] == []
    checked = {**seed, "at": "1", "check": "1", "q1": wrong}

    def marked(client: Client) -> list[bool]:
        pages = [client.get(at, checked) for at in (sheet, "/embed/learn/lines/exercises/")]
        shown = [page.context["current"] for page in pages]
        shown.append(client.get(repeat, again).context["asked"])
        return [one.verdict is not None for one in shown]

    assert [marked(one) for one in (pupil, Client(), logged_in(ada))] == [[False] * 3] * 3
    assert marked(teacher) == [True, False, True]
    tasks.lock(task, locked=False)
    assert [marked(one) for one in (pupil, Client())] == [[True] * 3] * 2


def test_puzzles_are_the_same_for_the_class_and_done_when_each_is_solved(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "puzzles", "only:2")
    them = kinds.puzzles_of("only:2", classroom.seed)
    client = as_pupil(pupils[0])
    for puzzle in them:
        assert go(client, task) == f"/puzzles/{puzzle.id}/"
        wrong = next(c for c in puzzle.board.available_moves() if c not in puzzle.right)
        for cell in (wrong, puzzle.right[0]):
            client.post(f"/puzzles/{puzzle.id}/", {"cell": puzzle.board.cell_name(cell)})
    attempt = of(pupils[0])
    assert (attempt.wrong, attempt.done_at is not None) == (2, True)


def test_a_stage_that_is_assigned_is_open(classroom: Classroom, pupils: list[ClassMember]) -> None:
    task = given(classroom, "stage", "2-10")
    client = as_pupil(pupils[0])
    game = go(client, task).rstrip("/").rpartition("/")[2]
    assert Game.objects.get(pk=game).created_by == pupils[0].user
    play(client, game, "resign")
    assert of(pupils[0]).tries == [["not won", False, game]]


def test_a_stage_that_was_assigned_can_be_tried_again(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task, page = given(classroom, "stage", "2-10"), "/campaign/2/10/"
    client = as_pupil(pupils[0])
    game = go(client, task).rstrip("/").rpartition("/")[2]
    play(client, game, "resign")
    assert client.get(page).status_code == 200
    client.post(f"{page}hint/", {"step": 1})
    assert StageHints.objects.get(user=pupils[0].user).taken == 1
    assert client.post(page).status_code == 302
    assert as_pupil(pupils[1]).post(page).status_code == 403


def test_a_position_is_played_out_and_a_draw_counts_where_best_play_draws(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "position", "X...O...X_O|engine:minimax")
    assert kinds.position_of(task.what).draw_counts
    client = as_pupil(pupils[0])
    game = go(client, task).rstrip("/").rpartition("/")[2]
    match = services.current_match(game)
    assert match.board.notation == "X...O...X O"
    play(client, game, "resign")
    assert of(pupils[0]).tries[0][:2] == ["lost", False]
    assert go(client, task) != f"/games/{game}/"


@pytest.mark.parametrize(
    ("drawn", "what"),
    [
        ("X---O---X", "X...O...X_O|engine:minimax"),
        ("X---O----", "X...O...._X|engine:minimax"),
        ("XX-------", None),
        ("<script>", None),
    ],
)
def test_a_position_can_be_drawn(
    teacher: Client, classroom: Classroom, drawn: str, what: str | None
) -> None:
    fields = {"kind": "position", "drawn": drawn, "opponent": "engine:minimax", "lesson": "1"}
    answer = teacher.post(f"/classes/{classroom.pk}/tasks/add/", fields, follow=True)
    assert [one.what for one in classroom.tasks.all()] == ([what] if what else [])
    if not what:
        assert "count its marks" in str(next(iter(answer.context["messages"])))


def test_a_game_in_the_class_begins_when_a_second_one_comes(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "game", "dstru")
    first, second = as_pupil(pupils[0]), as_pupil(pupils[1])
    assert go(first, task) == f"/classes/mine/?waits={task.pk}"
    game = go(second, task)
    assert game.startswith("/games/")
    assert go(first, task) == game
    play(second, game.rstrip("/").rpartition("/")[2], "resign")
    assert not TaskAttempt.objects.filter(done_at=None).exists()


def test_somebody_who_is_paired_while_they_begin_has_that_game(
    classroom: Classroom, pupils: list[ClassMember], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = given(classroom, "game", "dstru")
    first, second, third = pupils
    real = tasks.begin

    def begin(task: ClassTask, member: ClassMember) -> TaskAttempt:
        attempt = real(task, member)
        monkeypatch.undo()
        there.append(tasks.way_to(task, second))
        real(task, third)
        return attempt

    there: list[str] = []
    monkeypatch.setattr(tasks, "begin", begin)
    assert [tasks.way_to(task, first)] == there
    assert Game.objects.count() == 1


def test_a_game_in_class_that_was_cancelled_is_followed_by_another(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "game", "dstru")
    first, second = as_pupil(pupils[0]), as_pupil(pupils[1])
    go(first, task)
    game = go(second, task)
    play(first, game.rstrip("/").rpartition("/")[2], "abort")
    again = go(first, task)
    assert again.startswith("/games/")
    assert again != game
    assert go(second, task) == again


def test_a_full_grid_of_dstru_is_a_draw_of_the_two(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "game", "dstru")
    go(as_pupil(pupils[0]), task)
    game = go(as_pupil(pupils[1]), task).rstrip("/").rpartition("/")[2]
    match = services.current_match(game)
    ended = replace(match, status=FINISHED, outcome=Outcome("Dos", Reason.FULL))
    attempts.note_game(ended)
    assert [one.tries[-1][0] for one in TaskAttempt.objects.all()] == ["drawn"] * 2


def play(client: Client, game: str, action: str) -> None:
    import uuid

    version = services.current_match(game).version
    fields = {"action": action, "version": version, "id": str(uuid.uuid4())}
    client.post(f"/games/{game}/act/", fields)


def test_forty_by_twenty_take_ten_queries_at_most(teacher: Client, grace: User) -> None:
    classroom = make.make_class(teacher=grace, name="40", pupils=[f"P{n}" for n in range(40)])
    for offer in kinds.offers(ClassTask.Kind.STAGE)[:20]:
        tasks.add(classroom, offer)
    tasks.give(classroom, 1, None)
    rows = [
        TaskAttempt(task=task, member=member, tries=[["b2", False, "1"]])
        for task in classroom.tasks.all()
        for member in classroom.members.all()
    ]
    TaskAttempt.objects.bulk_create(rows)
    teacher.get(f"/classes/{classroom.pk}/now/")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page = teacher.get(f"/classes/{classroom.pk}/now/")
    assert page.text.count('class="matrix-cell is-at"') == 800
    assert 0 < len(asked) <= 10


def test_what_most_got_wrong_has_its_position(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "puzzles", "fork:3")
    puzzle = kinds.puzzles_of(task.what, classroom.seed)[0]
    wrong = next(c for c in puzzle.board.available_moves() if c not in puzzle.right)
    name = puzzle.board.cell_name(wrong)
    for member in pupils:
        attempts.add_tries(task, member.user, [(name, False, puzzle.id)], needed=3)
    found = matrix(classroom).mistake
    assert found is not None
    assert (found.count, found.of, found.answer) == (3, 3, name)
    assert found.notation == collection.find(puzzle.id).board.notation
    assert found.why.startswith(f"{name} ")


def test_a_mistake_that_nobody_shares_draws_no_sheet(
    classroom: Classroom, pupils: list[ClassMember], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = given(classroom, "sheet", "lines")
    for number, member in enumerate(pupils, 1):
        attempts.add_tries(task, member.user, [("a1", False, str(number))], needed=5)
    drawn: list[object] = []
    monkeypatch.setattr(questions, "question_of", lambda *about: drawn.append(about))
    assert matrix(classroom).mistake is None
    assert drawn == []


def test_however_often_somebody_is_wrong_the_last_puzzle_ends_the_task(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "puzzles", "only:2")
    first, second = kinds.puzzles_of(task.what, classroom.seed)
    user = pupils[0].user
    attempts.add_tries(task, user, [("a1", True, first.id)], needed=2)
    wrong = [("b2", False, second.id)] * (attempts.MOST_TRIES + 20)
    attempts.add_tries(task, user, wrong, needed=2)
    attempt = of(pupils[0])
    assert (len(attempt.tries), attempt.wrong) == (attempts.MOST_TRIES, len(wrong))
    assert attempt.stuck_at is not None
    TaskAttempt.objects.update(wrong=attempts.MOST_WRONG)
    attempts.add_tries(task, user, [("b2", False, second.id)], needed=2)
    assert of(pupils[0]).wrong == attempts.MOST_WRONG
    attempts.add_tries(task, user, [("c3", True, second.id)], needed=2)
    assert of(pupils[0]).done_at is not None


def test_an_attempt_shows_each_try_and_a_hint_reaches_its_page(
    pages: Any, teacher: Client, classroom: Classroom, pupils: list[ClassMember]
) -> None:
    task = given(classroom, "lesson", CHOICE.slug)
    client = as_pupil(pupils[0])
    address = go(client, task)
    (group,) = CHOICE.content.question.groups
    wrong = next(one for one in group.options if not one.right)
    client.post(address, {"a": wrong.key})
    page = pages(f"now/{pupils[0].pk}/{task.pk}/")
    assert page.context["tries"] == [(wrong.label, False, wrong.why)]
    teacher.post(f"/classes/{classroom.pk}/now/{pupils[0].pk}/{task.pk}/hint/")
    assert "Your teacher sends a hint." in client.get(address).text


def test_the_table_is_text_that_no_spreadsheet_computes(
    classroom: Classroom, pupils: list[ClassMember]
) -> None:
    given(classroom, "lesson", "lines")
    make.rename(pupils[0], "=1+1")
    lines = table(classroom).splitlines()
    assert lines[0].endswith('"1. Win, block, fork: wrong"')
    assert f"{pupils[0].alias},'=1+1,not begun,0,0" in lines


def test_the_plan_of_a_lesson_can_be_changed_copied_and_given(
    teacher: Client, classroom: Classroom, grace: User, pupils: list[ClassMember]
) -> None:
    base = f"/classes/{classroom.pk}/tasks"
    for what in ("lines", "minimax"):
        teacher.post(f"{base}/add/", {"kind": "lesson", "what": what, "lesson": "1"})
    first, second = classroom.tasks.all()
    teacher.post(f"{base}/{second.pk}/", {"do": "up"})
    assert [one.what for one in classroom.tasks.all()] == ["minimax", "lines"]
    assert "nothing to do yet" in as_pupil(pupils[0]).get("/classes/mine/").text
    due = timezone.localdate().isoformat()
    teacher.post(f"{base}/give/", {"lesson": "1", "due": due})
    assert tasks.given(classroom).filter(due=due).count() == 2
    other = make.make_class(teacher=grace, name="8a", pupils=[])
    teacher.post(f"{base}/copy/", {"to": other.pk})
    assert [one.given_at for one in other.tasks.all()] == [None, None]
    teacher.post(f"{base}/{first.pk}/", {"do": "out"})
    assert classroom.tasks.count() == 1
    refused = teacher.post(f"{base}/give/", {"lesson": "1", "due": "soon"}, follow=True)
    assert "&#x27;soon&#x27; is no day." in refused.text


def test_a_copied_sheet_is_hidden_until_its_own_class_has_it_released(
    classroom: Classroom, grace: User
) -> None:
    tasks.lock(given(classroom, "sheet", "lines"), locked=False)
    other = make.make_class(teacher=grace, name="8a", pupils=[])
    tasks.copy(classroom, other)
    assert other.tasks.get().locked


def test_a_class_has_no_more_lessons_by_copying(
    teacher: Client, classroom: Classroom, grace: User
) -> None:
    tasks.add(classroom, kinds.find_offer("lesson", "lines"), tasks.MOST_LESSONS)
    other = make.make_class(teacher=grace, name="8a", pupils=[])
    said = []
    for _ in range(2):
        page = f"/classes/{classroom.pk}/tasks/copy/"
        answer = teacher.post(page, {"to": other.pk}, follow=True)
        said += [str(one) for one in answer.context["messages"]]
    assert said == [
        "One task is copied to 8a, without dates.",
        "8a would have more than 20 lessons.",
    ]
    assert other.tasks.count() == 1


def test_a_task_of_another_class_cannot_be_begun(
    classroom: Classroom, ada: User, pupils: list[ClassMember]
) -> None:
    other = make.make_class(teacher=ada, name="8a", pupils=[])
    task = given(other, "lesson", "lines")
    assert as_pupil(pupils[0]).post(f"/classes/mine/{task.pk}/").status_code == 404
    assert logged_in(ada).post(f"/classes/{classroom.pk}/tasks/{task.pk}/").status_code == 404


def test_a_task_that_is_taken_out_is_told_to_all_and_moved_no_more(
    teacher: Client, classroom: Classroom
) -> None:
    task = given(classroom, "lesson", "lines")
    before = Classroom.objects.get(pk=classroom.pk)
    teacher.post(f"/classes/{classroom.pk}/tasks/{task.pk}/", {"do": "out"})
    after = Classroom.objects.get(pk=classroom.pk)
    assert (after.calls, after.revision) == (before.calls + 1, before.revision + 1)
    tasks.move(task, 1)
    assert not classroom.tasks.exists()


def test_a_task_is_dragged_to_another_place(teacher: Client, classroom: Classroom) -> None:
    rows = [tasks.add(classroom, one) for one in kinds.offers(kinds.Kind.LESSON)[:4]]
    page = f"/classes/{classroom.pk}/tasks/{rows[3].pk}/"
    for place, order in (("2", [0, 3, 1, 2]), ("99", [0, 1, 2, 3]), ("1", [3, 0, 1, 2])):
        teacher.post(page, {"do": "to", "place": place})
        assert list(classroom.tasks.all()) == [rows[at] for at in order]
        shown = teacher.get(f"/classes/{classroom.pk}/tasks/").context["tasks"]
        assert list(shown) == [rows[at] for at in order]
    for place in ("", "0", "-1", "1000", "²", "x"):
        answer = teacher.post(page, {"do": "to", "place": place}, follow=True)
        assert "cannot be done to a task" in answer.text
    assert list(classroom.tasks.all()) == [rows[at] for at in (3, 0, 1, 2)]
