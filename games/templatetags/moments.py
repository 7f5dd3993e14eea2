"""What templates draw when a game is over: rays and a sleeping cat."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.drawing import boards, marks, moments
from games.presenters.snapshots import Snapshot
from games.rules import Board

register = template.Library()


@register.simple_tag
def ending_layers(snapshot: Snapshot, board: Board, *, stepped: bool) -> SafeString:
    """What lies over a board once its game is over; empty until then, and filled by the page."""
    ending = None if stepped else snapshot.get("ending")
    outcome = snapshot["outcome"]
    off_board = None if stepped else snapshot.get("stopped")
    drawn = (off_board["cell"], off_board["paths"]) if off_board else None
    won = boards.lines_of(outcome["cells"], board) if ending and outcome else []
    box = "0 0 {} {}".format(*marks.extent(board.SHAPE))
    by = f" by-{outcome['winner']}" if won and outcome else ""
    cat = mark_safe(moments.cat_svg())  # our own path data
    return format_html(
        '<svg class="rays{}" viewBox="{}" aria-hidden="true">{}</svg>'
        '<svg class="missed-lines" viewBox="{}" aria-hidden="true"></svg>'
        '<template class="cat-drawing">{}</template>{}{}',
        by,
        box,
        mark_safe(moments.rays(won, board.SHAPE)),  # our own path data
        box,
        cat,
        cat if ending and ending["mood"] == "drawn" and not off_board else "",
        mark_safe(moments.stopped_svg(drawn, board.SHAPE)),
    )
