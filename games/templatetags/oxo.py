"""What templates draw with: marks, boards, icons, and the import map of the scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.drawing import faces, icons, marks, moments, site_icon
from games.rules import Board, Shape, game_of

register = template.Library()

SCRIPTS = "games/js/"
IMPORT = re.compile(r'from "oxo/([\w.]+)"')
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
def styles(*paths: str) -> SafeString:
    """Links to the style sheets at ``paths``; to one file of them all where it was collected."""
    bundle = bundle_of(paths)
    together = bundle in getattr(staticfiles_storage, "hashed_files", {})
    hrefs = ((static(path),) for path in ((bundle,) if together else paths))
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', hrefs)


def bundle_of(paths: Sequence[str]) -> str:
    """The name of the file that holds the style sheets at ``paths`` one after the other.

    It lies where they lie, so that what they refer to is found.
    """
    return f"games/css/all-{sha256(' '.join(paths).encode()).hexdigest()[:8]}.css"


@register.simple_tag(takes_context=True)
def script(context: template.Context, path: str) -> SafeString:
    """The module at ``path``, with all that it imports asked for at once, not one by one."""
    nonce = context["request"].csp_nonce
    needed = [(nonce, static(SCRIPTS + name)) for name in _needed(path.removeprefix(SCRIPTS))]
    preloads = format_html_join(
        "\n", '<link rel="modulepreload" nonce="{}" href="{}">', sorted(needed)
    )
    return format_html(
        '{}<script type="module" nonce="{}" src="{}"></script>', preloads, nonce, static(path)
    )


def _needed(name: str) -> frozenset[str]:
    return _find_needed(name) if settings.DEBUG else _found_needed(name)


@cache
def _found_needed(name: str) -> frozenset[str]:
    return _find_needed(name)


def _find_needed(name: str) -> frozenset[str]:
    """The modules that ``name`` imports, and those they import."""
    found: set[str] = set()
    asked = [name]
    while asked:
        source = finders.find(SCRIPTS + asked.pop())
        imported = set(IMPORT.findall(Path(source).read_text())) if source else set()
        asked += imported - found
        found |= imported
    return frozenset(found - {name})


@register.simple_tag
def mark(name: str) -> SafeString:
    return mark_safe(marks.mark_svg(name))  # noqa: S308  our own path data


@register.simple_tag
def icon(name: str) -> SafeString:
    return mark_safe(icons.icon_svg(name))  # noqa: S308  our own path data


@register.simple_tag
def icon_address(name: str, *args: str) -> str:
    """Where the site's own icon is: by its view, for the design of this release."""
    return f"{reverse(f'games:{name}', args=args)}?design={site_icon.DESIGN}"


@register.simple_tag
def ground(theme: str) -> str:
    """The colour of the page, for what the browser draws around it."""
    return (site_icon.DARK if theme == "dark" else site_icon.LIGHT).ground


@register.simple_tag
def face(name: str) -> SafeString:
    return mark_safe(faces.face_svg(name))  # noqa: S308  our own path data


@register.simple_tag
def way(name: str) -> SafeString:
    return mark_safe(faces.way_svg(name))  # noqa: S308  our own path data


@register.simple_tag
def tally(count: int) -> SafeString:
    return mark_safe(faces.tally_svg(count))  # noqa: S308  our own path data


@register.simple_tag
def tally_marks(count: int) -> SafeString:
    """Tally marks for ``count``, five to a group and three groups at most."""
    fives, rest = divmod(min(count, 15), 5)
    groups = [5] * fives + ([rest] if rest else [])
    return mark_safe("".join(faces.tally_svg(one) for one in groups))  # noqa: S308  our own


@register.simple_tag
def mini_board(notation: str, cells: tuple[int, ...] | None = None, label: str = "") -> SafeString:
    """A small board of a position in notation, with the winning ``cells`` struck through."""
    game = game_of(notation)
    placed, lines = marks.marks_of(notation, game.SEATS), marks.lines_of(cells or (), game.LINES)
    drawn = marks.board_svg(placed, game.SHAPE, lines, label=label)
    return mark_safe(drawn)  # noqa: S308  board_svg quotes the label


@register.simple_tag
def grid_lines(shape: Shape) -> SafeString:
    return _layer("grid-lines", shape, 0.95, marks.grid_paths(shape))


@register.simple_tag
def chalk_grain() -> SafeString:
    """The filter that gives strokes the grain of chalk; style sheets name it on dark boards."""
    return mark_safe(marks.CHALK)  # noqa: S308  our own


@register.simple_tag
def view_box(shape: Shape) -> str:
    """The coordinates of a drawing over the cells of a board."""
    width, height = marks.extent(shape)
    return f"0 0 {width} {height}"


@register.simple_tag
def sweep(cells: list[int] | None, board: type[Board] | Board) -> SafeString:
    """The rings round what won; empty until something did, filled by the client."""
    won = marks.lines_of(cells or (), board.LINES)
    css = f"sweep by-{board.marks[won[0][0]]}" if won and not isinstance(board, type) else "sweep"
    return _layer(css, board.SHAPE, 1.2, moments.rings(won, board.SHAPE))


def _layer(css: str, shape: Shape, width: float, paths: str) -> SafeString:
    """Strokes over a whole board. A page draws all boards in one size, so ``width`` is given for
    one cell along the longer edge."""
    return mark_safe(  # noqa: S308  our own path data
        f'<svg class="{css}" viewBox="{view_box(shape)}" stroke-width="{width * max(shape):.2f}"'
        f' aria-hidden="true">{paths}</svg>'
    )


@register.simple_tag
def cell_size(shape: Shape) -> str:
    """The class of a board whose cells are too small for text in the usual size, else nothing."""
    return "small-cells" if max(shape) > 3 else ""


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, to: str, text: str, *args: object) -> SafeString:
    """A link of the navigation that knows when it leads to the page, or the part, one is on."""
    address = reverse(to, args=args)
    request = context.get("request")
    path = request.path if request else ""
    current = "page" if path == address else "true" if path.startswith(address) else ""
    if not current:
        return format_html('<a href="{}">{}</a>', address, text)
    return format_html('<a href="{}" aria-current="{}">{}</a>', address, current, text)
