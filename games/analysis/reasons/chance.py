"""Sentences of a game in which a third seat takes a piece away, by chance where nobody holds it.

Expected results are measured in wins: 1 is a certain one.
"""

from __future__ import annotations

from games.analysis.reasons.sentence import Claim, DrawnLine, Evidence, blocked, drawn, sentence
from games.analysis.reasons.shared import (
    blocks,
    completes,
    either,
    leaves_open,
    misses_at_once,
    name,
    one_too_many,
)
from games.analysis.wording import cells, shortfall
from games.engines.played import Cells, MoveFacts

NEARLY = 0.05
"""Up to how much of a win a move may cost without that being the reason to speak of."""


@sentence("fills-grid", Claim.KEEPS)
def fills(played: MoveFacts) -> Evidence | None:
    """The piece fills the grid, and no pattern is completed with it."""
    if not played.chooses or not played.ended or played.won:
        return None
    return Evidence("fills the grid: no pattern can follow")


# --- the rival's turn comes after chance ---


def _savers(played: MoveFacts) -> Cells:
    """The pieces of which one has to go, or the rival can complete a pattern at its turn."""
    after = played.after
    return tuple(
        [
            cell
            for cell in after.available_moves()
            if not after.make_move(cell).winning_cells(played.rival)
        ]
    )


@sentence("waits-for-chance", Claim.OPEN)
def waits_for_chance(played: MoveFacts) -> Evidence | None:
    """The rival can complete a pattern at its turn, and some removals before it stop that."""
    if not (played.chance_answers and played.open_after) or not (saving := _savers(played)):
        return None
    after = played.after
    return Evidence(
        f"leaves {cells(played.board, played.open_after)} open unless {after.to_move} takes"
        f" {either(played, saving)} ({len(saving)} of {len(after.available_moves())} pieces)",
        drawn(after, played.rival, played.open_after),
        _proof(played),
    )


@sentence("open-for-sure", Claim.LOSES)
def open_for_sure(played: MoveFacts) -> Evidence | None:
    """The rival can complete a pattern at its turn, whichever piece goes before."""
    if not (played.chance_answers and played.open_after) or _savers(played):
        return None
    return Evidence(
        f"lets {played.rival} win next, whichever piece {played.after.to_move} takes",
        drawn(played.after, played.rival, played.open_after),
        _proof(played),
    )


def _proof(played: MoveFacts) -> Cells:
    """A removal that leaves the rival a win, and that win."""
    for taken in played.after.available_moves():
        if winning := played.after.make_move(taken).winning_cells(played.rival):
            return taken, winning[0]
    return ()


# --- the expected result ---


@sentence("gives-away", Claim.MISSES)
def gives_away(played: MoveFacts) -> Evidence | None:
    """Another cell has a clearly better expected result."""
    if not played.chooses or played.cost < NEARLY:
        return None
    best = played.best[0]
    there = played.board.make_move(best)
    return Evidence(
        f"gives away {shortfall(played.best_value, played.value)} of the expected result",
        () if there.is_game_over() else drawn(there, played.seat, there.winning_cells(played.seat)),
        (best,),
        instead=True,
    )


@sentence("best-expected", Claim.KEEPS)
def is_best(played: MoveFacts) -> Evidence | None:
    """No cell has a better expected result."""
    if not played.chooses or played.move not in played.best:
        return None
    if len(played.best) == len(played.values):
        return Evidence("is worth as much as every other cell")
    return Evidence("has the best expected result")


@sentence("near-best", Claim.KEEPS)
def is_near(played: MoveFacts) -> Evidence | None:
    """The best cell has an expected result that is hardly better."""
    if not played.chooses or played.move in played.best or played.cost >= NEARLY:
        return None
    short = shortfall(played.best_value, played.value)
    return Evidence(f"is {short} short of the best cell", moves=played.best[:1], instead=True)


# --- threats ---


def _threat(played: MoveFacts, text: str) -> Evidence:
    return Evidence(text, drawn(played.after, played.seat, played.own_after))


@sentence("blocks-threatens", Claim.KEEPS)
def blocks_and_threatens(played: MoveFacts) -> Evidence | None:
    """``blocks`` and ``threatens``."""
    if not (played.blocks and played.threatens):
        return None
    own = cells(played.board, played.own_after)
    return _threat(played, f"{blocked(played)} and threatens {own}")


@sentence("doubles", Claim.KEEPS)
def doubles(played: MoveFacts) -> Evidence | None:
    """The move leaves two cells or more to win on, of which the rival can close only one."""
    if not played.chooses or not played.makes_fork:
        return None
    own = cells(played.board, played.own_after)
    return _threat(played, f"threatens {own}: {played.rival} can close only one of them")


@sentence("threatens", Claim.KEEPS)
def threatens(played: MoveFacts) -> Evidence | None:
    """The move leaves a cell to win on, and the rival has none."""
    if not played.threatens:
        return None
    return _threat(played, f"threatens {cells(played.board, played.own_after)}")


# --- what the third seat takes ---


def _piece(played: MoveFacts) -> str:
    return f"{name(played, played.move)} from {played.board.marks[played.move]}"


def _removes(played: MoveFacts) -> bool:
    return not played.chooses and not played.ended


@sentence("removal-completes", Claim.OPEN)
def removal_completes(played: MoveFacts) -> Evidence | None:
    """Without the piece the rest of somebody's is exactly a pattern, which wins if read so."""
    if played.chooses or not played.ended:
        return None
    outcome = played.after.outcome
    winner = outcome.winner or "" if outcome else ""
    return Evidence(
        f"takes {_piece(played)}, and what is left of {winner} is exactly a pattern",
        (DrawnLine(winner, outcome.cells if outcome else ()),),
    )


@sentence("removal-opens", Claim.OPEN)
def removal_opens(played: MoveFacts) -> Evidence | None:
    """The seat that moves next completes a pattern on the cell that became free."""
    if not _removes(played) or played.move not in played.next_wins:
        return None
    seat = played.after.to_move
    return Evidence(
        f"takes {_piece(played)}, and {seat} wins there",
        drawn(played.after, seat, (played.move,)),
        (played.move,),
    )


@sentence("removal-leaves", Claim.OPEN)
def removal_leaves(played: MoveFacts) -> Evidence | None:
    """The seat that moves next can complete a pattern all the same."""
    if not _removes(played) or not (wins := played.next_wins):
        return None
    seat = played.after.to_move
    return Evidence(
        f"takes {_piece(played)} and leaves {cells(played.board, wins)} to {seat}",
        drawn(played.after, seat, wins),
        wins[:1],
    )


@sentence("removal-breaks", Claim.OPEN)
def removal_breaks(played: MoveFacts) -> Evidence | None:
    """The owner of the piece could complete a pattern with it, and cannot do so on that cell."""
    owner = played.board.marks[played.move]
    if not _removes(played):
        return None
    before, after = played.board.winning_cells(owner), played.after.winning_cells(owner)
    gone = tuple([cell for cell in before if cell not in after])
    if not gone:
        return None
    return Evidence(
        f"takes {_piece(played)}, who cannot win at {either(played, gone)} any more",
        drawn(played.board, owner, gone),
    )


@sentence("removes", Claim.OPEN)
def removes(played: MoveFacts) -> Evidence | None:
    """A piece is taken away."""
    return Evidence(f"takes {_piece(played)}") if _removes(played) else None


SENTENCES = (
    completes,
    fills,
    misses_at_once,
    one_too_many,
    leaves_open,
    open_for_sure,
    waits_for_chance,
    gives_away,
    blocks_and_threatens,
    blocks,
    doubles,
    threatens,
    is_best,
    is_near,
    removal_completes,
    removal_opens,
    removal_leaves,
    removal_breaks,
    removes,
)
"""In the order in which they decide: the first that holds is the reason."""
