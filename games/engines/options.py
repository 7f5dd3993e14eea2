"""The switches of engines and their one spelling: ``alphabeta:depth=2,heuristics=off``.

An option is a finite choice among words. Engines declare theirs as ``OPTIONS``; commands, the
API and forms all read the same text, and what is stored is its canonical spelling: declared
order, no setting that is the default.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from games.rules.errors import quoted

Setting = bool | int | str | None

_SYNONYMS = {"yes": "on", "no": "off", "true": "on", "false": "off"}


class EngineError(ValueError):
    """An engine was asked what it cannot answer; the message quotes the position or the name."""


class GivesUp(EngineError):
    """An engine has no move and gives the game up; the message says why, to its author."""


@dataclass(frozen=True, slots=True)
class Option:
    """One switch. ``settings`` maps each word it takes to what the word means.

    ``default`` is one of the words. ``phrases`` say in a player's name what another word
    changes; ``labels`` call the words on forms. ``slow`` are words that take too long for games
    on a site, where many are played at once.
    """

    name: str
    title: str
    default: str
    settings: Mapping[str, Setting]
    phrases: Mapping[str, str]
    labels: Mapping[str, str]
    slow: frozenset[str] = frozenset()

    def word(self, text: str) -> str | None:
        """The canonical word for ``text``, or None if the option does not take it."""
        plain = text.lower()
        if re.fullmatch("0[0-9]{1,2}", plain):
            plain = str(int(plain))
        word = _SYNONYMS.get(plain, plain)
        return word if word in self.settings else None

    @property
    def expected(self) -> str:
        """The words it takes, in a phrase."""
        return _phrase(self.settings)

    @property
    def expected_live(self) -> str:
        """The words it takes in games on a site, in a phrase."""
        return _phrase(word for word, _ in self.choices)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """(word, label) of what a game on a site may choose, for forms."""
        return [(word, self.labels[word]) for word in self.settings if word not in self.slow]


def _phrase(words: Iterable[str]) -> str:
    """``none or 1 to 9``: numbers in a row are a range."""
    parts = []
    for are_numbers, group in groupby(words, key=str.isdigit):
        found = list(group)
        parts += [f"{found[0]} to {found[-1]}"] if are_numbers else found
    return " or ".join(parts)


def switch(name: str, title: str, *, on: bool, phrase: str) -> Option:
    """An option that is on or off; ``phrase`` says that it is not as usual."""
    usual, unusual = ("on", "off") if on else ("off", "on")
    return Option(
        name,
        title,
        usual,
        {"on": True, "off": False},
        {unusual: phrase},
        {"on": "On", "off": "Off"},
    )


def depth(longest: int, *, default: int | None = None, live: int | None = None) -> Option:
    """A limit of plies looked ahead, up to ``longest``; None for no limit, if that is the default.

    Games on a site may ask for ``live`` plies at most.
    """
    numbers: dict[str, Setting] = {str(plies): plies for plies in range(1, longest + 1)}
    labels = {word: f"{word} pl{'y' if word == '1' else 'ies'}" for word in numbers}
    slow = frozenset(numbers) - {str(plies) for plies in range(1, (live or longest) + 1)}
    usual = str(default).lower()
    if default is None:
        numbers, labels = {"none": None, **numbers}, {"none": "No limit", **labels}
    phrases = {word: f"depth {word}" for word in numbers if word != usual}
    return Option("depth", "Plies looked ahead", usual, numbers, phrases, labels, slow)


TIES = Option(
    "ties",
    "Among equal moves",
    "random",
    {"random": "random", "first": "first"},
    {"first": "first of equals"},
    {"random": "One at random", "first": "The first"},
)
"""Document 000's formula 5 takes the first of the moves that share the highest value, as an argmax
does: a win that comes later has the same value as a win at once."""


def parse(text: str) -> Iterator[tuple[str, str]]:
    """The (name, word) pairs after the colon of an engine's name, each name once.

    Raises EngineError quoting a part that sets nothing or sets something again.
    """
    seen = set()
    for part in text.partition(":")[2].split(","):
        name, sign, word = part.partition("=")
        if not (name and sign and word):
            raise EngineError(
                f"{quoted(part)} in {quoted(text)} sets nothing: expected option=setting"
            )
        if name in seen:
            raise EngineError(f"{quoted(part)} in {quoted(text)} sets {quoted(name)} again")
        seen.add(name)
        yield name, word
