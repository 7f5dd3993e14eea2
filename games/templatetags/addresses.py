"""``{% url %}`` for every template, in place of Django's, with addresses that are remembered."""

from __future__ import annotations

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse

from games.presenters import addresses

register = template.Library()


class AddressNode(URLNode):
    """Django's own tag, where an address has no names for its parts and is written where it is."""

    def render(self, context: template.Context) -> str:
        name = self.view_name.resolve(context)
        # The admin's addresses depend on which of several admins the page belongs to.
        if self.kwargs or self.asvar or not context.autoescape or name.startswith("admin:"):
            return super().render(context)
        return addresses.as_html(name, *(arg.resolve(context) for arg in self.args))


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    found = parse(parser, token)
    return AddressNode(found.view_name, found.args, found.kwargs, found.asvar)
