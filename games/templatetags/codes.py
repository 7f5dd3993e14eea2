"""Program text inside a sentence."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def codes(text: str) -> SafeString:
    """``text`` with what stands between backquotes as code."""
    kinds = ("{}", "<code>{}</code>")
    parts = enumerate(text.split("`"))
    return mark_safe(
        "".join(format_html(kinds[place % 2], part) for place, part in parts)
    )  # escaped one by one
