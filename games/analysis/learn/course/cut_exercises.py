"""Exercises on what a search need not enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.analysis.learn import ask, facts
from games.analysis.learn.course import pool
from games.analysis.learn.course.cuts import raising
from games.analysis.learn.facts import points, worth
from games.analysis.learn.questions import Question
from games.analysis.wording import listed, number
from games.rules import Board


def raise_alpha(rng: Random) -> Question:
    board = pool.draw(rng, pool.differs)
    return raising(
        board, "X to move. The moves are entered in this order. Mark those that raise α."
    )


def raise_told(rng: Random) -> Question:
    """The same with the values told, for those who come to it for the first time."""
    board = pool.draw(rng, pool.differs)
    told = _told(board, board.available_moves())
    return raising(
        board,
        f"X to move. The moves are entered in this order and turn out to be worth {told}. Mark "
        "those that raise α.",
    )


def _told(board: Board, order: Sequence[int]) -> str:
    """The values of the moves, in order: ``b1 +10, c1 0 and a3 −10``."""
    return listed(
        [f"{board.cell_name(one)} {worth(points(board.make_move(one)))}" for one in order]
    )


def still_useful(rng: Random) -> Question:
    """Whether a reply settles a move, from what α is and what the reply is worth."""
    board, cell, source, has = _refusable(rng)
    after = board.make_move(cell)
    reply = rng.choice(after.available_moves())
    value = points(after.make_move(reply))
    move, name = board.cell_name(cell), board.cell_name(reply)
    cut = value <= has
    yes, no = "Yes, that depends on the other replies", "No, whatever the other replies are"
    return ask.choice(
        after,
        f"X has {worth(has)} from {source}. The search looks at {move}, and the reply {name} "
        f"turns out to be worth {worth(value)}. Can {move} still be better than {source}?",
        [yes, no],
        no if cut else yes,
        (
            f"O chooses the reply. So {move} is worth {worth(value)} at most.",
            f"X wants more than {worth(has)}.",
            f"Compare: at most {worth(value)} here, {worth(has)} from {source}.",
        ),
        (
            f"{move} is worth {worth(value)} at most, because O can reply {name}. X has "
            f"{worth(has)} from {source}. "
            + (
                f"So {move} cannot be better, and no other reply has to be entered."
                if cut
                else f"So {move} could still be better, and the next reply has to be entered."
            ),
        ),
    )


def _refusable(rng: Random, holds: pool.Holds = pool.differs) -> tuple[Board, int, str, int]:
    """A position of X, a move to look at, and the best earlier move with its value.

    With ``pool.differs_for_o`` it is a position of O.
    """
    sign = 1 if holds is pool.differs else -1
    while True:
        board = pool.draw(rng, holds)
        moves = board.available_moves()
        at = rng.randrange(1, len(moves))
        has = {cell: points(board.make_move(cell)) for cell in moves[:at]}
        best = sign * max(sign * value for value in has.values())
        source = next(cell for cell, value in has.items() if value == best)
        after = board.make_move(moves[at])
        if sign * best < 10 and not after.is_game_over():
            return board, moves[at], board.cell_name(source), best


def cut_branches(rng: Random) -> Question:
    return _cut_branches(rng, told=False)


def cut_told(rng: Random) -> Question:
    """The same with the values told: what is asked is only where the search stops."""
    return _cut_branches(rng, told=True)


def _cut_branches(rng: Random, *, told: bool) -> Question:
    while True:
        board, cell, source, has = _refusable(rng)
        after = board.make_move(cell)
        order = after.available_moves()
        _, cut = facts.replies(after, order, has)
        if len(order) >= 3 and (cut or rng.random() < 0.2):
            break
    values = f" If all were entered, they would be worth {_told(after, order)}." if told else ""
    return ask.branches(
        after,
        f"X has {worth(has)} from {source} and looks at {board.cell_name(cell)}. The replies of O "
        f"are entered from left to right.{values} Mark those that are cut.",
        order,
        has,
        source,
    )


def beta_cuts(rng: Random) -> Question:
    """The same for O, who has β: the replies of X are cut."""
    while True:
        board, cell, source, has = _refusable(rng, pool.differs_for_o)
        after = board.make_move(cell)
        order = after.available_moves()
        if len(order) >= 3 and facts.replies(after, order, has)[1]:
            break
    return ask.branches(
        after,
        f"O has {worth(has)} from {source}, so β is {worth(has)}. O looks at "
        f"{board.cell_name(cell)}, and the replies of X are entered from left to right. If all "
        f"were entered, they would be worth {_told(after, order)}. Mark those that are cut.",
        order,
        has,
        source,
    )


def best_first(rng: Random) -> Question:
    while True:
        board, cell, source, has = _refusable(rng)
        after = board.make_move(cell)
        order = after.available_moves()
        good = [one for one in order if points(after.make_move(one)) <= has]
        if len(order) >= 3 and 0 < len(good) < len(order):
            break

    def why(one: int) -> str:
        value = points(after.make_move(one))
        end = "it refuses the move at once" if value <= has else "the next reply has to be entered"
        return f"{after.cell_name(one)} is worth {worth(value)}: {end}."

    name = board.cell_name(cell)
    return ask.cells(
        after,
        f"X has {worth(has)} from {source} and looks at {name}. Place the reply of O that should "
        "be entered first, to cut all others.",
        good,
        why,
        (
            f"Look for a reply after which X gets no more than {worth(has)}.",
            "A reply that wins for O does, and often one that blocks.",
            f"One such reply is {after.cell_name(good[0])}.",
        ),
    )


def read_in_order(rng: Random) -> Question:
    """How many replies are entered in a given order."""
    while True:
        board, cell, source, has = _refusable(rng)
        after = board.make_move(cell)
        order = list(after.available_moves())
        rng.shuffle(order)
        read, cut = facts.replies(after, order, has)
        if len(order) >= 3:
            break
    last = after.cell_name(read[-1])
    return ask.choice(
        after,
        f"X has {worth(has)} from {source} and looks at {board.cell_name(cell)}. The replies of "
        f"O, in order, are worth {_told(after, order)}. How many of them are entered?",
        [number(count) for count in range(1, len(order) + 1)],
        number(len(read)),
        (
            f"Go through them in order and stop where X gets {worth(has)} or less.",
            "The reply that stops the search is entered, too.",
            f"The last reply that is entered is {last}.",
        ),
        (
            f"{last} is the last one that is entered"
            + (f"; {number(len(cut))} cut." if cut else ": nothing is cut."),
        ),
    )


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "alpha": (raise_told, still_useful, raise_alpha, still_useful, still_useful),
    "alpha-beta": (cut_told, cut_told, still_useful, cut_branches, cut_branches),
    "ordering": (best_first, read_in_order, best_first, read_in_order, cut_branches),
}
