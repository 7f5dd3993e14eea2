"""Where one person stands in the campaign: best stars per stage, and all that follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from progress.campaign import catalog, scoring
from progress.campaign.catalog import CampaignLevel, Stage
from progress.campaign.scoring import Stars

SOONER = ", three stars on two stages in a row, or a star in the exam"


@dataclass(frozen=True, slots=True)
class Standing:
    """``stars`` holds the best of every stage that has been finished at least once."""

    stars: Stars = field(default_factory=dict)

    def best(self, stage: Stage) -> int:
        return self.stars.get(stage.key, 0)

    def is_open(self, stage: Stage) -> bool:
        return scoring.is_stage_open(self.stars, *stage.key)

    def is_cleared(self, stage: Stage) -> bool:
        return scoring.is_cleared(self.stars, *stage.key)

    def is_level_open(self, level: CampaignLevel) -> bool:
        return scoring.is_level_reached(self.stars, level.number)

    def completion(self, level: CampaignLevel) -> float:
        return scoring.completion(self.stars, level.number)

    @property
    def total(self) -> int:
        return scoring.total(self.stars)

    def total_of(self, stages: Sequence[Stage]) -> int:
        return sum(map(self.best, stages))

    def cleared(self, stages: Sequence[Stage]) -> int:
        """How many of these stages are cleared."""
        return sum(map(self.is_cleared, stages))

    @property
    def next_stage(self) -> Stage | None:
        """The stage of the print's campaign to play next."""
        return self.next_of(catalog.STAGES)

    def next_of(self, stages: Sequence[Stage]) -> Stage | None:
        """The first open stage not cleared after the furthest that is, else the first of all.

        With all cleared, the first that has more to give.
        """
        cleared = [at for at, stage in enumerate(stages) if self.is_cleared(stage)]
        onward = max(cleared, default=-1) + 1
        for stage in (*stages[onward:], *stages[:onward]):
            if self.is_open(stage) and not self.is_cleared(stage):
                return stage
        return next((stage for stage in stages if self.best(stage) < stage.most), None)

    def ahead_of(self, upcoming: Stage | None, stages: Sequence[Stage]) -> Stage | None:
        """The stage to play on the level after that of ``upcoming``, if it opened before time."""
        level = upcoming.level + 1 if upcoming else 0
        if not scoring.is_level_reached(self.stars, level):
            return None
        rest = (one for one in stages if one.level == level and not self.is_cleared(one))
        return next(rest, None)

    def what_opens(self, stage: Stage) -> str:
        """What a locked stage waits for, in a sentence; nothing for an open one."""
        if self.is_open(stage):
            return ""
        level = catalog.level(stage.level)
        if not self.is_level_open(level):
            before = catalog.level(level.number - 1)
            done = self.cleared(catalog.stages_on(before))
            sooner = SOONER if level.number == scoring.LEVELS[1] else ""
            return (
                f"Level {level.shown} opens when you have a star on every stage of level "
                f"{before.shown}{sooner}. You have {done} of {len(scoring.STAGES)}."
            )
        last = catalog.at(stage.level, stage.number - 1)
        return f"Stage {stage.number} opens when you clear stage {last.number}, {last.name}."
