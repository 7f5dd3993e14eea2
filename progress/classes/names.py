"""A pasted list of names: what is in it, and what is said about the odd lines."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import NamedTuple

from games.analysis.wording import listed
from progress.classes import ClassRefused
from progress.classes.words import PICTURES

MOST = len(PICTURES)
LONGEST = 40
"""Characters of a name."""
LONGEST_LIST = 20_000
"""Characters of a list that are read."""
USUAL = 30

UNSEEN, DRAWN = ("Cf", "Cc", "Cs", "Co", "Cn"), ("So", "Sk")
"""What is left out: characters such as those that turn the direction, and emoji."""

COUNTED = re.compile(r"^\d+[.)]\s*")
"""The number of a line, as lists in documents have it."""


class NameList(NamedTuple):
    """The names of a list, and a sentence for each odd thing in it."""

    names: list[str]
    notes: list[str]


def read_names(text: str) -> NameList:
    """The names in ``text``, one on a line. Raises ClassRefused if there are none or too many."""
    names: list[str] = []
    notes: list[str] = []
    lines = unicodedata.normalize("NFC", text[:LONGEST_LIST]).splitlines()
    for number, raw in enumerate(lines, 1):
        line = COUNTED.sub("", " ".join(_without(raw, *UNSEEN).split()))
        if "@" in line:
            notes.append(f"Line {number} looks like an address. We keep none: it was left out.")
            continue
        name = " ".join(_without(line.replace("\ufe0f", ""), *DRAWN).split())
        if name != line:
            notes.append(f"Line {number}: the drawing in “{line[:LONGEST]}” was left out.")
        if len(name) > LONGEST:
            name = name[:LONGEST].rstrip()
            notes.append(f"Line {number} is long: “{name}” is kept of it.")
        if name:
            names.append(name)
    if not names:
        raise ClassRefused("There is no name in the list. Write one on a line.")
    if len(names) > MOST:
        said = f"{len(names)} names. A class has {MOST} at most"
        raise ClassRefused(f"{said}: make {-(-len(names) // USUAL)} classes of them.")
    twins = [name for name, count in Counter(names).items() if count > 1]
    if twins:
        notes.append(f"Some are called alike: {listed(twins)}. Their pictures keep them apart.")
    return NameList(names, notes)


def _without(text: str, *kinds: str) -> str:
    """``text`` without characters of these categories of Unicode; spaces are plain."""
    plain = (" " if one.isspace() else one for one in text)
    return "".join(one for one in plain if unicodedata.category(one) not in kinds)
