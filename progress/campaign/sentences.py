"""What the campaign says about a position and about a result, in sentences. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.humanize.templatetags.humanize import apnumber

from games.rules import Board
from progress.campaign import scoring
from progress.campaign.catalog import CampaignLevel, Stage, following, stages_on

COUNTS = ("No stars", "One star", "Two stars", "Three stars")


@dataclass(frozen=True, slots=True)
class AttemptResult:
    """What a finished attempt brought. ``before`` is the best of the attempts that ended sooner.

    ``result`` is ``won``, ``drawn`` or ``lost``, after ``moves`` of the player's own.
    ``opened`` is the stage this attempt was the first to open, ``opened_level`` the level that it
    opened; ``onward`` the next stage, if the player may go there now. ``all_cleared`` is
    whether no stage of the campaign is left to clear.
    """

    stage: Stage
    result: str
    moves: int
    stars: int
    before: int
    best: int
    opened: Stage | None = None
    opened_level: CampaignLevel | None = None
    onward: Stage | None = None
    all_cleared: bool = False

    @property
    def is_last(self) -> bool:
        return following(self.stage) is None

    @property
    def headline(self) -> str:
        if self.stars > self.before > 0:
            return f"{COUNTS[self.stars]}, your best here"
        return COUNTS[self.stars]

    @property
    def sentence(self) -> str:
        """Why it earned what it earned."""
        if self.result == "won":
            return f"You won in {apnumber(self.moves)} move{'s' if self.moves != 1 else ''}."
        if self.result == "lost":
            return "A loss earns no star. Try again as often as you like."
        if scoring.draw_clears(*self.stage.key):
            return "A draw clears this stage. Nobody can do better here."
        return "A draw earns no star here: only a win clears the stage."

    @property
    def kept(self) -> str:
        """What stays of earlier attempts."""
        if self.before > self.stars:
            return f"You keep your best result here: {COUNTS[self.before].lower()}."
        if self.stars > self.before > 0:
            return f"Your best was {COUNTS[self.before].lower()}."
        return ""

    @property
    def news(self) -> str:
        """What has opened."""
        if self.is_last and self.all_cleared and self.stars > 0 and self.before == 0:
            return "That was the last board. You have cleared the campaign."
        said, level = [], self.opened_level
        if self.opened is not None and (level is None or self.opened.level != level.number):
            said.append(f"Stage {self.opened.number}, {self.opened.name}, is open.")
        if level is not None:
            said.append(f"Level {level.shown} is open: {level.about}.")
        return " ".join(said)

    @property
    def level_ahead(self) -> Stage | None:
        """Where the level begins that this attempt opened, unless the way on leads there."""
        if self.opened_level is None:
            return None
        first = stages_on(self.opened_level)[0]
        return first if first != self.onward else None

    @property
    def again(self) -> str:
        """The words on the button that plays the stage once more."""
        if self.best == 0:
            return "Try again"
        if self.best < self.stage.most:
            return f"Try for {COUNTS[self.stage.most].lower()}"
        return "Play again"


def position(board: Board) -> str:
    """A position read out: ``X on a1 and b1, O on c2``."""
    sides = []
    for seat in board.SEATS:
        cells = [board.cell_name(cell) for cell, mark in enumerate(board.marks) if mark == seat]
        if cells:
            *most, last = cells
            sides.append(f"{seat} on {', '.join(most)} and {last}" if most else f"{seat} on {last}")
    return ", ".join(sides) or "an empty board"
