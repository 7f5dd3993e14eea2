"""Who is on the ladder: the engines that are built in, and those that are published."""

from __future__ import annotations

from games import characters
from games.engines import opposing_engines
from games.match import glicko
from games.models.engines import Contestant, UploadedEngine
from games.queries.engines import published_engines
from games.rules import VARIANTS


def enrol() -> None:
    """Put every engine that plays on the ladder, and retire those that do not any more."""
    for variant in VARIANTS:
        playing = dict.fromkeys(opposing_engines(variant))
        rows = {row.slug: row for row in published_engines(variant)}
        known = set(Contestant.objects.filter(variant=variant).values_list("engine", flat=True))
        for slug in [*playing, *rows]:
            if slug not in known:
                _add(variant, slug, rows.get(slug))
        there = Contestant.objects.filter(variant=variant)
        there.exclude(engine__in=[*playing, *rows]).filter(retired=False).update(retired=True)
        there.filter(engine__in=[*playing, *rows], retired=True).update(retired=False)


def _add(variant: str, slug: str, row: UploadedEngine | None) -> None:
    """A new version begins with the rating of the one before, and with its margin."""
    before = None if row is None else _before(row)
    new = glicko.GlickoRating()
    Contestant.objects.get_or_create(
        variant=variant,
        engine=slug,
        defaults={
            "uploaded": row,
            "rating": before.rating if before else new.rating,
            "deviation": before.deviation if before else new.deviation,
            "volatility": before.volatility if before else new.volatility,
        },
    )


def _before(row: UploadedEngine) -> Contestant | None:
    """The contestant of the latest earlier version of the same engine."""
    rows = Contestant.objects.filter(
        variant=row.variant,
        uploaded__author=row.author_id,
        uploaded__name=row.name,
        uploaded__version__lt=row.version,
    )
    return rows.order_by("-uploaded__version").first()


def holds(variant: str, slug: str, seat: str) -> bool:
    """Whether the contestant ``slug`` can sit at ``seat``. Programs of people sit anywhere."""
    known = opposing_engines(variant).get(slug)
    return known is None or known.holds(seat)


def fallible(variant: str) -> set[str]:
    """The engines of those characters that make mistakes."""
    return {
        one.slug
        for one in characters.rivals(variant)
        if not one.engine.strength.startswith("perfect")
    }
