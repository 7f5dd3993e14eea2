"""Drop-downs of forms, drawn without a template for each of their options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

SELECT = "django/forms/widgets/select.html"


class FormRenderer(DjangoTemplates):
    """Django's own, but for drop-downs: 500 time zones take it 130,000 calls of functions."""

    def render(
        self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None
    ) -> SafeString | str:
        if template_name == SELECT:
            return select(context["widget"])
        return super().render(template_name, context, request)


def select(widget: Mapping[str, Any]) -> SafeString:
    """What Django's template of a drop-down says."""
    parts = [f'<select name="{conditional_escape(widget["name"])}"{_attributes(widget["attrs"])}>']
    for group, options, _ in widget["optgroups"]:
        parts.append(f'\n  <optgroup label="{conditional_escape(group)}">' if group else "")
        parts += map(_option, options)
        parts.append("\n  </optgroup>" if group else "")
    return mark_safe("".join((*parts, "\n</select>")))  # noqa: S308  escaped part by part


def _option(widget: Mapping[str, Any]) -> str:
    attributes = _attributes(widget["attrs"])
    value, label = conditional_escape(str(widget["value"])), conditional_escape(widget["label"])
    return f'\n  <option value="{value}"{attributes}>{label}</option>\n'


def _attributes(attributes: Mapping[str, Any]) -> str:
    given = ((conditional_escape(name), value) for name, value in attributes.items())
    return "".join(
        f" {name}" if value is True else f' {name}="{conditional_escape(str(value))}"'
        for name, value in given
        if value is not False
    )
