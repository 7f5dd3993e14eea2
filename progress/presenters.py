"""What the campaign's pages draw. Nothing here reads the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse

from games.models import Rating
from games.presenters import card
from games.rules import VARIANTS
from progress import catalog, scoring, sentences
from progress.catalog import Level, Stage
from progress.standing import Standing

Running = Mapping[tuple[int, int], str]


def figures(standing: Standing) -> dict[str, int]:
    """The numbers of the campaign: what somebody has and the most there is, with its reasons."""
    return {
        "total": standing.total,
        "cleared": standing.cleared(),
        "stages": len(catalog.STAGES),
        "maximum": catalog.MAXIMUM,
        "printed": scoring.PRINTED_MAXIMUM,
        "three_on_level_2": sum(s.most == scoring.MOST for s in catalog.STAGES if s.level == 2),
    }


def campaign(standing: Standing, running: Running) -> list[dict[str, Any]]:
    """The map: every level with its stages, in order."""
    current = standing.next_stage
    return [
        {
            **level_summary(standing, level),
            "stages": [
                stage_card(standing, stage, running, current)
                for stage in catalog.STAGES
                if stage.level == level.number
            ],
        }
        for level in catalog.LEVELS
    ]


def level_summary(standing: Standing, level: Level) -> dict[str, Any]:
    return {
        "number": level.number,
        "about": level.about,
        "open": standing.is_level_open(level),
        "completion": standing.completion(level),
        "cleared": standing.cleared(level),
        "of": len(scoring.STAGES),
    }


def stage_card(
    standing: Standing, stage: Stage, running: Running, current: Stage | None = None
) -> dict[str, Any]:
    """One stage on the map. ``state`` is locked, now, done or open; each has a word on the page."""
    is_open = standing.is_open(stage)
    cleared = standing.is_cleared(stage)
    return {
        "stage": stage,
        "url": stage_url(stage),
        "notation": stage.board.notation,
        "label": f"The opening: {sentences.position(stage.board)}",
        "placed": stage.board.marks.count(stage.player),
        "stars": standing.best(stage),
        "open": is_open,
        "cleared": cleared,
        "why": standing.what_opens(stage),
        "game": play_url(running[stage.key]) if stage.key in running else "",
        "state": "locked"
        if not is_open
        else "now"
        if stage == current
        else "done"
        if cleared
        else "open",
    }


def stage_url(stage: Stage) -> str:
    return reverse("progress:stage", args=stage.key)


def play_url(game_id: str) -> str:
    return reverse("progress:play", args=[game_id])


def boards(current: str | None) -> list[dict[str, Any]]:
    """The leaderboards there are: stars, and one for each game's ratings."""
    stars = {"title": "Stars", "url": reverse("progress:leaderboards"), "current": current is None}
    rated = [
        {
            "title": board.TITLE,
            "url": reverse("progress:ratings", args=[variant]),
            "current": variant == current,
        }
        for variant, board in VARIANTS.items()
    ]
    return [stars, *rated]


def ratings(rows: Iterable[Rating]) -> list[dict[str, Any]]:
    """A person's ratings, in the order of the games, each with the board it stands on."""
    found = {row.variant: row for row in rows}
    return [
        {
            "title": board.TITLE,
            "url": reverse("progress:ratings", args=[variant]),
            "rating": round(found[variant].rating),
            "deviation": round(2 * found[variant].deviation),
            "pairs": found[variant].pairs,
        }
        for variant, board in VARIANTS.items()
        if variant in found
    ]


game_card = card


def attempts_url(user_id: int) -> str:
    """Where staff see all attempts of one person."""
    return f"{reverse('admin:progress_attempt_changelist')}?user__id__exact={user_id}"
