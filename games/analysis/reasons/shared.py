"""Sentences that are said in every game."""

from __future__ import annotations

from games.analysis.reasons.sentence import Claim, DrawnLine, Evidence, blocked, drawn, sentence
from games.analysis.wording import called, cells, listed
from games.drawing.boards import lines_of
from games.engines.played import MoveFacts


def either(played: MoveFacts, which: tuple[int, ...]) -> str:
    """``a1, b2 or c3``."""
    return listed([played.board.cell_name(cell) for cell in which], "or")


def name(played: MoveFacts, cell: int) -> str:
    return played.board.cell_name(cell)


@sentence("completes", Claim.WINS)
def completes(played: MoveFacts) -> Evidence | None:
    """The move completes a pattern of the one who moves."""
    outcome = played.after.outcome
    if not played.won or outcome is None:
        return None
    board = played.board
    lines = [tuple(line) for line in lines_of(outcome.cells, board)]
    if board.SHAPE.small:
        said = listed([f"a row of the {called(board, line)}" for line in lines])
    else:
        said = listed([cells(board, line) for line in lines])
    return Evidence(f"completes {said}", tuple(DrawnLine(played.seat, line) for line in lines))


@sentence("misses-at-once", Claim.MISSES)
def misses_at_once(played: MoveFacts) -> Evidence | None:
    """Another move would have completed a pattern, this one does not."""
    if not (played.chooses and played.wins) or played.move in played.wins:
        return None
    return Evidence(
        f"misses a win at {either(played, played.wins)}",
        drawn(played.board, played.seat, played.wins),
        played.wins[:1],
        instead=True,
    )


@sentence("one-too-many", Claim.LOSES)
def one_too_many(played: MoveFacts) -> Evidence | None:
    """The rival had two cells to win on; the move closes one, and the rival wins on the other."""
    threats, left = played.rival_wins, played.open_after
    if not played.leaves_open or len(threats) < 2 or played.move not in threats:
        return None
    return Evidence(
        f"closes {name(played, played.move)}, but {played.rival} wins at {either(played, left)}",
        drawn(played.after, played.rival, left),
        left[:1],
    )


@sentence("leaves-open", Claim.LOSES)
def leaves_open(played: MoveFacts) -> Evidence | None:
    """The rival moves next and can complete a pattern."""
    if not played.leaves_open:
        return None
    left = played.open_after
    return Evidence(
        f"leaves {cells(played.board, left)} open to a win",
        drawn(played.after, played.rival, left),
        left[:1],
    )


@sentence("blocks", Claim.KEEPS)
def blocks(played: MoveFacts) -> Evidence | None:
    """The rival had cells to win on, the move is one of them, and no such cell is left."""
    if not played.blocks:
        return None
    return Evidence(blocked(played), drawn(played.board, played.rival, (played.move,)))
