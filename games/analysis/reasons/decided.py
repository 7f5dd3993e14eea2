"""Sentences of games without chance, where every position is a win, a draw or a loss."""

from __future__ import annotations

from games.analysis.reasons.sentence import Claim, Evidence, drawn, sentence
from games.analysis.reasons.shared import (
    blocks,
    completes,
    either,
    leaves_open,
    misses_at_once,
    name,
    one_too_many,
)
from games.analysis.wording import cells, plies
from games.engines.played import MoveFacts, forks

# --- wins ---


@sentence("makes-fork", Claim.WINS, " and")
def makes_fork(played: MoveFacts) -> Evidence | None:
    """The move leaves two cells or more to win on, and the rival none."""
    if not played.makes_fork:
        return None
    own = played.own_after
    both = "both" if len(own) == 2 else "all"
    return Evidence(
        f"makes a fork: {cells(played.board, own)} {both} win",
        drawn(played.after, played.seat, own),
        played.line_of_best_play(played.after, 2),
    )


@sentence("wins-later", Claim.MISSES)
def wins_later(played: MoveFacts) -> Evidence | None:
    """The move wins by force, another one wins sooner."""
    if played.won or not played.is_win or played.left <= played.left_best:
        return None
    best = played.best[0]
    return Evidence(
        f"wins in {plies(played.left)}, {name(played, best)} in {plies(played.left_best)}",
        moves=(best, *played.line_of_best_play(played.board.make_move(best), 3)),
        instead=True,
    )


@sentence("forces-fork", Claim.WINS, " and")
def forces_fork(played: MoveFacts) -> Evidence | None:
    """The move threatens to win on one cell, and once that is closed there is a fork."""
    reply = played.forced_reply
    if reply is None:
        return None
    closed = played.after.make_move(reply)
    then = () if closed.is_game_over() else forks(closed)
    if not then:
        return None
    there = closed.make_move(then[0])
    makes = "makes" if len(then) == 1 else "each make"
    which = cells(played.board, then)
    return Evidence(
        f"forces {played.rival} to {name(played, reply)}, then {which} {makes} a fork",
        drawn(played.after, played.seat, played.own_after)
        + drawn(there, played.seat, there.winning_cells(played.seat)),
        (reply, then[0], *played.line_of_best_play(there, 2)),
    )


@sentence("wins-by-force", Claim.WINS, " and")
def wins_by_force(played: MoveFacts) -> Evidence | None:
    """The move keeps a forced win."""
    if played.ended or not played.is_win:
        return None
    line = played.line_of_best_play(played.after, 4)
    return Evidence(f"wins by force in {plies(played.left)}", moves=line)


# --- losses ---


@sentence("allows-fork", Claim.LOSES, ", but")
def allows_fork(played: MoveFacts) -> Evidence | None:
    """The rival can make a fork with the next move."""
    if not played.forks_after:
        return None
    reply = played.forks_after[0]
    there = played.after.make_move(reply)
    return Evidence(
        f"allows a fork on {either(played, played.forks_after)}",
        drawn(there, played.rival, there.winning_cells(played.rival)),
        (reply, *played.line_of_best_play(there, 2)),
    )


@sentence("lets-win", Claim.LOSES, ", but")
def lets_win(played: MoveFacts) -> Evidence | None:
    """The move loses by force."""
    if played.ended or not played.is_loss:
        return None
    line = played.line_of_best_play(played.after, 4)
    return Evidence(f"lets {played.rival} force a win in {plies(played.left - 1)}", moves=line)


# --- wins given away ---


@sentence("misses-fork", Claim.MISSES)
def misses_fork(played: MoveFacts) -> Evidence | None:
    """The move draws where another makes a fork."""
    if not played.was_win or played.value or not (there := forks(played.board)):
        return None
    after = played.board.make_move(there[0])
    return Evidence(
        f"misses a fork on {either(played, there)}",
        drawn(after, played.seat, after.winning_cells(played.seat)),
        (there[0], *played.line_of_best_play(after, 2)),
        instead=True,
    )


@sentence("misses-win", Claim.MISSES)
def misses_win(played: MoveFacts) -> Evidence | None:
    """The move draws where another wins by force."""
    if not played.was_win or played.value:
        return None
    line = played.line_of_best_play(played.board, 4)
    return Evidence(f"misses a win in {plies(played.left_best)}", moves=line, instead=True)


# --- draws kept ---


@sentence("fills", Claim.KEEPS)
def fills(played: MoveFacts) -> Evidence | None:
    """The move fills the board, and nobody has a line."""
    return Evidence("fills the last cell: a draw") if played.ended and not played.won else None


@sentence("stops-fork", Claim.KEEPS)
def stops_fork(played: MoveFacts) -> Evidence | None:
    """The rival could make two threats at once if it were to move; after the move it cannot."""
    quiet = not played.ended and not played.wins and not played.rival_wins
    if not quiet or not played.latent_forks or played.forks_after or played.is_loss:
        return None
    return Evidence(f"stops a fork on {either(played, played.latent_forks)}")


@sentence("only-draw", Claim.KEEPS)
def only_draw(played: MoveFacts) -> Evidence | None:
    """The move holds the draw, and every other move loses."""
    others = {cell: value for cell, value in played.values.items() if cell != played.move}
    if played.value or not others or max(others.values()) >= 0:
        return None
    other = next(iter(others))
    return Evidence(
        "holds the draw; every other move loses",
        moves=(other, *played.line_of_best_play(played.board.make_move(other), 3)),
        instead=True,
    )


def _forces(played: MoveFacts) -> Evidence | None:
    """The rival has to stop a threat on one cell, or loses at once."""
    if played.forced_reply is None:
        return None
    return Evidence(
        f"forces {played.rival} to {name(played, played.own_after[0])}",
        drawn(played.after, played.seat, played.own_after),
        played.own_after,
    )


@sentence("blocks-and-forces", Claim.KEEPS, " and")
def blocks_and_forces(played: MoveFacts) -> Evidence | None:
    """``blocks`` and ``forces``."""
    return _forces(played) if played.blocks else None


@sentence("draws", Claim.KEEPS)
def draws(played: MoveFacts) -> Evidence | None:
    """Best play from both sides ends in a draw, before the move and after it."""
    if played.ended or played.value or played.best_value:
        return None
    return Evidence("keeps the draw", moves=played.line_of_best_play(played.after, 4))


SENTENCES = (
    completes,
    misses_at_once,
    one_too_many,
    leaves_open,
    makes_fork,
    wins_later,
    forces_fork,
    wins_by_force,
    allows_fork,
    lets_win,
    misses_fork,
    misses_win,
    fills,
    blocks_and_forces,
    blocks,
    stops_fork,
    only_draw,
    sentence("forces", Claim.KEEPS)(_forces),
    draws,
)
"""In the order in which they decide: the first that holds is the reason."""
