"""Which sentences hold of a move, the one that decides first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.analysis.reasons import chance, decided, sent
from games.analysis.reasons.sentence import MoveReason, Sentence
from games.engines.played import MoveFacts
from games.rules import Board

SENTENCES: Mapping[bool, tuple[Sentence, ...]] = {
    False: decided.SENTENCES,
    True: chance.SENTENCES,
}
"""The sentences of games of one board, by whether chance takes part."""


def sentences_for(board: Board | type[Board]) -> tuple[Sentence, ...]:
    """The sentences of a game, in the order in which they decide."""
    return sent.SENTENCES if board.SHAPE.small else SENTENCES[bool(board.CHANCE_SEAT)]


def reason_of(board: Board, move: int) -> MoveReason:
    """Why a legal ``move`` is good or bad; the solution of the game must be at hand.

    Some sentence holds of every move.
    """
    return next(_said(board, move))


def reasons_of(board: Board, move: int) -> list[MoveReason]:
    """All that is true of a legal ``move``; the first is ``reason_of``."""
    return list(_said(board, move))


def _said(board: Board, move: int) -> Iterator[MoveReason]:
    played = MoveFacts(board, move)
    for one in sentences_for(board):
        if (reason := one.of(played)) is not None:
            yield reason


def why(board: Board, move: int) -> str:
    """``reason_of`` in words: one clause about the move."""
    return reason_of(board, move).text
