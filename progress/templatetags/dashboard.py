"""The staff's first page, for the template of the admin's index."""

from __future__ import annotations

from django import template

from progress.staff import dashboard as pages

register = template.Library()


@register.simple_tag
def dashboard() -> pages.Dashboard:
    return pages.dashboard()
