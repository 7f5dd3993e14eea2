"""How deep a search looks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.analysis.learn import ask, facts
from games.analysis.learn.course import pool
from games.analysis.learn.course.moves import MAIN, hold
from games.analysis.learn.facts import consequence, position
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.questions import Question
from games.analysis.wording import cells, listed, number, plies
from games.engines import engine, solution_of
from games.engines.subtrees import levels, size
from games.rules import Board, ClassicBoard


def depth() -> Content:
    board = position(MAIN)
    tall = levels(board)
    looks = {ahead: _seen(board, ahead) for ahead in (1, 2)}
    best = solution_of(board).keeping_moves(board)

    def below(cell: int) -> str:
        after = board.make_move(cell)
        _, *below = levels(after)
        told = listed([number(count) for count in below], "and then")
        return (
            f"{board.cell_name(cell)} leads to 1 board. The boards below that, ply by ply, are "
            f"{told}. Together {number(size(after))}."
        )

    return Content(
        idea=(
            "To find the value of a move, a computer goes down the tree: that is a search. A "
            "position is a board with a side to move, and the search enters one after another.",
            "One move of one side is called a ply. A search that looks one ply ahead enters the "
            "board after every move. Two plies: after every move and every reply. Each ply makes "
            "the tree wider, so the first question is how many positions there are to enter.",
        ),
        touch=Touch(
            "Five cells are free. Touch one to count the positions after it.",
            board,
            legal(board),
            below,
        ),
        question=ask.choice(
            board,
            "How many positions does minimax enter here, down to the end of every game, this board "
            "included?",
            ask.counts(size(board), [sum(tall[:3]), sum(tall[:4]), 2 * size(board)]),
            number(size(board)),
            (
                f"There is 1 board now and {number(tall[1])} after one ply.",
                f"After two plies there are {number(tall[2])}, because every move has "
                f"{number(tall[1] - 1)} replies.",
                f"Up to three plies that makes {number(sum(tall[:4]))}, and it goes on.",
            ),
            (
                f"Ply by ply: {listed([number(count) for count in tall], 'and')}. Together "
                f"{number(size(board))}. Games that end early have nothing below them.",
            ),
        ),
        meaning=(
            f"From the empty board minimax enters {number(size(ClassicBoard()))} positions. That "
            "is easy for a computer here, and impossible in chess.",
            _looks_short(board, looks, best),
        ),
        keep="Every ply ahead multiplies the work. A search that stops too soon can lose.",
        watch=MAIN,
        engine="alphabeta",
    )


def _seen(board: Board, ahead: int) -> tuple[int, ...]:
    """The moves that a search without a heuristic finds best when it looks ``ahead`` plies."""
    short = engine(board.VARIANT, f"alphabeta:depth={ahead},heuristics=off,early=off,ordering=off")
    return short.choose(board, Random(0)).candidates


def _looks_short(board: Board, looks: dict[int, tuple[int, ...]], best: tuple[int, ...]) -> str:
    one, two = looks[1], looks[2]
    return (
        "A search that stops early counts a game that is not over as 0. So one that looks only "
        f"one ply ahead finds {cells(board, one)} equally good on the board above: it does not "
        f"see the reply. With two plies it finds {cells(board, two)}. "
        f"The truth is {cells(board, best)}."
    )


def plies_to_win(rng: Random) -> Question:
    board = pool.draw(rng, pool.x_wins_later)
    far = solution_of(board).distance(board)
    move = facts.best_reply(board)
    assert far is not None
    return ask.choice(
        board,
        "X wins here, whatever O does. After how many plies, if X wins as soon as possible and O "
        "holds out as long as possible?",
        [plies(count) for count in (1, 2, 3, 4, 5)],
        plies(far),
        (
            "Count every move of X and every move of O.",
            "X makes the last move, so the number is odd.",
            consequence(board, move),
        ),
        (f"X begins with {board.cell_name(move)} and wins after {plies(far)}.",),
    )


def count_positions(rng: Random) -> Question:
    board = pool.draw(rng, _three_free)
    # Where each of the three moves wins at once there is no second ply to count. Another board is
    # drawn, instead of a smaller pool, so that all other sheets keep the boards they had.
    while len(tall := levels(board)) < 3:
        board = pool.draw(rng, _three_free)
    return ask.choice(
        board,
        f"{board.to_move} to move. How many positions does minimax enter, this board included?",
        ask.counts(size(board), [size(board) - 1, sum(tall[:3]), size(board) + 3, 16]),
        number(size(board)),
        (
            f"Begin with this board: 1. Then there are {number(tall[1])} moves.",
            "Count the replies to each move. A game that is won has none.",
            f"After two plies there are {number(tall[2])} positions.",
        ),
        (
            f"Ply by ply: {listed([number(count) for count in tall], 'and')}. "
            f"Together {number(size(board))}.",
        ),
    )


def _three_free(board: Board) -> bool:
    return pool.free(board) == 3


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "depth": (plies_to_win, count_positions, plies_to_win, count_positions, hold),
}
