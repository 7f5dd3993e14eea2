"""What programs ask for, as lichess' clients write it: numbers of things, and bodies."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from django.http import HttpRequest

from games.api.programs.operations import FORM, Parameter
from games.api.views import optional_body_of
from games.live import protocol
from games.queries.parsing import shortly, whole_number

Body = TypeVar("Body")


def number_of(things: str, most: int, usual: int) -> Parameter:
    """``nb``: how many of them to answer with."""
    schema = {"type": "integer", "minimum": 1, "maximum": most, "default": usual}
    return Parameter("nb", f"How many {things} to list.", schema)


def number_asked(request: HttpRequest, most: int, usual: int) -> int:
    """``nb`` of the address. Raises BadMessage."""
    if (text := request.GET.get("nb")) is None:
        return usual
    found = whole_number(text, len(str(most)))
    if found is None or not 1 <= found <= most:
        raise protocol.BadMessage(f"nb={text[:40]!r}: expected a number from 1 to {most}.")
    return found


def form_or_json(request: HttpRequest, shape: type[Body]) -> Body:
    """The body as ``shape``, from a form or from JSON. Raises BadMessage."""
    if request.content_type != FORM:
        return optional_body_of(request, shape)
    fields: dict[str, Any] = dict(request.POST.items())
    try:
        return msgspec.convert(fields, shape, strict=False)
    except msgspec.ValidationError as error:
        raise protocol.BadMessage(f"This form is not understood: {shortly(error)}.") from None
