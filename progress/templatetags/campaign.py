"""Template tags of the campaign: stars and bars of progress."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.drawing import icons
from progress import selectors

register = template.Library()


@register.simple_tag
def stars(earned: int | None, out_of: int = 3) -> SafeString:
    """``earned`` of ``out_of`` stars, as filled drawings with a text alternative."""
    earned = earned or 0
    drawn = "".join(
        f'<svg class="{"on" if number < earned else "off"}" viewBox="0 0 24 24">'
        f'<path d="{icons.ICONS["star"]}"/></svg>'
        for number in range(out_of)
    )
    return format_html(
        '<span class="stars" role="img" aria-label="{} of {} stars">{}</span>',
        earned,
        out_of,
        mark_safe(drawn),  # noqa: S308  our own path data
    )


@register.simple_tag(takes_context=True)
def star_count(context: template.Context) -> SafeString:
    """The stars that the reader of the page has, as a link to the campaign; nothing without one."""
    total = selectors.standings([context["user"].pk])[context["user"].pk].total
    if not total:
        return SafeString("")
    return format_html(
        '<a class="star-count" href="{}" data-stars="{}">{}<span>{}</span>'
        '<span class="vh"> stars</span></a>',
        reverse("progress:campaign"),
        total,
        mark_safe(icons.icon_svg("star")),  # noqa: S308  our own path data
        total,
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
