"""Pages as dataclasses: what a template may name is declared in one place, with its type."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def context_of(page: DataclassInstance) -> dict[str, object]:
    """The context of a template that calls the fields of ``page`` by their names."""
    return {field.name: getattr(page, field.name) for field in fields(page)}
