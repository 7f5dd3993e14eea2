"""Set phrases and signs in words: on the page, in a message, to be announced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from games.match import ACTIVE, MEETINGS, OPEN, Match, Phrase
from games.match.enums import PHRASE_WORDS


class KeptRemark(Protocol):
    """What is stored of a remark."""

    @property
    def seat(self) -> str: ...
    @property
    def code(self) -> str: ...
    @property
    def number(self) -> int: ...


@dataclass(frozen=True, slots=True)
class RemarkLine:
    """A remark of the person ``who`` at ``seat``: ``text`` is what to show, ``icon`` its drawing.

    ``spoken`` is the sentence that announces it, ``key`` names it among those of the game.
    """

    key: str
    seat: str
    who: str
    code: str
    text: str
    spoken: str
    icon: str


@dataclass(frozen=True, slots=True)
class PhraseChoice:
    """Something to say: its ``code``, its words, and the name of its drawing if it is a sign."""

    code: str
    text: str
    icon: str


SIGNS = (Phrase.SMILES, Phrase.SURPRISED, Phrase.SAD)
"""What is drawn and not said."""

BEFORE = (
    *(Phrase.HELLO, Phrase.GOOD_LUCK, Phrase.NICE, Phrase.OOPS),
    *(Phrase.PHEW, Phrase.THANKS, Phrase.WELL_PLAYED),
)
AFTER = (
    *(Phrase.GOOD_GAME, Phrase.WELL_PLAYED, Phrase.ONE_MORE),
    *(Phrase.THANKS, Phrase.OOPS, Phrase.PHEW),
)
"""What suits a game that goes on, and one that is over. Any can be said at any time."""


def is_sign(code: str) -> bool:
    return code in SIGNS


def label_of(code: str) -> str:
    return PHRASE_WORDS[Phrase(code)]


def text_of(code: str) -> str:
    """What a page shows: words in quotation marks, a sign as what it does."""
    label = label_of(code)
    return label if is_sign(code) else f"“{label}”"


def spoken(who: str, code: str) -> str:
    """The sentence that announces a remark: ``ada: “Well played”.``, ``ada smiles.``"""
    return f"{who} {text_of(code)}." if is_sign(code) else f"{who}: {text_of(code)}."


def remark_line(who: str, seat: str, code: str, number: int) -> RemarkLine:
    return RemarkLine(
        key=f"{seat}-{number}",
        seat=seat,
        who=who,
        code=code,
        text=text_of(code),
        spoken=spoken(who, code),
        icon=f"face-{code}" if is_sign(code) else "",
    )


def lines(match: Match, rows: Iterable[KeptRemark], deaf_to: frozenset[int]) -> list[RemarkLine]:
    """What was said in a game, without those whom the reader blocks."""
    seats = {seat.name: seat for seat in match.seats}
    heard = [row for row in rows if row.seat in seats and seats[row.seat].user not in deaf_to]
    return [
        remark_line(seats[row.seat].title or row.seat, row.seat, row.code, row.number)
        for row in heard
    ]


def choices(match: Match, you: str | None) -> list[PhraseChoice]:
    """What the player at ``you`` can say; nothing for those who watch or play alone."""
    if you is None or match.kind not in MEETINGS or match.status == OPEN:
        return []
    words = BEFORE if match.status == ACTIVE else AFTER
    icons = {code: f"face-{code}" for code in SIGNS}
    return [PhraseChoice(code, label_of(code), icons.get(code, "")) for code in (*words, *SIGNS)]
