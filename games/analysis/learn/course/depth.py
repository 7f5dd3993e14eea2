"""How deep a search looks."""

from __future__ import annotations

from random import Random

from games.analysis.learn import ask, facts, texts
from games.analysis.learn.course import pool
from games.analysis.learn.course.moves import MAIN, hold
from games.analysis.learn.facts import consequence, position
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import Question
from games.analysis.wording import cells, listed, number, plies
from games.engines import engine, solution_of
from games.engines.subtrees import levels, size
from games.rules import Board, ClassicBoard


def depth() -> Content:
    board = position(MAIN)
    tall = levels(board)

    def below(cell: int) -> str:
        after = board.make_move(cell)
        told = listed([number(count) for count in levels(after)[1:]], "and then")
        return (
            f"{board.cell_name(cell)} leads to 1 board. The boards below that, ply by ply, are "
            f"{told}. Together {number(size(after))}."
        )

    words = texts.question(
        "depth",
        moves=number(tall[1]),
        replies=number(tall[2]),
        each=number(tall[1] - 1),
        three=number(sum(tall[:4])),
        **_in_all(board),
    )
    others = [sum(tall[:3]), sum(tall[:4]), 2 * size(board)]
    return texts.content(
        "depth",
        ask.choice(board, words, ask.counts(size(board), others), number(size(board))),
        board,
        board.available_moves(),
        below,
        whole=number(size(ClassicBoard())),
        one=cells(board, _seen(board, 1)),
        two=cells(board, _seen(board, 2)),
        best=cells(board, solution_of(board).keeping_moves(board)),
    )


def _in_all(board: Board) -> dict[str, str]:
    """The positions of the whole tree ply by ply, and together."""
    plies = [number(count) for count in levels(board)]
    return {"plies": listed(plies), "size": number(size(board))}


def _seen(board: Board, ahead: int) -> tuple[int, ...]:
    """The moves that a search without a heuristic finds best when it looks ``ahead`` plies."""
    short = engine(board.VARIANT, f"alphabeta:depth={ahead},heuristics=off,early=off,ordering=off")
    return short.choose(board, Random(0)).candidates


def plies_to_win(rng: Random) -> Question:
    board = pool.draw(rng, pool.x_wins_later)
    far = plies(solution_of(board).distance(board))
    move = facts.best_reply(board)
    found = {"consequence": consequence(board, move), "name": board.cell_name(move), "plies": far}
    words = texts.exercise("plies_to_win", **found)
    return ask.choice(board, words, [plies(count) for count in (1, 2, 3, 4, 5)], far)


def count_positions(rng: Random) -> Question:
    board = pool.draw(rng, _three_free)
    # Where each of the three moves wins at once there is no second ply to count. Another board is
    # drawn, instead of a smaller pool, so that all other sheets keep the boards they had.
    while len(tall := levels(board)) < 3:
        board = pool.draw(rng, _three_free)
    found = {"moves": number(tall[1]), "replies": number(tall[2]), **_in_all(board)}
    others = [size(board) - 1, sum(tall[:3]), size(board) + 3, 16]
    return ask.choice(
        board,
        texts.exercise("count_positions", board, **found),
        ask.counts(size(board), others),
        number(size(board)),
    )


def _three_free(board: Board) -> bool:
    return pool.free(board) == 3


COURSE: Course = {
    "depth": (depth, (plies_to_win, count_positions, plies_to_win, count_positions, hold))
}
