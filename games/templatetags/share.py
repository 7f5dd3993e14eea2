"""What a page says of itself where a link to it is shown: a title, a sentence, a picture."""

from __future__ import annotations

from html import escape

import segno
from django import template
from django.core.exceptions import DisallowedHost
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import presenters
from games.drawing import pictures
from games.match import FINISHED, Match
from games.presenters.addresses import address

register = template.Library()

TITLE = "Oxo: tic-tac-toe, taken seriously"
TEXT = (
    "A campaign of 45 boards, live games with friends, and engines that show how they think. "
    "Nothing to install."
)
BOARD = "O..XXX..O O"


@register.simple_tag(takes_context=True)
def share(
    context: template.Context,
    title: str = TITLE,
    text: str = TEXT,
    notation: str = BOARD,
    about: str = "site",
) -> SafeString:
    """The tags that sites which show links read; the card is that of ``notation``."""
    request = context["request"]
    try:
        request.get_host()
    except DisallowedHost:
        return SafeString("")  # the page that refuses such a host is nobody's to share
    path = address("analysis:preview", notation.replace(" ", "_"), about)
    image = request.build_absolute_uri(f"{path}?design={pictures.DESIGN}")
    tags = {
        "og:site_name": "Oxo",
        "og:type": "website",
        "og:url": request.build_absolute_uri(request.path),
        "og:title": title,
        "og:description": text,
        "og:image": image,
        "og:image:type": "image/png",
        "og:image:width": pictures.WIDTH,
        "og:image:height": pictures.HEIGHT,
        "og:image:alt": f"A board: {notation}",
    }
    rows = "".join(
        f'<meta property="{name}" content="{escape(str(content))}">\n'
        for name, content in tags.items()
    )
    card = '<meta name="twitter:card" content="summary_large_image">'
    return mark_safe(f"{rows}{card}")  # quoted above


@register.simple_tag
def qr_code(address: str) -> SafeString:
    """``address`` as a QR code that a phone's camera reads, with the quiet zone it needs."""
    code = segno.make(address, micro=False, error="m")
    drawn = code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass="qr-line")
    label = format_html("<title>A QR code of {}</title>", address)
    named = drawn.replace("<svg ", '<svg role="img" ', 1).replace("><path", f">{label}<path", 1)
    return mark_safe(named)  # drawn by segno, its label quoted


@register.simple_tag(takes_context=True)
def share_game(context: template.Context, match: Match) -> SafeString:
    """The same for a game. While it goes on, neither words nor card tell who is ahead."""
    board = match.board
    names = presenters.players(match)
    text, about = presenters.headline(match, None), "game"
    if match.status == FINISHED:
        text, about = f"{text}. {presenters.detail(match, None)}".strip(), "position"
    title = f"{board.TITLE}: {names}" if names else board.TITLE
    return share(context, title, text, board.notation, about)
