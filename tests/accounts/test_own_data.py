"""Everything that is stored about a person can be taken away, and is deleted with the account.

The relations come from the models themselves: one that is added later has to be told here.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from accounts import factors, tokens
from accounts.models import Block, DataFile, Factor, Follow, KnownPlace, OpenSession, User
from games import services
from games.analysis import game_text, own_games
from games.match import Match
from games.models import IdempotencyKey, Report, UploadedEngine
from progress.campaign import resets
from progress.classes import make
from progress.models import (
    ClassArena,
    ClassMember,
    ClassPlayer,
    ClassTask,
    ExerciseToRepeat,
    LessonTaken,
    LookAnswer,
    SchoolPupil,
    SchoolTeacher,
    SolverRating,
    StageHints,
    TaskAttempt,
)
from progress.puzzles import rush
from tests.accounts.test_staff import received
from tests.conftest import PASSWORD, logged_in
from tests.games.conftest import friendly, play  # noqa: F401  fixtures
from tests.games.test_ratings import CLASSIC_WIN, rated, resigned, second_of
from tests.progress import players
from tests.progress.players import on_paper

SECTIONS = {
    "User_groups.user": "account",
    "User_user_permissions.user": "account",
    "KnownPlace.user": "places",
    "OpenSession.user": "sessions",
    "Factor.user": "second_factors",
    "RecoveryCode.user": "recovery_codes",
    "DataFile.user": "files",
    "ApiToken.user": "tokens",
    "LogEntry.user": "acts_as_staff",
    "Follow.follower": "follows",
    "Block.blocker": "blocks",
    "Game.created_by": "games",
    "Seat.user": "games",
    "IdempotencyKey.user": "requests",
    "Challenge.challenger": "challenges_sent",
    "Challenge.challenged": "challenges_received",
    "Report.reporter": "reports",
    "Report.taken_by": "reports_worked_on_as_staff",
    "Rating.user": "ratings",
    "RatingChange.user": "rating_changes",
    "UploadedEngine.author": "engines",
    "Attempt.user": "attempts",
    "Total.user": "stars",
    "StageHints.user": "hints",
    "PuzzleTry.user": "puzzles",
    "OpenDay.user": "open_day",
    "SolverRating.user": "puzzle_rating",
    "Rush.user": "rush",
    "LessonTaken.user": "lessons",
    "ExerciseToRepeat.user": "exercises_to_repeat",
    "Tally.user": "results",
    "Record.user": "records",
    "Meeting.user": "meetings",
    "Meeting.rival": "meetings",
    "ProgressReset.user": "resets",
    "ProgressReset.by": "resets_made_as_staff",
    "Classroom.teacher": "classes_taught",
    "ClassMember.user": "classes",
    "SchoolTeacher.user": "school_log_ins",
    "TaskAttempt.member": "class_tasks",
    "LookAnswer.member": "class_answers",
    "ClassPlayer.member": "class_games",
    "SchoolPupil.member": "classes",
}
"""Every relation to a person, and the part of the file that tells of it."""

UNTOLD = {"Follow.followed", "Block.blocked", "Report.reported"}
"""What others decided about a person, who is not to find out."""

BY_NUMBER = {"security_log"}
"""Parts of the file whose rows name the person by a plain number, and outlast the account."""


TO_A_PERSON: dict[Any, str] = {User: "", ClassMember: "__user"}


def relations() -> dict[str, tuple[Any, str]]:
    """Every foreign key and one-to-one that leads to a person, or to one as a member of a class:
    its model, and how the person is found from there.

    People of schools' systems are stored in our tables alone: those of ``lti_tool`` stay empty.
    """
    fields = [
        field
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label != "lti_tool"
        for field in model._meta.local_fields
        if field.is_relation and field.related_model in TO_A_PERSON
    ]
    return {
        f"{field.model.__name__}.{field.name}": (
            field.model,
            field.name + TO_A_PERSON[field.related_model],
        )
        for field in fields
        if not field.remote_field.parent_link
    }


@pytest.fixture
def zerlina(grace: User) -> User:
    """Somebody of whom every relation stores something."""
    zerlina = User.objects.create_user("Zerlina", PASSWORD, email="zerlina@opera.example")
    zerlina.groups.add(Group.objects.get_or_create(name="readers")[0])
    zerlina.user_permissions.add(Permission.objects.get(codename="view_game"))
    KnownPlace.objects.create(user=zerlina, place="p", seen_at=timezone.now())
    OpenSession.objects.create(user=zerlina, key="k", seen_at=timezone.now(), browser="Edge")
    DataFile.objects.create(user=zerlina, kind="games", name="f")
    tokens.make(zerlina, "bot", [tokens.Scope.PLAY])
    Factor.objects.create(user=zerlina, kind="codes", name="phone", key="sealed", counter=1)
    factors.new_recovery_codes(zerlina)
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=zerlina, content_type=kind, object_repr="x", action_flag=CHANGE, change_message="y"
    )
    for one, other in ((zerlina, grace), (grace, zerlina)):
        services.challenge(by=one.pk, to=other.pk, request=services.Request("classic", "friend"))
        Follow.objects.create(follower=one, followed=other)
        Block.objects.create(blocker=one, blocked=other)
    first = resigned(rated(zerlina, grace), grace)
    resigned(second_of(first), grace)
    for one, other in ((zerlina, grace), (grace, zerlina)):
        told = services.report(
            by=one.pk, against=other.pk, game_id=first.id, reason=Report.Reason.OTHER
        )
        services.close_report(report_id=told.pk, by=zerlina.pk, note="nothing in it")
    IdempotencyKey.objects.create(user=zerlina, key="k", digest="d", game_id=first.id)
    UploadedEngine.objects.create(
        author=zerlina, name="Donna", variant="classic", source="x = 1", digest="d"
    )
    on_paper(zerlina, 1, 1, 3)
    resets.reset(user_id=zerlina.pk, by=zerlina.pk, reason="to begin anew")
    on_paper(zerlina, 1, 1, 2)
    players.answer_today(zerlina, right=False)
    SolverRating.objects.create(user=zerlina, rated_at=timezone.now())
    rush.begin(user_id=zerlina.pk, zone="")
    StageHints.objects.create(user=zerlina, level=1, stage=1, taken=2, position="......... X")
    LessonTaken.objects.create(user=zerlina, lesson="alpha", answered=True)
    ExerciseToRepeat.objects.create(
        user=zerlina, lesson="alpha", seed="s", number=2, step=1, due=timezone.localdate()
    )
    make.make_class(teacher=zerlina, name="7b", pupils=["Masetto"])
    in_class(make.take_in(make.make_class(teacher=grace, name="8a", pupils=[]), zerlina))
    SchoolTeacher.objects.create(user=zerlina, platform=1, subject="7")
    return zerlina


def in_class(member: ClassMember) -> None:
    """Store all that a class stores of a member."""
    classroom = member.classroom
    for locked in (True, False):
        task = ClassTask.objects.create(
            classroom=classroom, number=locked, kind="sheet", what="w", title="t", locked=locked
        )
        TaskAttempt.objects.create(task=task, member=member, wrong=1, tries=[["a1", False, "1"]])
    LookAnswer.objects.create(member=member, answer="b2")
    arena = ClassArena.objects.create(
        classroom=classroom, variant="classic", ends_at=timezone.now()
    )
    ClassPlayer.objects.create(arena=arena, member=member, points=3)
    SchoolPupil.objects.create(member=member, subject="7")


def file_of(user: User) -> Any:
    answer: Any = logged_in(user).get("/accounts/data/everything.json")
    assert answer["Content-Disposition"].startswith("attachment")
    return json.loads(received(answer.streaming_content))


def test_every_relation_to_a_person_is_known_here() -> None:
    assert relations().keys() == SECTIONS.keys() | UNTOLD


@pytest.mark.long
def test_the_file_has_every_relation(zerlina: User) -> None:
    for name, (model, person) in relations().items():
        assert model.objects.filter(**{person: zerlina.pk}).exists(), name
    file = file_of(zerlina)
    assert {name for name in file if not file[name]} == set()
    assert set(SECTIONS.values()) | BY_NUMBER == file.keys()
    account = file["account"]
    assert (account["name"], account["email"]) == ("Zerlina", "zerlina@opera.example")
    assert (account["groups"], account["rights"]) == (["readers"], ["games.view_game"])
    assert "password" not in account
    locked, released = file["class_tasks"]
    assert (locked["tries"], "wrong" in locked, "done_at" in locked) == (["a1"], False, False)
    assert (released["tries"], released["wrong"]) == ([["a1", False, "1"]], 1)
    assert len(file["games"]) == 4
    assert {seat["you"] for game in file["games"] for seat in game["seats"]} == {True, False}


def test_an_account_leaves_nothing_that_leads_to_it(zerlina: User) -> None:
    key = zerlina.pk
    logged_in(zerlina).post("/accounts/delete/", {"password": PASSWORD})
    assert not User.objects.filter(pk=key).exists()
    for name, (model, person) in relations().items():
        assert not model.objects.filter(**{person: key}).exists(), name
    for model in apps.get_models(include_auto_created=True):
        if model is not LogEntry:  # which says what staff did, and to whom
            kept = json.dumps(list(model.objects.values()), default=str).lower()
            assert "zerlina" not in kept, model


def test_games_are_written_as_a_text_that_can_be_read_again(
    ada: User,
    grace: User,
    friendly: Match,
    play: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_games, "AT_ONCE", 1)
    over = play(friendly, *CLASSIC_WIN)
    play(services.open_game(setup_like(friendly)), 4)
    answer: Any = logged_in(ada).get("/accounts/data/games.txt")
    texts = received(answer.streaming_content).split("[Game ")[1:]
    lines = [game_text.parse(f"[Game {text}") for text in texts]
    assert [line.cells for line in lines] == [over.moves, (4,)]
    assert '[X "ada"]' in texts[0]


def setup_like(match: Match) -> services.GameSetup:
    seats = {seat.name: seat for seat in match.seats}
    return services.GameSetup(by=None, variant="classic", kind="friend", seats=seats)


def test_it_can_be_asked_for_ten_times_an_hour(as_ada: Client) -> None:
    statuses = [as_ada.get("/accounts/data/games.txt").status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]


@pytest.mark.parametrize("name", ["everything.json", "games.txt"])
def test_nobody_else_gets_it(client: Client, as_ada: Client, name: str) -> None:
    assert client.get(f"/accounts/data/{name}").status_code == 302
    assert as_ada.post(f"/accounts/data/{name}").status_code == 405
