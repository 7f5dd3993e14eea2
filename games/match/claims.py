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
    require_win_claimable(match, action, seat)
    return ended(match, Outcome(seat, Reason.ABANDONED), now)


def require_win_claimable(match: Match, action: Action, seat: str) -> None:
    _require_begun(match)
    if rival(match, seat) not in _gone(match, action, seat):
        raise Refused(
            RefusalCode.NOT_ALLOWED, "You can claim a win only when your opponent has left."
        )


def claim_draw(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Anybody's absence can stop a game, a third seat's too, and then nobody has won it."""
    require_draw_claimable(match, action, seat)
    return ended(match, Outcome(None, Reason.ABANDONED), now)


def require_draw_claimable(match: Match, action: Action, seat: str) -> None:
    _require_begun(match)
    if rival(match, seat) is None or not _gone(match, action, seat):
        raise Refused(RefusalCode.NOT_ALLOWED, "You can claim a draw only when somebody has left.")


def replace_third(match: Match, action: Action, seat: str, now: int) -> Progress:
    """Hand the seat of a third person who left to chance, as both rivals want.

    One proposes it and the other agrees by asking for the same. One is enough where the other is
    no person or has left as well.
    """
    third, partner = _third_and_partner(match, action, seat)
    if partner is None:
        return stand_down(match, third, now)
    _require_not_proposed(match, seat, partner)
    return changed(match, Event.REPLACE_OFFERED, now, replace_offer=seat)


def require_third_replaceable(match: Match, action: Action, seat: str) -> None:
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
    """Before the second move a game can be called off: there is nothing to claim."""
    if not begun(match):
        raise Refused(RefusalCode.NOT_ALLOWED, "You cannot claim a result before the second move.")


def _gone(match: Match, action: Action, seat: str) -> set[str]:
    """The other people who left. Whoever holds several seats is here, since they ask."""
    here = match.seat(seat).user
    return {
        other.name
        for other in match.seats
        if other.name in action.gone and other.kind == PERSON and other.user != here
    }
