"""Template tags of the campaign: stars and bars of progress."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.analysis.documents.formulas import in_play
from games.drawing import art, icons, landscapes
from games.presenters.addresses import address
from progress.campaign import catalog, hint_views, presenters, scoring, selectors, stakes
from progress.campaign.catalog import Stage
from progress.campaign.sentences import AttemptResult
from progress.campaign.zones import LevelEnd, end_of

register = template.Library()


@register.simple_tag
def stars(earned: int | None, out_of: int = 3) -> SafeString:
    """``earned`` of ``out_of`` stars, as filled drawings with a text alternative."""
    earned = earned or 0
    drawn = "".join(
        f'<svg class="{"on" if number < earned else "off"}" viewBox="0 0 24 24">'
        f"{art.picture('icons/star').strokes}</svg>"
        for number in range(out_of)
    )
    return format_html(
        '<span class="stars" role="img" aria-label="{} of {} stars">{}</span>',
        earned,
        out_of,
        mark_safe(drawn),  # our own path data
    )


@register.simple_tag(takes_context=True)
def star_count(context: template.Context) -> SafeString:
    """The stars that the reader of the page has, as a link to where the campaign goes on.

    Nothing without one.
    """
    total = selectors.own_standing(context["user"]).total
    if not total:
        return SafeString("")
    return format_html(
        '<a class="star-count" href="{}" data-stars="{}" title="Continue the campaign">{}'
        '<span>{}</span><span class="vh"> stars: continue the campaign</span></a>',
        address("progress:continue"),
        total,
        mark_safe(icons.icon_svg("star")),  # our own path data
        total,
    )


@register.simple_tag
def stage_url(stage: Stage) -> str:
    return presenters.stage_url(stage)


@register.simple_tag
def map_url(stage: Stage) -> str:
    """The map that a stage is on."""
    return presenters.map_url(stage.on.campaign)


@register.simple_tag(takes_context=True)
def hint_in_game(context: template.Context) -> hint_views.HintSheet | None:
    """The hint for the position that the page of a stage's game shows, for its player."""
    if not context["mine"]:
        return None
    return hint_views.in_game(context["user"].pk, context["stage"], context["match"])


@register.simple_tag(takes_context=True)
def stakes_in_game(context: template.Context) -> stakes.Stakes | None:
    """What is at stake in a stage's game, for everybody who looks at it."""
    return stakes.stakes(context["stage"], context["match"])


@register.simple_tag(takes_context=True)
def numbers_in_game(context: template.Context) -> in_play.Numbers | None:
    """V and E of the position in a stage's game."""
    stage, match = context["stage"], context["match"]
    if match.to_act is None or stage.level in scoring.APART:
        return None  # document 000 is about nine cells
    return in_play.numbers_of(match.board, stage.opponent)


@register.simple_tag(takes_context=True)
def level_end(context: template.Context, result: AttemptResult) -> LevelEnd | None:
    """The end of a level, where an attempt cleared a stage for the first time and none is left."""
    if not result.stars or result.before:
        return None
    level = catalog.level(result.stage.level)
    standing = selectors.standing(context["attempt"].user_id)
    stages = catalog.stages_on(level)
    return end_of(level, standing) if standing.cleared(stages) == len(stages) else None


@register.simple_tag
def drawing(svg: str) -> SafeString:
    """A drawing of ``games.drawing.landscapes``."""
    return mark_safe(svg)  # our own path data


@register.simple_tag
def stop(state: str) -> SafeString:
    """What a stop on the road is drawn on; the next one is a sun."""
    rays = f'<path class="rays" d="{landscapes.RAYS}"/>' if state == "now" else ""
    return mark_safe(  # our own path data
        f'<svg class="disc" viewBox="0 0 100 100" aria-hidden="true">{rays}'
        f'<path d="{landscapes.DISC}"/></svg>'
    )


@register.simple_tag
def road_bar(done: int, of: int) -> SafeString:
    """How far somebody has come, as a stroke of the pen on a pencil line; words stand beside it."""
    end = round(4 + 192 * done / of)
    walked = f'<path class="walked" d="M4 8C{end / 3:.0f} 6 {end / 2:.0f} 10 {end} 8"/>'
    return mark_safe(  # our own path data
        '<svg class="road-bar" viewBox="0 0 200 16" preserveAspectRatio="none" aria-hidden="true">'
        f'<path d="M4 8C60 6 140 10 196 8"/>{walked if done else ""}</svg>'
    )


@register.simple_tag
def bar(percent: float) -> SafeString:
    """A progress bar. Drawn as SVG: the site's policy allows no style attributes."""
    share = max(0, min(100, round(percent)))
    return format_html(
        '<svg class="bar" role="img" aria-label="{share} %" viewBox="0 0 100 6" '
        'preserveAspectRatio="none"><rect width="{share}" height="6"/></svg>',
        share=share,
    )
