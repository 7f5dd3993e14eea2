"""What pages repeat most, cells, moves and games of lists, drawn without the loops of a template.

A template takes a few hundred calls for a cell. Cells that look the same are drawn once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.match import EMPTY, FINISHED, PERSON
from games.presenters import where_to_play
from games.presenters.addresses import as_html
from games.presenters.contexts import Cell, FormalRow, GameCard, ListedMove, Player
from games.rules import Board, Shape
from games.rules.shape import cell_name
from games.templatetags.oxo import DOT, ago, face, mark, mini_board

register = template.Library()


@register.simple_tag
def board_cells(rows: Iterable[Sequence[Cell]], to_act: str | None) -> SafeString:
    """The rows of a board; a cell that can be played shows the mark of ``to_act`` as a ghost."""
    return mark_safe(  # made by _cell
        "".join(
            f'<div role="row">{"".join(_cell(cell, to_act or "") for cell in row)}\n    </div>'
            for row in rows
        )
    )


@lru_cache(4096)
def _cell(cell: Cell, to_act: str) -> str:
    css = f"cell{' last' if cell.last else ''}{' won' if cell.won else ''}"
    css += f"{' away' if cell.away else ''}{' spent' if cell.spent else ''}"
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
    return mark_safe(  # letters and numbers
        f'<span class="coordinates files" aria-hidden="true">{files}</span>\n  '
        f'<span class="coordinates ranks" aria-hidden="true">{ranks}</span>'
    )


@register.inclusion_tag("games/_where.html")
def where(board: Board) -> dict[str, object]:
    """Where the seat to move may play, with a map; nothing in a game without small boards."""
    return {"board": board, "where": where_to_play(board)}


@register.simple_tag
def card_body(card: GameCard, waiting: bool | str) -> SafeString:
    """What a game in a list begins with, up to its button: its board and what is said of it.

    Of a game that is ``waiting`` in the lobby, who waits, its terms and the seat one would have.
    """
    said = [card.title, card.terms if waiting else card.event]
    if card.free:
        yours = waiting and not card.mine
        said.append(
            f"you play {' or '.join(card.free)}" if yours else f"free: {', '.join(card.free)}"
        )
    about = escape(" · ".join(filter(None, said))).replace(" · ", f"{DOT} ")
    waits = (YOU_WAIT if card.mine else WAITS) if waiting else ""
    result = "" if waiting else f'<span class="result">{escape(_capital(card.result))}</span>{DOT} '
    review = ""
    if not waiting and card.status == FINISHED:
        address = as_html("analysis:review", card.id)
        review = f'{DOT} <a class="above" href="{address}">Review{THIS}</a>'
    return mark_safe(  # texts are escaped
        f'<li class="card" data-game="{card.id}">\n'
        f'  <div class="card-board">{mini_board(card.notation, card.cells)}</div>\n'
        f'  <div class="card-text">\n    <h2><a href="{escape(card.url)}">'
        f"{_players(card.players, waiting)}{waits}</a></h2>\n"
        f'    <p class="muted">{about}</p>\n'
        f"    <p>{result}{ago(card.when, 'muted')}{review}</p>\n  </div>"
    )


def _players(players: Sequence[Player], waiting: bool | str) -> str:
    """Who plays; of a game that waits for somebody, the people who wait."""
    shown = [
        player
        for player in players
        if player.kind == PERSON or (not waiting and player.kind != EMPTY)
    ]
    parts = []
    for place, player in enumerate(shown, 1):
        drawn = face(player.face) if player.face else ""
        after = "" if waiting or place == len(shown) else DASH
        parts.append(f'<span class="player">{drawn}{escape(player.title)}{after}</span>')
    return " ".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


THIS = '<span class="vh"> this game</span>'
WAITS, YOU_WAIT = '<span class="vh"> waits</span>', '<span class="vh"> wait</span>'
DASH = '<span class="muted"> –</span>'


@register.simple_tag
def move_list(moves: Iterable[ListedMove], ply: int) -> SafeString:
    """The moves of a game as links to the positions after them; ``ply`` is the one shown."""
    return mark_safe("".join(_move(move, move.made.ply == ply) for move in moves))


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
    return mark_safe("".join(_formal(row.name, row.text) for row in rows))  # escaped


def _formal(name: str, text: str) -> str:
    told = escape(name)
    return f'<div><dt>{told}</dt><dd data-formal="{told}">{escape(text)}</dd></div>'
