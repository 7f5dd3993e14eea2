"""Lines, the value of a move, and how deep a search looks."""

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
from games.analysis.wording import listed, number, plies
from games.engines import engine, solution_of
from games.engines.sides import rival_of
from games.engines.subtrees import levels, size
from games.rules import Board, ClassicBoard

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
            "Three of your marks in a line win. So before every move, look for a line with two of "
            "your marks and a free cell: filling it wins at once.",
            f"If you have none, look for such a line of {rival_of(board)}. You have to take its "
            "free cell, or you lose next move.",
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
            "both sides play as well as they can? That number is the value of the move.",
        ),
        touch=Touch(
            "X to move. O threatens to fill a line. Touch a cell to see its value.",
            board,
            legal(board),
            partial(valued, board),
        ),
        question=ask.tree(
            small,
            "Three cells are free. The values at the bottom are known. Which values come up?",
        ),
        meaning=(
            "This is minimax: go down to the end of every game, then bring the values up. Where X "
            "moves the highest counts, where O moves the lowest.",
            f"On the first board of this lesson that gives X {number(len(values))} values. "
            f"Only {_names(board, best)} is worth {worth(max(values.values()))}, so X plays there.",
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


# --- depth ---


def depth() -> Content:
    board = position(MAIN)
    tall = levels(board)
    looks = {ahead: _seen(board, ahead) for ahead in (1, 2)}
    best = solution_of(board).keeping_moves(board)

    def below(cell: int) -> str:
        after = board.make_move(cell)
        told = listed([number(count) for count in levels(after)], "and then")
        return (
            f"{board.cell_name(cell)}: the positions after it, ply by ply, are {told}. "
            f"That makes {number(size(after))}."
        )

    return Content(
        idea=(
            "One move of one side is called a ply. A search that looks one ply ahead tries every "
            "move. Two plies: every move and every reply.",
            "Each ply makes the tree wider. So the first question about a search is how many "
            "positions it has to read.",
        ),
        touch=Touch(
            "Five cells are free. Touch one to count the positions after it.",
            board,
            legal(board),
            below,
        ),
        question=ask.choice(
            board,
            "How many positions does minimax read here, down to the end of every game, this board "
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
            f"From the empty board minimax reads {number(size(ClassicBoard()))} positions. That is "
            "easy for a computer here, and impossible in chess.",
            _looks_short(board, looks, best),
        ),
        keep="Every ply ahead multiplies the work. Looking too short can lose.",
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
        f"A search that looks only one ply ahead finds {_names(board, one)} equally good on the "
        f"board above: it does not see the reply. With two plies it finds {_names(board, two)}. "
        f"The truth is {_names(board, best)}."
    )


def plies_to_win(rng: Random) -> Question:
    board = pool.draw(rng, pool.x_wins_later)
    far = solution_of(board).distance(board)
    move = facts.best_reply(board)
    assert far is not None
    return ask.choice(
        board,
        "X wins here, whatever O does. After how many plies, if both play well?",
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
    tall = levels(board)
    return ask.choice(
        board,
        f"{board.to_move} to move. How many positions does minimax read, this board included?",
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
    "lines": (win_at_once, block, fork, win_at_once, fork),
    "minimax": (up_the_tree, value_of_move, hold, up_the_tree, value_of_move),
    "depth": (plies_to_win, count_positions, plies_to_win, count_positions, hold),
}
