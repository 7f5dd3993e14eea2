"""What players may claim when somebody has left."""

from __future__ import annotations

from games.match.endings import begun, ended
from games.match.enums import Event, Reason, RefusalCode
from games.match.seating import stand_down
from games.match.state import (
    PERSON,
    Action,
    Match,
    Progress,
    Refused,
    Seat,
    changed,
    rival,
)
from games.rules import Outcome


def claim_win(match: Match, action: Action, seat: str, now: int) -> Progress:
    """End the game as a win for ``seat``, whose rival has left."""
    require_win_claimable(match, action, seat)
    return ended(match, Outcome(seat, Reason.ABANDONED), now)


def require_win_claimable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless the rival of ``seat`` has left."""
    _require_begun(match)
    if rival(match, seat) not in _gone(match, action, seat):
        raise Refused(
            RefusalCode.NOT_ALLOWED, "You can claim a win only when your opponent has left."
        )


def claim_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    """End the game as a draw, since somebody has left; a third person counts as well."""
    require_draw_claimable(match, action, seat)
    return ended(match, Outcome(None, Reason.ABANDONED), now)


def require_draw_claimable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless ``seat`` is a rival and somebody else has left."""
    _require_begun(match)
    if rival(match, seat) is None or not _gone(match, action, seat):
        raise Refused(RefusalCode.NOT_ALLOWED, "You can claim a draw only when somebody has left.")


def replace_third(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Let chance play for a third person who left, once both rivals agree.

    One rival proposes it and the other agrees by asking for the same. If the other is not a person
    or has left too, one is enough.
    """
    third, partner = _third_and_partner(match, action, seat)
    if partner is None:
        return stand_down(match, third, now)
    _require_not_proposed(match, seat, partner)
    return changed(match, Event.REPLACE_OFFERED, now, replace_offer=seat)


def require_third_replaceable(match: Match, action: Action, seat: str) -> None:
    """Raise Refused unless a third person has left and ``seat`` has not proposed this yet."""
    _, partner = _third_and_partner(match, action, seat)
    if partner is not None:
        _require_not_proposed(match, seat, partner)


def _third_and_partner(match: Match, action: Action, seat: str) -> tuple[str, Seat | None]:
    """The third seat whose person left, and the rival who has yet to agree that chance plays it.

    Raises Refused where there is no such third.
    """
    _require_begun(match)
    gone, other = _gone(match, action, seat), rival(match, seat)
    third = next((name for name in sorted(gone) if rival(match, name) is None), None)
    if other is None or third is None:
        raise Refused(
            RefusalCode.NOT_ALLOWED, "Chance can replace only a third person who has left."
        )
    partner = match.seat(other)
    asks = partner.kind == PERSON and partner.user is not None and partner.name not in gone
    agreed = not asks or partner.user == match.seat(seat).user or match.replace_offer == other
    return third, None if agreed else partner


def _require_not_proposed(match: Match, seat: str, partner: Seat) -> None:
    if match.replace_offer == seat:
        raise Refused(
            RefusalCode.NOT_ALLOWED,
            f"You have asked for that already. Now {partner.title} must agree.",
        )


def _require_begun(match: Match) -> None:
    """Raise Refused before the second move, when the game can simply be cancelled."""
    if not begun(match):
        raise Refused(RefusalCode.NOT_ALLOWED, "You cannot claim a result before the second move.")


def _gone(match: Match, action: Action, seat: str) -> set[str]:
    """The seats of other people who left. Further seats of the person who asks do not count."""
    here = match.seat(seat).user
    return {
        other.name
        for other in match.seats
        if other.name in action.gone and other.kind == PERSON and other.user != here
    }
