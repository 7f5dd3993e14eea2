"""Lines, and the value of a move."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from games.analysis.learn import ask, facts
from games.analysis.learn.course import pool
from games.analysis.learn.facts import consequence, points, position, valued, worth
from games.analysis.learn.lesson import Content, Touch, legal
from games.analysis.learn.questions import Question
from games.analysis.reasons import forks
from games.analysis.wording import listed, number
from games.engines import solution_of
from games.engines.sides import rival_of
from games.rules import Board

OPEN = "XX.OO.... X"
FORK = "XO..X...O X"
MAIN = "X.O.X...O X"
"""The position that runs through the course: one move draws, all others lose."""

SMALL = "XOXXO.O.. X"


def _names(board: Board, cells: tuple[int, ...]) -> str:
    return listed([board.cell_name(cell) for cell in cells])


# --- lines ---


def lines() -> Content:
    board, fork = position(OPEN), position(FORK)
    found = forks(fork)
    return Content(
        idea=(
            "X and O take turns. Three marks of one side in a row, in a column or on a diagonal "
            "win: these are the eight lines. A cell is called by its column, a to c, and its row, "
            "1 to 3 from the top: a1 is top left.",
            f"You play {board.to_move}. Two of your marks on a line whose third cell is free are a "
            "threat: you can fill the line with your next move. So before every move, look for a "
            "threat of your own. It wins at once.",
            f"If you have none, look for a threat of {rival_of(board)}. You have to take its free "
            "cell, or you lose next move.",
        ),
        touch=Touch(
            "X to move. Touch a cell to see what happens next.",
            board,
            legal(board),
            partial(consequence, board),
        ),
        question=ask.cells(
            fork,
            "X to move, and nobody can win at once. Which cell makes two threats at the same time?",
            found,
            partial(consequence, fork),
            (
                "A threat is a line with two marks of X and a free cell.",
                "Find a free cell where two lines cross that hold one X each and no O.",
                f"One such cell is {fork.cell_name(found[0])}.",
            ),
        ),
        meaning=(
            "Two threats at once are called a fork. The other side can fill only one cell, so the "
            "second line wins.",
            "That makes a short list for every move: win if you can, block if you must, fork if "
            "you can.",
        ),
        keep="One threat can be blocked. Two cannot.",
        engine="smart",
    )


def win_at_once(rng: Random) -> Question:
    board = pool.draw(rng, pool.can_win)
    right = board.winning_cells(board.to_move)
    name = board.cell_name(right[0])
    return ask.cells(
        board,
        f"{board.to_move} to move. Place the winning move.",
        right,
        partial(consequence, board),
        (
            f"Look for a line with two marks of {board.to_move} and a free cell.",
            f"The free cell is in column {name[0]}.",
            consequence(board, right[0]),
        ),
    )


def block(rng: Random) -> Question:
    board = pool.draw(rng, pool.must_block)
    right = board.winning_cells(rival_of(board))
    name = board.cell_name(right[0])
    return ask.cells(
        board,
        f"{board.to_move} to move. Take the cell that {board.to_move} has to take.",
        right,
        partial(consequence, board),
        (
            f"{board.to_move} cannot win at once. So see what {rival_of(board)} would do next.",
            f"Look for a line with two marks of {rival_of(board)} and a free cell.",
            f"That free cell is in row {name[1]}.",
        ),
        because=(f"{rival_of(board)} would win at {name}. Every other move loses at once.",),
    )


def fork(rng: Random) -> Question:
    board = pool.draw(rng, pool.can_fork)
    right = forks(board)
    return ask.cells(
        board,
        f"{board.to_move} to move. Place a move that makes a fork: two threats at once.",
        right,
        partial(consequence, board),
        (
            f"Look for lines with one {board.to_move} and two free cells.",
            "Two of these lines cross in a free cell.",
            f"One such cell is {board.cell_name(right[0])}.",
        ),
    )


# --- the value of a move ---


def minimax() -> Content:
    board, small = position(MAIN), position(SMALL)
    values = {cell: points(board.make_move(cell)) for cell in board.available_moves()}
    best = solution_of(board).keeping_moves(board)
    return Content(
        idea=(
            f"Give every finished game a number: {worth(10)} if X has won, {worth(-10)} if O has "
            "won, 0 for a draw. X wants a high number, O a low one.",
            "Before the end nobody has won yet. But we can ask: what will come of this move, if "
            "both sides play as well as they can? X then always takes the move with the highest "
            "number, O the one with the lowest. The number that comes out is the value of the "
            "move.",
        ),
        touch=Touch(
            "X to move. O threatens to fill a line. Touch a cell to see its value.",
            board,
            legal(board),
            partial(valued, board),
        ),
        question=ask.tree(
            small,
            "Three cells are free. Each board leads to those below it. The values at the bottom "
            "are known. Which values do the boards above get?",
        ),
        meaning=(
            "A drawing like this, with the boards after every move below each board, is called a "
            "tree. And this is minimax: go down the tree to the end of every game, then bring the "
            "values up. Where X moves the highest counts, where O moves the lowest.",
            f"On the first board of this lesson X has {number(len(values))} moves. Only "
            f"{_names(board, best)} is worth {worth(max(values.values()))}, so X plays there.",
        ),
        keep="A move is worth what the best reply leaves of it.",
        watch=MAIN,
    )


def up_the_tree(rng: Random) -> Question:
    board = pool.draw(rng, pool.has_small_tree)
    return ask.tree(board, "X to move. Put the values up the tree, from the bottom to the top.")


def value_of_move(rng: Random) -> Question:
    board = pool.draw(rng, pool.differs)
    cell = rng.choice(board.available_moves())
    name, after = board.cell_name(cell), board.make_move(cell)
    answers = [f"{text}: {said}" for _, text, said in _VALUES]
    right = next(f"{text}: {said}" for value, text, said in _VALUES if value == points(after))
    reply = after.cell_name(facts.best_reply(after)) if not after.is_game_over() else name
    return ask.choice(
        board,
        f"X plays {name}. What is that move worth, if both sides play well from there?",
        answers,
        right,
        (
            "Look at every reply of O. The one that is worst for X counts.",
            f"A reply that matters is {reply}.",
            consequence(board, cell),
        ),
        (valued(board, cell),),
    )


_VALUES = ((10, "+10", "X wins"), (0, "0", "draw"), (-10, "−10", "O wins"))


def hold(rng: Random) -> Question:
    board = pool.draw(rng, pool.one_move_holds)
    right = solution_of(board).keeping_moves(board)
    wrong = next(cell for cell in board.available_moves() if cell not in right)
    return ask.cells(
        board,
        f"{board.to_move} to move. Only one move does not lose. Place it.",
        right,
        partial(valued, board),
        (
            f"See what {rival_of(board)} threatens, now and one move later.",
            valued(board, wrong),
            f"It is in column {board.cell_name(right[0])[0]}.",
        ),
    )


MAKERS: dict[str, tuple[Callable[[Random], Question], ...]] = {
    "lines": (win_at_once, block, fork, win_at_once, fork),
    "minimax": (up_the_tree, value_of_move, hold, up_the_tree, value_of_move),
}
