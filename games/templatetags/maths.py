"""Mathematics in templates: MathML with a name for the ear, and its LaTeX to copy."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.analysis.documents import latex

register = template.Library()


@register.simple_tag
def maths(source: str, words: str = "", block: bool = False) -> SafeString:
    """``source``, LaTeX, as MathML; ``words`` say the same."""
    return latex.mathml(source, words, block=block)


@register.inclusion_tag("documents/_copy.html")
def copy_latex(key: str, source: str, what: str) -> dict[str, str]:
    """A button that copies the LaTeX ``source`` of ``what`` is shown, and the LaTeX, folded."""
    return {"key": key, "source": source, "what": what}
