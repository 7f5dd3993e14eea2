"""A page as a new Django project has it, to compare ours with: log in, list twenty rows."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import path

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
"""What ``startproject`` writes."""

TEMPLATE = """<!doctype html><html lang="en"><head><title>Stock</title></head><body>
<h1>Hello {{ user.name }}</h1><p>{{ groups|length }} groups</p>
<table>{% for person in people %}<tr><td>{{ person.name }}</td><td>{{ person.joined_at }}</td>
<td>{{ person.email|default:"–" }}</td></tr>{% endfor %}</table>
<form method="post">{% csrf_token %}<button>Send</button></form></body></html>"""


@login_required
def stock(request: HttpRequest) -> HttpResponse:
    """Four queries: the session, the person, their groups, twenty rows."""
    context: dict[str, Any] = {
        "people": get_user_model().objects.order_by("pk")[:20],
        "groups": list(Group.objects.filter(user=request.user.pk)),
    }
    return HttpResponse(_page().render(context, request))


@cache
def _page() -> Any:
    """Compiled once, as Django's loader keeps templates."""
    return engines["django"].from_string(TEMPLATE)


urlpatterns = [path("stock/", stock)]
