"""What an address may ask of a list of the admin: only what the list itself names.

Django lets every column be looked up, and whether a row is listed then tells its value: hashes
of passwords, seeds of games, whatever a row or its neighbour has. Here nothing is asked but what
filters, relations to search by and links name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.utils import get_fields_from_path
from django.contrib.admin.views.main import ORDER_VAR, ChangeList
from django.db.models import DateField, QuerySet
from django.http import HttpRequest


class NamedOrder(ChangeList):
    """A list that is ordered by its sortable columns alone."""

    def get_ordering(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[Any]:
        for part in filter(None, str(self.params.get(ORDER_VAR, "")).split(".")):
            if not self._can_order_by(part.removeprefix("-")):
                raise DisallowedModelAdminLookup(f"Ordering by {part} is not allowed")
        return super().get_ordering(request, queryset)

    def _can_order_by(self, number: str) -> bool:
        if not (number.isascii() and number.isdigit() and len(number) < 4):
            return False
        columns = list(self.list_display)
        named = self.sortable_by if self.sortable_by is not None else columns
        return int(number) < len(columns) and columns[int(number)] in named


class NamedLookups(admin.ModelAdmin):
    """The base of every admin of the site: it refuses each look-up that it does not name.

    ``StaffSite.register`` gives it to those of other packages too.
    """

    narrowed_by: ClassVar[tuple[str, ...]] = ()
    """Look-ups that links lead to, beside the row's own id."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        return lookup in self.named_lookups(request)

    def named_lookups(self, request: HttpRequest) -> set[str]:
        """Every look-up that an address may have."""
        named = {"id__exact", *self.narrowed_by}
        for one in self.get_list_filter(request):
            named.update(_of_filter(self.model, one))
        if self.date_hierarchy:
            parts = ("year", "month", "day")
            named.update(f"{self.date_hierarchy}__{part}" for part in parts)
        return named

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Rows are named by their keys, in addresses and in windows that choose one."""
        return to_field in ("pk", self.opts.pk.name)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return NamedOrder


def _of_filter(model: Any, one: Any) -> Iterator[str]:
    """The parameters of a filter: a class of its own, or a column's name with Django's filter."""
    if isinstance(one, type):
        yield str(vars(one)["parameter_name"])
        return
    yield from (str(one), f"{one}__exact")
    if isinstance(get_fields_from_path(model, one)[-1], DateField):
        yield from (f"{one}__gte", f"{one}__lt")
