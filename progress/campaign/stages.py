"""What campaigns, levels and stages are: who plays, what already stands on the board."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games.match import ENGINE, NEUTRAL, Seat
from games.rules import Board, board_class


@dataclass(frozen=True, slots=True)
class CampaignLevel:
    """A level: ``place`` names its landscape, ``engine`` the opponent.

    ``number`` is its own among the levels of all campaigns, ``shown`` the one that pages print.
    ``campaign`` is the slug of the campaign that it is a part of.
    """

    number: int
    engine: str
    about: str
    place: str
    variant: str
    campaign: str
    shown: int
    title: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage, on the level ``on``. ``player`` is the player's seat, ``most`` the most stars
    that can be had here.

    ``board`` is the position when play begins, ``opening`` the moves that lead to it, ``learn``
    the address of the lesson it belongs to (``lessons.Lesson.address``).
    """

    on: CampaignLevel
    number: int
    name: str
    question: str
    opening: tuple[int, ...]
    player: str
    most: int
    learn: str
    board: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        board = board_class(self.variant).start()
        for cell in self.opening:
            board = board.make_move(cell)
        object.__setattr__(self, "board", board)

    @property
    def level(self) -> int:
        return self.on.number

    @property
    def engine(self) -> str:
        return self.on.engine

    @property
    def variant(self) -> str:
        return self.on.variant

    @property
    def key(self) -> tuple[int, int]:
        return self.level, self.number

    @property
    def opponent(self) -> str:
        """The seat across; of two, the one that moves first."""
        rivals: tuple[str, str] = self.board.RIVALS
        return next(seat for seat in rivals if seat != self.player)

    @property
    def others(self) -> dict[str, Seat]:
        """Who holds the seats that are not the player's."""
        seats = [seat for seat in self.board.SEATS if seat != self.player]
        return {seat: self._other(seat) for seat in seats}

    def _other(self, seat: str) -> Seat:
        if seat == self.board.CHANCE_SEAT:
            return Seat(seat, NEUTRAL, engine=NEUTRAL)
        return Seat(seat, ENGINE, engine=self.engine)

    @property
    def first(self) -> str:
        """Who makes the first move on the stage's board: ``player`` or ``engine``."""
        return "player" if self.board.to_move == self.player else "engine"

    @property
    def title(self) -> str:
        return f"{self.on.title}, stage {self.number}: {self.name}"


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign: ``slug`` stands in its addresses, ``about`` says in a sentence what it is.

    ``printed`` is the most stars as document 000 counts them; 0 where it says nothing.
    """

    slug: str
    title: str
    about: str
    levels: tuple[CampaignLevel, ...]
    stages: tuple[Stage, ...]
    printed: int = 0

    @property
    def maximum(self) -> int:
        """The most stars that its boards and opponents allow. Tests compute it by playing."""
        return sum(stage.most for stage in self.stages)


def moves_made(board: Board, seat: str, opening: int) -> int:
    """The moves that ``seat`` made on the way to ``board`` after its first ``opening`` plies."""
    turns = range(opening, board.ply)
    return sum(board.SEATS[ply % len(board.SEATS)] == seat for ply in turns)
