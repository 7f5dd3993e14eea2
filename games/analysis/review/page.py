"""What the review of a finished game shows, and the page that asks for better moves."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games import presenters
from games.analysis.review import score_sheet
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
class ReviewPage:
    """A finished game: its players, the score sheet (``rows``) and the graph of its values.

    ``expected`` says that values are expectations, since chance takes part; ``cells`` are those
    of the winning pattern.
    """

    game_id: str
    game_url: str
    title: str
    headline: str
    detail: str
    players: list[Player]
    solved: bool
    rows: list[score_sheet.Row]
    graph: score_sheet.Graph
    expected: bool
    match: Match
    notation: str
    cells: tuple[int, ...] | None


def review_page(match: Match, viewer: int | None) -> ReviewPage:
    """The review as ``viewer`` sees it. Waits for the solution of the game."""
    start, moves = judged(match)
    outcome = match.board.outcome
    return ReviewPage(
        game_id=match.id,
        game_url=presenters.game_url(match.id, match.kind),
        title=start.TITLE,
        headline=presenters.headline(match, match.seat_of(viewer)),
        detail=presenters.detail(match, match.seat_of(viewer)),
        players=[
            _player(seat, moves, start.VARIANT, viewer)
            for seat in match.seats
            if seat.name in start.RIVALS
        ],
        solved=score_sheet.is_solved(start),
        rows=score_sheet.rows(start, moves),
        graph=score_sheet.graph(start, moves),
        expected=bool(start.CHANCE_SEAT),
        match=match,
        notation=match.board.notation,
        cells=outcome.cells if outcome else None,
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
