"""LaTeX, from values and to MathML. One source serves both what is shown and what is copied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from latex2mathml.converter import convert

ROW = 4
"""Pairs on one row of a set, so that sixteen of them fit a phone."""


def mathml(latex: str, words: str = "", *, block: bool = False) -> SafeString:
    """``latex`` as a MathML element that is named by ``words``, or by its source."""
    element = _converted(latex, "block" if block else "inline")
    name = conditional_escape(words or latex)
    opening = format_html('<math aria-label="{0}" alttext="{0}" ', name)
    return mark_safe(element.replace("<math ", opening, 1))  # noqa: S308  escaped just above


@lru_cache(2048)
def _converted(latex: str, display: str) -> str:
    # The converter does not know \arg.
    element = convert(latex.replace(r"\arg", r"\operatorname{arg}\,"), display=display)
    # Browsers know no mathvariant but normal: the double-struck one is a letter of its own.
    element = element.replace('<mn mathvariant="double-struck">1</mn>', "<mi>&#x1D7D9;</mi>")
    # A relation between two texts gets no space, since texts count as spaces themselves.
    return re.sub(r"<mtext>(\w[^<]*)</mtext>", r'<mi mathvariant="normal">\1</mi>', element)


def matrix(rows: Iterable[Iterable[object]]) -> str:
    """A matrix in square brackets."""
    body = r"\\".join("&".join(str(value) for value in row) for row in rows)
    return rf"\left[\begin{{matrix}}{body}\end{{matrix}}\right]"


def column(values: Iterable[object]) -> str:
    """A column vector."""
    return matrix([value] for value in values)


def pairs(cells: Sequence[tuple[int, int]]) -> str:
    """A set of cells (x, y), in rows of four; the empty set as its sign."""
    if not cells:
        return r"\varnothing"
    written = [f"({x},{y})" for x, y in cells]
    rows = [",".join(written[at : at + ROW]) for at in range(0, len(written), ROW)]
    if len(rows) == 1:
        return rf"\{{{rows[0]}\}}"
    body = r",\\".join(rows)
    return rf"\left\{{\begin{{array}}{{l}}{body}\end{{array}}\right\}}"


def text(words: str) -> str:
    return rf"\text{{{words}}}"


def truth(value: bool) -> str:
    return text("true" if value else "false")


def pairs_in_words(cells: Sequence[tuple[int, int]]) -> str:
    """The same set for the ear."""
    return ", ".join(f"({x}, {y})" for x, y in cells) or "the empty set"
