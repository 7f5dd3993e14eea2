"""Engines uploaded by a program: graded, read and published with the scope ``engine``."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.tokens import Scope
from games.arena import receive, runner
from games.models import UploadedEngine
from tests.programs.conftest import program_of
from tests.uploads.conftest import FIRST_FREE

BODY = {"name": "First", "variant": "classic", "source": FIRST_FREE}


@pytest.mark.long
def test_an_engine_is_uploaded_graded_and_published(ada: User, grace: User) -> None:
    program = program_of(ada, Scope.ENGINE)
    sent = program.post("/api/engines", BODY)
    assert (sent.status_code, sent.json()["status"]) == (201, "waiting")
    again = program.post("/api/engines", BODY)
    assert again.json()["id"] == sent.json()["id"]
    path = f"/api/engines/{sent.json()['id']}"
    early = program.post(f"{path}/publish")
    assert (early.status_code, early.json()["code"]) == (422, "not_allowed")
    assert runner.work_off() == 1
    found = program.get(path).json()
    assert (found["status"], found["grade"]["illegal"], found["published"]) == ("graded", 0, False)
    assert program.post(f"{path}/publish").json()["published"]
    assert program_of(grace).get(path).status_code == 404


def test_a_proof_of_an_older_grader_is_withdrawn_here_too(ada: User) -> None:
    counts = ("right", "wins_missed", "draws_lost", "illegal", "crashes", "lines")
    grade = {"interface": "choose", "asked": 9, "never_loses": True, "refutation": None}
    grade |= dict.fromkeys(counts, 0)
    row = UploadedEngine.objects.create(
        author=ada,
        name="A",
        variant="classic",
        source="x",
        digest="d",
        status="graded",
        grade=grade,
    )
    found = program_of(ada, Scope.ENGINE).get(f"/api/engines/{row.pk}").json()["grade"]
    assert found.pop("doubts")[0].startswith("An older grader found this.")
    assert found == {**grade, "never_loses": False}


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"name": "?"}, 400, "name: Use up to 30 letters"),
        ({"variant": "chess"}, 400, "variant:"),
        ({"source": " "}, 400, "Choose a file"),
        ({"source": "\0"}, 400, "zero byte"),
        ({"source": 7}, 400, "Expected `str`"),
    ],
)
def test_a_file_that_cannot_be_is_refused(
    ada: User, change: dict[str, Any], status: int, says: str
) -> None:
    answer = program_of(ada).post("/api/engines", {**BODY, **change})
    assert (answer.status_code, says in answer.json()["message"]) == (status, True)
    assert not UploadedEngine.objects.exists()


def test_too_many_engines_are_another_refusal_than_a_bad_file(
    ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "MOST_WAITING", 1)
    program = program_of(ada)
    assert program.post("/api/engines", BODY).status_code == 201
    answer = program.post("/api/engines", {**BODY, "source": f"{FIRST_FREE}# another"})
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
