"""Pages as dataclasses, which declare the variables of a template and their types."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def context_of(page: DataclassInstance) -> dict[str, object]:
    """The context of a template: the fields of ``page`` by name."""
    return {field.name: getattr(page, field.name) for field in fields(page)}
