"""Numbers as drawings: results, ratings and openings."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.drawing import charts
from progress.profile import Opening, RatingGraph, Score

register = template.Library()


@register.simple_tag
def results_stroke(score: Score) -> SafeString:
    return mark_safe(charts.results_svg(score.won, score.drawn, score.lost))  # noqa: S308  numbers


@register.simple_tag
def rating_graph(graph: RatingGraph) -> SafeString:
    drawn = charts.rating_svg(graph.points, begun=graph.begun, ended=graph.ended, label=graph.label)
    return mark_safe(drawn)  # noqa: S308  rating_svg quotes the texts


@register.simple_tag
def heat_board(opening: Opening) -> SafeString:
    drawn = charts.heat_svg(opening.shares, opening.board.SHAPE, opening.seat, label=opening.label)
    return mark_safe(drawn)  # noqa: S308  heat_svg quotes the label
