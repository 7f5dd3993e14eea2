"""The part of every page that tells somebody who challenges them."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from games.presenters.challenges import answer_line, asked_line
from games.queries import social

register = template.Library()


@register.inclusion_tag("games/_calls.html", takes_context=True)
def calls(context: Context) -> dict[str, Any]:
    """What waits for the reader's answer, and what became of their own challenges just now."""
    user = context["request"].user
    called = social.is_called(user.pk)
    asked = social.asked(user.pk) if called else []
    answers = social.fresh_answers(user.pk) if called else []
    return {
        "user": user,
        "request": context["request"],
        "csrf_token": context.get("csrf_token"),
        "asked": [asked_line(one) for one in asked],
        "answers": [answer_line(one) for one in answers],
    }
