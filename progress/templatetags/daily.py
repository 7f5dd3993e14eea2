"""Template tags of today's board."""

from __future__ import annotations

from datetime import date

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing import day_marks

register = template.Library()


@register.simple_tag
def day_mark(kind: str) -> SafeString:
    return mark_safe(day_marks.day_mark_svg(kind))  # our own path data


COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@register.filter
def in_days(day: date, today: date) -> str:
    """A day to come as people say it: "today", "tomorrow", "in three days"."""
    days = (day - today).days
    if days < 2:
        return "tomorrow" if days == 1 else "today"
    return f"in {COUNTS[days] if days < len(COUNTS) else days} days"
