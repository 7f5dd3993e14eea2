"""Uploading engines from a program: grade a file, ask what came of it, publish it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, TypedDict

import msgspec
from django.http import HttpRequest, HttpResponse, JsonResponse

from accounts.guests import count_one
from accounts.tokens import Scope
from games.api.programs.operations import operation
from games.api.views import Word, body_of, person, refusal
from games.arena import runner
from games.arena.forms import LONGEST_NAME, UploadForm
from games.arena.grading.program import MOST_BYTES
from games.arena.publish import CannotPublish
from games.arena.publish import publish as make_public
from games.arena.receive import CannotUpload, TooMany, upload
from games.arena.report import grade_of
from games.live import protocol
from games.match import RefusalCode, Refused
from games.models import UploadedEngine

NONE = "You have no such engine."


class NewEngine(msgspec.Struct, forbid_unknown_fields=True):
    """The body of ``POST /api/engines``: a Python file as text, for a game."""

    name: Annotated[Word, msgspec.Meta(extra_json_schema={"maxLength": LONGEST_NAME})]
    variant: Word
    source: Annotated[str, msgspec.Meta(max_length=MOST_BYTES)]


class EngineFacts(TypedDict):
    """``status`` is waiting, grading, graded or refused; ``grade`` is what the grading found, as
    ``manage.py grade --json`` prints it, and ``error`` why there is none.
    """

    id: str
    name: str
    version: int
    variant: str
    status: str
    grade: dict[str, Any] | None
    error: str | None
    published: bool
    url: str


@operation(
    "POST",
    "engines",
    "upload_engine",
    {201: EngineFacts},
    (422,),
    (Scope.ENGINE,),
    {"tag": "Engines", "body": NewEngine},
)
def send(request: HttpRequest) -> HttpResponse:
    """Upload an engine to be graded. The same file again is the same engine."""
    user, body = person(request), body_of(request, NewEngine)
    form = UploadForm({"name": body.name, "variant": body.variant, "source": body.source})
    if not form.is_valid():
        said = "; ".join(f"{name}: {' '.join(map(str, found))}" for name, found in _errors(form))
        raise protocol.BadMessage(said)
    count_one(request, user, "upload", "files")
    data = form.cleaned_data
    try:
        row = upload(
            user=user, name=data["name"], variant=data["variant"], data=form.data_of_file()
        )
    except TooMany as error:
        raise Refused(RefusalCode.TOO_MANY, str(error)) from None
    except CannotUpload as error:
        raise Refused(RefusalCode.NOT_ALLOWED, str(error)) from None
    if not row.is_done:
        runner.wake()
    return JsonResponse(_facts(request, row), status=201)


@operation(
    "GET",
    "engines/<game:engine_id>",
    "read_engine",
    {200: EngineFacts},
    (404,),
    (Scope.ENGINE, Scope.READ),
    {"tag": "Engines"},
)
def read(request: HttpRequest, engine_id: str) -> HttpResponse:
    """An engine of yours: how far its grading is, or what it found."""
    row = _own(request, engine_id)
    return _nothing() if row is None else JsonResponse(_facts(request, row))


@operation(
    "POST",
    "engines/<game:engine_id>/publish",
    "publish_engine",
    {200: EngineFacts},
    (404, 422),
    (Scope.ENGINE,),
    {"tag": "Engines"},
)
def publish(request: HttpRequest, engine_id: str) -> HttpResponse:
    """Publish an engine of yours: everybody can play it and read its file."""
    row = _own(request, engine_id)
    if row is None:
        return _nothing()
    try:
        make_public(row)
    except CannotPublish as error:
        raise Refused(RefusalCode.NOT_ALLOWED, str(error)) from None
    return JsonResponse(_facts(request, row))


def _own(request: HttpRequest, engine_id: str) -> UploadedEngine | None:
    rows = UploadedEngine.objects.select_related("author").defer("source")
    return rows.filter(pk=engine_id, author=person(request).pk).first()


def _errors(form: UploadForm) -> Iterator[tuple[str, list[Any]]]:
    for name, found in form.errors.get_json_data().items():
        yield name, [one["message"] for one in found]


def _nothing() -> HttpResponse:
    return refusal(RefusalCode.NO_SUCH_ADDRESS, NONE, 404)


def _grade(row: UploadedEngine) -> dict[str, Any] | None:
    """What is stored, but no proof of an older grader that its page does not show either."""
    if row.grade is None:
        return None
    found = grade_of(row)
    return {**row.grade, "never_loses": found.never_loses, "doubts": list(found.doubts)}


def _facts(request: HttpRequest, row: UploadedEngine) -> EngineFacts:
    return {
        "id": row.pk,
        "name": row.name,
        "version": row.version,
        "variant": row.variant,
        "status": row.status,
        "grade": _grade(row),
        "error": row.error or None,
        "published": row.plays,
        "url": request.build_absolute_uri(row.get_absolute_url()),
    }
