"""Why a move is good or bad: sentences, each of which is said only where its predicate holds."""

from games.analysis.reasons.chosen import SENTENCES, reason_of, reasons_of, sentences_for, why
from games.analysis.reasons.sentence import Claim, Drawn, Reason, Sentence
from games.engines.played import Played, forks

__all__ = [
    "SENTENCES",
    "Claim",
    "Drawn",
    "Played",
    "Reason",
    "Sentence",
    "forks",
    "reason_of",
    "reasons_of",
    "sentences_for",
    "why",
]
