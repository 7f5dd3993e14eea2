"""Every address that release 1.1.0 answered, and whether it answers still."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("addresses.txt")

VISITOR, MEMBER = "visitor", "member"

LETTER = "/accounts/password-reset/{reset}/"
"""Leads on with a token that is known, else to a page that says so."""

MOST_REDIRECTS = 4


@dataclass(frozen=True, slots=True)
class Listed:
    """An address with the status that it had for each reader."""

    address: str
    status: dict[str, int]


def listed() -> Iterator[Listed]:
    for line in LIST.read_text().splitlines():
        if not line.startswith("#"):
            visitor, member, address = line.split(" ", 2)
            yield Listed(address, {VISITOR: int(visitor), MEMBER: int(member)})


Get = Callable[[str], tuple[int, str]]
"""Asks for an address: the status, and where it leads if it does."""


def unanswered(reader: str, get: Get, names: dict[str, str]) -> list[str]:
    """The listed addresses that ``reader`` finds neither as they were nor leading to a page.

    ``names`` are what the braces stand for.
    """
    found = []
    for one in listed():
        was, address = one.status[reader], one.address.format(**names)
        now, leads_to = get(address)
        status = now
        for _ in range(MOST_REDIRECTS):
            if now != was and leads_to:
                status, leads_to = get(leads_to)
        if now != was and status != 200:
            found.append(f"{address} for a {reader}: {was}, now {now}")
    return found
