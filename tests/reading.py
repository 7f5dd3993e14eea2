"""What a page says, as text, and how easy it is to read (Flesch, for English)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html.parser import HTMLParser

SILENT = {"script", "style", "svg", "code", "pre", "option", "template"}
"""What is not read as prose. Options of a list are names."""

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "use", "wbr", "path"}
INLINE = {
    "a",
    "abbr",
    "b",
    "cite",
    "em",
    "i",
    "kbd",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "var",
}

FEWEST_WORDS = 20
"""A page with fewer words of prose has no score: one long word would decide it."""


class Prose(HTMLParser):
    """The blocks of text of a page: each paragraph, list item, cell, label and button."""

    def __init__(self, html: str, within: str = "main") -> None:
        super().__init__()
        self.blocks: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._text = ""
        self._within = within
        self.feed(html)
        self.close()
        self._end_block()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in INLINE:
            self._end_block()
        if tag not in VOID:
            grid = ("role", "grid") in attrs
            self._open.append((tag, tag in SILENT or grid))

    def handle_endtag(self, tag: str) -> None:
        if tag not in INLINE:
            self._end_block()
        while any(tag == one for one, _ in self._open) and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        inside = not self._within or any(tag == self._within for tag, _ in self._open)
        if inside and not any(silent for _, silent in self._open):
            self._text += data

    def _end_block(self) -> None:
        if text := " ".join(self._text.split()):
            self.blocks.append(text)
        self._text = ""


def sentences(blocks: Iterable[str]) -> list[str]:
    """What is said in whole sentences; labels, buttons and cells of tables are not."""
    split = (re.split(r"(?<=[.!?:])\s+", block) for block in blocks)
    return [one for parts in split for one in parts if _is_sentence(one)]


def _is_sentence(text: str) -> bool:
    return text.count(" ") >= 2 and re.search(r"[a-z]\W*[.!?:]$", text) is not None


def words(sentence: str, names: frozenset[str] = frozenset()) -> list[str]:
    """The words of ``sentence`` without names, numbers and notations."""
    found = []
    for number, token in enumerate(sentence.split()):
        word = token.strip("“”\"'‘’().,;:!?…–-")
        if not re.fullmatch(r"[A-Za-z][a-z'’-]*", word) or word.lower() in names:
            continue
        if number and word[0].isupper() and word != "I":  # in the middle of a sentence: a name
            continue
        found.append(word.lower().replace("’", "'"))
    return found


def syllables(word: str) -> int:
    """About as many as one speaks; at least one."""
    word = re.sub(r"[^a-z]", "", word.lower())
    spoken = re.sub(r"(?:(?<=[^aeiouylscgxzh])es|(?<=[^td])ed|(?<=[^laeiouy])e)$", "", word)
    return max(1, len(re.findall(r"[aeiouy]+", spoken)))


def ease(said: Iterable[str], names: frozenset[str] = frozenset()) -> float | None:
    """Flesch's reading ease: 100 is very easy, 60 plain, 30 hard. None if too little is said."""
    counted = [found for sentence in said if (found := words(sentence, names))]
    spoken = [word for sentence in counted for word in sentence]
    if len(spoken) < FEWEST_WORDS:
        return None
    beats = sum(syllables(word) for word in spoken)
    return 206.835 - 1.015 * len(spoken) / len(counted) - 84.6 * beats / len(spoken)
