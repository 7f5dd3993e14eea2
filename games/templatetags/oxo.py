"""What templates draw with: marks, boards and icons; and links to style sheets and scripts."""

from __future__ import annotations

import json
import re
from calendar import month_name
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path, PurePosixPath

from django import template
from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.contrib.staticfiles import finders
from django.core.files.storage import Storage, storages
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.drawing import boards, faces, icons, marks, moments, site_icon
from games.drawing import small_boards as small
from games.presenters.addresses import address
from games.rules import Board, Shape, game_of
from games.rules.shape import parse_cell
from games.rules.shape import place_words as place_of

register = template.Library()

SCRIPTS = "games/js/"
IMPORT = re.compile(r'^import {(?P<names>[^}]+)} from "oxo/(?P<module>[\w.]+)";$', re.MULTILINE)
# json.dumps leaves these as they are, and a script element would end or change its mind at them.
_SCRIPT_ESCAPES = {ord("<"): "\\u003C", ord(">"): "\\u003E", ord("&"): "\\u0026"}


DOT = SafeString('<i class="sep"> <span class="vh">·</span></i>')
"""Between what stands side by side. What is drawn is the space, which ends with its line."""


@register.simple_tag
def dot() -> SafeString:
    """A dot that no line begins or ends with; written without a space before it."""
    return DOT


@register.simple_tag
def styles(*paths: str) -> SafeString:
    """Links to the style sheets at ``paths``; to one file of them all where it was collected."""
    return _style_links(storages["staticfiles"], paths)


@cache
def _style_links(storage: Storage, paths: tuple[str, ...]) -> SafeString:
    names = (bundle_of(paths),) if _is_collected(storage, paths) else paths
    return format_html_join(
        "\n", '<link rel="stylesheet" href="{}">', ((static(name),) for name in names)
    )


@register.simple_tag(takes_context=True)
def scripts(context: template.Context, *paths: str) -> SafeString:
    """The modules at ``paths``: one file with all they import where it was collected.

    Else each is a file, and an import map tells where the names lie that they import.
    """
    nonce, storage = context["request"].csp_nonce, storages["staticfiles"]
    tag = '<script type="module" nonce="{}" src="{}"></script>'
    if _is_collected(storage, paths):
        return format_html(tag, nonce, static(bundle_of(paths)))
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>\n{}',
        nonce,
        (_find_imports if settings.DEBUG else _found_imports)(storage, paths),
        format_html_join("\n", tag, ((nonce, static(path)) for path in paths)),
    )


def _find_imports(storage: Storage, paths: tuple[str, ...]) -> SafeString:
    imports = {f"oxo/{name}": static(SCRIPTS + name) for name in modules_of(paths)}
    text = json.dumps({"imports": imports}).translate(_SCRIPT_ESCAPES)
    return mark_safe(text)  # JSON with < > & escaped


_found_imports = cache(_find_imports)


def _is_collected(storage: Storage, paths: Sequence[str]) -> bool:
    return bundle_of(tuple(paths)) in getattr(storage, "hashed_files", {})


@cache
def bundle_of(paths: tuple[str, ...]) -> str:
    """The name of the file that holds the style sheets, or the modules, at ``paths``.

    It lies where the first of them lies, so that what style sheets refer to is found.
    """
    first = PurePosixPath(paths[0])
    name = f"all-{sha256(' '.join(paths).encode()).hexdigest()[:8]}{first.suffix}"
    return str(first.with_name(name))


def modules_of(paths: Sequence[str]) -> tuple[str, ...]:
    """The names of the modules at ``paths`` and of all they import, in the order they run in."""
    found: list[str] = []
    for path in paths:
        _add_module(path.removeprefix(SCRIPTS), found)
    return tuple(found)


def _add_module(name: str, found: list[str]) -> None:
    source = finders.find(SCRIPTS + name)
    if source is None:
        raise FileNotFoundError(f"{SCRIPTS}{name}, which a template or module names, is no file")
    for line in IMPORT.finditer(Path(source).read_text()):
        if line["module"] not in found:
            _add_module(line["module"], found)
    if name not in found:
        found.append(name)


@register.simple_tag
@cache
def mark(name: str, css: str = "") -> SafeString:
    return mark_safe(marks.mark_svg(name, css))  # our own path data


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    return mark_safe(icons.icon_svg(name))  # our own path data


@register.simple_tag
def icon_address(name: str, *args: str) -> str:
    """Where the site's own icon is: by its view, for the design of this release."""
    return f"{address(f'games:{name}', *args)}?design={site_icon.DESIGN}"


@register.simple_tag
def ground(theme: str) -> str:
    """The colour of the page, for what the browser draws around it."""
    return (site_icon.DARK if theme == "dark" else site_icon.LIGHT).ground


@register.simple_tag
@cache
def face(name: str) -> SafeString:
    return mark_safe(faces.face_svg(name))  # our own path data


@register.simple_tag
@cache
def changing_face(name: str, mood: str = "") -> SafeString:
    """A face that can show how its character takes the end of a game."""
    return mark_safe(faces.expressive_face_svg(name, mood))  # our own path data


@register.simple_tag
@cache
def way(name: str) -> SafeString:
    return mark_safe(faces.way_svg(name))  # our own path data


@register.simple_tag
@cache
def tally(count: int) -> SafeString:
    return mark_safe(faces.tally_svg(count))  # our own path data


@register.simple_tag
@cache
def tally_marks(count: int) -> SafeString:
    """Tally marks for ``count``, five to a group and three groups at most."""
    fives, rest = divmod(min(count, 15), 5)
    groups = [5] * fives + ([rest] if rest else [])
    return mark_safe("".join(faces.tally_svg(one) for one in groups))  # our own


@register.simple_tag
def mini_board(notation: str, cells: tuple[int, ...] | None = None, label: str = "") -> SafeString:
    """A small board of a position in notation, with a ring round the winning ``cells``."""
    return _mini_board(notation, tuple(cells or ()), label)


@lru_cache(1024)
def _mini_board(notation: str, cells: tuple[int, ...], label: str) -> SafeString:
    game = game_of(notation)
    placed, lines = marks.marks_of(notation, game.SEATS), boards.lines_of(cells, game)
    stand = game.from_notation(notation).small_boards if game.SHAPE.small else None
    held = stand.won if stand else ()
    drawn = boards.board_svg(placed, game.SHAPE, lines, held=held, label=label)
    return mark_safe(drawn)  # board_svg quotes the label


@register.simple_tag
def leaf_board(
    notation: str, cells: tuple[int, ...] = (), last: int | None = None, box: str = ""
) -> SafeString:
    """A small board of few elements, for a tree of them; ``last`` is the cell just played.

    Within another drawing it stands at ``box``: x, y, width and height.
    """
    game = game_of(notation)
    placed, lines = marks.marks_of(notation, game.SEATS), boards.lines_of(cells, game)
    rings = tuple(map(tuple, lines))
    svg = boards.leaf_svg(placed, game.SHAPE, rings, last)
    return mark_safe(boards.boxed(svg, box) if box else svg)  # our own


@register.simple_tag
@cache
def grid_lines(shape: Shape) -> SafeString:
    return _layer("grid-lines", shape, 0.95, marks.grid_paths(shape))


@register.simple_tag
def small_boards(board: Board, last: int | None = None) -> SafeString:
    """The layer of frames and large marks under the cells; nothing without small boards."""
    return mark_safe(small.layer_svg(board, last))  # our own path data


@register.simple_tag
def board_map(board: Board) -> SafeString:
    """The small boards as one small board, with dots where the next move may be."""
    return mark_safe(small.map_svg(board))  # our own path data


@register.simple_tag
def chalk_grain() -> SafeString:
    """The filter that gives strokes the grain of chalk; style sheets name it on dark boards."""
    return mark_safe(marks.CHALK)  # our own


@register.simple_tag
@cache
def view_box(shape: Shape) -> str:
    """The coordinates of a drawing over the cells of a board."""
    width, height = marks.extent(shape)
    return f"0 0 {width} {height}"


@register.simple_tag
def sweep(cells: list[int] | None, board: type[Board] | Board) -> SafeString:
    """The rings round what won; empty until something did, filled by the client."""
    won = boards.lines_of(cells or (), board)
    css = f"sweep by-{board.marks[won[0][0]]}" if won and not isinstance(board, type) else "sweep"
    return _layer(css, board.SHAPE, 1.2, moments.rings(won, board.SHAPE))


def _layer(css: str, shape: Shape, width: float, paths: str) -> SafeString:
    """Strokes over a whole board. A page draws all boards in one size, so ``width`` is given for
    one cell along the longer edge."""
    return mark_safe(  # our own path data
        f'<svg class="{css}" viewBox="{view_box(shape)}" stroke-width="{width * shape.longer:.2f}"'
        f' aria-hidden="true">{paths}</svg>'
    )


@register.simple_tag
@cache
def place_words(cell: int | str, shape: Shape) -> str:
    """Where a cell lies on its board, in words; ``cell`` may be its name."""
    return place_of(parse_cell(cell, shape) if isinstance(cell, str) else cell, shape)


@register.simple_tag
def cell_size(shape: Shape) -> str:
    """The classes of a board whose cells are too small for text in the usual size, or for any."""
    return ("small-cells tiny-cells" if shape.small else "small-cells") if shape.longer > 3 else ""


@register.simple_tag(takes_context=True)
def nav_link(context: template.Context, to: str, text: str, *args: object) -> SafeString:
    """A link of the navigation that knows when it leads to the page, or the part, one is on."""
    to_page = address(to, *args)
    request = context.get("request")
    path = request.path if request else ""
    current = "page" if path == to_page else "true" if path.startswith(to_page) else ""
    return _link(to_page, text, current)


@lru_cache(256)
def _link(to: str, text: str, current: str) -> SafeString:
    if not current:
        return format_html('<a href="{}">{}</a>', to, text)
    return format_html('<a href="{}" aria-current="{}">{}</a>', to, current, text)


@register.simple_tag
def ago(when: datetime, css: str = "") -> SafeString:
    """When something was, in words of today, with its date and time behind them."""
    known = format_html(' class="{}"', css) if css else ""
    iso, date = _dated(when)
    return mark_safe(  # digits, names of months, and words of Django's
        f'<time{known} datetime="{iso}" title="{date}">{_in_words(when)}</time>'
    )


def _in_words(when: datetime) -> str:
    """As ``naturaltime`` says it: in seconds below a minute, minutes below an hour, then hours."""
    age = (timezone.now() - when) // timedelta(seconds=1)
    unit = 1 if age < 60 else 60 if age < 3600 else 3600
    return _words_at(when, age - age % unit)


@lru_cache(4096)
def _words_at(when: datetime, age: int) -> str:
    """``naturaltime``, which a list asks for every row, once for each ``age`` it tells apart."""
    words: str = naturaltime(when)
    return words


@lru_cache(1024)
def _dated(when: datetime) -> tuple[str, str]:
    here = timezone.localtime(when)
    date = f"{here.day} {month_name[here.month]} {here:%Y, %H:%M} {here.tzname()}"
    return here.isoformat(), date
