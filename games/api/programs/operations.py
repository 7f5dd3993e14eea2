"""Every operation of the HTTP API, declared where it is served.

The addresses, the checks of scopes and the OpenAPI document are all made from this one list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import getdoc
from itertools import groupby
from typing import Any, TypeVar

from accounts.tokens import Scope
from games.match import ids

JSON, LINES = "application/json", "application/x-ndjson"
FORM = "application/x-www-form-urlencoded"

Serve = TypeVar("Serve", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the query, or in a header of the request."""

    name: str
    says: str
    schema: Mapping[str, object]
    place: str = "query"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address.

    ``answers`` are the types of the bodies by status: None for no body, several for one of them.
    ``refuses`` are the further statuses that it may answer with, all with the same body.
    The lines of one that ``streams`` do not end by themselves: it is served before Django.
    ``scopes`` are those of which a token needs one; without any, the operation is public.
    """

    method: str
    route: str
    name: str
    serve: Callable[..., Any]
    scopes: tuple[Scope, ...]
    answers: Mapping[int, Any]
    refuses: Sequence[int]
    body: Any = None
    form: bool = False
    optional_body: bool = False
    parameters: Sequence[Parameter] = ()
    media: str = JSON
    streams: bool = False
    sessions: bool = True
    tag: str = "Games"

    @property
    def path(self) -> str:
        """The address as OpenAPI writes it: ``/api/games/{game_id}/``."""
        return "/api/" + re.sub(r"<\w+:(\w+)>", r"{\1}", self.route)

    @property
    def placed(self) -> dict[str, dict[str, object]]:
        """The schemas of what stands in the address, by name."""
        found = re.findall(r"<(\w+):(\w+)>", self.route)
        return {name: SCHEMAS[converter] for converter, name in found}

    @property
    def summary(self) -> str:
        return (getdoc(self.serve) or "").partition("\n")[0]

    @property
    def description(self) -> str:
        return (getdoc(self.serve) or "").partition("\n")[2].strip()


SCHEMAS: dict[str, dict[str, object]] = {
    "game": {"type": "string", "pattern": f"^{ids.PATTERN}$"},
    "int": {"type": "integer", "minimum": 0},
    "str": {"type": "string", "minLength": 1, "pattern": "^[^/]+$"},
}
"""What the converters of addresses take."""

OPERATIONS: list[Operation] = []

BODY = (400, 413)
"""What an operation with a body may answer besides."""

ALWAYS = (401, 403, 429, 503)
"""What every operation that somebody is known for may answer besides."""

KEY = Parameter(
    "Idempotency-Key",
    "Sent again with the same key, the request does nothing more and gets the same answer.",
    {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"},
    "header",
)


@dataclass(frozen=True, slots=True)
class operation:  # noqa: N801  a decorator
    """Declare a function as what serves an operation. It is served by ``games.api.urls``."""

    method: str
    route: str
    name: str
    answers: Mapping[int, Any]
    refuses: Sequence[int] = ()
    scopes: tuple[Scope, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    def __call__(self, serve: Serve) -> Serve:
        refuses = {*self.refuses, *(ALWAYS if self.scopes else (401, 429, 503))}
        refuses |= {*BODY} if self.options.get("body") is not None else set()
        OPERATIONS.append(
            Operation(
                self.method,
                self.route,
                self.name,
                serve,
                self.scopes,
                self.answers,
                sorted(refuses),
                **self.options,
            )
        )
        return serve


def by_route() -> Iterator[tuple[str, list[Operation]]]:
    """The operations of each address of Django's: streams are served before it is asked."""
    served = [one for one in OPERATIONS if not one.streams]
    for route, found in groupby(sorted(served, key=_words_first), key=_route):
        yield route, list(found)


def no_scope(asked: Operation) -> str:
    """What is said to a token that does not allow an operation."""
    wanted = " or ".join(f"“{scope}”" for scope in asked.scopes)
    return f"This token does not allow that: it needs the scope {wanted}."


def _route(one: Operation) -> str:
    return one.route


def _words_first(one: Operation) -> str:
    """For sorting: ``challenge/ai`` before ``challenge/<str:username>``, which it fits, too."""
    return one.route.replace("<", "~")
