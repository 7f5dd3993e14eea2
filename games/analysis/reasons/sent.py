"""Sentences of games of small boards, where a move also says where the rival plays next.

There a fork wins nothing by itself and a threat need not be answered, so only what the solution
proves is said.
"""

from __future__ import annotations

from games.analysis.reasons.decided import (
    draws,
    lets_win,
    misses_win,
    only_draw,
    wins_by_force,
    wins_later,
)
from games.analysis.reasons.sentence import Claim, Evidence, sentence
from games.analysis.reasons.shared import completes, leaves_open, misses_at_once
from games.engines.played import MoveFacts


def _closes(played: MoveFacts) -> bool:
    """Whether the move ends the game without a row of small boards."""
    return played.after.outcome is not None and played.after.outcome.reason == "full"


@sentence("more-boards", Claim.WINS)
def more_boards(played: MoveFacts) -> Evidence | None:
    """The move closes the last board, and the one who moves has more of them."""
    won = _closes(played) and played.won
    return Evidence("closes the last board and has more of them") if won else None


@sentence("fewer-boards", Claim.LOSES)
def fewer_boards(played: MoveFacts) -> Evidence | None:
    """The move closes the last board, and the rival has more of them."""
    lost = _closes(played) and played.is_loss
    return Evidence(f"closes the last board; {played.rival} has more of them") if lost else None


@sentence("closes-last", Claim.KEEPS)
def closes_last(played: MoveFacts) -> Evidence | None:
    """The move closes the last board, and nobody wins."""
    drawn = _closes(played) and not played.value
    return Evidence("closes the last board: a draw") if drawn else None


SENTENCES = (
    more_boards,
    completes,
    misses_at_once,
    wins_later,
    wins_by_force,
    fewer_boards,
    leaves_open,
    lets_win,
    misses_win,
    closes_last,
    only_draw,
    draws,
)
"""In the order in which they decide."""
