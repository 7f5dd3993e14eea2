"""Drop-downs say what Django's own templates say."""

from __future__ import annotations

from typing import Any

import pytest
from django.forms import ChoiceField, Select
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils.safestring import mark_safe

from config.pages.form_renderer import FormRenderer

CHOICES: list[Any] = [
    ("", "Any"),
    ("a<b", "x & <y>"),
    (3, mark_safe("<i>three</i>")),
    ("Places", [("Asia/Tokyo", "Tokyo"), ("quote'", 'say "so"')]),
]


@pytest.mark.parametrize("chosen", ["", "a<b", 3, "Asia/Tokyo", None, "unknown"])
@pytest.mark.parametrize(
    "attrs", [{}, {"required": True, "disabled": False, "class": 'wide "one"', "size": 3}]
)
def test_a_drop_down_is_that_of_django(chosen: object, attrs: dict[str, Any]) -> None:
    widget = Select(attrs, CHOICES)
    own = widget.render("place", chosen, renderer=FormRenderer())
    assert own == widget.render("place", chosen, renderer=DjangoTemplates())


def test_forms_use_it() -> None:
    assert isinstance(ChoiceField(choices=CHOICES).widget, Select)
    assert isinstance(get_default_renderer(), FormRenderer)
