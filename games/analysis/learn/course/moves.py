"""Lines, and the value of a move."""

from __future__ import annotations

from functools import partial
from random import Random

from games.analysis.learn import ask, facts, texts
from games.analysis.learn.course import pool
from games.analysis.learn.facts import consequence, points, position, valued, worth
from games.analysis.learn.lesson import Content, Course
from games.analysis.learn.questions import Question
from games.analysis.reasons import forks
from games.analysis.wording import cells, number
from games.engines import solution_of
from games.engines.sides import rival_of

OPEN = "XX.OO.... X"
FORK = "XO..X...O X"
MAIN = "X.O.X...O X"
"""The position that runs through the course: one move draws, all others lose."""

SMALL = "XOXXO.O.. X"

# --- lines ---


def lines() -> Content:
    board, fork = position(OPEN), position(FORK)
    found, say = forks(fork), partial(consequence, fork)
    question = texts.question("lines", fork=fork.cell_name(found[0]))
    return texts.content(
        "lines",
        ask.cells(fork, question, found, say),
        board,
        board.available_moves(),
        partial(consequence, board),
        seat=board.to_move,
        rival=rival_of(board),
    )


def win_at_once(rng: Random) -> Question:
    board = pool.draw(rng, pool.can_win)
    right = board.winning_cells(board.to_move)
    say = partial(consequence, board)
    column = board.cell_name(right[0])[0]
    words = texts.exercise("win_at_once", board, column=column, consequence=say(right[0]))
    return ask.cells(board, words, right, say)


def block(rng: Random) -> Question:
    board = pool.draw(rng, pool.must_block)
    right = board.winning_cells(rival_of(board))
    name = board.cell_name(right[0])
    words = texts.exercise("block", board, name=name, row=name[1])
    return ask.cells(board, words, right, partial(consequence, board))


def fork(rng: Random) -> Question:
    board = pool.draw(rng, pool.can_fork)
    right = forks(board)
    words = texts.exercise("fork", board, name=board.cell_name(right[0]))
    return ask.cells(board, words, right, partial(consequence, board))


# --- the value of a move ---


def minimax() -> Content:
    board = position(MAIN)
    values = {cell: points(board.make_move(cell)) for cell in board.available_moves()}
    return texts.content(
        "minimax",
        ask.tree(position(SMALL), texts.question("minimax").ask),
        board,
        board.available_moves(),
        partial(valued, board),
        win=worth(10),
        loss=worth(-10),
        count=number(len(values)),
        best=cells(board, solution_of(board).keeping_moves(board)),
        top=worth(max(values.values())),
    )


def up_the_tree(rng: Random) -> Question:
    return ask.tree(pool.draw(rng, pool.has_small_tree), texts.exercise("up_the_tree").ask)


def value_of_move(rng: Random) -> Question:
    board = pool.draw(rng, pool.differs)
    goes_on = [c for c in board.available_moves() if not board.make_move(c).is_game_over()]
    cell = rng.choice(goes_on)
    name, after = board.cell_name(cell), board.make_move(cell)
    answers = {10: "+10: X wins", 0: "0: draw", -10: "−10: O wins"}
    words = texts.exercise(
        "value_of_move",
        name=name,
        reply=after.cell_name(facts.best_reply(after)),
        consequence=consequence(board, cell),
        valued=valued(board, cell),
    )
    return ask.choice(board, words, list(answers.values()), answers[points(after)])


def hold(rng: Random) -> Question:
    board = pool.draw(rng, pool.one_move_holds)
    right = solution_of(board).keeping_moves(board)
    wrong = next(cell for cell in board.available_moves() if cell not in right)
    column = board.cell_name(right[0])[0]
    words = texts.exercise("hold", board, wrong=valued(board, wrong), column=column)
    return ask.cells(board, words, right, partial(valued, board))


COURSE: Course = {
    "lines": (lines, (win_at_once, block, fork, win_at_once, fork)),
    "minimax": (minimax, (up_the_tree, value_of_move, hold, up_the_tree, value_of_move)),
}
