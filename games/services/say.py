"""Say one of the set phrases in a game: only players, up to a limit a minute and a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, transaction

from accounts import people
from accounts.limits import in_words, over_limit
from games.match import MEETINGS, OPEN, Match, Phrase, RefusalCode, Refused
from games.models import Remark
from games.queries import selectors, social
from games.signals import remark_made

MOST = settings.SIZES["remarks"]
"""What one player may say in one game."""


@dataclass(frozen=True, slots=True)
class NewRemark:
    """A remark, and the people who do not hear it because they block its author."""

    game_id: str
    seat: str
    title: str
    code: str
    number: int
    deaf: tuple[int, ...] = ()


def say(*, game_id: str, user_id: int | None, code: Phrase) -> NewRemark:
    """Let the player ``user_id`` say something; everybody at the game hears it.

    Raises NoSuchGame, or Refused: ``not_seated``, ``not_open``, ``not_allowed``, ``too_fast``,
    ``too_many``.
    """
    match = selectors.match(game_id)
    seat = _seat(match, user_id)
    if wait := over_limit("say", user_id):
        said = f"You have said much in a short time. Wait {in_words(wait)}."
        raise Refused(RefusalCode.TOO_FAST, said, wait)
    row = _stored(game_id, seat, code)
    others = [one.user for one in match.seats if one.user not in (None, user_id)]
    deaf = people.blockers_of(user_id or 0, [one for one in others if one is not None])
    title = match.seat(seat).title
    made = NewRemark(game_id, seat, title, row.code, row.number, tuple(sorted(deaf)))
    transaction.on_commit(lambda: remark_made.send(Remark, said=made), robust=True)
    return made


def _seat(match: Match, user_id: int | None) -> str:
    """The seat that speaks. Raises Refused if the person cannot."""
    seat = match.seat_of(user_id)
    if seat is None:
        raise Refused(RefusalCode.NOT_SEATED, "You are watching this game. Only its players speak.")
    if match.kind not in MEETINGS:
        raise Refused(RefusalCode.NOT_ALLOWED, "There is nobody here to say that to.")
    if match.status == OPEN:
        raise Refused(RefusalCode.NOT_OPEN, "Your opponent is not here yet.")
    return seat


def _stored(game_id: str, seat: str, code: Phrase) -> Remark:
    """Store a remark with the next number of its seat; two at once get different numbers."""
    while True:
        number = social.remarks_of(game_id).filter(seat=seat).count() + 1
        if number > MOST:
            said = f"You have said {MOST} things in this game, and more is not possible."
            raise Refused(RefusalCode.TOO_MANY, said)
        row = Remark(game_id=game_id, seat=seat, number=number, code=code)
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            continue
        return row
