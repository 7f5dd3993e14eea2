"""The remarks that a reader of a game sees, and the ones they can make."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from accounts import people
from accounts.guests import User
from games.match import MEETINGS, Match
from games.presenters.remarks import PhraseChoice, RemarkLine, choices, lines
from games.queries import social


def heard_by(user: User | AnonymousUser, match: Match) -> list[RemarkLine]:
    """What was said in a game, without those whom ``user`` blocks."""
    rows = social.said_in(match.id) if match.kind in MEETINGS else []
    if not rows:
        return []
    blocked = people.blocked_by(user.pk).values_list("pk", flat=True) if user.pk else ()
    return lines(match, rows, frozenset(blocked))


def choices_of(user: User | AnonymousUser, match: Match) -> list[PhraseChoice]:
    """What ``user`` can say; nothing for those who want no phrases."""
    if user.is_authenticated and user.phrases:
        return choices(match, match.seat_of(user.pk))
    return []
