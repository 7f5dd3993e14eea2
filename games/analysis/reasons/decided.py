"""Sentences of games without chance, where every position is a win, a draw or a loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.analysis.reasons.sentence import Claim, Sentence, Shown, drawn
from games.analysis.reasons.shared import (
    BLOCKS,
    COMPLETES,
    LEAVES_OPEN,
    MISSES_AT_ONCE,
    ONE_TOO_MANY,
    blocks,
    either,
    name,
    tell_blocks,
)
from games.analysis.wording import cells, plies
from games.engines.played import Cells, Played, forks

# --- wins ---


def makes_fork(played: Played) -> bool:
    """The move leaves two cells or more to win on, and the rival none."""
    return played.makes_fork


def tell_makes_fork(played: Played) -> Shown:
    own = played.own_after
    both = "both" if len(own) == 2 else "all"
    return Shown(
        f"makes a fork: {cells(played.board, own)} {both} win",
        drawn(played.after, played.seat, own),
        played.line_of_best_play(played.after, 2),
    )


def wins_later(played: Played) -> bool:
    """The move wins by force, another one wins sooner."""
    return not played.won and played.is_win and played.left > played.left_best


def tell_wins_later(played: Played) -> Shown:
    best = played.best[:1]
    return Shown(
        f"wins in {plies(played.left)}, {name(played, best[0])} in {plies(played.left_best)}",
        moves=(*best, *played.line_of_best_play(played.board.make_move(best[0]), 3)),
        instead=True,
    )


def _next_forks(played: Played) -> Cells:
    reply = played.forced_reply
    if reply is None:
        return ()
    there = played.after.make_move(reply)
    return () if there.is_game_over() else forks(there)


def forces_fork(played: Played) -> bool:
    """The move threatens to win on one cell, and once that is closed there is a fork."""
    return bool(_next_forks(played))


def tell_forces_fork(played: Played) -> Shown:
    reply, then = played.own_after[0], _next_forks(played)
    there = played.after.make_move(reply).make_move(then[0])
    makes = "makes" if len(then) == 1 else "each make"
    which = cells(played.board, then)
    return Shown(
        f"forces {played.rival} to {name(played, reply)}, then {which} {makes} a fork",
        drawn(played.after, played.seat, played.own_after)
        + drawn(there, played.seat, there.winning_cells(played.seat)),
        (reply, then[0], *played.line_of_best_play(there, 2)),
    )


def wins_by_force(played: Played) -> bool:
    """The move keeps a forced win."""
    return not played.ended and played.is_win


def tell_wins_by_force(played: Played) -> Shown:
    return Shown(
        f"wins by force in {plies(played.left)}", moves=played.line_of_best_play(played.after, 4)
    )


# --- losses ---


def allows_fork(played: Played) -> bool:
    """The rival can make a fork with the next move."""
    return bool(played.forks_after)


def tell_allows_fork(played: Played) -> Shown:
    reply = played.forks_after[0]
    there = played.after.make_move(reply)
    return Shown(
        f"allows a fork on {either(played, played.forks_after)}",
        drawn(there, played.rival, there.winning_cells(played.rival)),
        (reply, *played.line_of_best_play(there, 2)),
    )


def lets_win(played: Played) -> bool:
    """The move loses by force."""
    return not played.ended and played.is_loss


def tell_lets_win(played: Played) -> Shown:
    return Shown(
        f"lets {played.rival} force a win in {plies(played.left - 1)}",
        moves=played.line_of_best_play(played.after, 4),
    )


# --- wins given away ---


def misses_fork(played: Played) -> bool:
    """The move draws where another makes a fork."""
    return played.was_win and not played.value and bool(forks(played.board))


def tell_misses_fork(played: Played) -> Shown:
    there = forks(played.board)
    after = played.board.make_move(there[0])
    return Shown(
        f"misses a fork on {either(played, there)}",
        drawn(after, played.seat, after.winning_cells(played.seat)),
        (there[0], *played.line_of_best_play(after, 2)),
        instead=True,
    )


def misses_win(played: Played) -> bool:
    """The move draws where another wins by force."""
    return played.was_win and not played.value


def tell_misses_win(played: Played) -> Shown:
    return Shown(
        f"misses a win in {plies(played.left_best)}",
        moves=played.line_of_best_play(played.board, 4),
        instead=True,
    )


# --- draws kept ---


def fills(played: Played) -> bool:
    """The move fills the board, and nobody has a line."""
    return played.ended and not played.won


def tell_fills(played: Played) -> Shown:
    return Shown("fills the last cell: a draw")


def stops_fork(played: Played) -> bool:
    """The rival could make two threats at once if it were to move; after the move it cannot."""
    quiet = not played.ended and not played.wins and not played.rival_wins
    return quiet and bool(played.latent_forks) and not played.forks_after and not played.is_loss


def tell_stops_fork(played: Played) -> Shown:
    return Shown(f"stops a fork on {either(played, played.latent_forks)}")


def only_draw(played: Played) -> bool:
    """The move holds the draw, and every other move loses."""
    others = [value for cell, value in played.values.items() if cell != played.move]
    return not played.value and bool(others) and max(others) < 0


def tell_only_draw(played: Played) -> Shown:
    other = next(cell for cell in played.values if cell != played.move)
    return Shown(
        "holds the draw; every other move loses",
        moves=(other, *played.line_of_best_play(played.board.make_move(other), 3)),
        instead=True,
    )


def forces(played: Played) -> bool:
    """The rival has to stop a threat on one cell, or loses at once."""
    return played.forced_reply is not None


def tell_forces(played: Played) -> Shown:
    return Shown(
        f"forces {played.rival} to {name(played, played.own_after[0])}",
        drawn(played.after, played.seat, played.own_after),
        played.own_after,
    )


def blocks_and_forces(played: Played) -> bool:
    """``blocks`` and ``forces``."""
    return blocks(played) and forces(played)


def draws(played: Played) -> bool:
    """Best play from both sides ends in a draw, before the move and after it."""
    return not played.ended and not played.value and not played.best_value


def tell_draws(played: Played) -> Shown:
    return Shown("keeps the draw", moves=played.line_of_best_play(played.after, 4))


Tell = Callable[[Played], Shown]


def blocking(tell: Tell, link: str) -> Tell:
    """``tell``, after it is said that the move blocks, where it does."""

    def told(played: Played) -> Shown:
        shown = tell(played)
        if not blocks(played):
            return shown
        return replace(shown, text=f"{tell_blocks(played).text}{link} {shown.text}")

    return told


SENTENCES = (
    COMPLETES,
    MISSES_AT_ONCE,
    ONE_TOO_MANY,
    LEAVES_OPEN,
    Sentence("makes-fork", Claim.WINS, makes_fork, blocking(tell_makes_fork, " and")),
    Sentence("wins-later", Claim.MISSES, wins_later, tell_wins_later),
    Sentence("forces-fork", Claim.WINS, forces_fork, blocking(tell_forces_fork, " and")),
    Sentence("wins-by-force", Claim.WINS, wins_by_force, blocking(tell_wins_by_force, " and")),
    Sentence("allows-fork", Claim.LOSES, allows_fork, blocking(tell_allows_fork, ", but")),
    Sentence("lets-win", Claim.LOSES, lets_win, blocking(tell_lets_win, ", but")),
    Sentence("misses-fork", Claim.MISSES, misses_fork, tell_misses_fork),
    Sentence("misses-win", Claim.MISSES, misses_win, tell_misses_win),
    Sentence("fills", Claim.KEEPS, fills, tell_fills),
    Sentence("blocks-and-forces", Claim.KEEPS, blocks_and_forces, blocking(tell_forces, " and")),
    BLOCKS,
    Sentence("stops-fork", Claim.KEEPS, stops_fork, tell_stops_fork),
    Sentence("only-draw", Claim.KEEPS, only_draw, tell_only_draw),
    Sentence("forces", Claim.KEEPS, forces, tell_forces),
    Sentence("draws", Claim.KEEPS, draws, tell_draws),
)
"""In the order in which they decide: the first that holds is the reason."""
