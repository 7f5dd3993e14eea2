"""What templates draw with: marks, boards, icons, stars, and the import map of the scripts."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import icons, marks

register = template.Library()

SCRIPTS = "games/js/"
# json.dumps leaves these as they are, and a script element would end or change its mind at them.
_SCRIPT_ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


@register.simple_tag(takes_context=True)
def import_map(context: template.Context) -> SafeString:
    """The names that modules import each other by, with the addresses of this deployment.

    Module scripts import ``oxo/board.js``, never a path: so hashed file names reach every module
    and not only the first.
    """
    imports = {f"oxo/{name}": static(SCRIPTS + name) for name in _modules()}
    text = json.dumps({"imports": imports}).translate(_SCRIPT_ESCAPES)
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        context["request"].csp_nonce,
        mark_safe(text),  # noqa: S308  JSON with < > & escaped
    )


def _modules() -> tuple[str, ...]:
    return _find_modules() if settings.DEBUG else _found_modules()


@cache
def _found_modules() -> tuple[str, ...]:
    return _find_modules()


def _find_modules() -> tuple[str, ...]:
    found = {
        path.removeprefix(SCRIPTS)
        for finder in finders.get_finders()
        for path, _storage in finder.list([])
        if path.startswith(SCRIPTS) and path.endswith(".js")
    }
    return tuple(sorted(found))


@register.simple_tag
def mark(name: str) -> SafeString:
    return mark_safe(marks.mark_svg(name))  # noqa: S308  our own path data


@register.simple_tag
def icon(name: str) -> SafeString:
    return mark_safe(icons.icon_svg(name))  # noqa: S308  our own path data


@register.simple_tag
def mini_board(notation: str, cells: tuple[int, ...] | None = None, label: str = "") -> SafeString:
    """A small board of a position in notation, with the winning ``cells`` struck through."""
    placed = marks.marks_of(notation)
    side = marks.side_of(placed)
    drawn = marks.board_svg(placed, side, marks.lines_of(cells or (), side), label=label)
    return mark_safe(drawn)  # noqa: S308  board_svg quotes the label


@register.simple_tag
def demo_board() -> SafeString:
    """A board that plays a short game by itself: a fork, and the line it leads to."""
    moves = [("X", 4), ("O", 1), ("X", 2), ("O", 6), ("X", 8), ("O", 0), ("X", 5)]
    return mark_safe(marks.played_svg(moves, 3, (2, 5, 8)))  # noqa: S308  our own path data


@register.simple_tag
def grid_lines(side: int) -> SafeString:
    extent = side * marks.CELL
    return mark_safe(  # noqa: S308  our own path data
        f'<svg class="grid-lines" viewBox="0 0 {extent} {extent}" aria-hidden="true">'
        f"{marks.grid_paths(side)}</svg>"
    )


@register.simple_tag
def extent(side: int) -> int:
    """The width of a drawing of ``side`` cells."""
    return side * marks.CELL


@register.simple_tag
def sweep(cells: list[int] | None, side: int) -> SafeString:
    """The layer of the winning line; empty until there is one, filled by the client."""
    extent = side * marks.CELL
    path = marks.struck(marks.lines_of(cells or (), side), side)
    return mark_safe(  # noqa: S308  our own path data
        f'<svg class="sweep" viewBox="0 0 {extent} {extent}" aria-hidden="true">{path}</svg>'
    )


@register.simple_tag
def stars(earned: int | None, out_of: int = 3) -> SafeString:
    """``earned`` of ``out_of`` stars, told by fill and by a text alternative."""
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


@register.simple_tag
def bar(percent: float) -> SafeString:
    """A progress bar. Drawn as SVG: the site's policy allows no style attributes."""
    share = max(0, min(100, round(percent)))
    return format_html(
        '<svg class="bar" role="img" aria-label="{share} %" viewBox="0 0 100 6" '
        'preserveAspectRatio="none"><rect width="{share}" height="6"/></svg>',
        share=share,
    )


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, to: str, text: str, *args: Any) -> SafeString:
    """A link of the navigation that knows when it leads to the page, or the part, one is on."""
    address = reverse(to, args=args)
    request = context.get("request")
    path = request.path if request else ""
    current = "page" if path == address else "true" if path.startswith(address) else ""
    if not current:
        return format_html('<a href="{}">{}</a>', address, text)
    return format_html('<a href="{}" aria-current="{}">{}</a>', address, current, text)
