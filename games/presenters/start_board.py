"""A board on which the first move starts a game: what a page draws before there is one."""

from __future__ import annotations

import json
from dataclasses import dataclass

from games.characters import Character, next_up, rivals
from games.match import ACTIVE, PERSON, Kind, Match, Seat, SeatKind
from games.presenters.contexts import GamePage
from games.presenters.game_page import page_context
from games.presenters.phrases import Phrases, phrase, phrases
from games.presenters.snapshots import Snapshot, snapshot
from games.rules import VARIANTS, board_class

NOBODY_YET = 0
"""Who sits at the board until the first move: an id that no person has."""


@dataclass(frozen=True, slots=True)
class StartBoard:
    """The game that a first move would start.

    ``page`` and ``snapshot`` are those of a game page, ``request`` is the body of
    ``POST /api/games/``, and ``words`` are what the page says as the game goes on.
    """

    rival: Character
    harder: Character | None
    page: GamePage
    snapshot: Snapshot
    phrases: Phrases
    request: dict[str, str]
    words: dict[str, str]

    @property
    def request_json(self) -> str:
        return json.dumps(self.request)


def first_board() -> StartBoard:
    """The board that greets a newcomer: the first game, against its friendliest character."""
    return start_board(rivals(next(iter(VARIANTS)))[0])


def start_board(rival: Character) -> StartBoard:
    """The empty board against ``rival``, the first seat to move."""
    board = board_class(rival.variant)
    first, second = board.SEATS[:2]
    seats = (
        Seat(first, PERSON, NOBODY_YET, "You"),
        Seat(second, SeatKind.ENGINE, engine=rival.slug),
    )
    match = Match("", board.start(), seats, Kind.ENGINE, status=ACTIVE)
    return StartBoard(
        rival,
        next_up(rival),
        page_context(match, NOBODY_YET),
        snapshot(match, NOBODY_YET, 0),
        phrases(board),
        {"variant": rival.variant, "opponent": rival.value, "seat": first},
        {
            "yours": "Your move.",
            "theirs": f"{rival.name} thinks.",
            "won": "Three!",
            "lost": f"{rival.name} got lucky.",
            "drawn": "A draw.",
            "on_its_way": phrase("page.on_its_way"),
            "offline": phrase("page.lost"),
            "kept": phrase("page.kept"),
            "failed": "The game could not begin. Touch a cell to try again.",
        },
    )
