"""Template tags of today's board."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing import day_marks

register = template.Library()


@register.simple_tag
def day_mark(kind: str) -> SafeString:
    return mark_safe(day_marks.day_mark_svg(kind))  # noqa: S308  our own path data
