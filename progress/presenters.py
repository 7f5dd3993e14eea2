"""What the campaign's pages draw. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.urls import reverse

from games.addresses import address
from games.characters import character
from games.models import Rating
from games.rules import VARIANTS
from progress import catalog, scoring, sentences
from progress.catalog import Level, Stage
from progress.standing import Standing

Running = Mapping[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of one campaign: what a person has, and the most that can be had.

    ``maximum`` is the most stars that its boards allow; ``printed`` what the print says of the
    45 boards, 0 for a campaign that counts apart.
    """

    total: int
    cleared: int
    stages: int
    maximum: int
    printed: int


@dataclass(frozen=True, slots=True)
class StageCard:
    """One stage on the map. ``state`` is locked, now, done or open; each has a word on the page.

    ``notation`` is the opening and ``label`` the opening in words; ``placed`` counts the player's
    own marks in it. ``why`` says what opens a locked stage. ``game`` is the address of the game in
    which the player is playing the stage, empty if there is none.
    """

    stage: Stage
    url: str
    notation: str
    label: str
    placed: int
    stars: int
    open: bool
    cleared: bool
    why: str
    game: str
    state: str


@dataclass(frozen=True, slots=True)
class LevelSummary:
    """A level: ``cleared`` of its ``of`` stages, which is ``completion`` percent.

    ``face`` is that of its opponent.
    """

    number: int
    about: str
    face: str
    open: bool
    completion: float
    cleared: int
    of: int
    stages: list[StageCard] = field(default_factory=list)

    @property
    def percent(self) -> int:
        """``completion`` as a page writes it."""
        return round(self.completion)


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A leaderboard; ``current`` is whether the page shows it."""

    title: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person's rating at one game; ``url`` is the leaderboard it stands on."""

    title: str
    url: str
    rating: int
    deviation: int
    pairs: int


def figures_apart(standing: Standing) -> Figures:
    return Figures(
        total=standing.total_apart,
        cleared=standing.cleared(catalog.level(scoring.APART)),
        stages=len(scoring.STAGES_APART),
        maximum=catalog.MAXIMUM_APART,
        printed=0,
    )


def figures(standing: Standing) -> Figures:
    return Figures(
        total=standing.total,
        cleared=standing.cleared(),
        stages=len(catalog.STAGES),
        maximum=catalog.MAXIMUM,
        printed=scoring.PRINTED_MAXIMUM,
    )


def campaign(standing: Standing, running: Running, variant: str) -> list[LevelSummary]:
    """The map of one game's campaign: every level with its stages, in order."""
    current = standing.next_of(catalog.TRACKS[variant])
    return [
        replace(
            level_summary(standing, level),
            stages=[
                stage_card(standing, stage, running, current) for stage in catalog.stages_on(level)
            ],
        )
        for level in catalog.levels_of(variant)
    ]


@dataclass(frozen=True, slots=True)
class OtherCampaign:
    """The campaign that a map leads over to: how far somebody is there."""

    title: str
    url: str
    face: str
    figures: Figures


def other_campaign(standing: Standing, variant: str) -> OtherCampaign:
    """The campaign of the other game."""
    other = next(one for one in catalog.TRACKS if one != variant)
    level = catalog.levels_of(other)[0]
    apart = level.number == scoring.APART
    return OtherCampaign(
        title=VARIANTS[other].TITLE,
        url=map_url(other),
        face=_face(level),
        figures=figures_apart(standing) if apart else figures(standing),
    )


def _face(level: Level) -> str:
    found = character(level.variant, level.engine)
    return found.face if found else ""


def level_summary(standing: Standing, level: Level) -> LevelSummary:
    """A level without its stages."""
    return LevelSummary(
        number=level.number,
        about=level.about,
        face=_face(level),
        open=standing.is_level_open(level),
        completion=standing.completion(level),
        cleared=standing.cleared(level),
        of=len(scoring.stages_of(level.number)),
    )


def stage_card(
    standing: Standing, stage: Stage, running: Running, current: Stage | None = None
) -> StageCard:
    """A stage as ``standing`` has it; ``current`` is the stage to play next."""
    return StageCard(
        stage=stage,
        url=stage_url(stage),
        notation=stage.board.notation,
        label=f"The opening: {sentences.position(stage.board)}",
        placed=stage.board.marks.count(stage.player),
        stars=standing.best(stage),
        open=standing.is_open(stage),
        cleared=standing.is_cleared(stage),
        why=standing.what_opens(stage),
        game=play_url(running[stage.key]) if stage.key in running else "",
        state=_state(standing, stage, current),
    )


def _state(standing: Standing, stage: Stage, current: Stage | None) -> str:
    if not standing.is_open(stage):
        return "locked"
    if stage == current:
        return "now"
    return "done" if standing.is_cleared(stage) else "open"


def stage_url(stage: Stage) -> str:
    if stage.level == scoring.APART:
        return address("progress:stage_apart", stage.variant, stage.number)
    return address("progress:stage", *stage.key)


def map_url(variant: str) -> str:
    """The map of the campaign of a game."""
    if variant == catalog.level(scoring.APART).variant:
        return address("progress:campaign_apart", variant)
    return address("progress:campaign")


def play_url(game_id: str) -> str:
    return address("progress:play", game_id)


def boards(current: str | None) -> list[BoardLink]:
    """The leaderboards there are: stars, and one for each game's ratings."""
    stars = BoardLink("Stars", address("progress:leaderboards"), current is None)
    rated = [
        BoardLink(board.TITLE, address("progress:ratings", variant), variant == current)
        for variant, board in VARIANTS.items()
    ]
    return [stars, *rated]


def ratings(rows: Iterable[Rating]) -> list[RatingRow]:
    """A person's ratings, in the order of the games, each with the board it stands on."""
    found = {row.variant: row for row in rows}
    return [
        RatingRow(
            title=board.TITLE,
            url=address("progress:ratings", variant),
            rating=round(found[variant].rating),
            deviation=round(2 * found[variant].deviation),
            pairs=found[variant].pairs,
        )
        for variant, board in VARIANTS.items()
        if variant in found
    ]


def attempts_url(user_id: int) -> str:
    """Where staff see all attempts of one person."""
    return f"{reverse('admin:progress_attempt_changelist')}?user__id__exact={user_id}"
