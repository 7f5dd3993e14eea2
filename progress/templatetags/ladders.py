"""The rows of a list of people, drawn without the loops of a template: a page has fifty."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.presenters.addresses import as_html
from games.presenters.sentences import BOT
from games.queries.selectors import RatedPerson
from games.templatetags.oxo import ago
from progress.campaign.selectors import LeaderboardRow

register = template.Library()


@register.simple_tag
def leaderboard_rows(rows: Iterable[tuple[int, LeaderboardRow]], viewer: int | None) -> SafeString:
    """People by stars: since when they have them, the stages they cleared, the stars."""
    return _rows(
        _row(place, row["user__name"], row["user__name"], row["user_id"] == viewer, row["since"])
        + f'<td class="n">{row["cleared"]}</td>\n    <td class="n">{row["total"]}</td>'
        for place, row in rows
    )


@register.simple_tag
def rating_rows(rows: Iterable[tuple[int, RatedPerson]], viewer: int | None) -> SafeString:
    """People by rating: when it last changed, the pairs they played, the rating and how sure."""
    return _rows(
        _row(place, row.name, _shown(row), row.user_id == viewer, row.rated_at)
        + f'<td class="n">{row.pairs}</td>\n    <td class="n">{row.rating:,.0f} '
        f'<span class="muted">± {2 * row.deviation:.0f}</span></td>'
        for place, row in rows
    )


def _shown(row: RatedPerson) -> str:
    """The name with the mark of a bot account."""
    return f"{BOT} {row.name}" if row.is_bot else row.name


def _rows(rows: Iterable[str]) -> SafeString:
    return mark_safe("".join(f"{row}\n  </tr>" for row in rows))  # escaped in _row


def _row(place: int, name: str, shown: str, you: bool, when: datetime) -> str:
    """What the rows of all lists begin with."""
    link = f'<a href="{as_html("progress:profile", name)}">{escape(shown)}</a>'
    return (
        f"<tr{YOU_ROW if you else ''}>\n    <td>{place}</td>\n    "
        f'<th scope="row">{link}{YOU if you else ""}</th>\n    '
        f'<td class="since">{ago(when)}</td>\n    '
    )


YOU_ROW, YOU = ' class="you"', ' <span class="muted">you</span>'
