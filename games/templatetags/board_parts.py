"""What a game page repeats most, cells and moves, drawn without the loops of a template.

A template takes a few hundred calls for a cell. Cells that look the same are drawn once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.match import EMPTY, PERSON
from games.presenters.contexts import Cell, FormalRow, ListedMove, Player
from games.rules import Shape
from games.rules.shape import cell_name
from games.templatetags.oxo import face, mark

register = template.Library()


@register.simple_tag
def board_cells(rows: Iterable[Sequence[Cell]], to_act: str | None) -> SafeString:
    """The rows of a board; a cell that can be played shows the mark of ``to_act`` as a ghost."""
    return mark_safe(  # noqa: S308  made by _cell
        "".join(
            f'<div role="row">{"".join(_cell(cell, to_act or "") for cell in row)}\n    </div>'
            for row in rows
        )
    )


@lru_cache(4096)
def _cell(cell: Cell, to_act: str) -> str:
    css = f"cell{' last' if cell.last else ''}{' won' if cell.won else ''}"
    can = "data-legal" if cell.legal else 'aria-disabled="true"'
    drawn = ""
    if cell.mark:
        drawn = mark(cell.mark)
    elif cell.taken:
        drawn = f'<span class="trace">{mark(cell.taken)}{mark(cell.taker)}</span>'
    if cell.legal:
        drawn += f'<span class="ghost">{mark(to_act)}</span>'
    return (
        f'\n      <button role="gridcell" name="cell" value="{cell.index}" class="{css}" '
        f'aria-label="{escape(cell.label)}"\n        {can}>{drawn}</button>'
    )


@register.simple_tag
@cache
def coordinates(shape: Shape) -> SafeString:
    """The letters below a board and the numbers beside it."""
    files = "".join(f"<span>{cell_name(cell, shape)[:1]}</span>" for cell in range(shape.columns))
    ranks = "".join(f"<span>{number + 1}</span>" for number in range(shape.rows))
    return mark_safe(  # noqa: S308  letters and numbers
        f'<span class="coordinates files" aria-hidden="true">{files}</span>\n  '
        f'<span class="coordinates ranks" aria-hidden="true">{ranks}</span>'
    )


@register.simple_tag
def card_players(players: Sequence[Player], waiting: bool | str) -> SafeString:
    """Who plays; of a game that waits for somebody, the people who wait."""
    parts = []
    for number, player in enumerate(players):
        if player.kind == PERSON or (not waiting and player.kind != EMPTY):
            between = BETWEEN if number and not waiting else ""
            parts.append(
                f"{between}{face(player.face) if player.face else ''}{escape(player.title)}"
            )
    return mark_safe("".join(parts))  # noqa: S308  titles are escaped


BETWEEN = '<span class="muted"> – </span>'


@register.simple_tag
def move_list(moves: Iterable[ListedMove], ply: int) -> SafeString:
    """The moves of a game as links to the positions after them; ``ply`` is the one shown."""
    return mark_safe("".join(_move(move, move.made.ply == ply) for move in moves))  # noqa: S308


@lru_cache(4096)
def _move(move: ListedMove, shown: bool) -> str:
    made = move.made
    return (
        f'<li{CSS if move.opening else ""}><a href="?ply={made.ply}" data-ply="{made.ply}"'
        f"{CURRENT if shown else ''}>"
        f'<span class="vh">{escape(made.seat)} </span>{"−" if made.taken else ""}'
        f"{escape(made.name)}{OPENING if move.opening else ''}</a></li>"
    )


CSS, CURRENT = ' class="opening"', ' aria-current="step"'
OPENING = '<span class="vh"> (opening)</span>'


@register.simple_tag
def formal_list(rows: Iterable[FormalRow]) -> SafeString:
    """Names and texts of the formal view."""
    return mark_safe("".join(_formal(row.name, row.text) for row in rows))  # noqa: S308  escaped


def _formal(name: str, text: str) -> str:
    told = escape(name)
    return f'<div><dt>{told}</dt><dd data-formal="{told}">{escape(text)}</dd></div>'
