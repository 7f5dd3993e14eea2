"""The page about the HTTP API, and its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.tokens import SCOPES
from games.api.programs.openapi import SAID, document, types_of
from games.api.programs.operations import OPERATIONS, Operation
from games.compute.pool import compute_once
from games.engines import SOLUTIONS
from games.engines.tables import FORMATS, table_file
from games.rules import VARIANTS

TAGS = ("Account", "Games", "Challenges", "Bots", "Board", "Streams", "Engines")
"""The parts of the page, in order."""


MEDIA = {
    "npz": "application/octet-stream",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class ApiField:
    """A part of a body or an address: its name, what it holds, and whether it must be there."""

    name: str
    kind: str
    required: bool
    says: str = ""


@dataclass(frozen=True, slots=True)
class ApiEntry:
    """An operation as the page shows it."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    scopes: list[str]
    fields: list[ApiField]
    answers: list[tuple[str, str]]
    refusals: list[str]
    streams: bool


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    parts = [(tag, list(found)) for tag, found in groupby(_entries(), key=lambda one: one[0])]
    context = {
        "parts": [(tag, [entry for _, entry in found]) for tag, found in parts],
        "scopes": list(SCOPES.items()),
        "tables": [(board.TITLE, slug) for slug, board in VARIANTS.items() if slug in SOLUTIONS],
    }
    return render(request, "games/api.html", context)


@require_safe
@cache_control(public=True, max_age=60)
def schema(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document. Anybody's tools may read it, from wherever they are."""
    answer = JsonResponse(document())
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@require_safe
@cache_control(public=True, max_age=3600)
def table(request: HttpRequest, variant: str, kind: str) -> HttpResponse:
    """The complete table of a solved game as a file, computed once per release."""
    if variant not in SOLUTIONS or kind not in FORMATS:
        raise Http404(f"There is no table {variant}.{kind}.")
    content = compute_once(f"table-{variant}-{kind}", table_file, variant, kind).result
    name = f"{variant}-README.txt" if kind == "txt" else f"{variant}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, MEDIA[kind], headers=headers)


def _entries() -> Iterator[tuple[str, ApiEntry]]:
    for one in sorted(OPERATIONS, key=lambda one: (TAGS.index(one.tag), one.path, one.method)):
        yield one.tag, _entry(one)


def _entry(one: Operation) -> ApiEntry:
    return ApiEntry(
        id=one.name,
        method=one.method,
        path=one.path,
        summary=_plain(one.summary),
        description=_plain(one.description),
        scopes=list(one.scopes),
        fields=[*_body(one), *_parameters(one)],
        answers=[
            (f"{status} {HTTPStatus(status).phrase}", _named(one, status)) for status in one.answers
        ],
        refusals=[f"{status} {SAID[status]}" for status in one.refuses],
        streams=one.streams,
    )


def _named(one: Operation, status: int) -> str:
    return " or ".join(kind.__name__ for kind in types_of(one, status))


def _body(one: Operation) -> Iterator[ApiField]:
    if one.body is None:
        return
    found = document()["components"]["schemas"][one.body.__name__]
    for name, kind in found["properties"].items():
        yield ApiField(name, _kind(kind), name in found.get("required", ()))


def _parameters(one: Operation) -> Iterator[ApiField]:
    for parameter in one.parameters:
        place = "header" if parameter.place == "header" else "query"
        yield ApiField(parameter.name, f"{place}, {_kind(parameter.schema)}", False, parameter.says)


def _kind(schema: Any) -> str:
    """A schema in a word or two."""
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if "$ref" in schema:
        return _referred(schema["$ref"].rpartition("/")[2])
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    kind: str = schema.get("type", "anything")
    return kind


def _referred(name: str) -> str:
    found = document()["components"]["schemas"][name]
    if "enum" in found:
        return ", ".join(map(str, found["enum"]))
    inner = (f"{one}: {_kind(kind)}" for one, kind in found["properties"].items())
    return f"object ({'; '.join(inner)})"


def _plain(text: str) -> str:
    return text.replace("``", "")
