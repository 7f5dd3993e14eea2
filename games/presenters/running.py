"""Games that are being played, for those who look on from the lobby."""

from __future__ import annotations

from dataclasses import dataclass

from games.match import ACTIVE, EMPTY, NEUTRAL, Match
from games.presenters.lists import game_url
from games.presenters.sentences import board_title, clock_words, headline, place_title


@dataclass(frozen=True, slots=True)
class RunningBoard:
    """A game as a board that moves; ``cells`` are won once it is over, ``note`` says how it ended.

    ``players`` are (seat, name, rating) of those who play.
    """

    id: str
    url: str
    title: str
    terms: str
    notation: str
    cells: tuple[int, ...]
    players: list[tuple[str, str, int | None]]
    note: str


def running_board(match: Match) -> RunningBoard:
    clock, over = match.clock, match.status != ACTIVE
    words = clock_words(clock.base // 1000, clock.increment // 1000) if clock else "no clock"
    return RunningBoard(
        id=match.id,
        url=game_url(match.id, match.kind),
        title=board_title(type(match.board), match.board.exact),
        terms=f"{words}, rated" if match.rated else words,
        notation=match.board.notation,
        cells=match.outcome.cells if over and match.outcome else (),
        players=[
            (seat.name, place_title(match, seat), seat.rating)
            for seat in match.seats
            if seat.kind not in (EMPTY, NEUTRAL)
        ],
        note=headline(match, None) if over else "",
    )
