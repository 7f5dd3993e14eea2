"""Why a move is good or bad: sentences, each of which is said only where it is true.

It may import the engines, the drawing of lines and ``games.analysis.wording``.
"""

from games.analysis.reasons.chosen import SENTENCES, reason_of, reasons_of, sentences_for, why
from games.analysis.reasons.sentence import Claim, DrawnLine, MoveReason, Sentence
from games.engines.played import MoveFacts, forks

__all__ = [
    "SENTENCES",
    "Claim",
    "DrawnLine",
    "MoveFacts",
    "MoveReason",
    "Sentence",
    "forks",
    "reason_of",
    "reasons_of",
    "sentences_for",
    "why",
]
