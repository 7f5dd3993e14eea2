"""The OpenAPI document is true: what it allows is answered as it says, and never with 5xx."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import hypothesis
import jsonschema_rs
import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from accounts.models import User
from games import services
from games.api.programs.openapi import document
from games.api.programs.operations import JSON, LINES, OPERATIONS
from games.api.urls import urlpatterns  # noqa: F401  declares all operations
from games.arena import runner
from games.arena.receive import upload
from games.live.hub import hub
from games.match import Action, Match, Seat, Verb
from games.models import Challenge
from games.queries import selectors
from tests.programs.conftest import program_of
from tests.uploads.conftest import FIRST_FREE

CASES = 16
"""Requests for each operation, the same in every run."""

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]

GOOD = {
    "create": {"variant": "classic", "opponent": "engine:random"},
    "actions": {"id": "1", "version": 1, "action": "place", "cell": 4},
    "join": {},
    "upload_engine": {"name": "e", "variant": "classic", "source": "def choose(p): return 0"},
    "remarks": {"phrase": "hello"},
    "chat": {"text": "Hello"},
    "board_chat": {"text": "hello", "room": "player"},
    "challenge_ai": {"level": 1, "clock.limit": None, "color": "white", "variant": "classic"},
}
"""Bodies that are accepted: of those made up next to none is."""

ASKED = [one for one in OPERATIONS if one.media != LINES]


@pytest.fixture(autouse=True)
def one_connection() -> Iterator[None]:
    """Requests do not close the connection that the test's transaction is on."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def things(robby: User, grace: User, stranger: User) -> dict[str, str]:
    """What exists: games of robby's and of others, challenges to him and by him, a person."""
    seats = {name: Seat(name, "person", u.pk, u.name) for name, u in (("X", robby), ("O", grace))}
    match: Match = services.open_game(
        services.GameSetup(by=robby.pk, variant="classic", kind="friend", seats=seats)
    )
    asked: Challenge = services.challenge(
        by=grace.pk, to=robby.pk, request=services.Request("classic", "friend")
    )
    own: Challenge = services.challenge(
        by=robby.pk, to=stranger.pk, request=services.Request("classic", "friend")
    )
    waiting: Match = services.new_game(
        user_id=grace.pk, name="grace", request=services.Request("classic", "friend")
    )
    found = {"game_id": match.id, "challenge_id": asked.id, "username": "grace", "own": own.id}
    return found | {"waiting": waiting.id}


@pytest.fixture(scope="module")
def described() -> Any:
    """What schemathesis reads of the document and of the server's code, which takes a second."""
    made = schemathesis.openapi.from_dict(document())
    made.app = get_wsgi_application()
    return made


@pytest.mark.long
@pytest.mark.parametrize("asked", ASKED, ids=lambda one: f"{one.method} {one.path}")
def test_every_answer_is_as_documented(
    asked: Any,
    described: Any,
    things: dict[str, str],
    robby: User,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "engine_id" in asked.placed:
        things["engine_id"] = graded_engine(robby)
    if "claim" in asked.name:
        make_two_moves(things["game_id"])
        monkeypatch.setattr(hub.attendance, "gone", lambda match: frozenset("O"))
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (100000, 60))
    token = program_of(robby).token
    operation = described[asked.path][asked.method]
    statuses: set[int] = set()

    @hypothesis.seed(1)
    @hypothesis.settings(
        max_examples=CASES,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    )
    @hypothesis.given(
        case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
        | operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
        real=hypothesis.strategies.integers(0, 3),
    )
    def ask(case: Any, real: int) -> None:
        if real:  # of ids that were made up, next to none exists
            case.path_parameters = {**(case.path_parameters or {}), **_of(things, asked)}
        if real == 1:
            case.query, case.headers = {}, {}
            if asked.name in GOOD:
                case.body, case.media_type = GOOD[asked.name], JSON
        answer = case.call(headers={"Authorization": f"Bearer {token}"})
        statuses.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    ask()
    assert statuses & set(asked.answers)  # it was not refused each time


def make_two_moves(game_id: str) -> None:
    """From then on a game counts."""
    for version, cell in ((1, 4), (2, 0)):
        match = selectors.match(game_id)
        user = match.seat(match.board.to_move).user
        place = Action(Verb.PLACE, version, f"{version}", cell, user)
        services.act_and_advance(game_id=game_id, action=place)


def graded_engine(user: User) -> str:
    row = upload(user=user, name="First", variant="classic", data=FIRST_FREE.encode())
    assert runner.work_off() == 1
    return row.pk


def _of(things: dict[str, str], asked: Any) -> dict[str, str]:
    found = {name: things[name] for name in asked.placed if name in things}
    words = {"cell": "b2", "accept": "yes"}
    found |= {name: words[name] for name in asked.placed if name in words}
    special = {"cancel": {"challenge_id": things["own"]}, "join": {"game_id": things["waiting"]}}
    return special.get(asked.name, found)


def test_the_document_is_openapi_3_1(client: Client, db: None) -> None:
    found = client.get("/api/schema")
    assert found["Content-Type"] == "application/json"
    described = json.loads(found.content)
    assert described["openapi"] == "3.1.0"
    assert described == json.loads(json.dumps(document()))
    methods = [
        (method.upper(), path) for path, ways in described["paths"].items() for method in ways
    ]
    assert sorted(methods) == sorted((one.method, one.path) for one in OPERATIONS)
    for schema in described["components"]["schemas"].values():
        jsonschema_rs.meta.validate(schema)


def test_every_operation_says_what_it_does() -> None:
    assert [one.name for one in OPERATIONS if not one.summary.endswith(".")] == []
    names = [one.name for one in OPERATIONS]
    assert len(names) == len(set(names))


def test_the_page_shows_every_operation(client: Client, db: None) -> None:
    page = client.get("/api/").content.decode()
    for one in OPERATIONS:
        assert f"<code>{one.path}</code>" in page
