"""Time zones that people can choose: those of the IANA database that are named after places."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest

UTC = "UTC"
AREAS = {
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
}


@cache
def names() -> tuple[str, ...]:
    """Every zone that can be chosen, UTC first, then by area and place."""
    places = (name for name in available_timezones() if name.partition("/")[0] in AREAS)
    return (UTC, *sorted(name for name in places if "/" in name))


def is_known(name: str) -> bool:
    return name in _known()


@cache
def _known() -> frozenset[str]:
    return frozenset(names())


def zone(name: str) -> ZoneInfo:
    """The zone of a name; UTC for a name that is empty, or that this machine does not know."""
    return ZoneInfo(name if is_known(name) else UTC)


def of_device(request: HttpRequest) -> str:
    """The zone of a visitor's device, from the cookie; empty if it is not known."""
    chosen = request.COOKIES.get("time_zone", "")
    return chosen if is_known(chosen) else ""


def of_viewer(request: HttpRequest) -> str:
    """The zone of the person who reads a page, or of a visitor's device; empty if not known."""
    if not request.user.is_authenticated:
        return of_device(request)
    zone: str = request.user.time_zone
    return zone


def title(name: str) -> str:
    """A zone as people read it: ``America/New_York`` is "New York"."""
    return name.rpartition("/")[2].replace("_", " ")


def choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """What a form offers: UTC, then the places of each area."""
    areas: Iterable[tuple[str, Iterable[str]]] = groupby(
        names()[1:], key=lambda name: name.partition("/")[0]
    )
    found: list[tuple[str, str | list[tuple[str, str]]]] = [(UTC, "UTC, as for everybody")]
    for area, places in areas:
        found.append((area, [(one, _place(one)) for one in places]))
    return found


def _place(name: str) -> str:
    """The part of a name after its area: ``America/Argentina/Salta`` is "Argentina, Salta"."""
    return ", ".join(name.split("/")[1:]).replace("_", " ")
