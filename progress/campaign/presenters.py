"""What the campaign's pages draw. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from django.urls import reverse

from games.characters import character
from games.models import Rating
from games.presenters.addresses import address
from games.rules import VARIANTS
from progress.campaign import catalog, scoring, sentences
from progress.campaign.catalog import Campaign, CampaignLevel, Stage
from progress.campaign.standing import Standing

Running = Mapping[tuple[int, int], str]


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of one campaign: what a person has, and the most that can be had.

    ``maximum`` is the most stars that its boards allow; ``printed`` what the print says of 45
    stages, 0 for a campaign that it does not know.
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
    """A level by the ``number`` that pages print: ``cleared`` of its ``of`` stages, which is
    ``completion`` percent.

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


def figures(standing: Standing, campaign: Campaign = catalog.MAIN) -> Figures:
    return Figures(
        total=standing.total_of(campaign.stages),
        cleared=standing.cleared(campaign.stages),
        stages=len(campaign.stages),
        maximum=campaign.maximum,
        printed=campaign.printed,
    )


def campaign(standing: Standing, running: Running, slug: str) -> list[LevelSummary]:
    """The map of one campaign: every level with its stages, in order."""
    drawn = catalog.CAMPAIGNS[slug]
    current = standing.next_of(drawn.stages)
    return [
        replace(
            level_summary(standing, level),
            stages=[
                stage_card(standing, stage, running, current) for stage in catalog.stages_on(level)
            ],
        )
        for level in drawn.levels
    ]


@dataclass(frozen=True, slots=True)
class OtherCampaign:
    """A campaign that a map leads over to: how far somebody is there."""

    slug: str
    title: str
    about: str
    url: str
    face: str
    figures: Figures


def other_campaigns(standing: Standing, slug: str) -> list[OtherCampaign]:
    """The campaigns but that of ``slug``."""
    return [
        OtherCampaign(
            slug=one.slug,
            title=one.title,
            about=one.about,
            url=map_url(one.slug),
            face=_face(one.levels[-1]),
            figures=figures(standing, one),
        )
        for one in catalog.CAMPAIGNS.values()
        if one.slug != slug
    ]


def _face(level: CampaignLevel) -> str:
    found = character(level.variant, level.engine)
    return found.face if found else ""


def level_summary(standing: Standing, level: CampaignLevel) -> LevelSummary:
    """A level without its stages."""
    return LevelSummary(
        number=level.shown,
        about=level.about,
        face=_face(level),
        open=standing.is_level_open(level),
        completion=standing.completion(level),
        cleared=standing.cleared(catalog.stages_on(level)),
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
    campaign = catalog.campaign_of(stage)
    if campaign == catalog.MAIN:
        return address("progress:stage", stage.on.shown, stage.number)
    if len(campaign.levels) == 1:
        return address("progress:stage_apart", campaign.slug, stage.number)
    return address("progress:stage_on", campaign.slug, stage.on.shown, stage.number)


def map_url(slug: str) -> str:
    """The map of a campaign."""
    if slug == catalog.MAIN.slug:
        return address("progress:campaign")
    return address("progress:campaign_apart", slug)


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
