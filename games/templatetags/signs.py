"""The sign of a result: a colour and a shape that mean the same on every board."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing.boards import boxed

register = template.Library()

SHAPES = {
    "first": ("M3 20V9L10 2.5 17 9V20Z", "M7 12.5L10 9.5 13 12.5"),
    "even": ("M3 4H17V18H3Z", "M7 9H13M7 13H13"),
    "second": ("M3 2V13L10 19.5 17 13V2Z", "M7 9.5L10 12.5 13 9.5"),
}
"""The body of each sign, and what is drawn on it.

A solid pentagon points up for the first seat and down for the second; a draw is an open square
with an equals sign."""


@register.simple_tag
def result_sign(side: str, box: str = "") -> SafeString:
    """The sign of a ``results.ExactResult`` by its ``side``; a word or a number stands beside it.

    Within another drawing it stands at ``box``: x, y, width and height.
    """
    body, line = SHAPES[side]
    svg = (
        f'<svg class="sign sign-{side}" viewBox="0 0 20 22" aria-hidden="true">'
        f'<path class="body" d="{body}"/><path class="line" d="{line}"/></svg>'
    )
    return mark_safe(boxed(svg, box) if box else svg)  # our own path data


@register.simple_tag
def choice_ring() -> SafeString:
    """The pen ring round what an engine chooses."""
    return mark_safe(
        '<svg class="ring" viewBox="0 0 100 80" preserveAspectRatio="none" aria-hidden="true">'
        '<path d="M64 6C30 -2 5 12 5 40C5 66 30 77 54 76C82 75 97 60 96 38C95 18 76 3 46 4"/></svg>'
    )
