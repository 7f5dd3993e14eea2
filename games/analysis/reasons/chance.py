"""Sentences of a game in which a third seat takes a piece away, by chance where nobody holds it.

Expected results are measured in wins: 1 is a certain one.
"""

from __future__ import annotations

from games.analysis.reasons.sentence import Claim, Drawn, Sentence, Shown, drawn
from games.analysis.reasons.shared import (
    BLOCKS,
    COMPLETES,
    LEAVES_OPEN,
    MISSES_AT_ONCE,
    ONE_TOO_MANY,
    blocks,
    either,
    name,
)
from games.analysis.wording import cells, shortfall
from games.engines.played import Cells, Played
from games.rules import Board

NEARLY = 0.05
"""Up to how much of a win a move may cost without that being the reason to speak of."""


def fills(played: Played) -> bool:
    """The piece fills the grid, and no pattern is completed with it."""
    return played.chooses and played.ended and not played.won


def tell_fills(played: Played) -> Shown:
    return Shown("fills the grid: no pattern can follow")


# --- the rival's turn comes after chance ---


def savers(played: Played) -> Cells:
    """The pieces of which one has to go, or the rival can complete a pattern at its turn."""
    after = played.after
    return tuple(
        [
            cell
            for cell in after.available_moves()
            if not after.make_move(cell).winning_cells(played.rival)
        ]
    )


def waits_for_chance(played: Played) -> bool:
    """The rival can complete a pattern at its turn, and some removals before it stop that."""
    return played.chance_answers and bool(played.open_after) and bool(savers(played))


def tell_waits_for_chance(played: Played) -> Shown:
    after, saving = played.after, savers(played)
    pieces = len(after.available_moves())
    return Shown(
        f"leaves {cells(played.board, played.open_after)} open unless {after.to_move} takes"
        f" {either(played, saving)} ({len(saving)} of {pieces} pieces)",
        drawn(after, played.rival, played.open_after),
        _proof(played, after),
    )


def open_for_sure(played: Played) -> bool:
    """The rival can complete a pattern at its turn, whichever piece goes before."""
    return played.chance_answers and bool(played.open_after) and not savers(played)


def tell_open_for_sure(played: Played) -> Shown:
    after = played.after
    return Shown(
        f"lets {played.rival} win next, whichever piece {after.to_move} takes",
        drawn(after, played.rival, played.open_after),
        _proof(played, after),
    )


def _proof(played: Played, after: Board) -> Cells:
    """A removal that leaves the rival a win, and that win."""
    for taken in after.available_moves():
        if winning := after.make_move(taken).winning_cells(played.rival):
            return taken, winning[0]
    return ()


# --- the expected result ---


def gives_away(played: Played) -> bool:
    """Another cell has a clearly better expected result."""
    return played.chooses and played.cost >= NEARLY


def tell_gives_away(played: Played) -> Shown:
    best = played.best[0]
    there = played.board.make_move(best)
    return Shown(
        f"gives away {shortfall(played.best_value, played.value)} of the expected result",
        () if there.is_game_over() else drawn(there, played.seat, there.winning_cells(played.seat)),
        (best,),
        instead=True,
    )


def is_best(played: Played) -> bool:
    """No cell has a better expected result."""
    return played.chooses and played.move in played.best


def tell_is_best(played: Played) -> Shown:
    if len(played.best) == len(played.values):
        return Shown("is worth as much as every other cell")
    return Shown("has the best expected result")


def is_near(played: Played) -> bool:
    """The best cell has an expected result that is hardly better."""
    return played.chooses and not is_best(played) and played.cost < NEARLY


def tell_is_near(played: Played) -> Shown:
    short = shortfall(played.best_value, played.value)
    return Shown(f"is {short} short of the best cell", moves=played.best[:1], instead=True)


# --- threats ---


def blocks_and_threatens(played: Played) -> bool:
    """``blocks`` and ``threatens``."""
    return blocks(played) and threatens(played)


def tell_blocks_and_threatens(played: Played) -> Shown:
    return Shown(
        f"blocks {played.rival} at {name(played, played.move)} and threatens"
        f" {cells(played.board, played.own_after)}",
        drawn(played.after, played.seat, played.own_after),
    )


def doubles(played: Played) -> bool:
    """The move leaves two cells or more to win on, of which the rival can close only one."""
    return played.chooses and played.makes_fork


def tell_doubles(played: Played) -> Shown:
    return Shown(
        f"threatens {cells(played.board, played.own_after)}:"
        f" {played.rival} can close only one of them",
        drawn(played.after, played.seat, played.own_after),
    )


def threatens(played: Played) -> bool:
    """The move leaves a cell to win on, and the rival has none."""
    return played.threatens


def tell_threatens(played: Played) -> Shown:
    return Shown(
        f"threatens {cells(played.board, played.own_after)}",
        drawn(played.after, played.seat, played.own_after),
    )


# --- what the third seat takes ---


def removal_completes(played: Played) -> bool:
    """Without the piece the rest of somebody's is exactly a pattern, which wins if read so."""
    return not played.chooses and played.ended


def tell_removal_completes(played: Played) -> Shown:
    outcome = played.after.outcome
    winner = outcome.winner or "" if outcome else ""
    done = outcome.cells if outcome else ()
    return Shown(
        f"takes {_piece(played)}, and what is left of {winner} is exactly a pattern",
        (Drawn(winner, done),),
    )


def removes(played: Played) -> bool:
    """A piece is taken away."""
    return not played.chooses and not played.ended


def tell_removes(played: Played) -> Shown:
    return Shown(f"takes {_piece(played)}")


def _piece(played: Played) -> str:
    return f"{name(played, played.move)} from {played.board.marks[played.move]}"


def _next_wins(played: Played) -> Cells:
    return played.next_wins if removes(played) else ()


def removal_opens(played: Played) -> bool:
    """The seat that moves next completes a pattern on the cell that became free."""
    return played.move in _next_wins(played)


def tell_removal_opens(played: Played) -> Shown:
    seat = played.after.to_move
    return Shown(
        f"takes {_piece(played)}, and {seat} wins there",
        drawn(played.after, seat, (played.move,)),
        (played.move,),
    )


def removal_leaves(played: Played) -> bool:
    """The seat that moves next can complete a pattern all the same."""
    return bool(_next_wins(played))


def tell_removal_leaves(played: Played) -> Shown:
    seat, wins = played.after.to_move, _next_wins(played)
    return Shown(
        f"takes {_piece(played)} and leaves {cells(played.board, wins)} to {seat}",
        drawn(played.after, seat, wins),
        wins[:1],
    )


def _broken(played: Played) -> tuple[str, Cells]:
    """Whose piece was taken, and the cells on which that seat cannot win any more."""
    owner = played.board.marks[played.move]
    before, after = played.board.winning_cells(owner), played.after.winning_cells(owner)
    return owner, tuple([cell for cell in before if cell not in after])


def removal_breaks(played: Played) -> bool:
    """The owner of the piece could complete a pattern with it, and cannot do so on that cell."""
    return removes(played) and bool(_broken(played)[1])


def tell_removal_breaks(played: Played) -> Shown:
    owner, gone = _broken(played)
    return Shown(
        f"takes {_piece(played)}, who cannot win at {either(played, gone)} any more",
        drawn(played.board, owner, gone),
    )


SENTENCES = (
    COMPLETES,
    Sentence("fills-grid", Claim.KEEPS, fills, tell_fills),
    MISSES_AT_ONCE,
    ONE_TOO_MANY,
    LEAVES_OPEN,
    Sentence("open-for-sure", Claim.LOSES, open_for_sure, tell_open_for_sure),
    Sentence("waits-for-chance", Claim.OPEN, waits_for_chance, tell_waits_for_chance),
    Sentence("gives-away", Claim.MISSES, gives_away, tell_gives_away),
    Sentence("blocks-threatens", Claim.KEEPS, blocks_and_threatens, tell_blocks_and_threatens),
    BLOCKS,
    Sentence("doubles", Claim.KEEPS, doubles, tell_doubles),
    Sentence("threatens", Claim.KEEPS, threatens, tell_threatens),
    Sentence("best-expected", Claim.KEEPS, is_best, tell_is_best),
    Sentence("near-best", Claim.KEEPS, is_near, tell_is_near),
    Sentence("removal-completes", Claim.OPEN, removal_completes, tell_removal_completes),
    Sentence("removal-opens", Claim.OPEN, removal_opens, tell_removal_opens),
    Sentence("removal-leaves", Claim.OPEN, removal_leaves, tell_removal_leaves),
    Sentence("removal-breaks", Claim.OPEN, removal_breaks, tell_removal_breaks),
    Sentence("removes", Claim.OPEN, removes, tell_removes),
)
"""In the order in which they decide: the first that holds is the reason."""
