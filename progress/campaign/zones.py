"""The map of a campaign: a landscape for each level, with its road, its stops and its end."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from games.characters import Situation, character, says
from games.drawing import landscapes, roads
from games.drawing.faces import CALM, GLAD, SAD, SURPRISED
from games.drawing.roads import Point
from progress.campaign import catalog, presenters
from progress.campaign.presenters import LevelSummary, Running
from progress.campaign.stages import CampaignLevel
from progress.campaign.standing import Standing

BEYOND = 260
"""How far beyond the stops a road goes on to the next landscape, in units of ``roads``."""


@dataclass(frozen=True, slots=True)
class Road:
    """A road on wide pages or on narrow ones: ``css`` says which.

    ``whole`` is all of it, ``walked`` how far somebody has come.
    """

    css: str
    height: int
    whole: str
    walked: str


@dataclass(frozen=True, slots=True)
class Zone:
    """A level on the map. ``mood`` is how its opponent looks; ``end`` is drawn when all is cleared.

    ``earned`` of ``most`` stars have been had here.
    """

    level: LevelSummary
    place: str
    name: str
    mood: str
    earned: int
    most: int
    roads: tuple[Road, ...]
    doodles: tuple[str, ...]
    end: LevelEnd | None

    @property
    def does(self) -> str:
        """How the opponent plays, in a sentence."""
        return f"{self.level.about.replace('your opponent', self.name, 1)}."

    @property
    def rows(self) -> int:
        return roads.rows_of(self.level.of)


def zones(standing: Standing, running: Running, slug: str) -> list[Zone]:
    """The landscapes of one campaign, in the order of its levels."""
    levels = catalog.CAMPAIGNS[slug].levels
    summaries = presenters.campaign(standing, running, slug)
    return [_zone(standing, *pair) for pair in zip(levels, summaries, strict=True)]


def _zone(standing: Standing, level: CampaignLevel, summary: LevelSummary) -> Zone:
    opponent = character(level.variant, level.engine)
    name = opponent.name if opponent else level.engine
    done = summary.cleared == summary.of
    stages = catalog.stages_on(level)
    return Zone(
        level=summary,
        place=level.place,
        name=name,
        mood=mood(summary.cleared, summary.of),
        earned=standing.total_of(stages),
        most=sum(stage.most for stage in stages),
        roads=_roads(summary),
        doodles=tuple(landscapes.doodles(level.place)),
        end=end_of(level, standing) if done else None,
    )


@dataclass(frozen=True, slots=True)
class LevelEnd:
    """The scene at the end of a level, and what its opponent says there.

    ``stars`` are those of each of its stages, ``earned`` of ``most`` in all.
    """

    place: str
    scene: str
    line: str
    stars: tuple[int, ...]
    earned: int
    most: int


def end_of(level: CampaignLevel, standing: Standing) -> LevelEnd:
    stages = catalog.stages_on(level)
    stars = tuple(map(standing.best, stages))
    counts = stars, sum(stars), sum(stage.most for stage in stages)
    opponent = character(level.variant, level.engine)
    if opponent is None:
        return LevelEnd(level.place, "", "", *counts)
    line = next(iter(says(opponent.name, Situation.CLEARED, level.shown)), "")
    return LevelEnd(level.place, landscapes.scene(level.place, opponent.face), line, *counts)


def mood(cleared: int, of: int) -> str:
    """How an opponent takes it that so many of their stages are cleared."""
    if not cleared:
        return GLAD
    if cleared == of:
        return SAD
    return SURPRISED if 3 * cleared >= 2 * of else CALM


def _roads(summary: LevelSummary) -> tuple[Road, ...]:
    """The road for wide pages, where levels stand side by side, and that for narrow ones."""
    middle = summary.number == 2  # its road climbs on wide pages, and is mirrored on narrow ones
    wide = roads.points(summary.of, rising=middle)
    narrow = roads.points(summary.of, mirrored=middle)
    return (
        _road("wide", summary, wide, (-BEYOND, 0), (BEYOND, 0)),
        _road("narrow", summary, narrow, (0, -BEYOND), (0, 2 * BEYOND)),
    )


def _road(css: str, summary: LevelSummary, stops: list[Point], back: Point, on: Point) -> Road:
    first, last = stops[0], stops[-1]
    comes = [(first[0] + back[0], first[1] + back[1])] if summary.number in (2, 3) else []
    goes = [(last[0] + on[0], last[1] + on[1])] if summary.number in (1, 2) else []
    pieces = roads.strokes([*comes, *stops, *goes])
    reached = len([*takewhile(lambda stage: stage.open, summary.stages)])
    done = summary.cleared == summary.of
    walked = len(comes) + reached + (len(goes) if done else 0) if reached else 0
    return Road(
        css=css,
        height=roads.rows_of(summary.of) * roads.CELL,
        whole="".join(pieces),
        walked="".join(pieces[:walked]),
    )
