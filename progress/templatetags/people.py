"""What pages show of other people: buttons to follow or block, and the friends who are here."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from accounts.guests import User
from progress.people import friends

register = template.Library()


@register.inclusion_tag("progress/_person_actions.html", takes_context=True)
def person_actions(context: Context, person: User) -> dict[str, Any]:
    """What the reader of the page can do to ``person``."""
    request = context["request"]
    return {
        "to": friends.towards(request.user, person),
        "request": request,
        "user": request.user,
        "member": context.get("member", False),
        "csrf_token": context.get("csrf_token"),
    }


@register.simple_tag(takes_context=True)
def friends_now(context: Context) -> list[str]:
    """The names of the reader's friends who are here now."""
    user = context["request"].user
    found = friends.friends_of(user.pk) if user.is_authenticated else []
    return [friend.name for friend in found if friend.here][: friends.MOST_HERE]


@register.inclusion_tag("progress/_friends_here.html", takes_context=True)
def friends_here(context: Context) -> dict[str, Any]:
    """The friends of the reader, for the first page."""
    found = friends.friends_of(context["request"].user.pk)
    here = [friend for friend in found if friend.here]
    return {"friends": len(found), "here": here[: friends.MOST_HERE], "more": len(here)}
