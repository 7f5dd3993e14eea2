"""What the review of a finished game shows, and the page that asks for better moves."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games import presenters
from games.analysis.reasons.on_board import ProofData
from games.analysis.review import score_sheet, what_if
from games.engines import solution_of
from games.match import Match, Seat
from games.rules import Board


def judged(match: Match) -> tuple[Board, list[score_sheet.Judged]]:
    """The first position of a match, and its moves with their verdicts."""
    start = presenters.start_of(match)
    solution_of(start).make_ready(start)
    return start, score_sheet.judged(start, match.moves, match.opening)


@dataclass(frozen=True, slots=True)
class Player:
    """One of the two rivals: accuracy (None where no move counted), number of mistakes."""

    seat: str
    title: str
    accuracy: float | None
    percent: int
    own: bool
    mistakes: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """An engine to play on against."""

    slug: str
    title: str


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """What stands beside the board of a finished game: its players and the score sheet.

    ``expected`` says that values are expectations, since chance takes part. ``proofs`` are those of
    the rows, by ply. ``opponents`` are the engines to play on against.
    """

    game_id: str
    game_url: str
    players: list[Player]
    solved: bool
    rows: list[score_sheet.Row]
    expected: bool
    first: str
    second: str
    proofs: dict[int, ProofData]
    opponents: list[Opponent]


def review_page(match: Match, viewer: int | None) -> ReviewPage:
    """The review as ``viewer`` sees it. Waits for the solution of the game."""
    start, moves = judged(match)
    rows = score_sheet.rows(start, moves)
    first, second = start.RIVALS
    engines = reversed(what_if.opponents(start).values())
    return ReviewPage(
        game_id=match.id,
        game_url=presenters.game_url(match.id, match.kind),
        players=[
            _player(seat, moves, start.VARIANT, viewer)
            for seat in match.seats
            if seat.name in start.RIVALS
        ],
        solved=score_sheet.is_solved(start),
        rows=rows,
        expected=bool(start.CHANCE_SEAT),
        first=first,
        second=second,
        proofs={row.ply: row.proof for row in rows if row.proof},
        opponents=[Opponent(one.slug, one.title) for one in engines],
    )


def _player(
    seat: Seat, moves: list[score_sheet.Judged], variant: str, viewer: int | None
) -> Player:
    accuracy = score_sheet.accuracy(moves, seat.name)
    return Player(
        seat=seat.name,
        title=presenters.seat_title(seat, variant),
        accuracy=accuracy,
        percent=round(100 * (accuracy or 0)),
        own=viewer is not None and seat.user == viewer,
        mistakes=len(score_sheet.mistakes(moves, seat.name)),
    )


@dataclass(frozen=True, slots=True)
class RetryPage:
    """The mistakes of a seat, the one with this ``number`` on show.

    ``review`` leads back; ``own`` says that the mistakes are the viewer's. ``hidden`` are the
    fields that go with an answer.
    """

    review: str
    own: bool
    seat: str
    count: int
    number: int
    hidden: dict[str, int]


def retry_page(match: Match, seat: str, count: int, number: int, viewer: int | None) -> RetryPage:
    """The page of one of ``count`` mistakes, without the question itself."""
    return RetryPage(
        review=reverse("analysis:review", args=[match.id]),
        own=match.seat_of(viewer) == seat,
        seat=seat,
        count=count,
        number=number,
        hidden={"n": number},
    )
