"""What templates draw once and keep: addresses, dates, links of the navigation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.contrib.humanize.templatetags import humanize
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template import Context, engines
from django.test import RequestFactory
from django.urls import NoReverseMatch, reverse, set_script_prefix
from django.utils import timezone

from games.presenters.addresses import address
from games.templatetags.oxo import ago

LONG_AGO = datetime(2021, 3, 4, 5, 6, 7, tzinfo=UTC)


def drawn(source: str, **context: object) -> str:
    template = engines["django"].from_string("{% load oxo humanize %}" + source)
    return str(template.render(context, RequestFactory().get("/campaign/1/1/")))


def test_addresses_are_those_of_django_for_every_part() -> None:
    for args in (("Ann",), ("Bob",), ("Ann",)):
        assert address("progress:profile", *args) == reverse("progress:profile", args=args)
        assert drawn("{% url 'progress:profile' name %}", name=args[0]) == f"/@{args[0]}/"
    with pytest.raises(NoReverseMatch):
        address("progress:profile", "no name")
    with pytest.raises(NoReverseMatch):
        drawn("{% url 'nowhere' %}")


def test_an_address_can_be_kept_in_a_variable_or_name_its_parts() -> None:
    assert drawn("{% url 'games:lobby' as here %}<{{ here }}>") == "</lobby/>"
    assert drawn("{% url 'progress:profile' name='Ann' %}") == "/@Ann/"
    assert drawn("{% url 'admin:index' %}") == "/admin/"


def test_addresses_follow_the_place_the_site_is_served_from() -> None:
    assert address("games:lobby") == "/lobby/"
    set_script_prefix("/below/")
    try:
        assert address("games:lobby") == "/below/lobby/"
    finally:
        set_script_prefix("/")


@pytest.mark.parametrize("when", [LONG_AGO, timezone.now() - timedelta(hours=5)])
def test_how_long_ago_is_said_as_django_says_it(when: datetime) -> None:
    long = (
        '<time class="muted" datetime="{{ when|date:\'c\' }}"'
        " title=\"{{ when|date:'j F Y, H:i e' }}\">{{ when|naturaltime }}</time>"
    )
    expected = drawn(long, when=when)
    assert drawn('{% ago when "muted" %}', when=when) == expected
    assert drawn("{% ago when %}", when=when) == expected.replace(' class="muted"', "")


def test_words_that_are_kept_are_those_of_django_until_they_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = Random(7)
    for longest in (59, 3_599, 86_399, 3 * 86_400, 800 * 86_400):
        for _ in range(40):
            age = rng.randint(0, longest)
            unit = 1 if age < 60 else 60 if age < 3_600 else 3_600
            first = age - age % unit
            for seconds in (first, first + rng.randrange(unit), first + unit):
                _set_clock(monkeypatch, LONG_AGO + timedelta(seconds=seconds, milliseconds=1))
                assert f">{naturaltime(LONG_AGO)}</time>" in ago(LONG_AGO)


def _set_clock(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return at

    monkeypatch.setattr(humanize, "datetime", Clock)
    monkeypatch.setattr(timezone, "now", lambda: at)


def test_a_link_tells_the_page_from_the_part_one_is_on() -> None:
    for path, current in (("/campaign/", "page"), ("/campaign/1/1/", "true"), ("/lobby/", "")):
        request = RequestFactory().get(path)
        source = "{% load oxo %}{% nav_link 'progress:campaign' 'Campaign' %}"
        found = engines["django"].from_string(source).template
        html = found.render(Context({"request": request}))
        said = f' aria-current="{current}"' if current else ""
        assert html == f'<a href="/campaign/"{said}>Campaign</a>'
