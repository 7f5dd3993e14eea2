"""Addresses of pages, computed once: a page has dozens, and most are on every page."""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

KEPT = 4096
"""How many addresses a process remembers."""


def address(name: str, *args: object) -> str:
    """The address of the page called ``name``. Raises NoReverseMatch."""
    return _address(name, args, get_urlconf(), get_script_prefix())


def as_html(name: str, *args: object) -> SafeString:
    """The same, escaped for HTML. Raises NoReverseMatch."""
    return _as_html(name, args, get_urlconf(), get_script_prefix())


@lru_cache(KEPT)
def _address(name: str, args: tuple[object, ...], urlconf: str | None, prefix: str) -> str:
    return reverse(name, urlconf, args)


@lru_cache(KEPT)
def _as_html(name: str, args: tuple[object, ...], urlconf: str | None, prefix: str) -> SafeString:
    return conditional_escape(_address(name, args, urlconf, prefix))
