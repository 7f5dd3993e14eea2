"""What a person's games came to, kept in the transaction that ends each of them.

Profiles read these few rows and no games, however many somebody has played. ``recount`` counts
them again from the seats of the games, for ``manage.py totals``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from django.db import connection

from games import models
from games.characters import character
from games.match import CAMPAIGN, LOCAL, PERSON, Match
from games.rules import VARIANTS, board_class
from games.storage.rows import time_of
from games.storage.seat_ends import results
from progress.models import Meeting, Tally

WON, DRAWN, LOST = models.Seat.Result.WON, models.Seat.Result.DRAWN, models.Seat.Result.LOST
THIRD = models.Seat.Result.THIRD
COUNTS = {"won": WON, "drawn": DRAWN, "lost": LOST, "third": THIRD}
"""The columns of a tally, and the result that each counts."""

COUNTED = tuple(COUNTS.values())

NOT_COUNTED = (CAMPAIGN, LOCAL)
"""Kinds of games that say nothing of how somebody plays against others."""

FIRST_PLIES = max(len(board.SEATS) for board in VARIANTS.values())
"""Plies in which every seat has acted that acts at all in an opening."""

OVER_A_PERSON = 50
"""The strength of a person who was not rated: above all computers and below all ratings."""


class Holder(Protocol):
    """Who held a seat: one of a match or a row."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def rating(self) -> int | None: ...


class Ended(NamedTuple):
    """A person's part in a game that is over. ``cell`` is the first they took, if any.

    ``strength`` orders opponents: ratings, then people, then computers by their ladder.
    """

    user: int
    game: str
    variant: str
    seat: str
    against: str
    cell: int
    result: str
    strength: int
    at: datetime

    @property
    def key(self) -> tuple[int, str, str, str, int]:
        return self.user, self.variant, self.seat, self.against, self.cell

    @property
    def counts(self) -> tuple[int, ...]:
        """One for the result it had, in the order of ``COUNTS``."""
        return tuple(int(self.result == one) for one in COUNTED)


# --- a game ends ----------------------------------------------------------------------------


def add(match: Match) -> None:
    """Count a match that has just finished. To be called inside the transaction that ends it."""
    told = sorted(parts(match))  # always in the same order, so that nobody deadlocks
    if not told:
        return
    _add_records(told)
    add_tallies((*one.key, *one.counts) for one in told)
    pairs = [(one, other) for one in told for other in told if one.user != other.user]
    Meeting.objects.bulk_create(meeting(one, other.user, other.result) for one, other in pairs)


def parts(match: Match) -> Iterator[Ended]:
    """What a finished match was to each person in it, if it counts."""
    if match.kind in NOT_COUNTED or match.opening:
        return
    assert match.ended is not None
    at, holders = time_of(match.ended), {seat.name: seat for seat in match.seats}
    for seat, result in zip(match.seats, results(match), strict=True):
        if seat.user is not None and result in COUNTED:
            rival = rival_of(seat.name, match.board.VARIANT, holders)
            yield Ended(
                user=seat.user,
                game=match.id,
                variant=match.board.VARIANT,
                seat=seat.name,
                against=against(rival),
                cell=_first_cell(match, seat.name),
                result=result,
                strength=strength(rival, match.board.VARIANT, rated=match.rated),
                at=at,
            )


def rival_of(seat: str, variant: str, holders: Mapping[str, Holder]) -> Holder:
    """Whom a seat plays against; the third seat of a game, the first."""
    first, second = board_class(variant).RIVALS
    return holders[second if seat == first else first]


def against(rival: Holder) -> str:
    """Under which opponents a game counts."""
    return Tally.PEOPLE if rival.kind == PERSON else Tally.COMPUTERS


def strength(rival: Holder, variant: str, *, rated: bool) -> int:
    """How much a win over somebody counts among one's best."""
    if rival.kind == PERSON:
        return max(OVER_A_PERSON + 1, rival.rating or 0) if rated else OVER_A_PERSON
    known = character(variant, rival.engine)
    return known.strokes if known else 0


def _first_cell(match: Match, seat: str) -> int:
    board = type(match.board).start(exact=match.board.exact)
    for cell in match.moves[:FIRST_PLIES]:
        if board.to_move == seat:
            return cell
        board = board.make_move(cell)
    return Tally.NO_MOVE


ADD_TALLY = f"""
INSERT INTO progress_tally (user_id, variant, seat, against, cell, {", ".join(COUNTS)})
VALUES {{rows}} ON CONFLICT (user_id, variant, seat, against, cell) DO UPDATE SET
{", ".join(f"{name} = progress_tally.{name} + excluded.{name}" for name in COUNTS)}
"""  # noqa: S608  names of columns

ADD_RECORD = """
INSERT INTO progress_record (user_id, wins, most_wins, best_game_id, best_strength)
VALUES {rows} ON CONFLICT (user_id) DO UPDATE SET
wins = CASE WHEN excluded.wins = 0 THEN 0 ELSE progress_record.wins + 1 END,
most_wins = CASE WHEN excluded.wins = 1 AND progress_record.wins >= progress_record.most_wins
    THEN progress_record.wins + 1 ELSE progress_record.most_wins END,
best_game_id = CASE WHEN excluded.best_strength > progress_record.best_strength
    THEN excluded.best_game_id ELSE progress_record.best_game_id END,
best_strength = CASE WHEN excluded.best_strength > progress_record.best_strength
    THEN excluded.best_strength ELSE progress_record.best_strength END
"""


def add_tallies(rows: Iterable[tuple[int | str, ...]]) -> None:
    """Add to what is kept: of each row the key, and how many had each result of ``COUNTS``."""
    _run(ADD_TALLY, [*rows])


def _add_records(told: Sequence[Ended]) -> None:
    rows: list[tuple[str | int | None, ...]] = []
    for one in told:
        won = one.result == WON
        best = (one.game, one.strength) if won else (None, -1)
        rows.append((one.user, int(won), int(won), *best))
    _run(ADD_RECORD, rows)


def _run(statement: str, rows: Sequence[tuple[str | int | None, ...]]) -> None:
    places = ", ".join([f"({', '.join(['%s'] * len(rows[0]))})"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(statement.format(rows=places), [value for row in rows for value in row])


def meeting(one: Ended, rival: int, theirs: str) -> Meeting:
    """A game of two people as ``one`` saw it, whose rival had the result ``theirs``.

    Of three, the third may have won against both.
    """
    result = one.result
    if result == LOST and theirs != WON:
        result = THIRD
    elif result == THIRD and theirs == WON:
        result = LOST
    return Meeting(
        user_id=one.user,
        rival_id=rival,
        game_id=one.game,
        variant=one.variant,
        seat=one.seat,
        result=str(result),
        ended_at=one.at,
    )
