"""The OpenAPI 3.1 document of the HTTP API, made from the operations and their types."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from django.conf import settings

from accounts.tokens import SCOPES
from games.api.programs.operations import FORM, JSON, LINES, OPERATIONS, Operation, Parameter
from games.api.programs.shapes import Refusal

VERSION = "1"

ABOUT = """\
Play on Oxo from a program, in any language. Make a token at `/accounts/tokens/` and send it as
`Authorization: Bearer …`; what is public needs none. Refusals are JSON with a `code` for
programs and a `message` for people. A 429 and a 503 say in `Retry-After` how many seconds to
wait."""

SAID = {
    200: "Done.",
    201: "Created.",
    304: "There is nothing newer.",
    400: "The request is malformed.",
    401: "No token or session, or none that is valid.",
    403: "The token lacks the scope, or this is not yours.",
    404: "There is no such thing.",
    405: "The address has other methods.",
    409: "Too late: the game or the challenge has gone on.",
    413: "The body is too long.",
    422: "The rules do not allow that.",
    429: "Too fast, or too many.",
    503: "Unavailable for a moment.",
}

SECURITY_SCHEMES = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "Scopes: "
        + "; ".join(f"`{scope}`: {text.lower()}" for scope, text in SCOPES.items())
        + ".",
    },
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "A browser's. POST then needs the CSRF token in X-CSRFToken.",
    },
}

WAIT = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}},
}


@cache
def document() -> dict[str, Any]:
    """The document, as a dict that encodes to JSON."""
    refs, schemas = _schemas()
    paths: dict[str, dict[str, Any]] = {}
    for one in sorted(OPERATIONS, key=lambda one: (one.path, one.method)):
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, refs, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Oxo", "version": VERSION, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": SECURITY_SCHEMES},
    }


def types_of(one: Operation, status: int) -> tuple[Any, ...]:
    """The types of the bodies that an operation answers with; several mean one of them."""
    found = one.answers[status]
    return found if isinstance(found, tuple) else () if found is None else (found,)


Refs = dict[Any, dict[str, Any]]


def _schemas() -> tuple[Refs, dict[str, Any]]:
    kinds: list[Any] = [Refusal]
    for one in OPERATIONS:
        kinds += [kind for status in one.answers for kind in types_of(one, status)]
        kinds += [one.body] if one.body is not None else []
    kinds = list(dict.fromkeys(kinds))
    found, schemas = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    # Over HTTP an action need not say that it is one.
    schemas["Act"]["required"] = [name for name in schemas["Act"]["required"] if name != "type"]
    return dict(zip(kinds, found, strict=True)), schemas


def _operation(one: Operation, refs: Refs, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": one.name,
        "tags": [one.tag],
        "summary": one.summary,
        "parameters": [*_placed(one), *map(_parameter, one.parameters)],
        "responses": _responses(one, refs),
        "security": _security(one),
    }
    if one.description:
        told["description"] = one.description
    if one.scopes:
        told["x-scopes"] = list(one.scopes)
    if one.body is not None:
        media = {JSON: {"schema": refs[one.body]}}
        if one.form:
            media[FORM] = {"schema": _form(schemas[one.body.__name__])}
        told["requestBody"] = {"required": not one.optional_body, "content": media}
    return told


def _form(body: dict[str, Any]) -> dict[str, Any]:
    """The schema of a body as a form: what is one value, and may be left out but not be null."""
    properties = {}
    for name, kind in body["properties"].items():
        kinds = [one for one in kind.get("anyOf", [kind]) if one.get("type") in FORM_TYPES]
        if kinds:
            of_form = FORM_TYPES[kinds[0]["type"]]
            properties[name] = {**kinds[0], **of_form}
            properties[name].pop("default", None)
    return {
        "type": "object",
        "properties": properties,
        "required": body.get("required", []),
        "additionalProperties": False,
    }


FORM_TYPES: dict[str, dict[str, Any]] = {
    "string": {},
    "integer": {},
    "boolean": {"type": "string", "enum": ["true", "false"]},
}
"""The types that a field of a form has, and what differs from JSON there."""


def _security(one: Operation) -> list[dict[str, list[str]]]:
    known = [{"token": list(map(str, one.scopes))}]
    if one.sessions:
        known.append({"session": []})
    return known if one.scopes else [{}, *known]


def _placed(one: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": schema}
        for name, schema in one.placed.items()
    ]


def _parameter(one: Parameter) -> dict[str, Any]:
    return {"name": one.name, "in": one.place, "description": one.says, "schema": one.schema}


def _responses(one: Operation, refs: Refs) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for status in one.answers:
        answer: dict[str, Any] = {"description": SAID[status]}
        schemas = [refs[kind] for kind in types_of(one, status)]
        if schemas:
            schema = schemas[0] if len(schemas) == 1 else {"oneOf": schemas}
            answer["content"] = {one.media: {"schema": schema}}
        if one.media == LINES:
            empty = ", and empty lines" if one.streams else ""
            answer["description"] = f"Lines of JSON, one of these each{empty}."
        found[str(status)] = answer
    for status in one.refuses:
        refused: dict[str, Any] = {
            "description": SAID[status],
            "content": {JSON: {"schema": refs[Refusal]}},
        }
        if status in (429, 503):
            refused["headers"] = WAIT
        found[str(status)] = refused
    return found
