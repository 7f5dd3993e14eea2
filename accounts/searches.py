"""Searches of staff in lists of any size, each found by an index."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from accounts.asked import NamedLookups

MOST_FOUND = 1_000
"""The most people that a search finds, however many names have it in them."""


def people_found(term: str) -> list[int]:
    """The ids of people with the e-mail address ``term``, or with ``term`` in their names."""
    people = get_user_model().objects
    found = people.with_email(term) if "@" in term else people.containing(term)
    exact = people.named(term).values_list("pk", flat=True)
    return [*exact, *found.values_list("pk", flat=True)[:MOST_FOUND]]


class WholeNames(NamedLookups):
    """An admin whose search takes one name in any case, or one id as it is.

    Django's own search compares every row, and joins every row with its person to do it.
    """

    people_in: ClassVar[tuple[str, ...]] = ()
    """Relations to people, whose names are searched for."""
    ids_in: ClassVar[tuple[str, ...]] = ()
    """Columns that hold an id, or relations to what has one."""

    def named_lookups(self, request: HttpRequest) -> set[str]:
        """Also the ids that a search finds: links from pages of people and games lead to them."""
        meta, columns = self.model._meta, (*self.people_in, *self.ids_in)
        related = [one for one in columns if one != "pk" and meta.get_field(one).is_relation]
        return super().named_lookups(request) | {f"{one}__id__exact" for one in related}

    def get_search_fields(self, request: HttpRequest) -> Any:
        return (*self.people_in, *self.ids_in) or super().get_search_fields(request)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not (self.people_in or self.ids_in):
            return super().get_search_results(request, queryset, search_term)
        if not (term := search_term.strip()):
            return queryset, False
        people = get_user_model().objects.named(term).values_list("pk", flat=True)
        person = people.first() if self.people_in else None
        if person is not None:
            return queryset.filter(_any(self.people_in, person)), False
        if "\0" in term:  # which PostgreSQL cannot be asked for
            return queryset.none(), False
        return queryset.filter(_any(self.ids_in, term)), False


def _any(columns: Sequence[str], value: object) -> Q:
    return reduce(or_, (Q(**{column: value}) for column in columns), Q(pk__in=[]))
