"""Exercises on what a search need not enter."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import NamedTuple

from games.analysis.learn import ask, facts, texts
from games.analysis.learn.course import pool
from games.analysis.learn.facts import points, worth
from games.analysis.learn.questions import Group, Question
from games.analysis.wording import limit, listed, number
from games.rules import Board


def raising(board: Board, ask_text: str) -> Question:
    """Mark the moves of X that raise α when they are entered from a1 to c3."""
    alpha: float = -inf
    raises, because, order = [], [], board.available_moves()
    for cell in order:
        value, before = points(board.make_move(cell)), alpha
        alpha = max(alpha, value)
        said = f"{board.cell_name(cell)} is worth {worth(value)}."
        if alpha > before:
            raises.append(cell)
            because.append(f"{said} α rises from {limit(before)} to {worth(value)}.")
        else:
            has = worth(before)
            because.append(f"{said} X has {has} already, so α stays {has}.")

    def why(cell: int) -> str:
        verb = "rises" if cell in raises else "stays"
        return f"{worth(points(board.make_move(cell)))}: α {verb}"

    words = texts.exercise("raising", first=board.cell_name(order[0]), reason=because[0])
    group = Group("", ask_text, ask.cards(board, order, raises, why), several=True)
    return Question("cards", board, (group,), ask_text, words.hints, tuple(because))


def raise_alpha(rng: Random) -> Question:
    return raising(pool.draw(rng, pool.differs), texts.exercise("raise_alpha").ask)


def raise_told(rng: Random) -> Question:
    """The same with the values told, for those who come to it for the first time."""
    board = pool.draw(rng, pool.differs)
    told = _told(board, board.available_moves())
    return raising(board, texts.exercise("raise_told", told=told).ask)


def _told(board: Board, order: Sequence[int]) -> str:
    """The values of the moves, in order: ``b1 +10, c1 0 and a3 −10``."""
    return listed(
        [f"{board.cell_name(one)} {worth(points(board.make_move(one)))}" for one in order]
    )


class Refutable(NamedTuple):
    """The position after a ``move`` to look at, and the best earlier one with its value."""

    after: Board
    move: str
    source: str
    has: int

    @property
    def found(self) -> dict[str, str]:
        """What exercises say of it."""
        return {"move": self.move, "source": self.source, "has": worth(self.has)}


def _refutable(rng: Random, holds: pool.Holds = pool.differs) -> Refutable:
    """A move of X that a reply may refute; with ``pool.differs_for_o`` one of O."""
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
            return Refutable(after, board.cell_name(moves[at]), board.cell_name(source), best)


def still_useful(rng: Random) -> Question:
    """Whether a reply settles a move, from what α is and what the reply is worth."""
    one = _refutable(rng)
    reply = rng.choice(one.after.available_moves())
    value = points(one.after.make_move(reply))
    source, cut = texts.EXERCISES["still_useful"], value <= one.has
    found = {**one.found, "name": one.after.cell_name(reply), "value": worth(value)}
    so = source["cut" if cut else "open"].format(**found)
    words = texts.exercise("still_useful", so=so, **found)
    return ask.choice(one.after, words, source["answers"], source["answers"][cut])


def _cut_branches(name: str, rng: Random, holds: pool.Holds = pool.differs) -> Question:
    """Mark the replies that are cut; sometimes, where X moves, none is."""
    while True:
        one = _refutable(rng, holds)
        order = one.after.available_moves()
        _, cut = facts.replies(one.after, order, one.has)
        if len(order) >= 3 and (cut or (holds is pool.differs and rng.random() < 0.2)):
            break
    words = texts.exercise(name, told=_told(one.after, order), **one.found)
    return ask.branches(one.after, words.ask, order, one.has, one.source)


def cut_branches(rng: Random) -> Question:
    return _cut_branches("cut_branches", rng)


def cut_told(rng: Random) -> Question:
    """The same with the values told: what is asked is only where the search stops."""
    return _cut_branches("cut_told", rng)


def beta_cuts(rng: Random) -> Question:
    """The same for O, who has β: the replies of X are cut."""
    return _cut_branches("beta_cuts", rng, pool.differs_for_o)


def best_first(rng: Random) -> Question:
    while True:
        one = _refutable(rng)
        after, order = one.after, one.after.available_moves()
        good = [cell for cell in order if points(after.make_move(cell)) <= one.has]
        if len(order) >= 3 and 0 < len(good) < len(order):
            break

    def why(cell: int) -> str:
        value = points(after.make_move(cell))
        refutes = value <= one.has
        end = "it refutes the move at once" if refutes else "the next reply has to be entered"
        return f"{after.cell_name(cell)} is worth {worth(value)}: {end}."

    words = texts.exercise("best_first", name=after.cell_name(good[0]), **one.found)
    return ask.cells(after, words, good, why)


def read_in_order(rng: Random) -> Question:
    """How many replies are entered in a given order."""
    while True:
        one = _refutable(rng)
        order = list(one.after.available_moves())
        rng.shuffle(order)
        entered, cut = facts.replies(one.after, order, one.has)
        if len(order) >= 3:
            break
    words = texts.exercise(
        "read_in_order",
        told=_told(one.after, order),
        last=one.after.cell_name(entered[-1]),
        end=f"; {number(len(cut))} cut." if cut else ": nothing is cut.",
        **one.found,
    )
    counts = [number(count) for count in range(1, len(order) + 1)]
    return ask.choice(one.after, words, counts, number(len(entered)))


ON_ALPHA = (raise_told, still_useful, raise_alpha, still_useful, still_useful)
ON_CUTS = (cut_told, cut_told, still_useful, cut_branches, cut_branches)
ON_ORDER = (best_first, read_in_order, best_first, read_in_order, cut_branches)
