"""Our own Markdown files as pages: one source for those who read the repository or the site.

HTML in a file is shown as text. Positions and commands become links to what they show.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from games.analysis import variations
from games.analysis.documents.anchors import anchor
from games.analysis.proofs.report import proof_url, proved_games
from games.engines import engines_for
from games.rules import RulesError, read_notation


@dataclass(frozen=True, slots=True)
class Page:
    """A file as HTML, with its ``title``; every heading has the anchor that GitHub gives it."""

    title: str
    html: SafeString


def page(file: Path) -> Page:
    """The page of ``file``, whose first line is its title."""
    return _page(file.read_text(encoding="utf-8"))


def _page(text: str) -> Page:
    title, _, body = text.partition("\n")
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=MarkdownRenderer).enable(
        "table"
    )
    html = parser.render(body)
    return Page(title.removeprefix("# "), mark_safe(html))  # noqa: S308  HTML in the file is text


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a file under a heading of the second level; ``entries`` are those below it."""

    title: str
    entries: tuple[str, ...]
    html: SafeString


@lru_cache
def sections(file: Path) -> tuple[Page, tuple[Section, ...]]:
    """What ``file`` begins with, without contents, and its sections, whose headings move up."""
    whole = file.read_text(encoding="utf-8")
    start, *parts = re.split(r"^## ", whole, flags=re.MULTILINE)
    return _page(start.partition("\nContents: ")[0]), tuple(
        Section(
            title=part.partition("\n")[0],
            entries=tuple(re.findall(r"^### (.+)$", part, re.MULTILINE)),
            html=_page(re.sub(r"^### ", "## ", part, flags=re.MULTILINE)).html,
        )
        for part in parts
    )


class MarkdownRenderer(RendererHTML):
    """HTML in the style of the site."""

    def heading_open(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        level = tokens[at].tag
        return format_html('<{} id="{}">', level, anchor(tokens[at + 1].content))

    def table_open(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        return '<div class="wide" role="region" aria-label="Table" tabindex="0"><table class="tab">'

    def table_close(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</table></div>"

    def code_inline(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        text = tokens[at].content
        code = format_html('<code class="notation">{}</code>', text)
        url = address_of(text)
        return format_html('<a href="{}">{}</a>', url, code) if url else code

    def code_block(
        self, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
    ) -> str:
        text = tokens[at].content
        links = [link for line in text.splitlines() for link in shown_by(line)]
        block = format_html("<pre><code>{}</code></pre>", text)
        if not links:
            return block
        listed = format_html_join(" · ", '<a href="{}">{}</a>', dict(links).items())
        return block + format_html('<p class="shown-by">On this site: {}</p>', listed)


def address_of(text: str) -> str:
    """Where ``text``, a position or an address of this site, leads; empty for anything else."""
    if re.fullmatch(r"/[\w/-]+/", text):
        return text
    try:
        return variations.address(read_notation(text))
    except RulesError:
        return ""


def shown_by(command: str) -> list[tuple[str, str]]:
    """The page that shows what a ``manage.py`` command computes, with the words of its link."""
    _, name, *arguments = shlex.split(command)
    if name == "analyse":
        board = read_notation(arguments[0])
        known = [slug for slug in arguments if slug in engines_for(board.VARIANT)]
        query = {"engine": known[0]} if known else {}
        return [(variations.address(board, **query), board.notation)]
    if name == "prove":
        games = [game for game in proved_games() if game.VARIANT in arguments]
        game, slug = [*games, proved_games()[0]][0], arguments[0]
        if slug in engines_for(game.VARIANT):
            return [(proof_url(game, slug), f"The proof of {slug}")]
    return []
