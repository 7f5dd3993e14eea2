"""Numbers as drawings: results, ratings and openings."""

from __future__ import annotations

import re
from dataclasses import astuple

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing import charts
from games.rules import third_seats
from progress.people.profile import Opening, RatingGraph, ResultCounts

register = template.Library()

NUMBER = re.compile(r"(\d[\d,]*)(?= )")


@register.simple_tag
def results_stroke(score: ResultCounts) -> SafeString:
    return mark_safe(charts.results_svg(*astuple(score)))  # numbers


@register.simple_tag
def counts(score: ResultCounts, third: str = "") -> str:
    """``3 won, 1 drawn, 2 lost``, and ``, 2 won by Dos``: by the third seat, or ``third``."""
    said = f"{score.won:,} won, {score.drawn:,} drawn, {score.lost:,} lost"
    by = third or " or ".join(third_seats())
    return f"{said}, {score.third:,} won by {by}" if score.third else said


@register.simple_tag
def strong_counts(score: ResultCounts, third: str = "") -> SafeString:
    """``counts`` with heavy numbers."""
    return mark_safe(NUMBER.sub(r"<b>\1</b>", counts(score, third)))  # our own words


@register.simple_tag
def rating_graph(graph: RatingGraph) -> SafeString:
    drawn = charts.rating_svg(graph.points, begun=graph.begun, ended=graph.ended, label=graph.label)
    return mark_safe(drawn)  # rating_svg quotes the texts


@register.simple_tag
def heat_board(opening: Opening) -> SafeString:
    drawn = charts.heat_svg(opening.shares, opening.board.SHAPE, opening.seat, label=opening.label)
    return mark_safe(drawn)  # heat_svg quotes the label
