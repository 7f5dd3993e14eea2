"""Sentences that are said in every game."""

from __future__ import annotations

from games.analysis.reasons.sentence import Claim, Drawn, Sentence, Shown, drawn
from games.analysis.wording import cells, listed
from games.engines.played import Played


def either(played: Played, which: tuple[int, ...]) -> str:
    """``a1, b2 or c3``."""
    return listed([played.board.cell_name(cell) for cell in which], "or")


def name(played: Played, cell: int) -> str:
    return played.board.cell_name(cell)


# --- a win at once ---


def completes(played: Played) -> bool:
    """The move completes a pattern of the one who moves."""
    return played.won


def tell_completes(played: Played) -> Shown:
    outcome = played.after.outcome
    done = outcome.cells if outcome else ()
    lines = [line for line in played.board.LINES if set(line) <= set(done)]
    said = listed([cells(played.board, line) for line in lines])
    return Shown(f"completes {said}", tuple(Drawn(played.seat, line) for line in lines))


def misses_at_once(played: Played) -> bool:
    """Another move would have completed a pattern, this one does not."""
    return played.chooses and bool(played.wins) and played.move not in played.wins


def tell_misses_at_once(played: Played) -> Shown:
    return Shown(
        f"misses a win at {either(played, played.wins)}",
        drawn(played.board, played.seat, played.wins),
        played.wins[:1],
        instead=True,
    )


# --- a loss at once ---


def one_too_many(played: Played) -> bool:
    """The rival had two cells to win on; the move closes one, and the rival wins on the other."""
    return leaves_open(played) and len(played.rival_wins) > 1 and played.move in played.rival_wins


def tell_one_too_many(played: Played) -> Shown:
    open_to = played.open_after
    return Shown(
        f"closes {name(played, played.move)}, but {played.rival} wins at {either(played, open_to)}",
        drawn(played.after, played.rival, open_to),
        open_to[:1],
    )


def leaves_open(played: Played) -> bool:
    """The rival moves next and can complete a pattern."""
    return played.leaves_open


def tell_leaves_open(played: Played) -> Shown:
    open_to = played.open_after
    return Shown(
        f"leaves {cells(played.board, open_to)} open to a win",
        drawn(played.after, played.rival, open_to),
        open_to[:1],
    )


# --- a block ---


def blocks(played: Played) -> bool:
    """The rival had cells to win on, the move is one of them, and no such cell is left."""
    return played.blocks


def tell_blocks(played: Played) -> Shown:
    return Shown(
        f"blocks {played.rival} at {name(played, played.move)}",
        drawn(played.board, played.rival, (played.move,)),
    )


COMPLETES = Sentence("completes", Claim.WINS, completes, tell_completes)
MISSES_AT_ONCE = Sentence("misses-at-once", Claim.MISSES, misses_at_once, tell_misses_at_once)
ONE_TOO_MANY = Sentence("one-too-many", Claim.LOSES, one_too_many, tell_one_too_many)
LEAVES_OPEN = Sentence("leaves-open", Claim.LOSES, leaves_open, tell_leaves_open)
BLOCKS = Sentence("blocks", Claim.KEEPS, blocks, tell_blocks)
